// SPDX-License-Identifier: BSL-1.0
#include <headroom/text/decimal.hpp>

#include <bit>
#include <check.hpp>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <text_random.hpp>

namespace {

using headroom::decimal::number;

constexpr double read_back(std::uint64_t digits, int exponent) {
  return headroom::decimal::nearest_double(number{digits, exponent});
}

// What printf prints with so many digits, without trailing zeros.
number rounded_by_printf(double x, int digits) {
  char written[64];
  std::snprintf(written, sizeof written, "%.*e", digits - 1, x);
  std::string mantissa(written);
  const auto e = mantissa.find('e');
  int exponent = std::stoi(mantissa.substr(e + 1)) - (digits - 1);
  mantissa.resize(e);
  if (digits > 1) mantissa.erase(1, 1);
  return headroom::decimal::without_trailing_zeros({std::stoull(mantissa), exponent});
}

int shortest_by_printf(double x) {
  for (int digits = 1; digits < 17; ++digits) {
    char written[64];
    std::snprintf(written, sizeof written, "%.*e", digits - 1, x);
    if (std::strtod(written, nullptr) == x) return digits;
  }
  return 17;
}

}  // namespace

TEST_CASE("Decimal digits become the nearest double, halves to even") {
  CHECK_CONSTEXPR(read_back(0, 5) == 0);
  CHECK_CONSTEXPR(read_back(0, 30) == 0);
  CHECK_CONSTEXPR(read_back(335, -2) == 3.35);
  CHECK_CONSTEXPR(read_back(1, 22) == 1e22);
  CHECK_CONSTEXPR(read_back(1, 23) == 1e23);
  CHECK_CONSTEXPR(read_back(1, 40) == 1e40);
  CHECK_CONSTEXPR(read_back(1, -40) == 1e-40);
  // 2^53 + 1 and 2^53 + 3 lie half way between two doubles.
  CHECK_CONSTEXPR(read_back(9'007'199'254'740'993, 0) == 9'007'199'254'740'992.0);
  CHECK_CONSTEXPR(read_back(9'007'199'254'740'995, 0) == 9'007'199'254'740'996.0);
  CHECK_CONSTEXPR(read_back(90'071'992'547'409'931, -1) == 9'007'199'254'740'994.0);
  CHECK_CONSTEXPR(read_back(18'446'744'073'709'551'615u, 0) == 18'446'744'073'709'551'616.0);
}

TEST_CASE("Decimal digits become the double that strtod makes of them") {
  random_figures random;
  int wrong = 0;
  for (int i = 0; i < random_draws; ++i) {
    const std::uint64_t digits = random.below(~std::uint64_t{0} >> random.below(64)) + 1;
    const int exponent = static_cast<int>(random.below(56)) - 38;
    const std::string written = std::to_string(digits) + "e" + std::to_string(exponent);
    if (read_back(digits, exponent) != std::strtod(written.c_str(), nullptr)) ++wrong;
  }
  CHECK(wrong == 0);
}

TEST_CASE("A double rounds to the decimal digits that printf rounds it to") {
  CHECK_CONSTEXPR(headroom::decimal::rounded(999.96, 4) == number{1, 3});
  CHECK_CONSTEXPR(headroom::decimal::rounded(0.1, 17) == number{10'000'000'000'000'001, -17});
  CHECK_CONSTEXPR(headroom::decimal::rounded(1e40, 17) == number{1, 40});
  // The double nearest to 10^23 is 99,999,999,999,999,991,611,392.
  CHECK_CONSTEXPR(headroom::decimal::rounded(1e23, 17) == number{99'999'999'999'999'992, 6});
  CHECK_CONSTEXPR(headroom::decimal::rounded(1e-40, 1) == number{1, -40});
  CHECK_CONSTEXPR(headroom::decimal::rounded(0, 3) == number{});
  random_figures random;
  int wrong = 0;
  for (int i = 0; i < random_draws; ++i) {
    const double x = random.full(1e-38, 1e38);
    const int digits = 1 + static_cast<int>(random.below(15));
    if (x > 1e9 && x < 1e17) continue;  // may lie half way, where printf rounds to even
    if (headroom::decimal::rounded(x, digits) != rounded_by_printf(x, digits)) ++wrong;
  }
  CHECK(wrong == 0);
}

TEST_CASE("Trying few digits finds a short number, or none") {
  constexpr auto reads_as = [](double x) { return [x](double y) { return y == x; }; };
  CHECK_CONSTEXPR(headroom::decimal::shortest(3.35, reads_as(3.35), 3) == number{335, -2});
  CHECK_CONSTEXPR(headroom::decimal::shortest(3.35, reads_as(3.35), 2) == number{});
  CHECK_CONSTEXPR(headroom::decimal::shortest(0, reads_as(0), 2) == number{});
}

TEST_CASE("The shortest number that reads back as a double is as short as trying every length finds" * doctest::test_suite("slow")) {
  random_figures random;
  int wrong = 0;
  for (int i = 0; i < random_draws; ++i) {
    const double x = random.any(1e-38, 1e38);
    const number found = headroom::decimal::shortest(x, [&](double y) { return y == x; });
    if (headroom::decimal::nearest_double(found) != x ||
        headroom::decimal::length(found.digits) > shortest_by_printf(x))
      ++wrong;
  }
  CHECK(wrong == 0);
}

TEST_CASE("The shortest number of a range has the digits of the largest power of ten of which it holds a multiple") {
  random_figures random;
  int wrong = 0;
  for (int i = 0; i < 2'000; ++i) {
    const std::uint64_t x = 1 + random.below(1'000'000u >> random.below(18));
    const std::uint64_t least = x - random.below(x >> random.below(12) | 1), most = x + random.below(x >> random.below(12) | 1);
    std::uint64_t power = 1;
    while (power * 10 <= x) power *= 10;
    int digits = 1;
    for (; most / power * power < least; power /= 10) ++digits;
    const auto is_within = [&](double y) { return y >= static_cast<double>(least) && y <= static_cast<double>(most); };
    const number found = headroom::decimal::shortest(static_cast<double>(x), is_within);
    if (!is_within(headroom::decimal::nearest_double(found)) || headroom::decimal::length(found.digits) != digits) ++wrong;
  }
  CHECK(wrong == 0);
}

TEST_CASE("Doubles are read and written digit by digit from 1e-40 to 1e40, both included") {
  CHECK_CONSTEXPR(hr::decimal::in_range(1e-40));
  CHECK_CONSTEXPR(hr::decimal::in_range(1e40));
  CHECK_CONSTEXPR(!hr::decimal::in_range(0.999e-40));
  CHECK_CONSTEXPR(!hr::decimal::in_range(1.001e40));
  CHECK_CONSTEXPR(!hr::decimal::in_range(0));
  CHECK_CONSTEXPR(!hr::decimal::in_range(-1));
}

// Against whole numbers of 64 bits.
TEST_CASE("Natural numbers are compared, subtracted and divided as whole numbers are") {
  using headroom::decimal::natural;
  random_figures random;
  int wrong = 0;
  for (int i = 0; i < 2'000; ++i) {
    const std::uint64_t a = random.below(~std::uint64_t{0} >> random.below(60)) >> 6, b = random.below(~std::uint64_t{0} >> random.below(60)) >> 6;
    const std::uint64_t larger = a > b ? a : b, smaller = a > b ? b : a;
    natural difference{larger};
    difference.subtract(natural{smaller});
    if (compare(difference, natural{larger - smaller}) != 0) ++wrong;
    const int order = compare(natural{a}, natural{b});
    if ((order < 0) != (a < b) || (order > 0) != (a > b)) ++wrong;
    if (natural{a}.bits() != static_cast<int>(std::bit_width(a)) || natural{a}.is_zero() != (a == 0)) ++wrong;
    if (smaller == 0) continue;
    const auto found = headroom::decimal::divide(natural{larger}, natural{smaller});
    const std::uint64_t rest = larger % smaller;
    if (found.whole != larger / smaller || found.is_exact != (rest == 0)) ++wrong;
    if ((found.rest_against_half < 0) != (2 * rest < smaller) || (found.rest_against_half > 0) != (2 * rest > smaller)) ++wrong;
  }
  CHECK(wrong == 0);
  // 7 * 10^19 + 3 is more than 64 bits hold.
  constexpr auto digits = [] {
    natural n{7};
    n.multiply_by_power_of_ten(19);
    n.multiply_add(1, 3);
    natural again{7'000'000'000u};
    again.multiply_by_power_of_ten(10);
    again.multiply_add(1, 3);
    natural shifted{5};
    shifted.shift_left(62);
    natural doubled{5};
    for (int i = 0; i < 62; ++i) doubled.multiply_add(2, 0);
    return compare(n, again) == 0 && n.bits() == 66 && compare(shifted, doubled) == 0 && shifted.bits() == 65;
  };
  CHECK_CONSTEXPR(digits());
}

TEST_CASE("A power of ten begins its exponent, and the double before it ends the last one") {
  for (int exponent = -38; exponent <= 38; ++exponent) {
    const double power = read_back(1, exponent);
    CAPTURE(exponent);
    CHECK(hr::decimal::exponent_of(power) == exponent);
    CHECK(hr::decimal::exponent_of(std::nextafter(power, 0)) == exponent - 1);
  }
}

TEST_CASE("A number is scaled by one operation as it is digit by digit, halves up") {
  random_figures random;
  int wrong = 0;
  for (int i = 0; i < 2'000; ++i) {
    const double x = random.full(1e-12, 1e12);
    const int power = static_cast<int>(random.below(16)) - hr::decimal::exponent_of(x);
    if (hr::decimal::scaled(x, power) != hr::decimal::exactly_scaled(x, power)) ++wrong;
  }
  CHECK(wrong == 0);
  CHECK_CONSTEXPR(hr::decimal::rounded(2.5, 1) == number{3, 0});
  CHECK_CONSTEXPR(hr::decimal::rounded(1.25, 2) == number{13, -1});
  CHECK_CONSTEXPR(hr::decimal::rounded(0.375, 2) == number{38, -2});
  CHECK_CONSTEXPR(hr::decimal::scaled(0.5, 0) == 1);
  CHECK_CONSTEXPR(hr::decimal::exactly_scaled(2.5, 0) == 3);
  CHECK_CONSTEXPR(hr::decimal::exactly_scaled(2.4, 0) == 2);
  CHECK_CONSTEXPR(hr::decimal::without_trailing_zeros({1'200, -1}) == number{12, 1});
  CHECK_CONSTEXPR(hr::decimal::without_trailing_zeros({0, 5}) == number{});
  CHECK_CONSTEXPR(hr::decimal::length(9) == 1);
  CHECK_CONSTEXPR(hr::decimal::length(10) == 2);
  CHECK_CONSTEXPR(hr::decimal::length(0) == 1);
  CHECK_CONSTEXPR(hr::decimal::length(~std::uint64_t{0}) == 20);
}
