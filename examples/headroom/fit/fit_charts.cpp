// SPDX-License-Identifier: BSL-1.0
#include "fit/fit_charts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <headroom/text/to_text.hpp>
#include <headroom/units.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "fit/fit_words.hpp"
#include "print/amount.hpp"

namespace headroom::program {

namespace {

// A series for each part that a row has, in the order in which they come first.
void add_parts(report::chart& into, const rank_use& use, std::size_t row) {
  for (const rank_part& each : use.parts) {
    if (!(in_bytes(each.amount) > 0)) continue;
    auto found = std::ranges::find(into.all, each.title, &report::series::name);
    if (found == into.all.end()) found = into.all.insert(found, {.name = std::string(each.title)});
    found->points.push_back({in_gibibytes(each.amount), static_cast<double>(row), gibibytes_text(each.amount)});
  }
}

report::chart empty_memory_chart() {
  return {.kind = report::chart_kind::bars, .title = "Memory of the fullest GPU", .x = {.title = "GiB of a GPU"}};
}

// With what a GPU has, where it is known.
void add_row(report::chart& into, std::string name, const rank_use& use, const machine_fit* on) {
  const std::size_t row = into.rows.size();
  std::string text = gibibytes_text(use.needed);
  if (on != nullptr && on->of_gpu.is_known()) {
    text += " of " + gibibytes_text(*on->of_gpu.known());
    into.limits.push_back({"what a GPU has", in_gibibytes(*on->of_gpu.known()), static_cast<int>(row)});
  }
  into.rows.push_back({std::move(name), std::move(text)});
  add_parts(into, use, row);
}

}  // namespace

report::chart memory_chart(const rank_use& use, const machine_fit* on) {
  report::chart made = empty_memory_chart();
  add_row(made, on == nullptr ? "needed of a GPU" : std::string(on->machine.name()), use, on);
  made.about = fmt::format("{}: {} needed.", made.rows.front().name, made.rows.front().text);
  return made;
}

report::chart memory_chart(std::span<const machine_fit> on) {
  report::chart made = empty_memory_chart();
  for (const machine_fit& each : on)
    if (each.is_possible) add_row(made, std::string(each.machine.name()), each.use, &each);
  made.about = "For each machine the parts of what the job needs of a GPU, beside what a GPU has.";
  return made;
}

report::chart price_chart(std::span<const machine_fit> on) {
  report::chart made{.kind = report::chart_kind::bars,
                     .title = "Price of the machines that it takes",
                     .about = "For each machine what as many of it as the job takes cost an hour.",
                     .x = {.title = "$ an hour"},
                     .all = {{.name = "$ an hour"}}};
  for (const machine_fit& each : on) {
    if (!each.is_priced || each.outcome != outcome::fits) continue;
    const std::string text = short_text(counted::money_rate, in_base_units(each.price), unit_system::automatic);
    made.all.front().points.push_back({in_dollars_per_hour(each.price), static_cast<double>(made.rows.size()), text});
    made.rows.push_back({fmt::format("{} × {}", number_text(each.machines.value_or(0)), each.machine.name()), text});
  }
  return made;
}

}  // namespace headroom::program
