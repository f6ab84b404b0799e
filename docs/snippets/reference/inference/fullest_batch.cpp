// SPDX-License-Identifier: BSL-1.0
#include <headroom/inference/fullest_batch.hpp>
namespace hr = headroom;

namespace inference_fullest_batch_reference {  // hidden
// Twelve prompts come to four batches: three to each, and one more to the fullest.
constexpr hr::detail::fullest_batch_of_step of{.batches = 4, .beyond = 1, .room = 8};
static_assert(of.reads(12) == 4);
static_assert(of.reads(1) == 1);
}  // namespace inference_fullest_batch_reference  // hidden
