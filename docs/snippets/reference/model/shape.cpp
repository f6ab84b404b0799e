// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/shape.hpp>
namespace hr = headroom;

namespace model_shape_reference {  // hidden
inline constexpr hr::transformer ours{
    .name = "ours",
    .vocabulary = 128'256,
    .hidden = 4'096,
    .layers = {{{.letter = 's',
                 .how_many = 24,
                 .attention = {.heads = 32, .kv_heads = 8, .head_size = 128, .window = 1'024},
                 .feed_forward = {.width = 14'336}},
                {.letter = 'f',
                 .how_many = 8,
                 .attention = {.heads = 32, .kv_heads = 8, .head_size = 128},
                 .feed_forward = {.width = 14'336}}}},
    .order = "sssf",
};

static_assert(ours.layer_count() == 32);
static_assert(hr::layer_at(ours, 3)->attention.window == 0);
}  // hidden
