// SPDX-License-Identifier: BSL-1.0
#include <headroom/parallel/parallelism.hpp>
namespace hr = headroom;

namespace pipeline_schedule_reference {  // hidden
// Eight stages, whose backward pass takes twice as long as the forward one, half of it for the gradients of weights.
constexpr hr::stage_passes each{.forward = hr::seconds(1), .backward = hr::seconds(2), .weights = hr::seconds(1)};
static_assert(hr::pipeline_bubble(hr::pipeline_schedule::one_forward_one_backward, 8, 1, 32, each) == hr::seconds(21));
static_assert(hr::pipeline_bubble(hr::pipeline_schedule::zero_bubble_h1, 8, 1, 32, each) == hr::seconds(7));
static_assert(hr::pipeline_bubble(hr::pipeline_schedule::zero_bubble_h2, 8, 1, 32, each) == hr::seconds(0));
static_assert(hr::pipeline_bubble(hr::pipeline_schedule::dual_pipe, 8, 1, 32, each) == hr::seconds(6));
}  // namespace pipeline_schedule_reference  // hidden
