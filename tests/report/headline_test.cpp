// SPDX-License-Identifier: BSL-1.0
#include <headroom/report/headline.hpp>

#include "check.hpp"

#include <doctest/doctest.h>

namespace report_headline_test {
namespace {

// 130 TB/s printed of 72 x 1.8 TB/s, and 37 TB printed of 38.02 TB: in and out of half a unit of the last digit.
constexpr hr::headline rounded{.printed = 130.0, .step = 1, .computed = 129.6};
constexpr hr::headline too_far{
    .printed = 37.0, .step = 1, .computed = 38.02, .expected = hr::reproduction::does_not_reproduce};
constexpr hr::headline corrected{
    .printed = 38.0, .step = 1, .computed = 38.02, .expected = hr::reproduction::does_not_reproduce};
constexpr hr::headline unprinted{.computed = 12.5, .expected = hr::reproduction::not_a_check};

}  // namespace

TEST_CASE("a headline reproduces within half a unit of its last digit") {
  CHECK_CONSTEXPR(rounded.is_within_rounding());
  CHECK_CONSTEXPR(rounded.found() == hr::reproduction::reproduces);
  CHECK_CONSTEXPR(hr::headline{.printed = 0.5, .step = 1, .computed = 1.0}.is_within_rounding());
  CHECK_CONSTEXPR(!too_far.is_within_rounding());
}

TEST_CASE("a headline stands only as long as it does what is expected of it") {
  CHECK_CONSTEXPR(rounded.stands_as_expected());
  CHECK_CONSTEXPR(too_far.stands_as_expected());
  CHECK_CONSTEXPR(!corrected.stands_as_expected());
}

TEST_CASE("a headline that is no check is not compared") {
  CHECK_CONSTEXPR(!unprinted.is_compared());
  CHECK_CONSTEXPR(unprinted.found() == hr::reproduction::not_a_check);
  CHECK_CONSTEXPR(unprinted.stands_as_expected());
  CHECK_CONSTEXPR(printed_text(unprinted) == "–");
}

TEST_CASE("a headline's numbers show a digit or two beyond those printed") {
  CHECK_CONSTEXPR(computed_text(rounded) == "129.6");
  CHECK_CONSTEXPR(printed_text(rounded) == "130");
  CHECK_CONSTEXPR(headline_number(hr::headline{.step = 0.1}, 13.3921) == "13.392");
  CHECK_CONSTEXPR(headline_number(hr::headline{.step = 1}, 13.3921) == "13.39");
  CHECK_CONSTEXPR(name(hr::reproduction::parts_not_published) == std::string_view("parts not published"));
}

TEST_CASE("a headline's number of three digits behind the point is rounded there, and of two") {
  CHECK_CONSTEXPR(headline_number(hr::headline{.step = 0.1}, 0.12345) == "0.123");
  CHECK_CONSTEXPR(headline_number(hr::headline{.step = 0.1}, 0.1235) == "0.124");
  CHECK_CONSTEXPR(headline_number(hr::headline{.step = 0}, 0.125) == "0.13");
  CHECK_CONSTEXPR(headline_number(hr::headline{.step = 10}, 1'234.567) == "1,234.57");
  // As many as a double of that size holds, and none that it does not: 0.37 is 189.4 times its least step of 1/512.
  CHECK_CONSTEXPR(headline_number(hr::headline{.step = 1}, 9'000'000'000'000.37) == "9,000,000,000,000.37");
  // Half a step, and no more.
  CHECK_CONSTEXPR(hr::headline{.printed = 10, .step = 2, .computed = 11}.is_within_rounding());
  CHECK_CONSTEXPR(hr::headline{.printed = 10, .step = 2, .computed = 9}.is_within_rounding());
  CHECK_CONSTEXPR(!hr::headline{.printed = 10, .step = 2, .computed = 11.001}.is_within_rounding());
  CHECK_CONSTEXPR(!hr::headline{.printed = 10, .step = 2, .computed = 8.999}.is_within_rounding());
  CHECK_CONSTEXPR(!hr::headline{.step = 2, .computed = 0}.is_within_rounding());
  CHECK_CONSTEXPR(hr::headline{.printed = 0.5, .step = 1, .computed = 0}.is_within_rounding());
  CHECK_CONSTEXPR(!hr::headline{.printed = 0.501, .step = 1}.is_within_rounding());
  CHECK_CONSTEXPR(!hr::headline{.printed = 0.4}.is_within_rounding());
  // 0.75 - 0.7 is a little more than 0.05 in binary.
  CHECK_CONSTEXPR(0.75 - 0.7 > 0.1 / 2);
  CHECK_CONSTEXPR(hr::headline{.printed = 0.7, .step = 0.1, .computed = 0.75}.is_within_rounding());
  // 1,000,000.05 is 0.05 and 5e-11 more, and of small figures that would be too much.
  CHECK_CONSTEXPR(hr::headline{.printed = 1'000'000.0, .step = 0.1, .computed = 1'000'000.05}.is_within_rounding());
  CHECK_CONSTEXPR(!hr::headline{.printed = 1.0, .step = 0.1, .computed = 1.05 + 5e-11}.is_within_rounding());
}

}  // namespace report_headline_test
