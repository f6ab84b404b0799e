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

// Of a quarter to four, to all places that matter.
constexpr double square_root(double x) {
  double root = (1 + x) / 2;
  for (int i = 0; i < 4; ++i) root = (root + x / root) / 2;
  return root;
}

// Whether two figures are the same but for rounding: within 1e-12 of the larger.
constexpr bool close(double a, double b) {
  const double larger = absolute(a) > absolute(b) ? absolute(a) : absolute(b);
  return a == b || (absolute(a - b) <= 1e-12 * larger && larger <= std::numeric_limits<double>::max());
}

}  // namespace headroom::math
