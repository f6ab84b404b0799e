// SPDX-License-Identifier: BSL-1.0
#include <headroom/text/numbers.hpp>

#include <check.hpp>
#include <string_view>

namespace text_numbers {

using headroom::whole_number_in;

TEST_CASE("A whole number is digits alone, up to 2^40") {
  CHECK_CONSTEXPR(whole_number_in("0") == 0);
  CHECK_CONSTEXPR(whole_number_in("0072") == 72);
  CHECK_CONSTEXPR(whole_number_in("1099511627776") == headroom::max_count);
  // 18,446,744,073,709,551,617 is 2^64 + 1.
  for (const std::string_view text : {"", "-1", "+1", "1.0", " 1", "1 ", "1e3", "0x8", "1099511627777", "9999999999999", "10000000000000",
                                      "18446744073709551617"}) {
    CAPTURE(text);
    CHECK_FALSE(whole_number_in(text).has_value());
  }
}

}  // namespace text_numbers
