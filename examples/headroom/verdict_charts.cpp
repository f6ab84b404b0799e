// SPDX-License-Identifier: BSL-1.0
#include "verdict_charts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <headroom/text/to_text.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "print/amount.hpp"
#include "verdict.hpp"

namespace headroom::program {

namespace {

// A bar no longer than three times what there is: beyond that the text at its end says how much is missing.
constexpr double longest_margin = 300;

std::string share_text(double percent) { return fmt::format("{} %", rounded_number(percent, 3).view()); }

}  // namespace

report::chart margins_chart(const judgement& found, unit_system system) {
  report::chart made{.kind = report::chart_kind::bars,
                     .title = "What the demand takes of what there is",
                     .x = {.title = "% of what there is"},
                     .all = {{.name = "enough"}, {.name = "not enough"}}};
  const verdict& v = found.verdict;
  for (std::size_t i = 0; i < v.checks().size(); ++i) {
    const need_check& each = v.checks()[i];
    const double asked = each.is_limit ? each.supply : each.need;
    const double there = each.is_limit ? each.need : each.supply;
    if (each.outcome == outcome::cannot_be_judged || !(asked > 0) || each.line == line::feature || each.line == line::number_format) continue;
    const auto [need, supply] = side_by_side(counted_by(each.line, each.format), asked, there, system);
    const std::string text = there > 0 ? fmt::format("{} of {}", need, supply) : fmt::format("{}, there is none", need);
    const double percent = there > 0 ? std::min(asked / there * 100, longest_margin) : longest_margin;
    const bool fits = each.outcome == outcome::fits;
    made.all[fits ? 0 : 1].points.push_back({percent, static_cast<double>(made.rows.size()), there > 0 ? share_text(asked / there * 100) : text});
    made.rows.push_back({what_of(each) + (i == v.binding_index ? ", which binds" : ""), text});
  }
  made.limits.push_back({"all there is", 100});
  made.about = fmt::format("Verdict: {}. Bars beyond {} % are cut there.", name(v.outcome), longest_margin);
  return made;
}

report::chart shares_chart(const own_file& of, const std::vector<const measure*>& rows, unit_system system) {
  const std::span<const group> groups = of.cluster.groups();
  report::chart made{.kind = report::chart_kind::bars,
                     .title = "Parts of the cluster",
                     .about = "The share that each kind of machine has of totals that are known for all machines.",
                     .x = {.title = "% of the total"}};
  for (const group& each : groups) made.all.push_back({.name = std::string(each.machine.name())});
  // One of each part of the report: the first that is known throughout.
  std::optional<part> before;
  for (const measure* each : rows) {
    const sum whole = each->total(groups, of.terms);
    if (before == each->part || !whole.is_complete || !(whole.known > 0)) continue;
    before = each->part;
    for (std::size_t i = 0; i < groups.size(); ++i) {
      const sum alone = each->total(groups.subspan(i, 1), of.terms);
      if (!(alone.known > 0)) continue;
      const std::string amount = short_text(each->what, alone.known, system);
      made.all[i].points.push_back({alone.known / whole.known * 100, static_cast<double>(made.rows.size()), amount});
    }
    made.rows.push_back({each->title, short_text(each->what, whole.known, system)});
  }
  return made;
}

}  // namespace headroom::program
