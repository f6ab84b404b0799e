// SPDX-License-Identifier: BSL-1.0
#include <array>
#include <headroom/plan/commitments.hpp>
namespace hr = headroom;

namespace plan_commitments_reference {  // hidden
constexpr bool commits() {
  // Two machines all year and five in summer: two for the year, three by the month.
  const std::array<hr::count, 12> needed{2, 2, 2, 2, 2, 5, 5, 2, 2, 2, 2, 2};
  const std::array terms{hr::purchase_term{.name = "by the month", .price = hr::dollars_per_hour(10)},
                         hr::purchase_term{.name = "a year", .months = 12, .price = hr::dollars_per_hour(6)}};
  const auto least = hr::cheapest_commitments(needed, terms).value_or({});
  return least.all.front() == hr::commitment{.term = 1, .month = 0, .machines = 2} && hr::math::close(hr::in_dollars(least.cost), 148'920);
}
static_assert(commits());
}  // namespace plan_commitments_reference  // hidden
