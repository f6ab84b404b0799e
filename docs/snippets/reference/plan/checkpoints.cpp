// SPDX-License-Identifier: BSL-1.0
#include <headroom/plan/checkpoints.hpp>
namespace hr = headroom;

namespace plan_checkpoints_reference {  // hidden
constexpr hr::interruptions met{.between = hr::hours(3), .restart = hr::minutes(10)};
constexpr auto interval = hr::best_interval(hr::seconds(30), met).value_or({});
static_assert(interval > hr::minutes(13) && interval < hr::minutes(14));
// Nine tenths of the time is kept, and 30 days of computing take more than 33.
static_assert(hr::effective_share({interval, hr::seconds(30)}, met).value_or(0) < 0.9);
static_assert(hr::with_interruptions(hr::days(30), {interval, hr::seconds(30)}, met).value_or({}) > hr::days(33));
}  // namespace plan_checkpoints_reference  // hidden
