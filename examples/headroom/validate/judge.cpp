// SPDX-License-Identifier: BSL-1.0
#include "validate/judge.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "validate/analytic_rows.hpp"
#include "validate/families.hpp"
#include "validate/fit_rows.hpp"
#include "validate/fleet_rows.hpp"
#include "validate/operation_rows.hpp"
#include "validate/parameter_rows.hpp"
#include "validate/serving_rows.hpp"
#include "validate/size_rows.hpp"
#include "validate/training_rows.hpp"

namespace headroom::program::validation {

namespace {

constexpr std::string_view of_no_family = "other";

bool any_metric(const json& row, const std::function<bool(std::string_view)>& is) {
  return std::ranges::any_of(row.at("measured"), [&](const json& each) {
    const json* metric = find(each, {"metric"});
    return metric != nullptr && metric->is_string() && is(metric->get_ref<const std::string&>());
  });
}

bool has_metric(const json& row, std::string_view name) {
  return any_metric(row, [&](std::string_view each) { return each == name; });
}

// Whether the figures are of an engine's memory, and not of its speed.
bool is_of_engine_memory(const json& row) {
  return any_metric(row, [&](std::string_view metric) {
    return is_engine_memory(metric) || (metric.find("memory") != std::string_view::npos &&
                                        metric.find("bandwidth") == std::string_view::npos);
  });
}

// Whether the figures are parts of an engine's memory that no training run prints.
bool is_of_engine(const json& row) {
  return any_metric(row, [](std::string_view metric) {
    return metric.find("kv_") != std::string_view::npos || metric.find("non_torch") != std::string_view::npos;
  });
}

std::vector<judged> judge_memory(const json& row) {
  const json& c = config_of(row);
  if (has_metric(row, "fits")) return judge_fit(row);
  if (any_metric(row, [](std::string_view each) { return each.starts_with("kv_bytes_per_"); })) return judge_cache(row);
  if (has_metric(row, "size")) return judge_sizes(row);
  if (has(c, "K")) return judge_zero(row);
  if (has(c, "offload")) return judge_deepspeed(row);
  if (says(row, "citation", "Korthikanti")) return judge_korthikanti(row);
  const bool serves = is_serving_row(row) || is_of_engine(row) || !says_training(row);
  return serves ? judge_serving_memory(row) : judge_training_memory(row);
}

// One refusal for a row that has no figures to refuse.
std::vector<judged> refused_row(const json& row, std::string_view why) {
  judged one = outline(row, of_no_family, "");
  one.refused = why;
  return {one};
}

std::vector<judged> judge_by_family(const json& row) {
  if (!row.is_object()) return refused_row(row, "it is no row: an object is expected");
  const json* family = find(row, {"family"});
  if (family == nullptr || !family->is_string()) return refused_row(row, "the row names no family");
  const json* figures = find(row, {"measured"});
  if (figures == nullptr || !figures->is_array() || figures->empty())
    return refused_row(row, "the row has no list of measured figures");

  const std::string name = family->get<std::string>();
  if (name == "model_params") return judge_parameters(row);
  if (name == "fleet_counts") return judge_fleet(row);
  if (name.find("memory") != std::string::npos) return judge_memory(row);
  if (name == "training_throughput") {
    std::vector<judged> all = judge_operations(row);
    for (judged& one : judge_memory_of_run(row)) all.push_back(std::move(one));
    return all;
  }
  // Rows on the speed of engines alone are of no family here.
  if ((name == "inference" || name.starts_with("serving")) && is_of_engine_memory(row))
    return judge_serving_memory(row);
  return {};
}

// Figures of rows on memory. The same figure of the same run may stand in a row on its throughput as well.
std::multiset<std::string> runs_told(std::span<const read_row> rows) {
  std::multiset<std::string> all;
  for (const read_row& each : rows) {
    const json* family = find(each.row, {"family"});
    const json* figures = find(each.row, {"measured"});
    if (family == nullptr || *family != "memory" || figures == nullptr || !figures->is_array()) continue;
    for (const json& figure : *figures) {
      const json* metric = find(figure, {"metric"});
      const json* value = find(figure, {"value"});
      if (metric != nullptr && metric->is_string() && value != nullptr && value->is_number())
        all.insert(run_told(each.row, metric->get_ref<const std::string&>(), value->get<double>()));
    }
  }
  return all;
}

}  // namespace

std::vector<judged> judge(const json& row) {
  try {
    return judge_by_family(row);
  } catch (const refusal& why) {
    return refused_row(row, why.what());
  } catch (const json::exception&) {
    return refused_row(row, "the row is not in the schema of the validation set");
  }
}

judgement_of_rows judge(std::span<const read_row> rows) {
  judgement_of_rows all;
  std::multiset<std::string> told = runs_told(rows);
  for (const read_row& each : rows) {
    std::vector<judged> found = judge(each.row);
    std::erase_if(found, [&](const judged& one) {
      if (one.same_run.empty()) return false;
      const auto same = told.find(one.same_run);
      if (same == told.end()) return false;
      told.erase(same);
      return true;
    });
    if (found.empty()) {
      const std::string name = each.row.at("family").get<std::string>();
      const auto same = std::ranges::find(all.not_judged, name, &judgement_of_rows::left_out::family);
      if (same == all.not_judged.end()) all.not_judged.push_back({name, 1});
      else ++same->rows;
    }
    for (judged& one : found) {
      if (one.id.empty()) one.id = each.place;
      all.figures.push_back(std::move(one));
    }
  }
  return all;
}

}  // namespace headroom::program::validation
