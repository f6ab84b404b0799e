// SPDX-License-Identifier: BSL-1.0
#include <headroom/plan/spares.hpp>

#include <cmath>
#include <string_view>

#include <check.hpp>

TEST_CASE("A machine is up for its share of failure and repair") {
  CHECK_CONSTEXPR(hr::availability(hr::days(99), hr::days(1)).value_or(0) == 0.99);
  CHECK_CONSTEXPR(hr::availability({}, hr::days(1)).is_unknown());
}

// Summed in exact fractions, in another language.
TEST_CASE("Enough are up as often as the binomial distribution says") {
  struct settings {
    hr::count held, needed;
    double up, share;
  };
  for (const settings& each :
       {settings{2, 1, 0.9, 0.99}, {3, 2, 0.9, 0.972}, {72, 64, 0.99, 0.9999999517649715}, {72, 64, 0.9, 0.7085847644302671},
        {18, 16, 0.98, 0.9947875871823263}, {2'064, 2'048, 0.995, 0.9656953796882137}, {100, 90, 0.5, 1.5316450877189926e-17}}) {
    CAPTURE(each.held);
    CHECK(hr::share_with_enough(each.held, each.needed, each.up).value_or(0) == doctest::Approx(each.share).epsilon(1e-9).scale(0));
  }
  CHECK_CONSTEXPR(hr::share_with_enough(2'064, 2'048, 0.995).value_or(0) > 0.9656);
}

// All are heads, or all but one, of so many coins: 2^-n, and n + 1 times as much.
TEST_CASE("Shares that are next to nothing are told as well as others") {
  for (const hr::count n : {10, 60, 100, 1'000}) {
    const double all = std::ldexp(1, -static_cast<int>(n));
    CHECK(hr::share_with_enough(n, n, 0.5).value_or(0) == doctest::Approx(all).epsilon(1e-9).scale(0));
    CHECK(hr::share_with_enough(n, n - 1, 0.5).value_or(0) == doctest::Approx(static_cast<double>(n + 1) * all).epsilon(1e-9).scale(0));
  }
}

// 1 - n 2^-53, which is all but one of the largest share below 1.
TEST_CASE("Machines that are all but always up are all up but for a share of each") {
  constexpr hr::count most = 10'000'000;
  const double up = std::nextafter(1.0, 0.0);
  for (const hr::count n : {1, 2, 7, 8, 9, 1'023, 1'024, 1'000'000}) CHECK(hr::share_with_enough(n, n, up).value_or(0) <= 1);
  CHECK(1 - hr::share_with_enough(most, most, up).value_or(0) == doctest::Approx(1e7 * std::ldexp(1, -53)).epsilon(1e-6).scale(0));
}

TEST_CASE("None needed is always enough, and more than are held never") {
  CHECK_CONSTEXPR(hr::share_with_enough(0, 0, 0).value_or(0) == 1);
  CHECK_CONSTEXPR(hr::share_with_enough(3, 4, 1).value_or(1) == 0);
  CHECK_CONSTEXPR(hr::share_with_enough(4, 4, 1).value_or(0) == 1);
  CHECK_CONSTEXPR(hr::share_with_enough(4, 4, 0).value_or(1) == 0);
  CHECK(hr::share_with_enough(4, 4, 1.1).is_unknown());
  CHECK(hr::share_with_enough(-1, 4, 1).is_unknown());
}

// In exact fractions: 67 hold for 99.54 % of the time and 68 for 99.94 %; 260 for 98.96 and 261 for 99.78 %; 2^-10 for ten coins.
TEST_CASE("The fewest to hold are those that one fewer is not enough of") {
  CHECK_CONSTEXPR(hr::fewest_held(64, 0.99, 0.999).value_or(0) == 68);
  CHECK_CONSTEXPR(hr::fewest_held(256, 0.995, 0.99).value_or(0) == 261);
  CHECK_CONSTEXPR(hr::fewest_held(1, 0.5, 0.999).value_or(0) == 10);
  CHECK_CONSTEXPR(hr::fewest_held(8, 1, 1).value_or(0) == 8);
  // One machine is up for as much of the time as it is up, and two of two for the square of it.
  for (const double up : {0.6, 0.9, 0.95, 0.99, 0.999}) CHECK(hr::fewest_held(1, up, up).value_or(0) == 1);
  CHECK_CONSTEXPR(hr::fewest_held(2, 0.9, 0.81).value_or(0) == 2);
  CHECK_CONSTEXPR(hr::fewest_held(1, 0.9, 0.9 + 1e-14).value_or(0) == 2);
  CHECK(hr::fewest_held(8, 0, 0.5).note == "ten million are not enough");
  CHECK(hr::fewest_held(8, 0.9, 1).note == "machines that fail are never enough for certain");
  CHECK(hr::fewest_held(8, 2, 1).is_unknown());
}

TEST_CASE("Counts go to ten million, and shares from 0 to 1") {
  constexpr hr::count most = 10'000'000;
  CHECK(hr::share_with_enough(most, most, 1).value_or(0) == 1);
  CHECK(hr::share_with_enough(most + 1, 1, 1).is_unknown());
  CHECK(hr::share_with_enough(4, -1, 0.5).is_unknown());
  CHECK(hr::share_with_enough(4, 4, -0.1).is_unknown());
  CHECK(hr::share_with_enough(4, 4, 0).value_or(1) == 0);
  CHECK(hr::share_with_enough(4, 4, 1).value_or(0) == 1);
  const std::string_view outside = "counts are from 0 to 10,000,000, and shares from 0 to 1";
  CHECK(hr::fewest_held(-1, 0.9, 0.5).note == outside);
  CHECK(hr::fewest_held(most + 1, 1, 0.5).note == outside);
  CHECK(hr::fewest_held(8, -0.1, 0.5).note == outside);
  CHECK(hr::fewest_held(8, 1.1, 0.5).note == outside);
  CHECK(hr::fewest_held(8, 0.9, -0.1).note == outside);
  CHECK(hr::fewest_held(8, 0.9, 1.1).note == outside);
  CHECK(hr::fewest_held(0, 0.9, 1).value_or(-1) == 0);
  CHECK(hr::fewest_held(most, 1, 1).value_or(0) == most);
  CHECK(hr::fewest_held(1, 0, 0).value_or(0) == 1);
  // Of one machine, and of two: p, and 2 p (1 - p) + p^2.
  CHECK(hr::share_with_enough(1, 1, 0.25).value_or(0) == doctest::Approx(0.25));
  CHECK(hr::share_with_enough(2, 1, 0.25).value_or(0) == doctest::Approx(0.4375));
  CHECK(hr::availability(hr::days(1), {}).value_or(0) == 1);
  CHECK(hr::availability(hr::days(1), hr::days(-1)).is_unknown());
}

// Of an even number n of coins at least half are heads for a half of the time, and half of that in which just half are: by Stirling's
// formula sqrt(2 / (pi n)) (1 - 1 / (4 n)).
TEST_CASE("Of ten million as many are told as of two") {
  for (const hr::count n : {2'000, 10'000'000}) {
    const double of_half = std::sqrt(2 / (3.14159265358979323846 * static_cast<double>(n))) * (1 - 1 / (4.0 * static_cast<double>(n)));
    CHECK(hr::share_with_enough(n, n / 2, 0.5).value_or(0) == doctest::Approx(0.5 + of_half / 2).epsilon(1e-8).scale(0));
  }
}

TEST_CASE("Spares are so many, or as many as a binomial distribution asks for") {
  CHECK_CONSTEXPR(hr::with_spares(10, {.replicas = 2}).value_or(0) == 12);
  CHECK_CONSTEXPR(hr::with_spares(0, {.replicas = 2}).value_or(-1) == 0);
  // Of 2 that are each up 9/10 of the time one is up 99/100 of it: 1 - (1/10)^2.
  CHECK_CONSTEXPR(hr::with_spares(1, {.up = 0.9, .share_of_time = 0.989}).value_or(0) == 2);
  CHECK_CONSTEXPR(hr::with_spares(1, {.up = 0.9, .share_of_time = 0.991}).value_or(0) == 3);
  CHECK(hr::with_spares(1, {.up = 0.9, .share_of_time = 1}).is_unknown());
  CHECK(hr::with_spares(1, {.replicas = -1}).is_unknown());
}

TEST_CASE("Spares are asked for by number or by share of the time") {
  CHECK_FALSE(hr::fleet_spares{}.are_asked());
  CHECK(hr::fleet_spares{.replicas = 1}.are_asked());
  CHECK(hr::fleet_spares{.share_of_time = 0.5}.are_asked());
  CHECK(hr::with_spares(4, {}).value_or(0) == 4);
  CHECK(hr::with_spares(4, {.share_of_time = 1}).value_or(0) == 4);  // each is up all of the time
}
