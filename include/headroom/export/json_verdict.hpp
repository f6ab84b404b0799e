// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <span>
#include <string_view>

#include <headroom/count.hpp>
#include <headroom/demand/verdict.hpp>
#include <headroom/export/json_values.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/vm.hpp>
#include <headroom/units.hpp>

// A verdict in JSON, as `headroom report --json` prints it. Opt-in: needs nlohmann-json.
namespace headroom {

namespace detail {

// A number of a line of a verdict, which is in base units.
inline nlohmann::ordered_json json_of_line(line of, double base_units) {
  switch (of) {
    case line::usable_gpu_memory:
    case line::system_memory:
    case line::local_storage:
      return json_of(from_base_units<memory>(base_units));
    case line::memory_bandwidth:
    case line::scale_up:
    case line::scale_out:
    case line::front_end:
    case line::disk_throughput:
      return json_of(from_base_units<bandwidth>(base_units));
    case line::peak:
      return {{"value", base_units}, {"unit", "operations_per_second"}};
    case line::max_power:
      return json_of(from_base_units<power>(base_units));
    case line::price_per_hour:
      return json_of(from_base_units<money_rate>(base_units));
    default:
      break;
  }
  return {{"value", base_units}, {"unit", "count"}};
}

}  // namespace detail

inline nlohmann::ordered_json json_of(const need_check& of) {
  const auto number = [&](double base_units) { return detail::json_of_line(of.line, base_units)["value"]; };
  nlohmann::ordered_json result{{"line", json_key(name(of.line))}, {"scope", json_key(name(of.scope))}};
  if (of.line == line::peak || of.line == line::number_format) result["format"] = name(of.format);
  if (of.line == line::peak) result["sparsity"] = name(of.zeros);
  if (of.line == line::feature) result["feature"] = json_key(feature_names[static_cast<std::size_t>(of.feature)]);
  result["outcome"] = name(of.outcome);
  result["is_limit"] = of.is_limit;
  result["need"] = number(of.need);
  result["supply"] = number(of.supply);
  result["margin"] = number(of.margin());
  result["relative_margin"] = of.relative_margin();
  result["unit"] = detail::json_of_line(of.line, 0)["unit"];
  result["confirmed"] = of.confirmed;
  if (!of.missing.empty()) result["missing"] = of.missing;
  return result;
}

// Of a demand of that name. With what how_many_more() and could_give_back() say of each group, where they were asked.
template <class Groups>
nlohmann::ordered_json json_of(const basic_verdict<Groups>& v, std::string_view demand_name = {},
                               std::span<const figure<count>> more = {}, std::span<const count> spare = {}) {
  nlohmann::ordered_json result{{"demand", demand_name}, {"outcome", name(v.outcome)}};
  result["checks"] = nlohmann::ordered_json::array();
  for (const need_check& each : v.checks()) result["checks"].push_back(json_of(each));
  result["binding"] = nullptr;
  if (!v.checks().empty()) result["binding"] = v.binding_index;
  result["groups"] = nlohmann::ordered_json::array();
  std::size_t i = 0;
  for (const group_standing& each : v.groups) {
    nlohmann::ordered_json entry{{"machine", each.group.machine.name()},
                                 {"count", each.group.how_many},
                                 {"eligible", each.outcome == outcome::fits           ? "yes"
                                              : each.outcome == outcome::does_not_fit ? "no"
                                                                                      : name(each.outcome)},
                                 {"counted", each.counted},
                                 {"gpus_left_over", each.gpus_left_over}};
    if (each.outcome != outcome::fits) entry["why"] = json_of(each.why);
    if (i < more.size()) entry["more_needed"] = json_of_figure(more[i], [](count n) { return n; });
    if (i < spare.size()) entry["could_give_back"] = spare[i];
    result["groups"].push_back(std::move(entry));
    ++i;
  }
  return result;
}

}  // namespace headroom
