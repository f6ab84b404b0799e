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
