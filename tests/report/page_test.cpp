// SPDX-License-Identifier: BSL-1.0
#include <headroom/report/page.hpp>

#include <string>

#include <doctest/doctest.h>

namespace {

namespace report = headroom::report;

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("page: text of anybody stays text") {
  CHECK(report::escaped(R"(<script>alert("x" & 'y')</script>)") == "&lt;script&gt;alert(&quot;x&quot; &amp; &#39;y&#39;)&lt;/script&gt;");
  // A control, a byte that is no UTF-8, a surrogate, an overlong slash, a character that turns the direction.
  CHECK(report::escaped("a\x01z") == "a\xEF\xBF\xBDz");
  CHECK(report::escaped("\xFF") == "\xEF\xBF\xBD");
  CHECK(report::escaped("\xED\xA0\x80") == "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
  CHECK(report::escaped("\xC0\xAF") == "\xEF\xBF\xBD\xEF\xBF\xBD");
  CHECK(report::escaped("\xE2\x80\xAE") == "\xEF\xBF\xBD");
  CHECK(report::escaped("é×…\n\t") == "é×…\n\t");
  CHECK(report::json_string("a\"b\\c\n<d>\x02") == "\"a\\\"b\\\\c\\n\\u003cd>\xEF\xBF\xBD\"");
  CHECK(report::shortened("abcdef", 6) == "abcdef");
  CHECK(report::shortened("abcdefg", 6) == "abcde…");
  CHECK(report::shortened("éé", 1) == "…");
}

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
  CHECK_FALSE(has(html, "<script>"));
  CHECK(has(html, "<h1>&lt;/style&gt;&lt;script&gt;</h1>"));
  CHECK(has(html, "<h3>three</h3>"));
  CHECK(has(html, "<p class=\"bad\">&lt;/style&gt;"));
  CHECK(has(html, "<th scope=\"row\">&lt;/style&gt;"));
  CHECK(has(html, "<td class=\"doubtful n\" data-of=\"n\">1</td>"));
  CHECK(has(html, "<tr class=\"line\"><th scope=\"row\">after</th><td class=\"n\" data-of=\"n\">2</td></tr>"));
  CHECK(has(html, "<li class=\"marked\"><span>7</span>"));
  CHECK(has(html, "<li class=\"note\"><strong class=\"bad\">error</strong> &lt;/style&gt;"));
  // One style sheet, and no way out of it: the page loads nothing.
  CHECK(html.find("</style>") == html.rfind("</style>"));
  CHECK_FALSE(has(html, "url("));
  CHECK_FALSE(has(html, "src="));
}

TEST_CASE("page: charts that follow each other stand together, and each has names of its own") {
  const report::chart one{.title = "one", .about = "first", .rows = {{"row", ""}}, .all = {{"a", {{1, 0}}}}};
  const std::string html = report::to_html({.blocks = {one, one, report::heading{.text = "next"}, one}});
  CHECK(has(html, "aria-labelledby=\"chart-1-title chart-1-about\""));
  CHECK(has(html, "<desc id=\"chart-3-about\">first</desc>"));
  std::size_t groups = 0;
  for (std::size_t at = html.find("<div class=\"charts\">"); at != std::string::npos; at = html.find("<div class=\"charts\">", at + 1)) ++groups;
  CHECK(groups == 2);
}
