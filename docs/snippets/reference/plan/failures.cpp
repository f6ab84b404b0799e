// SPDX-License-Identifier: BSL-1.0
#include <headroom/plan/failures.hpp>
namespace hr = headroom;

namespace plan_failures_reference {  // hidden
// Llama 3 405B: 419 interruptions in 54 days of 2,048 machines.
constexpr auto of_one = hr::between_failures(hr::llama_3_failures).value_or({});
constexpr auto of_job = hr::between_interruptions(of_one, 2'048);
static_assert(of_job > hr::hours(3) && of_job < hr::hours(3.2));
}  // namespace plan_failures_reference  // hidden
