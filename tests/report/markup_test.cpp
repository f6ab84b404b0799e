// SPDX-License-Identifier: BSL-1.0
#include <headroom/report/markup.hpp>

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
