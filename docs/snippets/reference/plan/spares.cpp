// SPDX-License-Identifier: BSL-1.0
#include <headroom/plan/spares.hpp>
namespace hr = headroom;

namespace plan_spares_reference {  // hidden
// A machine that fails every 264 days and is back after a day.
constexpr double up = hr::availability(hr::days(264), hr::days(1)).value_or(0);
// A job on 128 of them, for 99 % of the time.
static_assert(hr::fewest_held(128, up, 0.99).value_or(0) == 131);
// 64 of the 72 GPUs of a rack.
static_assert(hr::share_with_enough(72, 64, up).value_or(0) > 0.999999);
}  // namespace plan_spares_reference  // hidden
