// SPDX-License-Identifier: BSL-1.0
#include <headroom/count.hpp>

#include <check.hpp>

TEST_CASE("A count is 0 to 2^40") {
  CHECK_CONSTEXPR(hr::is_count(1'099'511'627'776));
  CHECK_CONSTEXPR(!hr::is_count(1'099'511'627'777));
  CHECK_CONSTEXPR(hr::is_count(0));
  CHECK_CONSTEXPR(hr::is_count(hr::max_count));
  CHECK_CONSTEXPR(!hr::is_count(hr::max_count + 1));
  CHECK_CONSTEXPR(!hr::is_count(-1));
  CHECK_CONSTEXPR(!hr::is_count(hr::too_many));
}

TEST_CASE("Sums and products of counts stop at too many instead of wrapping round") {
  CHECK_CONSTEXPR(hr::add(2, 3) == 5);
  CHECK_CONSTEXPR(hr::add(hr::too_many - 1, 1) == hr::too_many);
  CHECK_CONSTEXPR(hr::add(hr::too_many, 1) == hr::too_many);
  CHECK_CONSTEXPR(hr::add(hr::too_many, hr::too_many) == hr::too_many);
  CHECK_CONSTEXPR(hr::multiply(72, 64) == 4'608);
  CHECK_CONSTEXPR(hr::multiply(2'147'483'647, 2'147'483'647) == 4'611'686'014'132'420'609);
  CHECK_CONSTEXPR(hr::multiply(2'147'483'648, 2'147'483'648) == 4'611'686'018'427'387'904);
  CHECK_CONSTEXPR(hr::multiply(hr::max_count, 0) == 0);
  CHECK_CONSTEXPR(hr::multiply(0, hr::max_count) == 0);
  // 2^40 x 2^22 is 2^62; one doubling more is 2^63, the first that does not fit.
  CHECK_CONSTEXPR(hr::multiply(hr::max_count, 4'194'304) == 4'611'686'018'427'387'904);
  CHECK_CONSTEXPR(hr::multiply(hr::max_count, 8'388'608) == hr::too_many);
  CHECK_CONSTEXPR(hr::multiply(4'294'967'295, 4'294'967'295) == hr::too_many);
  CHECK_CONSTEXPR(hr::multiply(1'073'741'824, 8'589'934'592) == hr::too_many);  // 2^30 x 2^33
  CHECK_CONSTEXPR(hr::multiply(hr::too_many, 1) == hr::too_many);
  // 2^63 - 1 is 1 more than a multiple of 3.
  CHECK_CONSTEXPR(hr::multiply(hr::too_many / 3, 3) == hr::too_many - 1);
  CHECK_CONSTEXPR(hr::multiply(hr::too_many / 3 + 1, 3) == hr::too_many);
  CHECK_CONSTEXPR(hr::multiply(hr::too_many, hr::too_many) == hr::too_many);
}

TEST_CASE("A count in groups of so many, and what divides two of them") {
  CHECK_CONSTEXPR(hr::ceil_of(48, 4) == 12);
  CHECK_CONSTEXPR(hr::ceil_of(49, 4) == 13);
  CHECK_CONSTEXPR(hr::ceil_of(0, 4) == 0);
  CHECK_CONSTEXPR(hr::ceil_of(4, 0) == 0);
  CHECK_CONSTEXPR(hr::ceil_of(hr::too_many, 1) == hr::too_many);
  CHECK_CONSTEXPR(hr::greatest_common_divisor(72, 16) == 8);
  CHECK_CONSTEXPR(hr::greatest_common_divisor(16, 72) == 8);
  CHECK_CONSTEXPR(hr::greatest_common_divisor(7, 12) == 1);
  CHECK_CONSTEXPR(hr::greatest_common_divisor(12, 0) == 12);
  CHECK_CONSTEXPR(hr::greatest_common_divisor(0, 12) == 12);
}
