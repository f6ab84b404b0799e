// SPDX-License-Identifier: BSL-1.0
#include <cmath>
#include <random>

#include <headroom/plan/checkpoints.hpp>

#include <check.hpp>

namespace {

// A job as it goes, failure by failure.
double simulated(double interval, double stall, double between, double restart) {
  std::mt19937_64 engine{1};
  const auto next = [&] { return -between * std::log(1 - static_cast<double>(engine() >> 11) / 9'007'199'254'740'992.0); };
  double wall = 0;
  const auto until_done = [&](double length, const auto& after_failure) {
    for (double failed = next(); failed < length; failed = next()) {
      wall += failed;
      after_failure();
    }
    wall += length;
  };
  constexpr int intervals = 20'000;
  for (int i = 0; i < intervals; ++i) until_done(interval + stall, [&] { until_done(restart, [] {}); });
  return intervals * interval / wall;
}

}  // namespace

TEST_CASE("The share that is kept is what a job keeps that is followed failure by failure") {
  struct settings {
    double interval, stall, between, restart;
  };
  for (const settings& each : {settings{3'600, 60, 10'800, 600}, {600, 120, 1'800, 900}, {60, 0, 1e5, 10}, {600, 1'800, 3'600, 300}}) {
    CAPTURE(each.interval);
    const auto share = hr::effective_share({hr::seconds(each.interval), hr::seconds(each.stall)},
                                           {hr::seconds(each.between), hr::seconds(each.restart)});
    CHECK(share.value_or(0) == doctest::Approx(simulated(each.interval, each.stall, each.between, each.restart)).epsilon(0.01));
  }
}

TEST_CASE("Without failures only the checkpoints cost") {
  constexpr auto share = hr::effective_share({hr::minutes(9), hr::minutes(1)}, {hr::days(1e9), hr::hours(1)}).value_or(0);
  CHECK_CONSTEXPR(hr::math::absolute(share - 0.9) < 1e-9);
}

// Kokolis et al. have, to first order, (1 - failures a day (restart + interval / 2)) / (1 + stall / interval).
TEST_CASE("Where failures are rare it is the published first order") {
  const double failures_an_hour = 0.01;
  const auto share = hr::effective_share({hr::minutes(30), hr::seconds(20)}, {hr::hours(1 / failures_an_hour), hr::minutes(5)});
  CHECK(share.value_or(0) == doctest::Approx((1 - failures_an_hour * (5 + 15) / 60) / (1 + 20.0 / 1'800)).epsilon(1e-4));
}

// By golden-section search over Daly's formula in 60 digits, in another language.
TEST_CASE("The best interval is where a search finds it") {
  struct settings {
    double stall, between, found;
  };
  for (const settings& each : {settings{10, 6'600, 356.68214}, {30, 11'135.1, 797.50100}, {600, 3'600, 1'699.23088}, {7'200, 3'600, 3'411.11116},
                               {1e-3, 1e6, 44.72069}}) {
    CAPTURE(each.stall);
    const auto best = hr::best_interval(hr::seconds(each.stall), {.between = hr::seconds(each.between)});
    CHECK(hr::in_seconds(best.value_or({})) == doctest::Approx(each.found).epsilon(1e-5));
  }
  constexpr auto best = hr::best_interval(hr::seconds(600), {.between = hr::seconds(3'600)}).value_or({});
  CHECK_CONSTEXPR(hr::math::absolute(hr::in_seconds(best) - 1'699.23088) < 1e-4);
}

TEST_CASE("The restart moves the share and not the best interval") {
  const hr::duration stall = hr::seconds(30);
  const hr::interruptions soon{.between = hr::hours(3)}, late{.between = hr::hours(3), .restart = hr::hours(1)};
  CHECK(hr::best_interval(stall, soon).value_or({}) == hr::best_interval(stall, late).value_or({}));
  CHECK(hr::effective_share({hr::hours(1), stall}, late).value_or(1) < hr::effective_share({hr::hours(1), stall}, soon).value_or(0));
}

// A published example: checkpoints of 10 s, 6,600 s from one restart to the next: 363.3 s, 24 steps of 15 s.
TEST_CASE("Young's interval is as printed") {
  constexpr hr::duration young = hr::young_interval(hr::seconds(10), {.between = hr::seconds(6'600)});
  CHECK_CONSTEXPR(hr::math::absolute(hr::in_seconds(young) - 363.3) < 0.05);
}

TEST_CASE("Daly's interval is the best to a hundredth where checkpoints are short") {
  for (const double stall : {1.0, 10.0, 100.0, 300.0}) {
    CAPTURE(stall);
    const hr::interruptions met{.between = hr::seconds(3'600)};
    CHECK(hr::in_seconds(hr::daly_interval(hr::seconds(stall), met)) ==
          doctest::Approx(hr::in_seconds(hr::best_interval(hr::seconds(stall), met).value_or({}))).epsilon(0.01));
  }
  CHECK_CONSTEXPR(hr::daly_interval(hr::hours(3), {.between = hr::hours(1)}) == hr::hours(1));
  CHECK_CONSTEXPR(hr::daly_interval(hr::hours(2), {.between = hr::hours(1)}) == hr::hours(1));
  // Half an hour in an hour: Young's is an hour, of which a sixth and a 36th come on top.
  CHECK_CONSTEXPR(hr::math::close(hr::in_seconds(hr::daly_interval(hr::seconds(1'800), {.between = hr::seconds(3'600)})), 3'600 + 600 + 100 - 1'800));
}

TEST_CASE("What is not given is said") {
  CHECK_CONSTEXPR(hr::effective_share({hr::hours(1)}, {}).note == "no time between two interruptions is given");
  CHECK_CONSTEXPR(hr::effective_share({}, {hr::hours(1)}).note == "no interval of checkpoints is given");
  CHECK_CONSTEXPR(hr::best_interval({}, {hr::hours(1)}).is_unknown());
  CHECK_CONSTEXPR(hr::best_interval(hr::seconds(1), {}).is_unknown());
}

TEST_CASE("A job takes its computing time over the share, or never ends") {
  const hr::interruptions met{.between = hr::hours(3), .restart = hr::minutes(10)};
  const hr::checkpoints taken{hr::hours(1), hr::minutes(1)};
  const double share = hr::effective_share(taken, met).value_or(0);
  CHECK(hr::in_days(hr::with_interruptions(hr::days(30), taken, met).value_or({})) == doctest::Approx(30 / share));
  // As long as its interval, it takes half of the time.
  CHECK(hr::effective_share({hr::minutes(1), hr::minutes(1)}, {.between = hr::days(1e9)}).value_or(0) == doctest::Approx(0.5));
  CHECK(hr::with_interruptions(hr::days(30), {hr::days(9'999)}, met).note == "failures leave no time to compute");
  CHECK(hr::with_interruptions(hr::days(30), taken, {}).is_unknown());
}

TEST_CASE("Times below nothing are none, and shares of little time are exact") {
  const hr::interruptions met{.between = hr::hours(3)};
  CHECK(hr::effective_share({hr::hours(1)}, {.between = hr::hours(3), .restart = hr::seconds(-1)}).note == "no time between two interruptions is given");
  CHECK(hr::best_interval(hr::seconds(1), {.between = hr::hours(3), .restart = hr::seconds(-1)}).note == "no time between two interruptions is given");
  CHECK(hr::effective_share({hr::hours(1), hr::seconds(-1)}, met).note == "no interval of checkpoints is given");
  // 1 - e^-x is x - x^2 / 2 + x^3 / 6 - ...
  for (const double x : {9e-6, 1e-7}) CHECK(hr::detail::lost_share(x) / x == doctest::Approx(1 - x / 2 + x * x / 6).epsilon(1e-9));
  CHECK(hr::detail::lost_share(0.5) == doctest::Approx(0.3934693402873666));  // 1 - 1 / sqrt(e)
}

// -log(1 - z) - z is z^2 / 2 + z^3 / 3 + ..., which is told apart from nothing where the logarithm is not.
TEST_CASE("The best interval of very short checkpoints meets its equation, too") {
  for (const double wanted : {9e-7, 1e-7, 1e-9}) {
    CAPTURE(wanted);
    const double z = hr::in_seconds(hr::best_interval(hr::seconds(wanted * 1e6), {.between = hr::seconds(1e6)}).value_or({})) / 1e6;
    double sum = 0, power = z;
    for (int k = 2; k < 8; ++k) sum += (power *= z) / k;
    CHECK(sum == doctest::Approx(wanted).epsilon(1e-8).scale(0));
  }
}
