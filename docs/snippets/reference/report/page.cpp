// SPDX-License-Identifier: BSL-1.0
#include <headroom/report/page.hpp>
#include <string>
namespace hr = headroom;

namespace report_page_reference {  // hidden
// Bars of what teams use, beside what there is.
std::string used_by_teams(double train, double serve, double there_are) {
  const hr::report::chart used{.title = "GPUs in use",
                               .about = "What each team uses of the GPUs that there are.",
                               .x = {.title = "GPUs"},
                               .rows = {{"today", "of two teams"}},
                               .all = {{"training", {{train, 0}}}, {"serving", {{serve, 0}}}},
                               .limits = {{"there are", there_are}}};
  return hr::report::to_html({.title = "GPUs", .blocks = {hr::report::paragraph{"Counted this morning."}, used}});
}
}  // namespace report_page_reference  // hidden
