// SPDX-License-Identifier: BSL-1.0
#include "commands/price_chart.hpp"

#include <fmt/format.h>

namespace headroom::program {

report::chart price_chart(std::string_view title, const std::string& unit, const std::vector<priced_machine>& all, int decimals) {
  report::chart made{.kind = report::chart_kind::bars,
                     .title = std::string(title),
                     .about = "Machines whose price is known.",
                     .x = {.title = unit},
                     .all = {{.name = unit}}};
  for (const priced_machine& each : all) {
    const money_rate* const paid = each.an_hour.known();
    if (paid == nullptr) continue;
    const std::string text = fmt::format("{:.{}f}", in_dollars_per_hour(*paid), decimals);
    made.all.front().points.push_back({in_dollars_per_hour(*paid), static_cast<double>(made.rows.size()), text});
    made.rows.push_back({each.name, text});
  }
  return made;
}

}  // namespace headroom::program
