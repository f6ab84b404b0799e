// SPDX-License-Identifier: BSL-1.0
#include "validate/family_chart.hpp"

#include <fmt/format.h>

#include <string>

namespace headroom::program::validation {

report::chart family_chart(const family& of, std::span<const judged> figures) {
  report::chart made{.kind = report::chart_kind::points,
                     .title = std::string(of.title),
                     .about = fmt::format("Each point is a figure: {}.", bar_text(of).empty() ? "held to no bar" : "the bar is " + bar_text(of)),
                     .x = {.title = "published", .is_log = true},
                     .y = {.title = "ours", .is_log = true},
                     .all = {{.name = "figures that count"}}};
  if (of.bar.kind == bar_kind::misses) return made;
  for (const judged& one : figures)
    if (one.family == of.name && one.counts() && one.published > 0 && one.found > 0)
      made.all.front().points.push_back(
          {one.published, one.found, fmt::format("{}, {}: published {:.6g}, ours {:.6g} {}", one.id, one.metric, one.published, one.found, one.unit)});
  made.limits.push_back({"", 1});
  const bool is_of_all = of.bar.kind == bar_kind::within;
  const double most = of.bar.kind == bar_kind::none || of.bar.kind == bar_kind::exact ? 0 : is_of_all ? of.bar.median : of.bar.ninetieth;
  if (most > 0)
    for (const double factor : {1 + most, 1 - most})
      if (factor > 0) made.limits.push_back({fmt::format("{} within {:g} %", is_of_all ? "all" : "nine in ten", most * 100), factor});
  return made;
}

}  // namespace headroom::program::validation
