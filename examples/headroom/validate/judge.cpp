// SPDX-License-Identifier: BSL-1.0
#include "validate/judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include <headroom/read/common/messages.hpp>
#include "validate/family.hpp"
#include "reading.hpp"

namespace headroom::program::validation {

namespace {

constexpr std::string_view of_no_family = "other";

// One refusal for a row that has no figures to refuse.
std::vector<judged> refused_row(const json& row, std::string_view why) {
  judged one = outline(row, of_no_family);
  one.refused = why;
  return {one};
}

bool takes(const family& of, const json& row, std::string_view rows, std::string_view metric) {
  return std::ranges::find(of.rows, rows) != of.rows.end() && of.takes(row, metric);
}

const family* family_of(const json& row, std::string_view rows, std::string_view metric) {
  for (const family& each : families())
    if (!each.is_within && takes(each, row, rows, metric)) return &each;
  return nullptr;
}

judged judge_figure(const json& row, const json& figure, const family& of) {
  judged one = outline(row, of.name, figure);
  if (!one.refused.empty()) return one;
  try {
    of.find(row, one);
    if (!std::isfinite(one.found)) throw refusal("what is found is beyond every number");
  } catch (const refusal& why) {
    one.refused = why.what();
    one.found = 0;
  }
  return one;
}

std::vector<judged> judge_row(const json& row, const family* only) {
  if (!row.is_object()) return refused_row(row, "it is no row: an object is expected");
  const json* rows = find(row, {"family"});
  if (rows == nullptr || !rows->is_string()) return refused_row(row, "the row names no family");
  const json* figures = find(row, {"measured"});
  if (figures == nullptr || !figures->is_array() || figures->empty())
    return refused_row(row, "the row has no list of measured figures");

  std::vector<judged> all;
  for (const json& figure : *figures) {
    const std::string metric = text(figure, {"metric"}, "");
    if (const family* of = family_of(row, rows->get<std::string>(), metric)) {
      // What is not of the family asked for says something about it where it is counted there, too, or in its place.
      if (only != nullptr && only != of && only->unless != of->name &&
          !(only->is_within && takes(*only, row, rows->get<std::string>(), metric)))
        continue;
      all.push_back(judge_figure(row, figure, *of));
      for (const family& each : families())
        if (each.is_within && takes(each, row, rows->get<std::string>(), metric)) {
          judged again = all.back();
          again.family = each.name;
          all.push_back(std::move(again));
        }
    } else if (is_judged_whole(rows->get<std::string>())) {
      judged one = outline(row, of_no_family, figure);
      if (one.refused.empty()) one.refused = fmt::format("no figure is called {}", in_quotes(metric));
      all.push_back(std::move(one));
    }
  }
  return all;
}

// What tells one run's figure from another's, in whatever row it stands: settings, figure, and its place in the source.
std::string run_of(const json& row, const judged& one) {
  const json* place = find(row, {"confirmed_in"});
  return fmt::format("{} {} {} {}", config_of(row).dump(), one.metric, one.published,
                     place == nullptr ? "" : place->dump());
}

}  // namespace

std::vector<judged> judge(const json& row, const family* only) {
  try {
    return judge_row(row, only);
  } catch (const refusal& why) {
    return refused_row(row, why.what());
  } catch (const json::exception&) {
    return refused_row(row, "the row is not in the schema of the validation set");
  }
}

judgement_of_rows judge(std::span<const read_row> rows, const family* only) {
  judgement_of_rows all;
  std::vector<std::vector<judged>> found;
  // Sources print runs of the same settings more than once: each figure stands for one other.
  std::multiset<std::pair<std::string_view, std::string>> told;
  for (const read_row& each : rows) {
    found.push_back(judge(each.row, only));
    for (const judged& one : found.back()) told.emplace(one.family, run_of(each.row, one));
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::erase_if(found[i], [&](const judged& one) {
      const auto same = told.find({family_named(one.family)->unless, run_of(rows[i].row, one)});
      if (same == told.end()) return false;
      told.erase(same);
      return true;
    });
    if (only != nullptr) {
      std::erase_if(found[i], [&](const judged& one) { return one.family != only->name; });
    } else if (found[i].empty()) {
      ++all.not_judged[rows[i].row.at("family").get<std::string>()];
    }
    for (judged& one : found[i]) {
      if (one.id.empty()) one.id = rows[i].place;
      all.figures.push_back(std::move(one));
    }
  }
  return all;
}

}  // namespace headroom::program::validation
