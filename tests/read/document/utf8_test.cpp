// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/document/utf8.hpp>

#include <doctest/doctest.h>
#include <string>
#include <string_view>

namespace utf8_cases {

using headroom::read::append_utf8;
using headroom::read::first_not_utf8;

std::string written(std::uint32_t character) {
  std::string text;
  append_utf8(text, character);
  return text;
}

}  // namespace utf8_cases

// RFC 3629, section 3: the first and the last character of each length, and around the surrogates.
TEST_CASE("Characters are written as RFC 3629 has them, and read again") {
  using namespace utf8_cases;
  CHECK(written(0x00) == std::string_view("\0", 1));
  CHECK(written(0x7F) == "\x7F");
  CHECK(written(0x80) == "\xC2\x80");
  CHECK(written(0x7FF) == "\xDF\xBF");
  CHECK(written(0x800) == "\xE0\xA0\x80");
  CHECK(written(0x20AC) == "\xE2\x82\xAC");
  CHECK(written(0xFFFF) == "\xEF\xBF\xBF");
  CHECK(written(0x10000) == "\xF0\x90\x80\x80");
  CHECK(written(0x1F600) == "\xF0\x9F\x98\x80");
  CHECK(written(0x10FFFF) == "\xF4\x8F\xBF\xBF");
  for (const std::uint32_t each : {0x00U, 0x7FU, 0x80U, 0x7FFU, 0x800U, 0xD7FFU, 0xE000U, 0xFFFFU, 0x10000U, 0xFFFFFU, 0x10FFFFU}) {
    const std::string text = "a" + written(each) + "b";
    CHECK(first_not_utf8(text) == text.size());
    CHECK(first_not_utf8(text + "\x80") == text.size());
  }
}

// The same, section 4: overlong forms, surrogates, what is above U+10FFFF, and bytes that are cut off or out of place.
TEST_CASE("The first byte that is not UTF-8 is that of the character it would be of") {
  using namespace utf8_cases;
  for (const std::string_view bad : {"\x80", "\xBF", "\xC0\x80", "\xC1\xBF", "\xE0\x80\x80", "\xE0\x9F\xBF", "\xED\xA0\x80", "\xED\xBF\xBF",
                                     "\xF0\x80\x80\x80", "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xF8\x88\x80\x80\x80", "\x80\x80\x80\x80\x80", "\xF8\x80\x80\x80\x80", "\xFF\x80\x80\x80\x80\x80", "\xFE", "\xFF", "\xC2", "\xE2\x82",
                                     "\xF0\x9F\x98", "\xC2\x41", "\xE2\x82\x41", "\xE2\x41\x82", "\xF0\x9F\x98\x41", "\xC2\xC2", "\xE0\xC0\x80"}) {
    INFO(bad);
    CHECK(first_not_utf8(bad) == 0);
    CHECK(first_not_utf8("ab" + std::string(bad)) == 2);
    CHECK(first_not_utf8("\xE2\x82\xAC" + std::string(bad) + "cdef") == 3);
  }
  CHECK(first_not_utf8("") == 0);
}
