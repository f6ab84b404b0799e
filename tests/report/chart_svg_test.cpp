// SPDX-License-Identifier: BSL-1.0
#include <headroom/report/chart_svg.hpp>
#include <headroom/report/chart_vega_lite.hpp>

#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace {

namespace report = headroom::report;
using marks = std::vector<double>;

bool shows(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("chart: scales end at round numbers") {
  CHECK(report::scale_to(141).to == 150);
  CHECK(report::scale_to(141).marks == marks{0, 50, 100, 150});
  CHECK(report::scale_to(100).marks == marks{0, 20, 40, 60, 80, 100});
  CHECK(report::scale_to(0.07).to == doctest::Approx(0.08));
  CHECK(report::scale_to(0).marks == marks{0, 1});
  CHECK(report::scale_to(50)(25) == 0.5);

  const report::scale decades = report::log_scale(3, 4'000);
  CHECK(decades.from == 2);
  CHECK(decades.to == 5'000);
  CHECK(report::log_scale(1, 64).marks == marks{1, 2, 5, 10, 20, 50, 100});
  CHECK(report::log_scale(1, 1'000'000).marks == marks{1, 10, 100, 1'000, 10'000, 100'000, 1'000'000});
  CHECK(report::log_scale(7, 7).marks == marks{5, 10});
  // Half of the way from 1 to 100 is 10.
  CHECK(report::log_scale(1, 100)(10) == doctest::Approx(0.5));
  CHECK(report::log_scale(0, -1).marks == marks{1, 10});
  CHECK(report::plain_number(1e6) == "1e6");
  CHECK(report::plain_number(0.0500) == "0.05");
}

// 480 wide from 0 to 80: 6 a unit.
TEST_CASE("chart: bars are as long as what they stand for") {
  const report::chart memory{.title = "Memory",
                             .about = "A GPU",
                             .x = {.title = "GiB"},
                             .rows = {{"H100", "60 GiB"}, {"A100", "30 GiB"}},
                             .all = {{"weights", {{40, 0, "40 GiB"}, {30, 1, "30 GiB"}}}, {"cache", {{20, 0, "20 GiB"}}}},
                             .limits = {{"a GPU has", 80, 0}}};
  const std::string svg = report::to_svg(memory, "m");
  CHECK(shows(svg, R"(x="0" y="49" width="240" height="18" class="c0 part"><title>H100: weights: 40 GiB</title>)"));
  CHECK(shows(svg, R"(x="240" y="49" width="120" height="18" class="c1 part")"));
  CHECK(shows(svg, R"(x="0" y="97" width="180" height="18" class="c0 part")"));
  // What a GPU has is the end of the scale, drawn where it can be seen, and once in the key.
  CHECK(shows(svg, R"(<line x1="479" y1="47" x2="479" y2="71" class="limit"/>)"));
  CHECK(shows(svg, R"(<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="m-title m-about")"));
  CHECK(shows(svg, ">60 GiB</text>"));
}

TEST_CASE("chart: points of the same plane lie on the line where both are equal") {
  const report::chart errors{.kind = report::chart_kind::points,
                             .x = {.title = "published", .is_log = true},
                             .y = {.title = "ours", .is_log = true},
                             .all = {{"", {{1, 1}, {100, 100}, {10, 10}, {0, 5}}}},
                             .limits = {{"", 1}, {"within", 2}}};
  const std::string svg = report::to_svg(errors, "e");
  // From 56 to 468 and down from 240: the middle is at 262, and 10 lies there.
  CHECK(shows(svg, R"(<circle cx="262")"));
  CHECK(shows(svg, R"(<circle cx="468")"));
  CHECK_FALSE(shows(svg, "nan"));
  CHECK_FALSE(shows(svg, "inf"));
}

TEST_CASE("chart: nothing to draw is drawn as nothing") {
  for (const report::chart_kind kind : {report::chart_kind::bars, report::chart_kind::lines, report::chart_kind::points}) {
    const report::chart empty{.kind = kind, .x = {.is_log = true}, .y = {.is_log = true}};
    CHECK_FALSE(shows(report::to_svg(empty, "e"), "nan"));
    CHECK(shows(report::to_vega_lite(std::vector{empty}), "\"values\":[]"));
  }
  CHECK(shows(report::to_vega_lite({}), "\"vconcat\":[]"));
}

TEST_CASE("chart: Vega-Lite has each value with its row, its series and its text") {
  const report::chart one{.title = "a \"b\"", .x = {.title = "GiB"}, .rows = {{"<row>", ""}, {"two", ""}}, .all = {{"weights", {{1.5, 0, "1.5 GiB"}}}}, .limits = {{"has", 3}}};
  const std::string json = report::to_vega_lite(std::vector{one});
  CHECK(shows(json, R"({"row":"\u003crow>","x":1.5,"series":"weights","order":0,"text":"1.5 GiB"})"));
  CHECK(shows(json, R"("title":"a \"b\"")"));
  // A limit of every row stands in each.
  CHECK(shows(json, R"({"row":"two","x":3,"name":"has"})"));
  CHECK(shows(json, R"({"row":"\u003crow>","x":3,"name":"has"})"));
}
