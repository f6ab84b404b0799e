// SPDX-License-Identifier: BSL-1.0
// What to order when: a demand for GPUs that grows by 7 % a month, with more of it in the last months of the year, is met by racks that
// take five months to come and are sold two at a time; and on which terms they are cheapest.
#include <headroom/catalog/azure/racks.hpp>
#include <headroom/hardware/machine.hpp>
#include <headroom/plan/commitments.hpp>
#include <headroom/plan/growth.hpp>

#include <array>
#include <cstdio>
#include <string>
#include <vector>

namespace hr = headroom;

int main() {
  // The months from January on. Prices, lead time and growth are assumptions: each buyer has others.
  constexpr std::array season{1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.1, 1.2, 1.2};
  const hr::demand_curve asked{.first = 500, .growth_a_month = 0.07, .season = season};
  const hr::count gpus = hr::gpus_of(hr::machine(hr::azure::gb300_nvl72::spec)).value_or(0);
  constexpr hr::count held = 10;

  const hr::figure<hr::count> enough = hr::runway(static_cast<double>(held * gpus), asked, 24);
  std::printf("%lld racks are enough until month %lld.\n\n", static_cast<long long>(held), static_cast<long long>(enough.value_or(24)));

  const std::vector<hr::count> needed = hr::machines_by_month(asked, static_cast<double>(gpus), 24).value_or({});
  const auto orders = hr::orders_for(needed, {.held = held, .step = 2, .lead_months = hr::count{5}});
  if (!orders.is_known()) return 1;
  for (const hr::machine_order& each : *orders.known())
    std::printf("order in month %2lld, for month %2lld: %2lld racks%s\n", static_cast<long long>(each.placed_in), static_cast<long long>(each.needed_in),
                static_cast<long long>(each.machines), each.is_late() ? ", which is too late" : "");

  const std::array terms{hr::purchase_term{.name = "on demand", .months = 1, .price = hr::dollars_per_hour(400)},
                         hr::purchase_term{.name = "one year", .months = 12, .price = hr::dollars_per_hour(260)},
                         hr::purchase_term{.name = "three years", .months = 36, .price = hr::dollars_per_hour(180)}};
  const auto bought = hr::cheapest_commitments(needed, terms);
  if (!bought.is_known()) return 1;
  std::printf("\nIn month 0 at the least cost of all 24:\n");
  for (const hr::commitment& each : bought.known()->all)
    if (each.month == 0) std::printf("  %2lld racks %s\n", static_cast<long long>(each.machines), std::string(terms[each.term].name).c_str());
}
