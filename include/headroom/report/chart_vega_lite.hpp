// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <charconv>
#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <string_view>

#include <headroom/math.hpp>
#include <headroom/report/chart.hpp>
#include <headroom/report/markup.hpp>

// Charts as a specification of Vega-Lite 5, for those who want to go on with their data.
namespace headroom::report {

namespace detail {

inline std::string json_number(double x) {
  if (!(math::absolute(x) <= std::numeric_limits<double>::max())) return "null";
  std::array<char, 32> text{};
  return std::string(text.data(), std::to_chars(text.data(), text.data() + text.size(), x).ptr);
}

inline std::string json_of_axis(const axis& of, std::string_view field) {
  return "{\"field\":" + json_string(field) + ",\"type\":\"quantitative\",\"title\":" + json_string(of.title) +
         (of.is_log ? ",\"scale\":{\"type\":\"log\"}" : "") + "}";
}

// What goes into a list, one after the other.
inline void put_json(std::string& into, const std::string& value) { into += (into.empty() ? "" : ",\n") + value; }

inline std::string json_of_points(const chart& of) {
  std::string values;
  for (std::size_t i = 0; i < of.all.size(); ++i)
    for (const point& at : of.all[i].points) {
      std::string where;
      if (of.kind == chart_kind::bars) {
        if (at.y < 0 || at.y >= static_cast<double>(of.rows.size())) continue;
        where = "\"row\":" + json_string(of.rows[static_cast<std::size_t>(at.y)].name) + ",\"x\":" + json_number(at.x);
      } else {
        if ((of.x.is_log && !(at.x > 0)) || (of.y.is_log && !(at.y > 0))) continue;
        where = "\"x\":" + json_number(at.x) + ",\"y\":" + json_number(at.y);
      }
      put_json(values, "{" + where + ",\"series\":" + json_string(of.all[i].name) + ",\"order\":" + std::to_string(i) + ",\"text\":" + json_string(at.text) + "}");
    }
  return values;
}

// The ends of what is drawn of limits: a stroke in each row of bars, and otherwise a line from the first point to the last.
inline std::string json_of_limits(const chart& of) {
  std::string values;
  double least = std::numeric_limits<double>::infinity();
  double most = -least;
  for (const series& each : of.all)
    for (const point& at : each.points) {
      if (!(at.x > 0) && of.x.is_log) continue;
      least = math::smaller(least, at.x);
      most = math::larger(most, at.x);
    }
  for (const limit& each : of.limits) {
    const std::string name = ",\"name\":" + json_string(each.name) + "}";
    if (of.kind == chart_kind::bars) {
      for (std::size_t row = 0; row < of.rows.size(); ++row)
        if (each.row == limit::every_row || static_cast<std::size_t>(each.row) == row)
          put_json(values, "{\"row\":" + json_string(of.rows[row].name) + ",\"x\":" + json_number(each.at) + name);
    } else if (least <= most) {
      for (const double x : {least, most})
        put_json(values, "{\"x\":" + json_number(x) + ",\"y\":" + json_number(of.kind == chart_kind::lines ? each.at : x * each.at) + name);
    }
  }
  return values;
}

inline std::string layer_json(std::string_view mark, const std::string& values, const std::string& encoding) {
  return "{\"data\":{\"values\":[" + values + "]},\n\"mark\":" + std::string(mark) + ",\"encoding\":{" + encoding + "}}";
}

inline std::string chart_json(const chart& of) {
  const bool is_bars = of.kind == chart_kind::bars;
  const std::string x = "\"x\":" + json_of_axis(of.x, "x");
  const std::string y = is_bars ? "\"y\":{\"field\":\"row\",\"type\":\"nominal\",\"title\":null,\"sort\":null}" : "\"y\":" + json_of_axis(of.y, "y");
  const std::string looks = R"("color":{"field":"series","type":"nominal","title":null,"sort":null},"tooltip":[{"field":"series"},{"field":"text"}])";
  const std::string order = is_bars ? R"(,"order":{"field":"order"})" : "";
  std::string layers = layer_json(is_bars                        ? R"("bar")"
                                  : of.kind == chart_kind::lines ? R"({"type":"line","point":true})"
                                                                 : R"("point")",
                                  json_of_points(of), x + "," + y + "," + looks + order);
  if (!of.limits.empty())
    put_json(layers, layer_json(is_bars ? R"({"type":"tick","color":"black","thickness":2})" : R"({"type":"line","color":"gray","strokeDash":[4,4]})",
                                json_of_limits(of), x + "," + y + R"(,"detail":{"field":"name"},"tooltip":{"field":"name"})"));
  return "{\"title\":" + json_string(of.title) + ",\"description\":" + json_string(of.about) + ",\"width\":480,\n\"layer\":[" + layers + "]" +
         (is_bars ? "" : ",\"height\":300") + "}";
}

}  // namespace detail

// One below the other. https://vega.github.io/vega-lite/docs/
inline std::string to_vega_lite(std::span<const chart> all) {
  std::string charts;
  for (const chart& each : all) detail::put_json(charts, detail::chart_json(each));
  return "{\"$schema\":\"https://vega.github.io/schema/vega-lite/v5.json\",\n\"vconcat\":[" + charts +
         "],\n\"resolve\":{\"scale\":{\"color\":\"independent\"}}}\n";
}

}  // namespace headroom::report
