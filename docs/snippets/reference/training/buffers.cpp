// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/models.hpp>
#include <headroom/training/buffers.hpp>
namespace hr = headroom;

namespace training_buffers_reference {  // hidden
// 8,192 tokens of 128,256 logits: 6 bytes each where the loss is fused, 14 where it is not.
constexpr hr::training_job fused{.model = hr::models::llama3_1_8b, .sequence = 8'192};
constexpr hr::training_job separate{
    .model = hr::models::llama3_1_8b, .sequence = 8'192, .loss = hr::separate_cross_entropy};
static_assert(hr::head_bytes(separate) - hr::head_bytes(fused) == 8.0 * 8'192 * 128'256);
static_assert(hr::gathered_bytes(fused) == 0);
}  // namespace training_buffers_reference  // hidden
