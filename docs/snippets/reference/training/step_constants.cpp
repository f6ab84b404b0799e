// SPDX-License-Identifier: BSL-1.0
#include <headroom/training/step_constants.hpp>
namespace hr = headroom;

namespace training_step_constants_reference {  // hidden
// Your own runs reach more of the H100's peak, and your steps start sooner.
constexpr hr::step_constants own{.hopper = 0.7, .step = hr::milliseconds(10)};
static_assert(own.traffic == hr::measured_steps.traffic);
}  // namespace training_step_constants_reference  // hidden
