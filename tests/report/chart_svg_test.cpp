// SPDX-License-Identifier: BSL-1.0
#include <headroom/report/chart_svg.hpp>

#include <string>

#include <doctest/doctest.h>

namespace {

namespace report = headroom::report;

bool shows(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

std::size_t count_of(const std::string& text, std::string_view part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

}  // namespace

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
  // A line for each mark but the first, from 2 above each bar to 2 below it.
  CHECK(count_of(svg, "class=\"grid\"") == 2 * 4);
  CHECK(shows(svg, R"(<line x1="120" y1="47" x2="120" y2="69" class="grid"/>)"));
  CHECK(shows(svg, R"(<line x1="479.5" y1="95" x2="479.5" y2="117" class="grid"/>)"));
  // The axis is below both rows, of 48 each from 28 on, and its numbers 14 below it.
  CHECK(shows(svg, R"(<line x1="0" y1="124" x2="480" y2="124" class="axis"/>)"));
  CHECK(shows(svg, R"(x="120" y="138")"));
  // The key: 20 for a mark, 7.8 a letter, 12 between: 20 + 7 x 7.8 + 12, and 20 + 5 x 7.8 + 12 more.
  CHECK(shows(svg, R"(<rect x="86.6" y="6" width="12" height="12" class="c1"/><text x="104.6" y="16")"));
  CHECK(shows(svg, R"(<line x1="157.6" y1="12" x2="169.6" y2="12" class="limit"/>)"));
}

// From 56 to 468, of 0 to 4; 184 high.
TEST_CASE("chart: lines go through their points, and leave out what a logarithm has no place for") {
  const report::chart logs{.kind = report::chart_kind::lines, .x = {.is_log = true}, .y = {.is_log = true},
                           .all = {{"a", {{1, 1}, {0, 10}, {10, 0}, {10, 10}, {100, 100}}}}};
  const std::string svg = report::to_svg(logs, "l");
  CHECK(count_of(svg, "<circle") == 3);
  CHECK_FALSE(shows(svg, "nan"));
  CHECK_FALSE(shows(svg, "inf"));
  const report::chart plain{.kind = report::chart_kind::lines, .all = {{"a", {{0, 1}, {2, 0}, {4, 4}}}}};
  CHECK(count_of(report::to_svg(plain, "p"), "<circle") == 3);
}

// The style has twelve.
TEST_CASE("chart: the thirteenth series has the first one's colour again") {
  report::chart many{.kind = report::chart_kind::lines};
  for (double i = 1; i <= 13; ++i) many.all.push_back({"a", {{1, i}, {2, i}}});
  const std::string svg = report::to_svg(many, "m");
  CHECK(shows(svg, "c11"));
  CHECK_FALSE(shows(svg, "c12"));
}

// Both axes of a plane of logarithms are the same; of others each has its own.
TEST_CASE("chart: a plane of which one axis is plain keeps both") {
  const report::chart half{.kind = report::chart_kind::points, .y = {.is_log = true}, .all = {{"", {{4, 1}, {2, 1000}}}}};
  const std::string svg = report::to_svg(half, "h");
  CHECK(shows(svg, R"(<circle cx="468")"));
  CHECK(shows(svg, R"(<circle cx="262")"));
}

TEST_CASE("chart: a limit of all rows goes through their bars alone, and what an axis measures is told to its end") {
  const std::string long_title = "dollars an hour for each gibibyte of memory, the lowest of all regions";
  const report::chart held{.x = {.title = long_title}, .rows = {{"GPUs", "8"}, {"VMs", "4"}}, .all = {{"taken", {{8, 0}}}}, .limits = {{"all there is", 8}}};
  const std::string svg = report::to_svg(held, "h");
  CHECK(shows(svg, R"(y1="47" x2="479" y2="71" class="limit"/>)"));
  CHECK(shows(svg, R"(y1="95" x2="479" y2="119" class="limit"/>)"));
  CHECK(shows(svg, ">dollars an hour for each gibibyte of memory, the lowest of</text>"));
  CHECK(shows(svg, ">all regions</text>"));
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
  }
}
