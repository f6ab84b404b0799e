// SPDX-License-Identifier: BSL-1.0
#include <headroom/report/page.hpp>

#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace {

namespace report = headroom::report;

bool holds(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("page: each block is written, and nothing of it is taken for markup") {
  const std::string evil = "</style><script>";
  const report::page whole{.title = evil,
                           .subtitle = evil,
                           .blocks = {report::heading{.text = evil}, report::heading{.level = 3, .text = "three"},
                                      report::paragraph{.text = evil, .how = report::tone::bad},
                                      report::table{.columns = {{evil}, {"n", true}},
                                                    .rows = {{{evil}, {"1", report::tone::doubtful}}, {}, {{"after"}, {"2"}}}},
                                      report::listing{.name = evil, .lines = {{7, evil, {{"error", report::tone::bad, evil}}}, {}}},
                                      report::chart{.title = evil, .about = evil, .rows = {{evil, evil}}, .all = {{evil, {{1, 0, evil}}}}}},
                           .footer = evil};
  const std::string html = report::to_html(whole);
  CHECK_FALSE(holds(html, "<script>"));
  CHECK(holds(html, "<h1>&lt;/style&gt;&lt;script&gt;</h1>"));
  CHECK(holds(html, "<h3>three</h3>"));
  CHECK(holds(html, "<p class=\"bad\">&lt;/style&gt;"));
  CHECK(holds(html, "<th scope=\"row\">&lt;/style&gt;"));
  CHECK(holds(html, "<td class=\"doubtful n\" data-of=\"n\">1</td>"));
  CHECK(holds(html, "<tr class=\"line\"><th scope=\"row\">after</th><td class=\"n\" data-of=\"n\">2</td></tr>"));
  CHECK(holds(html, "<li class=\"marked\"><span>7</span>"));
  CHECK(holds(html, "<li class=\"note\"><strong class=\"bad\">error</strong> &lt;/style&gt;"));
  // One style sheet, and no way out of it: the page loads nothing.
  CHECK(html.find("</style>") == html.rfind("</style>"));
  CHECK_FALSE(holds(html, "url("));
  CHECK_FALSE(holds(html, "src="));
}

TEST_CASE("page: no level of headings is left out, no heading of a column is empty, and no short word is broken") {
  const report::table marked{.columns = {{""}, {"figure"}, {"Standard_ND96isr_H100_v5"}},
                             .rows = {{{"*"}, {"GPUs"}, {"8"}}, {{""}, {"seven_teen letters"}, {"as-long-as-it-gets"}}}};
  const std::string html = report::to_html({.blocks = {report::heading{.level = 3, .text = "first"}, report::heading{.level = 3, .text = "below"}, marked}});
  CHECK(holds(html, "<h2>first</h2>"));
  CHECK(holds(html, "<h3>below</h3>"));
  CHECK(holds(html, "<tr><td></td><th scope=\"col\">figure</th><th scope=\"col\" class=\"long\">Standard_<wbr>ND96isr_<wbr>H100_<wbr>v5</th></tr>"));
  // What a mark stands before names the row.
  CHECK(holds(html, "<tr><td>*</td><th scope=\"row\">GPUs</th><td data-of=\"Standard_ND96isr_H100_v5\">8</td></tr>"));
  CHECK(holds(html, "<th scope=\"row\">seven_teen letters</th><td class=\"long\""));
  CHECK_FALSE(holds(report::to_html({.blocks = {report::heading{.text = "second"}, report::heading{.level = 3, .text = "third"}}}), "<h2>third</h2>"));
}

TEST_CASE("page: an option is kept whole, and nothing else of a text") {
  const std::string html = report::to_html({.subtitle = "headroom fit --on A=4", .blocks = {report::paragraph{.text = "(--max-num-seqs), a--b <--c> --"}}});
  CHECK(holds(html, "<code>headroom fit <span class=\"whole\">--on</span> A=4</code>"));
  CHECK(holds(html, "<p>(<span class=\"whole\">--max-num-seqs</span>), a--b &lt;--c&gt; --</p>"));
}

TEST_CASE("page: rows of a table of many columns stand as lists on wider pages") {
  const auto of = [](std::size_t columns) { return report::to_html({.blocks = {report::table{.columns = std::vector<report::column>(columns, {"a"})}}}); };
  CHECK(holds(of(3), "<table>"));
  CHECK(holds(of(4), "<table class=\"wide\">"));
  CHECK(holds(of(9), "<table class=\"wide\">"));
  CHECK(holds(of(10), "<table class=\"wider\">"));
  CHECK(holds(of(1), "@media(max-width:760px){\ntable.wide thead{"));
  CHECK(holds(of(1), "@media(max-width:1000px){\ntable.wider thead{"));
}

TEST_CASE("page: rows that begin with a number have no name, and each cell the title of its column") {
  const std::string html = report::to_html({.blocks = {report::table{.columns = {{"clients", true}, {"waits for"}}, .rows = {{{"1"}, {"memory"}}}}}});
  CHECK(holds(html, "<td class=\"n\" data-of=\"clients\">1</td><td data-of=\"waits for\">memory</td>"));
  // Names need no title where numbers have theirs.
  CHECK(holds(report::to_html({.blocks = {report::table{.columns = {{""}, {"ms", true}}, .rows = {{{"head"}, {"2"}}}}}}), "<th scope=\"row\">head</th><td"));
}

TEST_CASE("page: charts that follow each other stand together, and each has names of its own") {
  const report::chart one{.title = "one", .about = "first", .rows = {{"row", ""}}, .all = {{"a", {{1, 0}}}}};
  const std::string html = report::to_html({.blocks = {one, one, report::heading{.text = "next"}, one}});
  CHECK(holds(html, "aria-labelledby=\"chart-1-title chart-1-about\""));
  CHECK(holds(html, "<desc id=\"chart-3-about\">first</desc>"));
  std::size_t groups = 0;
  for (std::size_t at = html.find("<div class=\"charts\">"); at != std::string::npos; at = html.find("<div class=\"charts\">", at + 1)) ++groups;
  CHECK(groups == 2);
}
