// SPDX-License-Identifier: BSL-1.0
#include <headroom/inference/random_times.hpp>

#include <check.hpp>
#include <cmath>

namespace inference_random_times_test {

// Nothing, or with a chance of a half exponential: squares of 2 x 3 x 3 for half of all.
TEST_CASE("a wait that some have has the moments of both") {
  constexpr hr::detail::chance_of_wait half{0.5, 3};
  CHECK_CONSTEXPR(half.expected() == 1.5);
  CHECK_CONSTEXPR(half.variance() == 9 - 1.5 * 1.5);
  CHECK_CONSTEXPR(hr::detail::chance_of_wait{}.variance() == 0);
}

// Erlang (1917): of n places each held for as long on average, a request waits with the chance of his C formula, for 1 / (n / time - rate) on average. One place of
// equal times is M/D/1: half as long.
TEST_CASE("a request waits for a place as Erlang has it") {
  const auto wait = [](double places, double rate, double spread, double each) { return hr::detail::wait_for_place(places, rate, spread, [&](double) { return each; }); };
  for (const double places : {1.0, 2.0, 5.0, 20.0, 63.0})
    for (const double full : {0.1, 0.5, 0.9, 0.999}) {
      // Erlang's B by its recursion, and C of it.
      double lost = 1;
      for (double i = 1; i <= places; ++i) lost = full * places * lost / (i + full * places * lost);
      const double waits = lost / (1 - full * (1 - lost));
      const hr::detail::chance_of_wait found = wait(places, full * places / 3, 1, 3);
      CHECK(std::abs(found.chance - waits) < 1e-4 * waits + 1e-8);
      if (!(found.chance > 0)) continue;  // so few that none do
      CHECK(found.mean == doctest::Approx(3 / (places * (1 - full))));
      CHECK(wait(places, full * places / 3, 0, 3).mean == doctest::Approx(1.5 / (places * (1 - full))));
    }
  // By stretches of many places the same as one by one.
  for (const double places : {100.0, 1'000.0, 30'000.0})
    for (const double load : {0.95, 0.99, 0.9999}) {
      double lost = 1;
      for (double i = 1; i <= places; ++i) lost = load * places * lost / (i + load * places * lost);
      const double waits = lost / (1 - load * (1 - lost));
      CHECK(std::abs(wait(places, load * places, 1, 1).chance - waits) < 2e-3 * waits + 1e-8);
    }
  // A part of a place is none, and who come faster than places go wait for ever: that is no wait of a distribution.
  CHECK(wait(5.9, 1, 1, 3).chance == wait(5, 1, 1, 3).chance);
  CHECK(wait(4, 4, 1, 1).chance == 0);
  CHECK(wait(4, 5, 1, 1).chance == 0);
  // Of a server that all share evenly (M/G/1 by processor sharing) with n places: so long as n are there, each takes n times as long; the number is geometric.
  for (const double places : {1.0, 4.0, 30.0})
    CHECK(hr::detail::wait_for_place(places, 0.7, 1, [](double held) { return held; }).chance == doctest::Approx(std::pow(0.7, places)).epsilon(1e-4));
  CHECK_CONSTEXPR(hr::detail::wait_for_place(2, 0.5, 1, [](double held) { return held; }).chance < 0.2501);
}

// Of an exponential time of mean m by itself the share exp(-x / m) is longer than x: M/M/1 has 1 - load + load x an exponential one.
TEST_CASE("a time behind waits is longer as often as the waits say") {
  const hr::detail::time_moments fixed{.floor = 3, .mean = 3};
  const auto p99 = [&](const hr::detail::chance_of_wait& one, const hr::detail::chance_of_wait& other) {
    return hr::in_seconds(hr::detail::time_behind_waits(fixed, one, other).latencies().p99);
  };
  CHECK(p99({}, {}) == 3);
  CHECK(p99({1, 2}, {}) == doctest::Approx(3 + 2 * std::log(100)).epsilon(1e-4));
  CHECK(p99({}, {0.3, 2}) == doctest::Approx(3 + 2 * std::log(30)).epsilon(1e-4));
  CHECK(p99({0.005, 1e6}, {}) == doctest::Approx(3).epsilon(1e-4));
  // Both of all: gamma of two, whose 99th percentile is 6.6384 means (tables of chi-squared with four degrees of freedom: 13.277 / 2).
  CHECK(p99({1, 2}, {1, 2}) == doctest::Approx(3 + 2 * 6.6384).epsilon(2e-3));
  const hr::latency all = hr::detail::time_behind_waits(fixed, {0.5, 4}, {0.25, 8}).latencies();
  CHECK(hr::in_seconds(all.mean) == doctest::Approx(3 + 2 + 2));
  CHECK(hr::in_seconds(hr::detail::time_behind_waits(fixed, {1, 4}, {}).latencies().p50) == doctest::Approx(3 + 4 * std::log(2)).epsilon(1e-4));
  CHECK(hr::in_seconds(hr::detail::time_behind_waits(fixed, {0.4, 4}, {}).latencies().p50) == doctest::Approx(3).epsilon(1e-4));
  CHECK_CONSTEXPR(hr::detail::wait_of_moments(2, 16).chance == 0.5);
  CHECK(hr::detail::wait_of_moments(2, 16).mean == 4);
  CHECK(hr::detail::wait_of_moments(2, 4).chance == 1);
  CHECK(hr::detail::wait_of_moments(0, 0).chance == 0);
}

// A gamma distribution of one degree is exponential: -m ln(0.01) at 99 in 100; Wilson and Hilferty are within 1 % of it there. A log-normal one has its median below the mean by
// exp(d^2 / 2), d^2 = ln(1 + spread^2).
TEST_CASE("times have the percentiles of the distributions that they are taken for") {
  const double z = 2.3263478740408408;
  CHECK(hr::detail::time_moments{.floor = 1, .mean = 3, .variance = 4}.quantile(z) == doctest::Approx(1 + 2 * std::log(100)).epsilon(0.01));
  CHECK(hr::detail::time_moments{.mean = 5, .variance = 25, .is_log_normal = true}.quantile(0) == doctest::Approx(5 / std::sqrt(2)));
  CHECK(hr::detail::time_moments{.floor = 1, .mean = 3}.quantile(z) == 3);
  // One in ten takes 10 more, the others nothing: exponential of as many as have that mean and mean square.
  CHECK(hr::detail::time_moments{.mean = 1, .variance = 9}.quantile(0) == 0);
  CHECK(hr::detail::time_moments{.mean = 1, .variance = 9}.quantile(z) == doctest::Approx(5 * std::log(20)).epsilon(1e-4));
  // No more than there can be, in all or in a part.
  CHECK(hr::detail::time_moments{.mean = 1, .variance = 9, .most = 2}.quantile(z) == 2);
  CHECK(hr::detail::time_moments{.mean = 1, .variance = 9, .bounded = {.mean = 1, .variance = 9, .most = 3}}.quantile(z) == 3);
  CHECK(hr::detail::log_deviation(1) == doctest::Approx(std::sqrt(std::log(2))));
  CHECK(hr::detail::power_of_e(2) == doctest::Approx(std::exp(2)));
  CHECK(hr::detail::power_of_e(-2) == doctest::Approx(std::exp(-2)));
}

// Tables of the normal distribution: 0.158655 below -1, 0.0227501 below -2, 0.00134990 below -3; a density of 0.398942 at 0, 0.241971 at 1.
TEST_CASE("the normal distribution is that of tables") {
  CHECK(hr::detail::normal_tail(0) == doctest::Approx(0.5).epsilon(1e-6));
  CHECK(hr::detail::normal_tail(1) == doctest::Approx(0.15865525).epsilon(2e-6));
  CHECK(hr::detail::normal_tail(2) == doctest::Approx(0.02275013).epsilon(1e-5));
  CHECK(hr::detail::normal_tail(3) == doctest::Approx(0.00134990).epsilon(1e-4));
  CHECK(hr::detail::normal_tail(0.1) == doctest::Approx(0.46017216).epsilon(1e-6));
  // Abramowitz and Stegun say an error of 26.2.17 below 7.5e-8, of z from 0.
  for (int tenths = 0; tenths <= 60; ++tenths) {
    const double z = tenths / 10.0;
    CHECK(std::abs(hr::detail::normal_tail(z) - std::erfc(z / std::sqrt(2)) / 2) < 7.5e-8);
    CHECK(hr::detail::normal_density(z) == doctest::Approx(std::exp(-z * z / 2) / std::sqrt(2 * std::acos(-1.0))).epsilon(1e-9).scale(0));
  }
  CHECK(hr::detail::normal_density(0) == doctest::Approx(0.39894228));
  CHECK(hr::detail::normal_density(1) == doctest::Approx(0.24197072));
}

}  // namespace inference_random_times_test
