// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/requires_cpp20.hpp>

#include <cstdint>
#include <limits>

namespace headroom {

// A number of things (GPUs, VMs, cores). Not a quantity; 0 to max_count.
using count = std::int64_t;
inline constexpr count max_count = count{1} << 40;

// What a sum or product of counts is when it does not fit: it stays there, and a verdict over it is invalid.
inline constexpr count too_many = std::numeric_limits<count>::max();

constexpr bool is_count(count n) { return n >= 0 && n <= max_count; }

// Sum and product of counts that are not negative, never wrapping round.
constexpr count add(count a, count b) { return a > too_many - b ? too_many : a + b; }
constexpr count multiply(count a, count b) {
  // No division where none is needed: it took most of the time of a model's parameters.
  if (((a | b) >> 31) == 0) [[likely]] return a * b;
  return b != 0 && a > too_many / b ? too_many : a * b;
}

// a / b, rounded up: groups of b that hold a. 0 where b is none.
constexpr count ceil_of(count a, count b) { return b <= 0 ? 0 : a / b + (a % b != 0 ? 1 : 0); }

// The largest count that divides both, by Euclid: <numeric> would be in everybody's way to compile.
constexpr count greatest_common_divisor(count a, count b) {
  while (b != 0) {
    const count rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

}  // namespace headroom
