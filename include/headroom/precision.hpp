// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/requires_cpp20.hpp>

#include <array>
#include <string_view>
#include <type_traits>

namespace headroom {

// A number format that hardware has rates for. Names are the vendors'.
enum class precision { fp64, fp32, tf32, fp16, bf16, fp8, fp6, fp4, int8, int4 };
using enum precision;

// Whether a rate counts the zeros that 2:4 structured sparsity skips. Vendors print both; they are different figures.
enum class sparsity { dense, sparse };
using enum sparsity;

inline constexpr std::array precisions{fp64, fp32, tf32, fp16, bf16, fp8, fp6, fp4, int8, int4};

constexpr std::string_view name(precision format) {
  constexpr std::string_view names[]{"fp64", "fp32", "tf32", "fp16", "bf16", "fp8", "fp6", "fp4", "int8", "int4"};
  return names[static_cast<std::size_t>(format)];
}

constexpr std::string_view name(sparsity zeros) { return zeros == dense ? "dense" : "sparse"; }

// Bits one number takes in memory; a tf32 is held as an fp32.
constexpr int bits(precision format) {
  switch (format) {
    case fp64: return 64;
    case fp32:
    case tf32: return 32;
    case fp16:
    case bf16: return 16;
    case fp8:
    case int8: return 8;
    case fp6: return 6;
    case fp4:
    case int4: return 4;
  }
  return 0;
}

template <precision P>
using precision_constant = std::integral_constant<precision, P>;

// From a format known at run time to one known to the compiler: calls f(precision_constant<P>{}).
// Every call of f must return the same type.
template <class F>
constexpr auto visit(precision format, F&& f) {
  switch (format) {
    case fp64: return f(precision_constant<fp64>{});
    case fp32: return f(precision_constant<fp32>{});
    case tf32: return f(precision_constant<tf32>{});
    case fp16: return f(precision_constant<fp16>{});
    case bf16: return f(precision_constant<bf16>{});
    case fp8: return f(precision_constant<fp8>{});
    case fp6: return f(precision_constant<fp6>{});
    case fp4: return f(precision_constant<fp4>{});
    case int8: return f(precision_constant<int8>{});
    case int4: break;
  }
  return f(precision_constant<int4>{});
}

}  // namespace headroom
