// SPDX-License-Identifier: BSL-1.0
#include "commands/comparison_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <headroom/math.hpp>
#include <headroom/text/to_text.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace headroom::program {

namespace {

constexpr double longest_ratio = 400;

void add_figures(report::chart& into, std::string_view of_what, const std::vector<shown_figure>& a, const std::vector<shown_figure>& b) {
  for (const shown_figure& each : a) {
    const auto other = std::ranges::find(b, each.name, &shown_figure::name);
    if (other == b.end() || each.state != knowledge::known || other->state != knowledge::known || each.unit.empty() || other->unit != each.unit) continue;
    if (!(each.number > 0) || math::close(each.number, other->number)) continue;
    const double percent = other->number / each.number * 100;
    into.all.front().points.push_back({std::min(percent, longest_ratio), static_cast<double>(into.rows.size()), fmt::format("{} against {}", other->text, each.text)});
    into.rows.push_back({fmt::format("{}{}", of_what, each.name), fmt::format("{} %", rounded_number(percent, 3).view())});
  }
}

}  // namespace

report::chart comparison_chart(const entry& a, const entry& b) {
  report::chart made{.kind = report::chart_kind::bars,
                     .title = fmt::format("{} against {}", b.name, a.name),
                     .about = fmt::format("Figures in which they differ. Bars beyond {} % are cut there.", longest_ratio),
                     .x = {.title = fmt::format("% of {}", a.name)},
                     .all = {{.name = std::string(b.name)}}};
  add_figures(made, "", a.figures, b.figures);
  add_figures(made, "total ", a.totals, b.totals);
  if (a.gpu != nullptr && b.gpu != nullptr) add_figures(made, "one GPU's ", entry_of(*a.gpu).figures, entry_of(*b.gpu).figures);
  if (!made.rows.empty()) made.limits.push_back({std::string(a.name), 100});
  const auto is_cut = [](const report::point& each) { return each.x >= longest_ratio; };
  if (std::ranges::any_of(made.all.front().points, is_cut)) made.x.title += fmt::format("; longer bars end at {}", longest_ratio);
  return made;
}

}  // namespace headroom::program
