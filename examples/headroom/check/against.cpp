// SPDX-License-Identifier: BSL-1.0
#include "check/against.hpp"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fit/fit_words.hpp"
#include "print/lines.hpp"
#include "print/table.hpp"

namespace headroom::program {

namespace {

using json = nlohmann::ordered_json;

// A sum of the needs, and whether nothing is left out of it.
struct sum_of_needs {
  std::string_view key{};
  std::string_view words{};
  count need_sums::*value = nullptr;
  bool (needs_of_files::*is_known)() const = nullptr;

  std::optional<count> of(const needs_of_files& files) const { return (files.*is_known)() ? std::optional(files.sums.*value) : std::nullopt; }
};

constexpr std::array counted_sums{sum_of_needs{"gpus", "GPUs", &need_sums::gpus, &needs_of_files::knows_gpus},
                                  sum_of_needs{"nodes", "nodes", &need_sums::nodes, &needs_of_files::knows_nodes},
                                  sum_of_needs{"racks", "racks", &need_sums::racks, &needs_of_files::knows_nodes}};

constexpr std::string_view unknown_sum = "not known";

std::string sum_text(const std::optional<count>& sum) { return sum.has_value() ? number_text(*sum) : std::string(unknown_sum); }

std::string signed_text(const std::optional<count>& before, const std::optional<count>& after) {
  if (!before.has_value() || !after.has_value()) return std::string(unknown_sum);
  if (*before == *after) return "0";
  return fmt::format("{}{}", *after > *before ? "+" : "-", number_text(*after > *before ? *after - *before : *before - *after));
}

std::string money_text(const std::optional<double>& dollars) {
  return dollars.has_value() ? fmt::format("{:.2f}", *dollars) : std::string(unknown_sum);
}

std::string money_change(const needs_of_files& before, const needs_of_files& after) {
  if (!before.knows_price() || !after.knows_price()) return std::string(unknown_sum);
  return fmt::format("{:+.2f}", after.sums.dollars.value_or(0) - before.sums.dollars.value_or(0));
}

json json_of(const needs_of_files& of) {
  const need_sums& sums = of.sums;
  json told = json::object();
  for (const auto& each : counted_sums) {
    const std::optional<count> sum = each.of(of);
    told[each.key] = sum.has_value() ? json(*sum) : json(nullptr);
  }
  told["dollars_per_hour"] = sums.dollars.has_value() ? json(*sums.dollars) : json(nullptr);
  told["parts_without_gpus"] = sums.parts_without_gpus;
  told["parts_without_nodes"] = sums.parts_without_nodes;
  told["nodes_without_price"] = sums.nodes_without_price;
  told["files_not_counted"] = of.files_not_counted;
  return told;
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
    if (!each.is_judged() && !each.holds_nothing && !(each.format.empty() && each.findings.empty())) ++all.files_not_counted;
    needs.insert(needs.end(), each.needs.begin(), each.needs.end());
  }
  all.sums = sums_of(needs, terms);
  return all;
}

void print_change(session& s, const needs_of_files& before, const needs_of_files& after) {
  table shown({name_column("needs"), number_column("before"), number_column("after"), number_column("change")});
  for (const auto& each : counted_sums)
    shown.add({std::string(each.words), sum_text(each.of(before)), sum_text(each.of(after)), signed_text(each.of(before), each.of(after))});
  shown.add({"dollars per hour", money_text(before.sums.dollars), money_text(after.sums.dollars),
             money_change(before, after)});
  s.write(shown);
  for (const std::string& words : {not_counted("before", before), not_counted("after", after)})
    if (!words.empty()) s.paragraph("", words);
}

json json_of_change(const needs_of_files& before, const needs_of_files& after) {
  json change = json::object();
  for (const auto& each : counted_sums) {
    const std::optional<count> was = each.of(before);
    const std::optional<count> is = each.of(after);
    change[each.key] = was.has_value() && is.has_value() ? json(*is - *was) : json(nullptr);
  }
  const bool is_priced = before.knows_price() && after.knows_price();
  change["dollars_per_hour"] =
      is_priced ? json(after.sums.dollars.value_or(0) - before.sums.dollars.value_or(0)) : json(nullptr);
  return {{"before", json_of(before)}, {"after", json_of(after)}, {"change", std::move(change)}};
}

}  // namespace headroom::program
