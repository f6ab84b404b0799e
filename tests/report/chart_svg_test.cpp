// SPDX-License-Identifier: BSL-1.0
#include <headroom/report/chart_svg.hpp>

#include <algorithm>
#include <limits>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

namespace chart_svg_cases {

namespace report = headroom::report;

bool shows(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

std::size_t count_of(const std::string& text, std::string_view part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

// Each element of a drawing behind its names in a line: what it is, the values of its attributes, and its text.
std::string elements_of(const report::chart& of) {
  const std::string svg = report::to_svg(of, "c");
  std::string lines;
  for (std::size_t at = svg.find("</desc>") + 7; svg.compare(at, 6, "</svg>") != 0;) {
    if (svg[at] != '<') {
      lines += ' ';
      while (svg[at] != '<') lines += svg[at++];
      continue;
    }
    const std::size_t end = svg.find('>', at);
    const std::string tag = svg.substr(at + 1, end - at - 1);
    at = end + 1;
    const std::size_t name_end = std::min(tag.find(' '), tag.size());
    if (tag[0] != '/') lines += tag == "title" ? ":" : tag.substr(0, name_end);
    for (std::size_t quote = tag.find('"'); quote != std::string::npos; quote = tag.find('"', quote)) {
      const std::size_t closing = tag.find('"', quote + 1);
      lines += ' ' + tag.substr(quote + 1, closing - quote - 1);
      quote = closing + 1;
    }
    if (tag.back() == '/' || (tag[0] == '/' && tag != "/title")) lines += '\n';
  }
  return lines;
}

// What a drawing's view box ends at: how far down it reaches.
std::string height_of(const report::chart& of) {
  const std::string svg = report::to_svg(of, "c");
  const std::size_t at = svg.find("viewBox=\"0 0 480 ") + 17;
  return svg.substr(at, svg.find('"', at) - at);
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

// Elements of a drawing, by what its header says of it: 480 wide; a letter 7.8; 18 a line of the key, which begins at 4; 48 a row, whose bar
// begins 21 below its top and is 18 high.
TEST_CASE("chart: bars are drawn from left to right, with a key, the marks of their scale and what is held against them") {
  // The most is 80 (60 + 20): 6 units for each. In the key: 32 + 7 x 7.8 = 86.6, and 32 + 5 x 7.8 = 71 more. It ends at 4 + 18 + 6 = 28.
  const report::chart held{.title = "a<b",
                           .about = "c&d",
                           .x = {.title = "GiB"},
                           .rows = {{"H100", "60 GiB"}, {"A100", ""}},
                           .all = {{"weights", {{40, 0, "40 GiB"}, {-5, 0, "less"}, {30, 1, ""}, {9, -1, "no row"}, {9, 2, "no row"}}}, {"cache", {{20, 0, ""}, {0.05, 1, "x"}, {0, 1, "none"}}}, {"", {{20, 0, "y"}}}},
                           .limits = {{"has", 79.5, 0}, {"", 0, 1}, {"has", 40}}};
  CHECK(elements_of(held) ==
        "rect 0 6 12 12 c0\ntext 18 16 start key weights\n"
        "rect 86.6 6 12 12 c1\ntext 104.6 16 start key cache\n"
        "rect 157.6 6 12 12 c2\ntext 175.6 16 start key\n"
        "line 189.6 12 201.6 12 limit\ntext 207.6 16 start key has\n"
        // Marks at 20, 40, 60 and 80, from 28 + 21 - 2 to 28 + 21 + 18 + 2; the last where it can be seen.
        "line 120 47 120 69 grid\nline 240 47 240 69 grid\nline 360 47 360 69 grid\nline 479.5 47 479.5 69 grid\n"
        "text 0 43 start label H100\ntext 480 43 end amount 60 GiB\n"
        "line 120 95 120 117 grid\nline 240 95 240 117 grid\nline 360 95 360 117 grid\nline 479.5 95 479.5 117 grid\n"
        "text 0 91 start label A100\ntext 480 91 end amount\n"
        "rect 0 49 240 18 c0 part: H100: weights: 40 GiB\n"
        "rect 0 97 180 18 c0 part: A100: weights\n"
        "rect 240 49 120 18 c1 part: H100: cache\n"
        "rect 180 97 0.5 18 c1 part: A100: cache: x\n"
        "rect 360 49 120 18 c2 part: H100: y\n"
        // 79.5 x 6 = 477; 0 is drawn at 1; 40 x 6 in both rows.
        "line 477 47 477 71 limit\n"
        "line 1 95 1 119 limit\n"
        "line 240 47 240 71 limit\nline 240 95 240 119 limit\n"
        "line 0 124 480 124 axis\n"
        "text 0 138 start mark 0\ntext 120 138 middle mark 20\ntext 240 138 middle mark 40\ntext 360 138 middle mark 60\ntext 480 138 end mark 80\n"
        "text 240 154 middle title GiB\n");
  CHECK(height_of(held) == "160");
  CHECK(report::to_svg(held, "c").starts_with(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-labelledby=\"c-title c-about\" viewBox=\"0 0 480 160\"><title id=\"c-title\">a&lt;b</title>"
      "<desc id=\"c-about\">c&amp;d</desc><rect x=\"0\" y=\"6\" width=\"12\" height=\"12\" class=\"c0\"/>"
      "<text x=\"18\" y=\"16\" text-anchor=\"start\" class=\"key\">weights</text>"));
  CHECK(report::to_svg(held, "c").ends_with("</text></svg>\n"));
}

TEST_CASE("chart: bars reach as far as the longest row is filled") {
  // 3 + 4 of 8, which is 60 for each; 0.3 + 0.2 of 0.5, with a line for each tenth.
  const report::chart stacked{.rows = {{"r", ""}, {"s", ""}}, .all = {{"a", {{3, 0, ""}, {1, 1, ""}}}, {"b", {{4, 0, ""}}}}};
  CHECK(shows(elements_of(stacked), "rect 0 49 180 18 c0 part: r: a\nrect 0 97 60 18 c0 part: s: a\nrect 180 49 240 18 c1 part: r: b\n"));
  const report::chart small{.rows = {{"r", ""}}, .all = {{"a", {{0.3, 0, ""}, {0.2, 0, ""}}}}};
  CHECK(shows(elements_of(small), "rect 0 25 288 18 c0 part: r: a\nrect 288 25 192 18 c0 part: r: a\n"));
  CHECK(count_of(elements_of(small), "grid\n") == 5);
}

TEST_CASE("chart: one series of bars needs no key, and the amounts of a single bar stand in it") {
  report::chart single{.rows = {{"row", ""}, {"two", ""}}, .all = {{"a", {{1, 0, "1 GiB"}}}}};
  const auto key_of = [](const report::chart& of) {
    const std::string all = elements_of(of);
    std::string names;
    for (std::size_t at = all.find("start key"); at != std::string::npos; at = all.find("start key", at + 1)) names += all.substr(at + 9, all.find('\n', at) - at - 9) + ";";
    return names;
  };
  CHECK(key_of(single).empty());
  // The first row begins at 4, its bar at 25; the axis is at 4 + 2 x 48, its marks 14 and the end 6 below it.
  CHECK(shows(elements_of(single), "rect 0 25 480 18 c0 part: row: a: 1 GiB\n"));
  CHECK(height_of(single) == "120");
  single.all.push_back({"b", {{2, 0, "2 GiB"}}});
  CHECK(key_of(single) == " a; b;");
  single.rows.pop_back();
  CHECK(key_of(single) == " a 1 GiB; b 2 GiB;");
  single.all.push_back({"c", {{3, 0, ""}}});
  single.all.push_back({"d", {{3, 0, "3"}, {4, 0, "4"}}});
  single.all.push_back({"e", {}});
  CHECK(key_of(single) == " a 1 GiB; b 2 GiB; c; d; e;");
  single.kind = report::chart_kind::lines;
  CHECK(key_of(single) == " a; b; c; d; e;");
  single.kind = report::chart_kind::points;
  CHECK(key_of(single) == " a; b; c; d; e;");
  single.all.resize(1);
  CHECK(key_of(single).empty());
  single.kind = report::chart_kind::lines;
  CHECK(key_of(single) == " a;");
  single.kind = report::chart_kind::points;
  single.limits = {{"", 1}};
  CHECK(key_of(single) == " a;");
  single.limits = {{"l", 1}, {"m", 2}, {"l", 3}};
  CHECK(key_of(single) == " a; l; m;");
  // No key is no line.
  CHECK(height_of({.kind = report::chart_kind::points, .limits = {{"", 1}}}) == height_of({.kind = report::chart_kind::points}));
}

// 20 for a mark, 7.8 a letter, 12 between.
TEST_CASE("chart: a key goes on in the next line where it does not fit into 480, and what is too long for a line is shortened") {
  const std::string twenty(20, 'n');  // 188 each: two of them, and what is left for a third is 104
  report::chart keyed{.all = {{twenty, {}}, {twenty, {}}, {std::string(10, 'm'), {}}, {std::string(11, 'o'), {}}, {std::string(58, 'p'), {}}, {std::string(59, 'q'), {}}}};
  CHECK(shows(elements_of(keyed),
              "rect 0 6 12 12 c0\ntext 18 16 start key " + twenty + "\nrect 188 6 12 12 c1\ntext 206 16 start key " + twenty +
                  // 376 + 20 + 78 is 474.
                  "\nrect 376 6 12 12 c2\ntext 394 16 start key mmmmmmmmmm"
                  "\nrect 0 24 12 12 c3\ntext 18 34 start key ooooooooooo"
                  // (480 - 20) / 7.8 is 58.97.
                  "\nrect 0 42 12 12 c4\ntext 18 52 start key " + std::string(58, 'p') + "\nrect 0 60 12 12 c5\ntext 18 70 start key " + std::string(57, 'q') + "…\n"));
  // Four lines of 18 and 6 behind them: then the axis, 14 to its marks and 6 more.
  CHECK(height_of(keyed) == "102");
  // 11 letters beside two of twenty are 376 + 20 + 85.8.
  keyed.all.erase(keyed.all.begin() + 2);
  CHECK(shows(elements_of(keyed), "rect 0 24 12 12 c2\ntext 18 34 start key ooooooooooo\n"));
  keyed.all.resize(2);
  CHECK(height_of(keyed) == "48");
  // Ten names of 22 letters are 9 x 32 + 20 + 22 x 7.8 = 479.6; eleven of 18 are 10 x 32 + 20 + 18 x 7.8 = 480.4.
  report::chart full, fuller;
  for (int i = 0; i < 9; ++i) full.all.push_back({"aa", {}});
  full.all.push_back({"bbbb", {}});
  CHECK(height_of(full) == "48");
  for (int i = 0; i < 10; ++i) fuller.all.push_back({"a", {}});
  fuller.all.push_back({"bbbbbbbb", {}});
  CHECK(height_of(fuller) == "66");
  // Letters are characters, not bytes.
  CHECK(shows(elements_of({.all = {{"ééééé", {}}, {"b", {}}}}), "rect 71 6 12 12 c1\n"));
}

TEST_CASE("chart: the name of a row is shortened before what is said at its end, and a title is broken at its spaces") {
  // (480 - 6 x 7.8 - 12) / 7.8 is 54.0 for six letters and 59.0 (59.99) for none; 47.0 for 13.
  const auto name_of = [](std::size_t letters, const std::string& text) {
    const std::string all = elements_of({.rows = {{std::string(letters, 'n'), text}}});
    const std::size_t at = all.find("start label ") + 12;
    return all.substr(at, all.find('\n', at) - at);
  };
  CHECK(name_of(60, "") == std::string(60, 'n'));
  CHECK(name_of(61, "") == std::string(59, 'n') + "…");
  CHECK(name_of(55, "60 GB") == std::string(55, 'n'));
  CHECK(name_of(56, "60 GB") == std::string(54, 'n') + "…");
  const auto titles_of = [](const std::string& title) {
    const std::string all = elements_of({.x = {.title = title}});
    const std::size_t at = all.find("text 240 ");
    return at == std::string::npos ? std::string{} : all.substr(at);
  };
  const std::string most(61, 't');  // 480 / 7.8 is 61.5
  CHECK(titles_of("").empty());
  CHECK(titles_of(most) == "text 240 34 middle title " + most + "\n");
  const std::string spaced = "a " + most.substr(2);
  CHECK(titles_of(spaced) == "text 240 34 middle title " + spaced + "\n");
  CHECK(titles_of(most + " and on") == "text 240 34 middle title " + most + "\ntext 240 50 middle title and on\n");
  CHECK(titles_of(most + "t") == "text 240 34 middle title " + most.substr(1) + "…\n");
  CHECK(titles_of("so " + most + " on") == "text 240 34 middle title so\ntext 240 50 middle title " + most + "\ntext 240 66 middle title on\n");
  CHECK(height_of({.x = {.title = most + " and on"}}) == "56");
}

// From 56 to 468, which is 412 wide, and 240 high.
TEST_CASE("chart: lines are drawn in a plane with marks at both sides, and their limits are levels") {
  const report::chart lines{.kind = report::chart_kind::lines,
                            .x = {.title = "clients"},
                            .y = {.title = "ms"},
                            .all = {{"a", {{0, 0, "none"}, {2, 25, ""}, {4, 50, "50 ms"}}}, {"", {{1, 10, "ten"}}}},
                            .limits = {{"most", 75}, {"", 100}}};
  // The key ends at 28, the title of y takes 22 more, the plane begins 6 below: 56 to 296. x is marked at 0, 1, 2, 3, 4; y, which limits
  // count for, at 0, 20, ..., 100.
  CHECK(elements_of(lines) ==
        "rect 0 6 12 12 c0\ntext 18 16 start key a\n"
        "rect 39.8 6 12 12 c1\ntext 57.8 16 start key\n"
        "line 71.8 12 83.8 12 limit\ntext 89.8 16 start key most\n"
        "text 0 40 start title ms\n"
        "line 56 296 468 296 grid\ntext 48 300 end mark 0\n"
        "line 56 248 468 248 grid\ntext 48 252 end mark 20\n"
        "line 56 200 468 200 grid\ntext 48 204 end mark 40\n"
        "line 56 152 468 152 grid\ntext 48 156 end mark 60\n"
        "line 56 104 468 104 grid\ntext 48 108 end mark 80\n"
        "line 56 56 468 56 grid\ntext 48 60 end mark 100\n"
        "line 56 56 56 296 grid\ntext 56 312 middle mark 0\n"
        "line 159 56 159 296 grid\ntext 159 312 middle mark 1\n"
        "line 262 56 262 296 grid\ntext 262 312 middle mark 2\n"
        "line 365 56 365 296 grid\ntext 365 312 middle mark 3\n"
        "line 468 56 468 296 grid\ntext 468 312 middle mark 4\n"
        "line 56 296 468 296 axis\nline 56 56 56 296 axis\n"
        "line 56 116 468 116 limit\nline 56 56 468 56 limit\n"
        "polyline 56,296 262,236 468,176 c0 line\n"
        "circle 56 296 4 c0: a: none\ncircle 262 236 4 c0: a\ncircle 468 176 4 c0: a: 50 ms\n"
        "polyline 159,272 c1 line\ncircle 159 272 4 c1: ten\n"
        // In the middle of the plane, 16 below its marks' base at 316.
        "text 262 332 middle title clients\n");
  CHECK(height_of(lines) == "338");
  CHECK(shows(report::to_svg(lines, "c"), R"(<polyline points="56,296 262,236 468,176" class="c0 line"/><circle cx="56" cy="296" r="4" class="c0"><title>a: none</title></circle>)"));
}

TEST_CASE("chart: points are drawn in a plane of two equal scales, with the lines of their factors from edge to edge") {
  const report::chart points{.kind = report::chart_kind::points,
                             .x = {.is_log = true},
                             .y = {.is_log = true},
                             .all = {{"", {{1, 10, "p"}, {100, 100, ""}}}, {"b", {{0, 5, ""}, {10, 0, ""}, {-1, 5, ""}, {10, 1, ""}}}},
                             .limits = {{"", 1}, {"ten times", 10}, {"a tenth", 0.1}, {"", 100}, {"", 1'000}, {"", 0}, {"", -1}, {"", std::numeric_limits<double>::quiet_NaN()}}};
  // Both from 1 to 100: a decade is 206 across and 120 down. The key is 28 high, the plane from 34 to 274. Limits go from where they enter the plane to where
  // they leave it: ten times from (1, 10) to (10, 100), a tenth from (10, 1) to (100, 10); a hundred times touches a corner.
  const std::string all = elements_of(points);
  CHECK(shows(all,
              "line 56 274 468 274 axis\nline 56 34 56 274 axis\n"
              "line 56 274 468 34 axis\nline 56 154 262 34 limit\nline 262 274 468 154 limit\n"
              "circle 56 154 3.5 c0 dot: p\ncircle 468 34 3.5 c0 dot:\ncircle 262 274 3.5 c1 dot: b\n"));
  CHECK(count_of(all, "polyline") == 0);
  CHECK(height_of(points) == "300");
  // What no series has no 0 for is not drawn at all, and neither are factors where a scale is plain.
  report::chart half = points;
  half.y.is_log = false;
  CHECK(count_of(elements_of(half), "axis\n") == 2);
  CHECK(count_of(elements_of(half), "limit\n") == count_of(elements_of(half), "start key ten times\n") + count_of(elements_of(half), "start key a tenth\n"));
  half.y.is_log = true;
  half.x.is_log = false;
  CHECK(count_of(elements_of(half), "axis\n") == 2);
}

TEST_CASE("chart: both axes of compared points reach from the least of either to the most of either, and others only where their values do") {
  const auto marks_of = [](const report::chart& of, std::string_view how) {
    const std::string all = elements_of(of);
    std::string marks;
    for (std::size_t at = all.find(how); at != std::string::npos; at = all.find(how, at + 1)) marks += all.substr(at + how.size(), all.find('\n', at) - at - how.size());
    return marks;
  };
  const std::vector<report::series> low_and_high{{"a", {{2, 5}, {5, 50}}}};
  const std::vector<report::series> high_and_low{{"a", {{5, 2}, {50, 5}}}};
  const auto chart_of = [](report::chart_kind kind, bool x_log, bool y_log, const std::vector<report::series>& all) {
    return report::chart{.kind = kind, .x = {.is_log = x_log}, .y = {.is_log = y_log}, .all = all};
  };
  for (const auto& all : {low_and_high, high_and_low}) {
    const report::chart both = chart_of(report::chart_kind::points, true, true, all);
    CHECK(marks_of(both, "end mark") == " 2 5 10 20 50");
    CHECK(marks_of(both, "middle mark") == " 2 5 10 20 50");
  }
  const report::chart lines = chart_of(report::chart_kind::lines, true, true, low_and_high);
  CHECK(marks_of(lines, "end mark") == " 5 10 20 50");
  CHECK(marks_of(lines, "middle mark") == " 2 5");
  const report::chart half = chart_of(report::chart_kind::points, true, false, low_and_high);
  CHECK(marks_of(half, "end mark") == " 0 10 20 30 40 50");
  CHECK(marks_of(half, "middle mark") == " 2 5");
  const report::chart other = chart_of(report::chart_kind::points, false, true, low_and_high);
  CHECK(marks_of(other, "end mark") == " 5 10 20 50");
  CHECK(marks_of(other, "middle mark") == " 0 1 2 3 4 5");
  // Where there is nothing: from 1 to 10.
  const report::chart none = chart_of(report::chart_kind::points, true, true, {{"a", {{0, 0}, {-1, -1}}}});
  for (const std::string_view how : {"end mark", "middle mark"}) {
    CHECK(marks_of(none, how).starts_with(" 1 "));
    CHECK(marks_of(none, how).ends_with(" 10"));
  }
  const report::chart no_x = chart_of(report::chart_kind::points, true, true, {{"a", {{0, 5}, {-1, 50}}}});
  CHECK(marks_of(no_x, "end mark").starts_with(" 1 "));
  CHECK(marks_of(no_x, "end mark").ends_with(" 10"));
  CHECK(marks_of(chart_of(report::chart_kind::lines, false, false, {}), "end mark") == " 0 1");
  // A limit of lines counts for y, and where it is the least or on no logarithm, too.
  report::chart limited = lines;
  limited.limits = {{"", 2}, {"", 0}, {"", 100}};
  CHECK(marks_of(limited, "end mark") == " 2 5 10 20 50 100");
  CHECK(marks_of(limited, "middle mark") == " 2 5");
  limited.kind = report::chart_kind::points;
  CHECK(marks_of(limited, "end mark") == " 2 5 10 20 50");
  // Four letters and more around 468 reach beyond 480, so the last mark ends there; of three it is in the middle.
  const report::chart wide{.kind = report::chart_kind::lines, .all = {{"a", {{500'000, 1}}}}};
  CHECK(shows(elements_of(wide), "text 480 290 end mark 500000\n"));
  const report::chart four{.kind = report::chart_kind::lines, .all = {{"a", {{5'000, 1}}}}};
  CHECK(shows(elements_of(four), "text 480 290 end mark 5000\n"));
  const report::chart narrow{.kind = report::chart_kind::lines, .all = {{"a", {{500, 1}}}}};
  CHECK(shows(elements_of(narrow), "text 468 290 middle mark 500\n"));
}

TEST_CASE("chart: places are told to a tenth, and none is below zero by nothing") {
  CHECK(report::detail::place(0.04) == "0");
  CHECK(report::detail::place(-0.04) == "0");
  CHECK(report::detail::place(0.05) == "0.1");
  CHECK(report::detail::place(-0.06) == "-0.1");
  CHECK(report::detail::place(157.64) == "157.6");
  CHECK(report::detail::place(12'345.67) == "12345.7");
  CHECK(report::detail::place(123'456.7) == "123457");
  CHECK(report::detail::letters_in(-5) == 0);
  CHECK(report::detail::letters_in(7.7) == 0);
  CHECK(report::detail::letters_in(7.9) == 1);
}

}  // namespace chart_svg_cases
