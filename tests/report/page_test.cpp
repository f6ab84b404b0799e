// SPDX-License-Identifier: BSL-1.0
#include <headroom/report/page.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

namespace page_cases {

namespace report = headroom::report;

bool holds(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

// What stands between the page's <main> and its end.
std::string main_of(const report::page& of) {
  const std::string html = report::to_html(of);
  const std::size_t from = html.find("<main>\n") + 7;
  return html.substr(from, html.find("</main>") - from);
}
std::string main_of(const report::block& one) { return main_of(report::page{.blocks = {one}}); }

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

TEST_CASE("page: a page has its title twice, what it was made with where that is known, and a footer where there is one") {
  const std::string bare = report::to_html({.title = "a<b"});
  CHECK(bare.starts_with("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
                         "<title>a&lt;b</title>\n<link rel=\"icon\" href=\"data:,\">\n<style>"));
  CHECK(bare.ends_with("</style></head>\n<body>\n<header><h1>a&lt;b</h1></header>\n<main>\n</main>\n</body></html>\n"));
  CHECK(report::to_html({.title = "t", .subtitle = "headroom", .footer = "end"})
            .ends_with("<header><h1>t</h1>\n<p class=\"sub\"><code>headroom</code></p></header>\n<main>\n</main>\n<footer>end</footer>\n</body></html>\n"));
  // The style of drawings, then the page's, then that of its two kinds of wide tables.
  const std::size_t drawings = bare.find(report::chart_style);
  const std::size_t pages = bare.find("*{box-sizing:border-box}");
  const std::size_t wide = bare.find("@media(max-width:760px){\ntable.wide thead{");
  const std::size_t wider = bare.find("@media(max-width:1000px){\ntable.wider thead{");
  CHECK(drawings != std::string::npos);
  CHECK(drawings < pages);
  CHECK(pages < wide);
  CHECK(wide < wider);
  CHECK(wider != std::string::npos);
}

TEST_CASE("page: a class of tables stands in each rule of its lists, and their rules are one block") {
  const std::string css = report::detail::rows_as_lists("t", "9px");
  CHECK(css.starts_with("@media(max-width:9px){\ntable.t thead{"));
  CHECK(css.ends_with("table.t tr.line>*{border:0}\n}\n"));
  CHECK(holds(css, "\ntable.t,table.t tbody,table.t tr{display:block}\n"));
  for (std::size_t at = css.find("table"); at != std::string::npos; at = css.find("table", at + 1)) CHECK(css.compare(at, 8, "table.t ") * css.compare(at, 8, "table.t,") * css.compare(at, 8, "table.t{") == 0);
  int open = 0;
  for (const char each : css) open += each == '{' ? 1 : each == '}' ? -1 : 0;
  CHECK(open == 0);
}

TEST_CASE("page: paragraphs have the class of their tone, and those laid out by spaces keep them") {
  CHECK(main_of(report::paragraph{.text = "t"}) == "<p>t</p>\n");
  CHECK(main_of(report::paragraph{.text = "t", .how = report::tone::strong}) == "<p class=\"strong\">t</p>\n");
  CHECK(main_of(report::paragraph{.text = "t", .how = report::tone::faint}) == "<p class=\"faint\">t</p>\n");
  CHECK(main_of(report::paragraph{.text = "t", .how = report::tone::good}) == "<p class=\"good\">t</p>\n");
  CHECK(main_of(report::paragraph{.text = "t", .how = report::tone::bad}) == "<p class=\"bad\">t</p>\n");
  CHECK(main_of(report::paragraph{.text = "a  b", .how = report::tone::doubtful, .keeps_spaces = true}) == "<pre class=\"doubtful\">a  b</pre>\n");
  CHECK(main_of(report::page{.blocks = {report::heading{.text = "a"}, report::heading{.text = "b"}, report::heading{.level = 3, .text = "c"}}}) ==
        "<h2>a</h2>\n<h2>b</h2>\n<h3>c</h3>\n");
}

TEST_CASE("page: an option is two hyphens and up to 29 small letters, digits and hyphens, at the beginning of a word") {
  const auto whole = [](std::string_view option) { return "<span class=\"whole\">" + std::string(option) + "</span>"; };
  using report::detail::text_with_whole_options;
  CHECK(text_with_whole_options("") == "");
  CHECK(text_with_whole_options("--a") == whole("--a"));
  CHECK(text_with_whole_options("--") == "--");
  CHECK(text_with_whole_options("<--a>") == "&lt;--a&gt;");
  CHECK(text_with_whole_options("x --a-9z, (--b) and --c=1") == "x " + whole("--a-9z") + ", (" + whole("--b") + ") and " + whole("--c") + "=1");
  CHECK(text_with_whole_options("a--b --c") == "a--b " + whole("--c"));
  CHECK(text_with_whole_options("--a --b") == whole("--a") + " " + whole("--b"));
  CHECK(text_with_whole_options("--a&--b") == whole("--a") + "&amp;--b");
  CHECK(text_with_whole_options("--Abc") == "--Abc");
  const std::string before(40, ' ');
  CHECK(text_with_whole_options(before + "--a") == before + whole("--a"));
  const std::string longest = "--" + std::string(29, 'o');
  CHECK(text_with_whole_options(longest) == whole(longest));
  CHECK(text_with_whole_options(longest + "o") == longest + "o");
}

TEST_CASE("page: a word is long from 17 letters on, and is broken behind its underscores") {
  using report::detail::has_long_word;
  const std::string sixteen(16, 'w');
  CHECK_FALSE(has_long_word(""));
  CHECK_FALSE(has_long_word(sixteen));
  CHECK(has_long_word(sixteen + "w"));
  CHECK_FALSE(has_long_word(sixteen + " " + sixteen));
  CHECK(has_long_word("a " + sixteen + "w b"));
  CHECK(has_long_word("a b " + sixteen + "w"));
  CHECK_FALSE(has_long_word("a b c d e f g h i j k l m"));
  using report::detail::text_of_cell;
  CHECK(text_of_cell("a_b") == "a_b");
  CHECK(text_of_cell("_seven_teen_letters_<") == "_<wbr>seven_<wbr>teen_<wbr>letters_<wbr>&lt;");
}

TEST_CASE("page: a table names its rows by the first column that has a title, unless that is a number's") {
  const auto table_of = [](std::vector<report::column> columns, std::vector<std::vector<report::cell>> rows) {
    return main_of(report::table{.columns = std::move(columns), .rows = std::move(rows)});
  };
  // Without titles there is no head, and the first column names.
  CHECK(table_of({{""}, {"", true}}, {{{"a"}, {"1"}}}) == "<table>\n<tbody>\n<tr><th scope=\"row\">a</th><td class=\"n\">1</td></tr>\n</tbody></table>\n");
  // Marks stand before the name; an empty cell is none; what is beyond the columns is not shown.
  CHECK(table_of({{""}, {"name"}, {"size", true}}, {{{"*", report::tone::bad}, {"a", report::tone::strong}, {"1", report::tone::good}, {"more"}}, {{""}, {""}, {"2"}}, {{"x"}}}) ==
        "<table><thead><tr><td></td><th scope=\"col\">name</th><th scope=\"col\" class=\"n\">size</th></tr></thead>\n<tbody>\n"
        "<tr><td class=\"bad\">*</td><th scope=\"row\" class=\"strong\">a</th><td class=\"good n\" data-of=\"size\">1</td></tr>\n"
        "<tr><td></td><td data-of=\"name\"></td><td class=\"n\" data-of=\"size\">2</td></tr>\n"
        "<tr><td>x</td></tr>\n</tbody></table>\n");
  // The first title is a number's: then the first column of all names, where that is none.
  CHECK(table_of({{""}, {"size", true}}, {{{"a"}, {"1"}}}) ==
        "<table><thead><tr><td></td><th scope=\"col\" class=\"n\">size</th></tr></thead>\n<tbody>\n<tr><th scope=\"row\">a</th><td class=\"n\" data-of=\"size\">1</td></tr>\n"
        "</tbody></table>\n");
  CHECK(table_of({{"size", true}, {"name"}}, {{{"1"}, {"a"}}}) ==
        "<table><thead><tr><th scope=\"col\" class=\"n\">size</th><th scope=\"col\">name</th></tr></thead>\n<tbody>\n"
        "<tr><td class=\"n\" data-of=\"size\">1</td><td data-of=\"name\">a</td></tr>\n</tbody></table>\n");
  CHECK(table_of({{"", true}, {"name"}}, {{{"1"}, {"a"}}}) ==
        "<table><thead><tr><td></td><th scope=\"col\">name</th></tr></thead>\n<tbody>\n<tr><td class=\"n\">1</td><th scope=\"row\">a</th></tr>\n</tbody></table>\n");
  // A line before the row behind an empty one, and before no other.
  CHECK(table_of({{""}}, {{{"a"}}, {}, {{"b"}}, {{"c"}}, {}}) ==
        "<table>\n<tbody>\n<tr><th scope=\"row\">a</th></tr>\n<tr class=\"line\"><th scope=\"row\">b</th></tr>\n<tr><th scope=\"row\">c</th></tr>\n</tbody></table>\n");
  CHECK(table_of({{""}, {"", true}}, {{{"a"}, {"seventeen_letters", report::tone::faint}}}) ==
        "<table>\n<tbody>\n<tr><th scope=\"row\">a</th><td class=\"faint n long\">seventeen_<wbr>letters</td></tr>\n</tbody></table>\n");
}

TEST_CASE("page: a listing numbers its lines, says where some are left out, and has notes below the lines that they are on") {
  const report::listing lines{.name = "f.yaml", .lines = {{7, "a: 1", {}}, {}, {9, "b: <", {{"error", report::tone::bad, "no"}, {"note", report::tone::plain, "&"}}}, {1, "c", {}}}};
  CHECK(main_of(lines) ==
        "<div class=\"code\"><p>f.yaml</p><ol>\n<li><span>7</span><code>a: 1</code></li>\n<li><span>\xE2\x8B\xAE</span><code></code></li>\n"
        "<li class=\"marked\"><span>9</span><code>b: &lt;</code></li>\n<li class=\"note\"><strong class=\"bad\">error</strong> no</li>\n"
        "<li class=\"note\"><strong>note</strong> &amp;</li>\n<li><span>1</span><code>c</code></li>\n</ol></div>\n");
}

TEST_CASE("page: charts are figures, with their title above, and only they stand in their group") {
  const report::chart one{.title = "one", .rows = {{"row", ""}}};
  const auto figure = [&](const char* id) { return "<figure><figcaption>one</figcaption>\n" + report::to_svg(one, id) + "</figure>\n"; };
  CHECK(main_of(report::page{.blocks = {one, one, report::paragraph{.text = "p"}, report::paragraph{.text = "q"}, one}}) ==
        "<div class=\"charts\">\n" + figure("chart-1") + figure("chart-2") + "</div>\n<p>p</p>\n<p>q</p>\n<div class=\"charts\">\n" + figure("chart-3") + "</div>\n");
}

}  // namespace page_cases
