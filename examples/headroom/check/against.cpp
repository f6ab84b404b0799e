// SPDX-License-Identifier: BSL-1.0
#include "check/against.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "fit/fit_words.hpp"
#include "print/lines.hpp"
#include "print/table.hpp"

namespace headroom::program {

namespace {

using json = nlohmann::ordered_json;

std::string signed_text(count before, count after) {
  if (before == after) return "0";
  return fmt::format("{}{}", after > before ? "+" : "-", number_text(after > before ? after - before : before - after));
}

std::string money_text(const std::optional<double>& dollars) {
  return dollars.has_value() ? fmt::format("{:.2f}", *dollars) : "not known";
}

std::string money_change(const need_sums& before, const need_sums& after) {
  if (before.nodes_without_price > 0 || after.nodes_without_price > 0) return "not known";
  return fmt::format("{:+.2f}", after.dollars.value_or(0) - before.dollars.value_or(0));
}

json json_of(const needs_of_files& of) {
  const need_sums& sums = of.sums;
  return {{"gpus", sums.gpus},
          {"nodes", sums.nodes},
          {"racks", sums.racks},
          {"dollars_per_hour", sums.dollars.has_value() ? json(*sums.dollars) : json(nullptr)},
          {"parts_without_gpus", sums.parts_without_gpus},
          {"parts_without_nodes", sums.parts_without_nodes},
          {"nodes_without_price", sums.nodes_without_price},
          {"files_not_counted", of.files_not_counted}};
}

// What the sums leave out.
std::string not_counted(std::string_view when, const needs_of_files& of) {
  std::string words;
  const auto say = [&](count n, std::string_view what) {
    if (n > 0) words += fmt::format("{}{}", words.empty() ? "" : ", ", so_many(n, what));
  };
  say(static_cast<count>(of.files_not_counted), "file");
  if (of.sums.parts_without_gpus > 0) words += fmt::format("{}the GPUs of {}", words.empty() ? "" : ", ", so_many(of.sums.parts_without_gpus, "part"));
  if (of.sums.parts_without_nodes > 0) words += fmt::format("{}the nodes of {}", words.empty() ? "" : ", ", so_many(of.sums.parts_without_nodes, "part"));
  if (of.sums.nodes_without_price > 0) words += fmt::format("{}the price of {}", words.empty() ? "" : ", ", so_many(of.sums.nodes_without_price, "node"));
  return words.empty() ? words : fmt::format("not counted {}: {}", when, words);
}

}  // namespace

needs_of_files needs_of_all(std::span<const checked_file> files, const pricing& terms) {
  needs_of_files all;
  std::vector<need> needs;
  for (const checked_file& each : files) {
    if (!each.is_judged() && !(each.format.empty() && each.findings.empty())) ++all.files_not_counted;
    needs.insert(needs.end(), each.needs.begin(), each.needs.end());
  }
  all.sums = sums_of(needs, terms);
  return all;
}

void print_change(session& s, const needs_of_files& before, const needs_of_files& after) {
  table shown({name_column("needs"), number_column("before"), number_column("after"), number_column("change")});
  const auto row = [&](std::string_view what, count need_sums::*of) {
    shown.add({std::string(what), number_text(before.sums.*of), number_text(after.sums.*of),
               signed_text(before.sums.*of, after.sums.*of)});
  };
  row("GPUs", &need_sums::gpus);
  row("nodes", &need_sums::nodes);
  row("racks", &need_sums::racks);
  shown.add({"dollars per hour", money_text(before.sums.dollars), money_text(after.sums.dollars),
             money_change(before.sums, after.sums)});
  s.write(shown);
  for (const std::string& words : {not_counted("before", before), not_counted("after", after)})
    if (!words.empty()) s.paragraph("", words);
}

json json_of_change(const needs_of_files& before, const needs_of_files& after) {
  json change{{"gpus", after.sums.gpus - before.sums.gpus},
              {"nodes", after.sums.nodes - before.sums.nodes},
              {"racks", after.sums.racks - before.sums.racks}};
  const bool is_priced = before.sums.nodes_without_price == 0 && after.sums.nodes_without_price == 0;
  change["dollars_per_hour"] =
      is_priced ? json(after.sums.dollars.value_or(0) - before.sums.dollars.value_or(0)) : json(nullptr);
  return {{"before", json_of(before)}, {"after", json_of(after)}, {"change", std::move(change)}};
}

}  // namespace headroom::program
