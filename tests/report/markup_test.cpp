// SPDX-License-Identifier: BSL-1.0
#include <headroom/report/markup.hpp>

#include <cstddef>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

namespace {

namespace report = headroom::report;

}  // namespace

TEST_CASE("markup: text of anybody stays text") {
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

// Table 3-7 of The Unicode Standard: the first and the last of each row, and what lies beside them. A byte that begins nothing is replaced alone.
TEST_CASE("markup: well-formed UTF-8 is kept, and nothing else") {
  for (const std::string_view kept : {"\x7E", "\xC2\xA0", "\xDF\xBF", "\xE0\xA0\x80", "\xE1\x80\x80", "\xEC\xBF\xBF", "\xED\x9F\xBF", "\xEE\x80\x80", "\xEF\xBF\xBD",
                                      "\xF0\x90\x80\x80", "\xF1\x80\x80\x80", "\xF3\xBF\xBF\xBF", "\xF4\x8F\xBF\xBF"}) {
    CAPTURE(kept);
    CHECK(report::escaped(kept) == kept);
  }
  for (const std::string_view broken : {"\x80", "\xBF", "\xC1\xBF", "\xDF", "\xE0\x9F\xBF", "\xE1\x80", "\xED\xA0\x80", "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80",
                                        "\xF8\x88\x80\x80", "\xF1\x80\x80"}) {
    std::string replaced;
    for (std::size_t i = 0; i < broken.size(); ++i) replaced += "\xEF\xBF\xBD";
    CAPTURE(replaced.size());
    CHECK(report::escaped(broken) == replaced);
  }
  // What begins nothing is replaced byte by byte, whatever follows.
  CHECK(report::escaped("\xC1\xBF\xBF\xBF") == "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
  CHECK(report::escaped("\xBF\xBF\xBF\xBF") == "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
  CHECK(report::escaped("\xC3z") == "\xEF\xBF\xBDz");
  CHECK(report::escaped("\xE1\x80z") == "\xEF\xBF\xBD\xEF\xBF\xBDz");
}

// Controls of both sets, and the characters of UAX #9 that embed, override and isolate, from the first to the last.
TEST_CASE("markup: what is hidden or turns the text is replaced, and what lies beside it is kept") {
  for (const std::string_view hidden : {"\x1F", "\x7F", "\xC2\x80", "\xC2\x9F", "\xE2\x80\xAA", "\xE2\x80\xAE", "\xE2\x81\xA6", "\xE2\x81\xA9", "\xEF\xBF\xBE", "\xEF\xBF\xBF"}) {
    CAPTURE(hidden.size());
    CHECK(report::escaped(hidden) == "\xEF\xBF\xBD");
  }
  for (const std::string_view shown : {" ", "\xC3\x80", "\xE2\x80\xA9", "\xE2\x80\xAF", "\xE2\x81\xA5", "\xE2\x81\xAA"}) CHECK(report::escaped(shown) == shown);
  CHECK(report::json_string("a\tb") == "\"a\\tb\"");
  CHECK(report::shortened("ab", 1) == "…");
  CHECK(report::shortened("ab", 0) == "…");
  CHECK(report::shortened("", 1).empty());
}
