// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/audio_encoder.hpp>
namespace hr = headroom;

namespace model_audio_encoder_reference {  // hidden
// Gemma 3n's, and what leads into a language model of hidden width 2,048.
inline constexpr hr::audio_encoder conformer{
    .width = 1'536,
    .layers = 12,
    .heads = 8,
    .kernel = 5,
    .bands = 128 / 4,
    .channels = {128, 32},
    .kernel_numbers = {9, 9},
    .merger = {.norm = hr::norm_kind::rms, .norm_width = 2 * 1'536, .matrices = {{{128, 1'536}, {1'536, 2'048}}}},
};
static_assert(hr::parameters(conformer) == 684'694'048);
}  // hidden
