// SPDX-License-Identifier: BSL-1.0
#include <headroom/text/fixed_text.hpp>

#include "check.hpp"

#include <string_view>

#include <doctest/doctest.h>

namespace fixed_text_cases {

constexpr hr::fixed_text<8> joined(std::string_view a, char between, std::string_view b) {
  hr::fixed_text<8> both(a);
  both += between;
  both += b;
  return both;
}

}  // namespace fixed_text_cases

TEST_CASE("a fixed text is what was put into it") {
  using namespace fixed_text_cases;
  CHECK_CONSTEXPR(joined("GPU", ' ', "8") == "GPU 8");
  CHECK_CONSTEXPR(joined("GPU", ' ', "8").size() == 5);
  CHECK_CONSTEXPR(joined("GPU", ' ', "8") == hr::fixed_text<8>("GPU 8"));
  CHECK_CONSTEXPR(std::string_view(joined("a", '/', "b")) == std::string_view("a/b"));
  CHECK_CONSTEXPR(joined("a", '/', "b").view() == std::string_view("a/b"));
}

TEST_CASE("a fixed text that is full takes no more") {
  using namespace fixed_text_cases;
  CHECK_CONSTEXPR(joined("1234567", '8', "9") == "12345678");
  CHECK_CONSTEXPR(hr::fixed_text<3>("GB300") == "GB3");
  CHECK_CONSTEXPR(hr::fixed_text<3>("GB300").c_str()[3] == '\0');
}

TEST_CASE("a new text is empty") {
  CHECK_CONSTEXPR(hr::text{}.empty());
  CHECK_CONSTEXPR(!hr::text("GiB").empty());
  CHECK_CONSTEXPR(hr::text{} == "");
}
