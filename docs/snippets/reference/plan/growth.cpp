// SPDX-License-Identifier: BSL-1.0
#include <headroom/plan/growth.hpp>
namespace hr = headroom;

namespace plan_growth_reference {  // hidden
constexpr bool is_late() {
  // 640 GPUs are asked for now, and 8 % more every month; ten racks of 72 are held, and take five months to come.
  const hr::demand_curve asked{.first = 640, .growth_a_month = 0.08};
  const auto racks = hr::machines_by_month(asked, 72, 12).value_or({});
  const auto orders = hr::orders_for(racks, {.held = 10, .lead_months = hr::count{5}}).value_or({});
  return hr::runway(10 * 72, asked, 12).value_or(-1) == 2 && orders.front().placed_in == -3 && orders.front().is_late();
}
static_assert(is_late());
}  // namespace plan_growth_reference  // hidden
