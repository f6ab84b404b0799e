// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/count.hpp>
#include <headroom/math.hpp>
#include <headroom/precision.hpp>

// units.hpp without types: every quantity is a double, with the same rounding. Found before the real one, it makes the
// library's own loops the raw-double versions that the typed ones are measured against.
namespace headroom {

using memory = double;
using bandwidth = double;
using duration = double;
using power = double;
using energy = double;
using money = double;
using money_rate = double;
using tokens = double;
using token_rate = double;
using operation_count = double;
using operation_rate = double;
template <precision, sparsity = dense>
using rate = double;

namespace unit {
template <class Unit>
struct any {};  // no quantity has a unit here
}  // namespace unit

// What is asked for is derived from its quantity, which a double cannot be.
template <class Quantity>
struct asked_for;
template <>
struct asked_for<double> {
  double asked = 0;
  constexpr asked_for(double of = 0) : asked(of) {}
  constexpr operator double() const { return asked; }
};

constexpr double in_base_units(double x) { return x; }
template <class>
constexpr double from_base_units(double x) {
  return x;
}
constexpr double seconds(double n) { return n; }
constexpr double scaled(double x, double times) { return x * times; }
constexpr double sum(double a, double b) { return a + b; }
constexpr double bytes(double n) { return math::round(n); }
constexpr double gigabytes(double n) { return math::round(n * 1e9); }
constexpr double terabytes(double n) { return math::round(n * 1e12); }
constexpr double mebibytes(double n) { return math::round(n * 1048576.0); }
constexpr double gibibytes(double n) { return math::round(n * 1073741824.0); }
constexpr double nameplate_gigabytes(double n) { return gibibytes(n); }
constexpr double gigabytes_per_second(double n) { return math::round(n * 1e9); }
constexpr double terabytes_per_second(double n) { return math::round(n * 1e12); }
constexpr double gigabits_per_second(double n) { return math::round(n * 1e9 / 8); }
constexpr double watts(double n) { return math::round(n); }
constexpr double kilowatts(double n) { return math::round(n * 1e3); }
constexpr double dollars_per_hour(double n) { return n / 3600; }
constexpr double petaflops(double n) { return math::round(n * 1e15 / 1e6) * 1e6; }
constexpr double in_bytes(double x) { return x; }
constexpr double in_gibibytes(double x) { return x / 1073741824.0; }
constexpr double in_bytes_per_second(double x) { return x; }
constexpr double in_gigabits_per_second(double x) { return x * 8 / 1e9; }
constexpr double in_terabits_per_second(double x) { return x * 8 / 1e12; }
constexpr double in_gigabytes_per_second(double x) { return x / 1e9; }
constexpr double in_terabytes_per_second(double x) { return x / 1e12; }
constexpr double in_petaflops(double x) { return x / 1e15; }
constexpr double untyped(double x) { return x; }
template <precision, sparsity = dense>
constexpr double typed(double x) {
  return x;
}
template <class>
inline constexpr precision precision_of = fp4;
template <class>
inline constexpr sparsity sparsity_of = dense;
constexpr double ratio(double x, double of) { return x / of; }

}  // namespace headroom
