// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/requires_cpp20.hpp>

#include <cstdint>
#include <limits>

// The few functions of <cmath> that constant expressions need: no clang has them constexpr.
namespace headroom::math {

constexpr double absolute(double x) { return x < 0 ? -x : x; }
constexpr double smaller(double a, double b) { return b < a ? b : a; }
constexpr double larger(double a, double b) { return a < b ? b : a; }

// Doubles from 2^52 on are whole.
inline constexpr double whole_from = 4'503'599'627'370'496.0;

constexpr double floor(double x) {
  if (!(absolute(x) < whole_from)) return x;
  const auto cut = static_cast<double>(static_cast<std::int64_t>(x));
  return cut > x ? cut - 1 : cut;
}

constexpr double ceil(double x) { return -floor(-x); }

// To the nearest whole number, halves away from zero.
constexpr double round(double x) {
  const double size = absolute(x);
  const double below = floor(size);
  const double nearest = size - below >= 0.5 ? below + 1 : below;
  return x < 0 ? -nearest : nearest;
}

// Of 0 and above, to all places that matter.
constexpr double square_root(double x) {
  if (!(x > 0)) return 0;
  if (x > std::numeric_limits<double>::max()) return x;
  double scale = 1;
  for (; x > 2; x /= 4) scale *= 2;
  for (; x < 0.5; x *= 4) scale /= 2;
  double root = (1 + x) / 2;
  for (int i = 0; i < 4; ++i) root = (root + x / root) / 2;
  return scale * root;
}

// The same of 1 to 2, in less time: a cubic within 0.007 % of it (least squares, weighted until the largest errors are alike), and
// two steps, each of which squares the error.
constexpr double square_root_of_one_to_two(double x) {
  const double above = x - 1;
  double root = 1.00006942 + above * 0.4972401 + above * above * (-0.10793493 + above * 0.02493713);
  root = (root + x / root) / 2;
  return (root + x / root) / 2;
}

// 1 / i! of 11 to 0: the series of e to the power of half of ln 2 at most. Divided out here, since a division takes as long as three of the
// other operations together.
inline constexpr double exponential_terms[]{1.0 / 39'916'800, 1.0 / 3'628'800, 1.0 / 362'880, 1.0 / 40'320, 1.0 / 5'040, 1.0 / 720,
                                            1.0 / 120,        1.0 / 24,        1.0 / 6,       1.0 / 2,      1,           1};

// e to the power of x, of 0 and below.
constexpr double exponential(double x) {
  if (x < -700) return 0;
  constexpr double ln2 = 0.693147180559945309;
  const auto halvings = static_cast<int>(round(-x / ln2));
  const double rest = x + halvings * ln2;
  double sum = 0;
  for (const double each : exponential_terms) sum = sum * rest + each;
  double scale = 1;
  double half = 0.5;
  for (int left = halvings; left > 0; left /= 2) {
    if (left % 2 == 1) scale *= half;
    half *= half;
  }
  return sum * scale;
}

// log(1 - x) of 0 to below 1, by the series of the inverse hyperbolic tangent.
constexpr double log_of_rest(double x) {
  if (!(x < 1)) return -700;
  double y = 1 - x;
  double halvings = 0;
  for (; y < 0.5; y *= 2) ++halvings;
  const double z = (y - 1) / (y + 1);
  double power = z;
  double sum = 0;
  for (int i = 1; i < 60; i += 2, power *= z * z) sum += power / i;
  return 2 * sum - halvings * 0.693147180559945309;
}

// cos(2 pi x): the cosine of so many whole turns, by the series of cosine and sine in the first eighth of one.
constexpr double cosine_of_turns(double turns) {
  double rest = absolute(turns - round(turns));
  const bool is_below_zero = rest > 0.25;
  if (is_below_zero) rest = 0.5 - rest;
  const bool is_sine = rest > 0.125;
  if (is_sine) rest = 0.25 - rest;
  const double angle = rest * 6.283185307179586477;
  double sum = 1;
  for (int i = is_sine ? 17 : 16; i > 1; i -= 2) sum = 1 - sum * angle * angle / (i * (i - 1));
  if (is_sine) sum *= angle;
  return is_below_zero ? -sum : sum;
}

// Whether two figures are the same but for rounding: within 1e-12 of the larger.
constexpr bool close(double a, double b) {
  const double larger = absolute(a) > absolute(b) ? absolute(a) : absolute(b);
  return a == b || (absolute(a - b) <= 1e-12 * larger && larger <= std::numeric_limits<double>::max());
}

// Whether a figure is more than another, and not by rounding: beyond 1e-12 of it. Of 0 and above.
constexpr bool is_more(double a, double b) { return a > b * (1 + 1e-12); }

}  // namespace headroom::math
