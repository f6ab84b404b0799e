// SPDX-License-Identifier: BSL-1.0
#include <headroom/report/chart.hpp>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace chart_cases {

namespace report = headroom::report;
using marks = std::vector<double>;

// So many powers of ten, as a decimal number is read: not multiplied up.
double power_of_ten(int exponent) { return std::stod("1e" + std::to_string(exponent)); }

bool same(double a, double b) { return std::abs(a - b) <= 1e-12 * std::abs(b); }

// The 1, 2 and 5 of each power of ten between two, in order.
marks all_rounds(int from, int to) {
  marks all;
  for (int exponent = from; exponent <= to; ++exponent)
    for (const double times : {1.0, 2.0, 5.0}) all.push_back(times * power_of_ten(exponent));
  return all;
}

}  // namespace chart_cases

TEST_CASE("chart: scales end at round numbers") {
  using namespace chart_cases;
  CHECK(report::scale_to(141).to == 150);
  CHECK(report::scale_to(141).marks == marks{0, 50, 100, 150});
  CHECK(report::scale_to(100).marks == marks{0, 20, 40, 60, 80, 100});
  CHECK(report::scale_to(0.07).to == doctest::Approx(0.08));
  CHECK(report::scale_to(0).marks == marks{0, 1});
  CHECK(report::scale_to(50)(25) == 0.5);

  const report::scale decades = report::log_scale(3, 4'000);
  CHECK(decades.from == 2);
  CHECK(decades.to == 5'000);
  CHECK(report::log_scale(1, 64).marks == marks{1, 2, 5, 10, 20, 50, 100});
  CHECK(report::log_scale(1, 1'000'000).marks == marks{1, 10, 100, 1'000, 10'000, 100'000, 1'000'000});
  CHECK(report::log_scale(7, 7).marks == marks{5, 10});
  // Half of the way from 1 to 100 is 10.
  CHECK(report::log_scale(1, 100)(10) == doctest::Approx(0.5));
  CHECK(report::log_scale(0, -1).marks == marks{1, 10});
  CHECK(report::plain_number(1e6) == "1e6");
  CHECK(report::plain_number(0.0500) == "0.05");
}

// As printf's %g of six digits says it, without the plus and the zero that C puts into an exponent.
TEST_CASE("chart: a number is said as short as six digits can") {
  using namespace chart_cases;
  CHECK(report::plain_number(0) == "0");
  CHECK(report::plain_number(-0.0) == "0");
  CHECK(report::plain_number(1) == "1");
  CHECK(report::plain_number(1'200) == "1200");
  CHECK(report::plain_number(999'999) == "999999");
  CHECK(report::plain_number(2.0 / 3) == "0.666667");
  CHECK(report::plain_number(5e9) == "5e9");
  CHECK(report::plain_number(2e10) == "2e10");
  CHECK(report::plain_number(1e20) == "1e20");
  CHECK(report::plain_number(1.5e300) == "1.5e300");
  CHECK(report::plain_number(0.0001) == "0.0001");
}

TEST_CASE("chart: a scale from 0 goes by the smallest of 1, 2 and 5 of which five reach the most, and ends at the first that does") {
  using namespace chart_cases;
  const marks rounds = all_rounds(-12, 12);
  for (double most = 1e-9; most < 1e9; most *= 1.37) {
    CAPTURE(most);
    std::size_t at = 0;
    while (rounds[at] * 5 < most) ++at;
    int steps = 0;
    while (rounds[at] * steps < most) ++steps;
    const report::scale made = report::scale_to(most);
    CHECK(same(report::detail::round_step(most, 5), rounds[at]));
    CHECK(made.from == 0);
    CHECK(same(made.to, rounds[at] * steps));
    CHECK_FALSE(made.is_log);
    REQUIRE(made.marks.size() == static_cast<std::size_t>(steps) + 1);
    for (int i = 0; i <= steps; ++i) CHECK(same(made.marks[static_cast<std::size_t>(i)], rounds[at] * i));
    CHECK(same(made(most / 3), most / 3 / (rounds[at] * steps)));
  }
  // Those that five of a round number reach to the digit, and three of one that no binary fraction holds.
  CHECK(report::scale_to(5).marks == marks{0, 1, 2, 3, 4, 5});
  CHECK(report::scale_to(10).marks == marks{0, 2, 4, 6, 8, 10});
  CHECK(report::scale_to(25).marks == marks{0, 5, 10, 15, 20, 25});
  CHECK(report::scale_to(26).marks == marks{0, 10, 20, 30});
  CHECK(report::scale_to(3 * 0.1).marks.size() == 1 + 3);
  CHECK(report::detail::round_step(10, 1) == 10);
  CHECK(report::detail::round_step(11, 1) == 20);
  CHECK(report::detail::round_step(21, 1) == 50);
  CHECK(report::detail::round_step(51, 1) == 100);
  CHECK(same(report::detail::round_step(1, 1), 1));
  CHECK(same(report::detail::round_step(0.1, 1), 0.1));
}

TEST_CASE("chart: a scale of nothing, of no number or of too much goes from 0 to 1") {
  using namespace chart_cases;
  for (const double most : {0.0, -3.0, std::nan(""), 2e300, std::numeric_limits<double>::infinity()}) {
    CAPTURE(most);
    const report::scale made = report::scale_to(most);
    CHECK(made.from == 0);
    CHECK(made.to == 1);
    CHECK(made.marks == marks{0, 1});
    CHECK(made(0.25) == 0.25);
  }
  CHECK(report::scale_to(1e300).to > 0.9e300);
  const report::scale none;
  CHECK(none(0.25) == 0.25);
}

TEST_CASE("chart: a scale of logarithms goes from the last round number that is no more than the least to the first that reaches the most") {
  using namespace chart_cases;
  const marks rounds = all_rounds(-12, 12);
  for (double least = 1.3e-7; least < 1e6; least *= 3.1)
    for (double times = 1; times < 1e5; times *= 2.3) {
      const double most = least * times;
      CAPTURE(least);
      CAPTURE(most);
      std::size_t from = 0;
      while (rounds[from + 1] <= least) ++from;
      std::size_t to = from + 1;
      while (rounds[to] < most) ++to;
      const report::scale made = report::log_scale(least, most);
      CHECK(made.is_log);
      CHECK(same(made.from, rounds[from]));
      CHECK(same(made.to, rounds[to]));
      if (to - from < 8) {
        REQUIRE(made.marks.size() == to - from + 1);
        for (std::size_t i = from; i <= to; ++i) CHECK(same(made.marks[i - from], rounds[i]));
      } else {  // the powers of ten, each third of them all, so far apart that there are few
        std::size_t first = from;
        while (first % 3 != 0) ++first;
        REQUIRE(first <= to);
        const std::size_t powers = to / 3 - first / 3 + 1;
        REQUIRE(powers < 8);
        REQUIRE(made.marks.size() == powers);
        for (std::size_t i = 0; i < powers; ++i) CHECK(same(made.marks[i], rounds[first + 3 * i]));
      }
      CHECK(std::abs(made(most) - std::log(most / rounds[from]) / std::log(rounds[to] / rounds[from])) < 1e-12);
      CHECK(std::abs(made(least) - std::log(least / rounds[from]) / std::log(rounds[to] / rounds[from])) < 1e-12);
    }
  // Below the scale, and where it begins elsewhere than at 0 or 1.
  CHECK(report::log_scale(2, 200)(0.2) == doctest::Approx(-0.5));
  CHECK(report::scale{.from = 2, .to = 6}(3) == 0.25);
  CHECK(report::log_scale(1, 100)(0.1) == doctest::Approx(-0.5));
  CHECK(report::log_scale(1, 100)(1) == 0);
  CHECK(report::log_scale(1, 100)(100) == 1);
}

TEST_CASE("chart: a scale of logarithms begins and ends where values are round numbers, and has no more than eight marks") {
  using namespace chart_cases;
  CHECK(report::log_scale(1, 1).marks == marks{1, 2});
  CHECK(report::log_scale(2, 2).marks == marks{2, 5});
  CHECK(report::log_scale(5, 5).marks == marks{5, 10});
  CHECK(report::log_scale(10, 10).marks == marks{10, 20});
  CHECK(report::log_scale(20, 50).marks == marks{20, 50});
  CHECK(report::log_scale(2, 500).marks == marks{2, 5, 10, 20, 50, 100, 200, 500});
  CHECK(report::log_scale(1, 500).marks == marks{1, 10, 100});
  CHECK(report::log_scale(2, 1'000).marks == marks{10, 100, 1'000});
  CHECK(report::log_scale(1, 1e7).marks == marks{1, 100, 1e4, 1e6});
  CHECK(report::log_scale(10, 1e9).marks == marks{10, 1e3, 1e5, 1e7, 1e9});
  CHECK(report::log_scale(10.5, 1e9).marks == marks{10, 1e3, 1e5, 1e7, 1e9});
  CHECK(report::log_scale(1, 1e16).marks == marks{1, 1e3, 1e6, 1e9, 1e12, 1e15});
  for (const marks& unfit : {marks{0, 5}, marks{-1, 5}, marks{5, 4}, marks{1, 2e300}, marks{std::nan(""), 5}, marks{5, std::nan("")}}) {
    const report::scale made = report::log_scale(unfit[0], unfit[1]);
    CHECK(made.is_log);
    CHECK(made.from == 1);
    CHECK(made.to == 10);
    CHECK(made.marks == marks{1, 10});
  }
  CHECK(report::log_scale(1e299, 1e300).to > 0.9e300);
}
