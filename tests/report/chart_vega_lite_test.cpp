// SPDX-License-Identifier: BSL-1.0
#include <headroom/report/chart_vega_lite.hpp>

#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

namespace chart_vega_lite_cases {

namespace report = headroom::report;

bool says(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

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
  CHECK(drawn({{0.5, 1}, {2, 1}}, {.is_log = true}) == line("0.5", "2"));
  CHECK(drawn({{2, 1}}, {}) == line("2", "2"));
  CHECK(drawn({}, {}).empty());
  CHECK(drawn({{0, 1}}, {.is_log = true}).empty());
  // Of points, the line on which y is 3 x, over all series.
  const report::chart points{.kind = report::chart_kind::points, .all = {{"a", {{0, 1}}}, {"b", {{5, 1}}}}, .limits = {{"has", 3}}};
  CHECK(report::detail::json_of_limits(points) == R"({"x":0,"y":0,"name":"has"},)" "\n" R"({"x":5,"y":15,"name":"has"})");
}

// What https://vega.github.io/vega-lite/docs/ has for a layered view: data, mark and encoding of each layer.
TEST_CASE("chart: Vega-Lite of bars is stacked in the order of the series, with a tick for each limit") {
  const report::chart bars{.title = "t",
                           .about = "a",
                           .x = {.title = "GiB"},
                           .y = {.title = "not of bars"},
                           .rows = {{"r", ""}, {"s", ""}},
                           .all = {{"w", {{0, 0, ""}, {2, -1, "no row"}, {3, 2, "no row"}}}, {"c", {{4, 1, "4 GiB"}, {-1, 0, "x"}}}},
                           .limits = {{"l", 5, 1}, {"m", 6, 2}, {"n", 7}}};
  const std::string x = R"("x":{"field":"x","type":"quantitative","title":"GiB"})";
  const std::string rows = R"("y":{"field":"row","type":"nominal","title":null,"sort":null})";
  const std::string color = R"("color":{"field":"series","type":"nominal","title":null,"sort":null},"tooltip":[{"field":"series"},{"field":"text"}])";
  const std::string values = R"({"row":"r","x":0,"series":"w","order":0,"text":""},)" "\n"
                             R"({"row":"s","x":4,"series":"c","order":1,"text":"4 GiB"},)" "\n"
                             R"({"row":"r","x":-1,"series":"c","order":1,"text":"x"})";
  const std::string ends = R"({"row":"s","x":5,"name":"l"},)" "\n" R"({"row":"r","x":7,"name":"n"},)" "\n" R"({"row":"s","x":7,"name":"n"})";
  const std::string whole = R"({"title":"t","description":"a","width":480,)" "\n" R"("layer":[{"data":{"values":[)" + values + "]},\n" R"("mark":"bar","encoding":{)" + x + "," +
                            rows + "," + color + R"(,"order":{"field":"order"}}},)" "\n" R"({"data":{"values":[)" + ends +
                            "]},\n" R"("mark":{"type":"tick","color":"black","thickness":2},"encoding":{)" + x + "," + rows +
                            R"(,"detail":{"field":"name"},"tooltip":{"field":"name"}}}]})";
  CHECK(report::detail::chart_json(bars) == whole);
  // One below the other.
  CHECK(report::to_vega_lite(std::vector{bars, bars}) == R"({"$schema":"https://vega.github.io/schema/vega-lite/v5.json",)" "\n" R"("vconcat":[)" + whole + ",\n" + whole +
                                                             "],\n" R"("resolve":{"scale":{"color":"independent"}}})" "\n");
}

TEST_CASE("chart: Vega-Lite of lines and of points is a plane, in which a logarithm has no place for what is not above 0") {
  report::chart plane{.kind = report::chart_kind::lines,
                      .title = "t",
                      .about = "a",
                      .x = {.title = "clients"},
                      .y = {.title = "ms", .is_log = true},
                      .all = {{"w", {{0, 1, ""}, {2, 0, "none"}, {-3, -4, "none"}, {4, 8, "8 ms"}}}}};
  const std::string x = R"("x":{"field":"x","type":"quantitative","title":"clients"})";
  const std::string y = R"("y":{"field":"y","type":"quantitative","title":"ms","scale":{"type":"log"}})";
  const std::string color = R"("color":{"field":"series","type":"nominal","title":null,"sort":null},"tooltip":[{"field":"series"},{"field":"text"}])";
  const std::string values = R"({"x":0,"y":1,"series":"w","order":0,"text":""},)" "\n" R"({"x":4,"y":8,"series":"w","order":0,"text":"8 ms"})";
  const auto json_with = [&](const std::string& mark, const std::string& limits) {
    return R"({"title":"t","description":"a","width":480,)" "\n" R"("layer":[{"data":{"values":[)" + values + "]},\n" R"("mark":)" + mark + R"(,"encoding":{)" + x + "," + y + "," +
           color + "}}" + limits + R"(],"height":300})";
  };
  CHECK(report::detail::chart_json(plane) == json_with(R"({"type":"line","point":true})", ""));
  plane.kind = report::chart_kind::points;
  CHECK(report::detail::chart_json(plane) == json_with(R"("point")", ""));
  // From -3 to 4, y is twice x.
  plane.limits = {{"twice", 2}};
  CHECK(report::detail::chart_json(plane) ==
        json_with(R"("point")", ",\n" R"({"data":{"values":[{"x":-3,"y":-6,"name":"twice"},)" "\n" R"({"x":4,"y":8,"name":"twice"}]},)" "\n"
                                R"("mark":{"type":"line","color":"gray","strokeDash":[4,4]},"encoding":{)" + x + "," + y + R"(,"detail":{"field":"name"},"tooltip":{"field":"name"}}})"));
  plane.x.is_log = true;
  plane.y.is_log = false;
  plane.all.front().points.push_back({0.5, 1, ""});
  CHECK(says(report::detail::chart_json(plane), R"({"x":0.5,"y":1,"series":"w","order":0,"text":""}])"));
  CHECK(says(report::detail::chart_json(plane), R"("values":[{"x":2,"y":0,"series":"w","order":0,"text":"none"},)" "\n" R"({"x":4,"y":8,)"));
}

TEST_CASE("chart: what is no number is null in Vega-Lite") {
  CHECK(report::detail::json_number(0.1) == "0.1");
  CHECK(report::detail::json_number(-1e300) == "-1e+300");
  CHECK(report::detail::json_number(std::numeric_limits<double>::max()) == "1.7976931348623157e+308");
  CHECK(report::detail::json_number(std::numeric_limits<double>::infinity()) == "null");
  CHECK(report::detail::json_number(-std::numeric_limits<double>::infinity()) == "null");
  CHECK(report::detail::json_number(std::numeric_limits<double>::quiet_NaN()) == "null");
}

}  // namespace chart_vega_lite_cases
