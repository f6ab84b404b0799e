// SPDX-License-Identifier: BSL-1.0
#include <headroom/math.hpp>

#include <check.hpp>
#include <cmath>
#include <limits>
#include <text_random.hpp>

namespace {

bool agrees_with_std(double x) {
  return headroom::math::absolute(x) == std::abs(x) && headroom::math::floor(x) == std::floor(x) &&
         headroom::math::ceil(x) == std::ceil(x) && headroom::math::round(x) == std::round(x);
}

}  // namespace

TEST_CASE("Floor, ceil and round go down, up, and to the nearest with halves away from zero") {
  CHECK_CONSTEXPR(hr::math::absolute(-2.5) == 2.5);
  CHECK_CONSTEXPR(hr::math::absolute(2.5) == 2.5);
  CHECK_CONSTEXPR(hr::math::smaller(1, -2) == -2);
  CHECK_CONSTEXPR(hr::math::larger(1, -2) == 1);
  CHECK_CONSTEXPR(hr::math::floor(2.5) == 2);
  CHECK_CONSTEXPR(hr::math::floor(-2.5) == -3);
  CHECK_CONSTEXPR(hr::math::floor(-2) == -2);
  CHECK_CONSTEXPR(hr::math::ceil(2.5) == 3);
  CHECK_CONSTEXPR(hr::math::ceil(-2.5) == -2);
  CHECK_CONSTEXPR(hr::math::ceil(3) == 3);
  CHECK_CONSTEXPR(hr::math::round(2.5) == 3);
  CHECK_CONSTEXPR(hr::math::round(-2.5) == -3);
  CHECK_CONSTEXPR(hr::math::round(2.4999999999999996) == 2);
  CHECK_CONSTEXPR(hr::math::round(0.49999999999999994) == 0);
  CHECK_CONSTEXPR(hr::math::round(0) == 0);
}

TEST_CASE("Doubles from 2^52 on are whole already") {
  constexpr double from = 4'503'599'627'370'496.0;
  CHECK_CONSTEXPR(hr::math::floor(from) == from);
  CHECK_CONSTEXPR(hr::math::floor(from - 0.5) == from - 1);
  CHECK_CONSTEXPR(hr::math::round(from - 0.5) == from);
  CHECK_CONSTEXPR(hr::math::round(1.08e18) == 1.08e18);
  CHECK_CONSTEXPR(hr::math::ceil(-1e300) == -1e300);
}

TEST_CASE("Floor, ceil, round and absolute agree with the standard library's") {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double x : {0.0, 0.5, 1.5, 2.5, 0.49999999999999994, 4503599627370495.5, 4503599627370496.0,
                         9007199254740993.0, 1e300, std::numeric_limits<double>::denorm_min(), infinity}) {
    CAPTURE(x);
    CHECK(agrees_with_std(x));
    CHECK(agrees_with_std(-x));
  }
  CHECK_FALSE(std::signbit(hr::math::absolute(0.0)));
  CHECK_FALSE(std::signbit(hr::math::round(0.0)));
  CHECK(std::isnan(hr::math::floor(std::nan(""))));
  CHECK(std::isnan(hr::math::round(std::nan(""))));

  random_figures random;
  int wrong = 0;
  for (int i = 0; i < random_draws; ++i) {
    const double x = random.full(1e-9, 1e18);
    const double half = std::floor(random.full(1, 1e15)) + 0.5;
    for (const double each : {x, -x, half, -half, std::nextafter(half, 0), std::nextafter(half, 1e18)})
      if (!agrees_with_std(each)) ++wrong;
  }
  CHECK(wrong == 0);
}

TEST_CASE("Exponentials and logarithms are those of <cmath>") {
  for (double x = 0; x > -60; x -= 0.37) CHECK(hr::math::exponential(x) == doctest::Approx(std::exp(x)).epsilon(1e-9));
  for (const double x : {0.0, 0.001, 8.0 / 256, 0.3, 0.5, 0.9, 0.999}) CHECK(hr::math::log_of_rest(x) == doctest::Approx(std::log(1 - x)).epsilon(1e-9));
  for (double x = -3; x < 3; x += 0.013) CHECK(hr::math::cosine_of_turns(x) == doctest::Approx(std::cos(2 * std::acos(-1) * x)).epsilon(1e-13));
  for (double x = -0.125; x <= 0.125; x += 1.0 / 1'024) CHECK(std::abs(hr::math::cosine_of_turns(x) - std::cos(2 * std::acos(-1) * x)) < 5e-16);
  for (const double x : {0.0, 1.0, -2.0}) CHECK(hr::math::cosine_of_turns(x) == 1);
  CHECK(hr::math::cosine_of_turns(0.5) == -1);
  CHECK(hr::math::cosine_of_turns(0.25) == 0);
}

// To the places that a double of their size has: a small one to as many as a large one.
TEST_CASE("Exponentials and logarithms of little and of much are those of <cmath>, and what is too small for them is nothing") {
  for (double x = 0; x >= -1; x -= 1.0 / 512) CHECK(std::abs(hr::math::exponential(x) / std::exp(x) - 1) < 2e-14);
  for (double x = -1; x >= -700; x -= 0.73) CHECK(std::abs(hr::math::exponential(x) / std::exp(x) - 1) < 1e-12);
  CHECK(std::abs(hr::math::exponential(-700) / std::exp(-700) - 1) < 1e-12);
  CHECK(hr::math::exponential(-699.5) > 0);
  CHECK_CONSTEXPR(hr::math::exponential(-700.5) == 0);
  CHECK_CONSTEXPR(hr::math::exponential(-1e6) == 0);
  CHECK_CONSTEXPR(hr::math::exponential(0) == 1);
  for (double x = 0.9999; x > 1e-12; x *= 0.9) CHECK(std::abs(hr::math::log_of_rest(x) / std::log(1 - x) - 1) < 1e-14);
  CHECK_CONSTEXPR(hr::math::log_of_rest(0) == 0);
  CHECK_CONSTEXPR(hr::math::log_of_rest(1) == -700);
  CHECK_CONSTEXPR(hr::math::log_of_rest(1.5) == -700);
  CHECK(hr::math::log_of_rest(std::nan("")) == -700);
}

TEST_CASE("A square root is that of <cmath>, however large or small") {
  for (double x = 1e-30; x < 1e30; x *= 1.7) CHECK(std::abs(hr::math::square_root(x) / std::sqrt(x) - 1) < 1e-14);
  CHECK_CONSTEXPR(hr::math::square_root(144) == 12);
  for (double root = 1; root < 1e4; ++root) CHECK(hr::math::square_root(root * root) == root);
  CHECK_CONSTEXPR(hr::math::square_root(0) == 0);
  CHECK(hr::math::square_root(std::numeric_limits<double>::infinity()) == std::numeric_limits<double>::infinity());
  for (double x = 1; x <= 2; x += 1.0 / 512) CHECK(std::abs(hr::math::square_root_of_one_to_two(x) / std::sqrt(x) - 1) < 1e-15);
  CHECK_CONSTEXPR(hr::math::square_root_of_one_to_two(1) == 1);
}

TEST_CASE("A figure is more than another beyond 1e-12 of that") {
  CHECK_CONSTEXPR(hr::math::is_more(2, 1));
  CHECK_CONSTEXPR(hr::math::is_more(1e-300, 0));
  CHECK_CONSTEXPR(!hr::math::is_more(0, 0));
  CHECK_CONSTEXPR(!hr::math::is_more(1, 2));
  CHECK_CONSTEXPR(!hr::math::is_more(0.1 + 0.2, 0.3));
  CHECK_CONSTEXPR(hr::math::is_more(1e15 + 1'001, 1e15));
  CHECK_CONSTEXPR(!hr::math::is_more(1e15 + 999, 1e15));
}

TEST_CASE("Two figures are close within 1e-12 of the larger") {
  CHECK_CONSTEXPR(hr::math::close(1, 1));
  CHECK_CONSTEXPR(hr::math::close(0, 0));
  CHECK_CONSTEXPR(hr::math::close(0.1 + 0.2, 0.3));
  CHECK_CONSTEXPR(hr::math::close(1e15, 1e15 + 999));
  CHECK_CONSTEXPR(!hr::math::close(1e15, 1e15 + 1001));
  CHECK_CONSTEXPR(!hr::math::close(0, 1e-300));
  CHECK_CONSTEXPR(!hr::math::close(-1, 1));
  CHECK_CONSTEXPR(hr::math::close(-3, -3 - 1e-12));
  // A thousand of 10^15 is the last; of two the larger counts, whichever is first.
  CHECK_CONSTEXPR(hr::math::close(1e15, 1e15 - 1'000));
  CHECK_CONSTEXPR(hr::math::close(1e15 - 500, 1e15 + 500));
  CHECK_CONSTEXPR(hr::math::close(1e15 + 500, 1e15 - 500));
  const double most = std::numeric_limits<double>::max();
  CHECK(hr::math::close(most, most * (1 - 1e-13)));
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(hr::math::close(infinity, infinity));
  CHECK_FALSE(hr::math::close(infinity, -infinity));
  CHECK_FALSE(hr::math::close(infinity, 1));
  CHECK_FALSE(hr::math::close(std::nan(""), std::nan("")));
}
