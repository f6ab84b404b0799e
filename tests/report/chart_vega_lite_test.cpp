// SPDX-License-Identifier: BSL-1.0
#include <headroom/report/chart_vega_lite.hpp>

#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace {

namespace report = headroom::report;

bool says(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("chart: Vega-Lite has each value with its row, its series and its text") {
  const report::chart one{.title = "a \"b\"", .x = {.title = "GiB"}, .rows = {{"<row>", ""}, {"two", ""}}, .all = {{"weights", {{1.5, 0, "1.5 GiB"}}}}, .limits = {{"has", 3}}};
  const std::string json = report::to_vega_lite(std::vector{one});
  CHECK(says(json, R"({"row":"\u003crow>","x":1.5,"series":"weights","order":0,"text":"1.5 GiB"})"));
  CHECK(says(json, R"("title":"a \"b\"")"));
  // A limit of every row stands in each.
  CHECK(says(json, R"({"row":"two","x":3,"name":"has"})"));
  CHECK(says(json, R"({"row":"\u003crow>","x":3,"name":"has"})"));
  CHECK(says(report::to_vega_lite(std::vector{report::chart{}}), "\"values\":[]"));
  CHECK(says(report::to_vega_lite({}), "\"vconcat\":[]"));
}

// The level 7 from the least x to the greatest, wherever 0 lies and whichever point comes first.
TEST_CASE("chart: Vega-Lite draws a limit from the first point of a chart to the last") {
  const auto drawn = [](const std::vector<report::point>& points, const report::axis& x) {
    return report::detail::json_of_limits({.kind = report::chart_kind::lines, .x = x, .all = {{"one", points}}, .limits = {{"has", 7}}});
  };
  const auto line = [](const std::string& from, const std::string& to) {
    return "{\"x\":" + from + ",\"y\":7,\"name\":\"has\"},\n{\"x\":" + to + ",\"y\":7,\"name\":\"has\"}";
  };
  CHECK(drawn({{0, 1}, {2, 1}, {5, 1}}, {}) == line("0", "5"));
  CHECK(drawn({{5, 1}, {0, 1}, {2, 1}}, {}) == line("0", "5"));
  CHECK(drawn({{3, 1}, {2, 1}, {5, 1}}, {}) == line("2", "5"));
  CHECK(drawn({{-3, 1}, {-2, 1}}, {}) == line("-3", "-2"));
  // Logarithms have no 0, so there the line begins where the others do.
  CHECK(drawn({{0, 1}, {2, 1}, {5, 1}}, {.is_log = true}) == line("2", "5"));
  CHECK(drawn({}, {}).empty());
  CHECK(drawn({{0, 1}}, {.is_log = true}).empty());
  // Of points, the line on which y is 3 x, over all series.
  const report::chart points{.kind = report::chart_kind::points, .all = {{"a", {{0, 1}}}, {"b", {{5, 1}}}}, .limits = {{"has", 3}}};
  CHECK(report::detail::json_of_limits(points) == R"({"x":0,"y":0,"name":"has"},)" "\n" R"({"x":5,"y":15,"name":"has"})");
}
