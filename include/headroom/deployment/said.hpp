// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <string_view>

#include <headroom/hardware/figure.hpp>

namespace headroom {

// What a deployment file says: the value and its line. Unknown with a line: the file says something that only its tool
// can resolve (a variable, an expression). Unknown without: the file is silent.
template <class T>
struct said {
  T value{};
  knowledge state = knowledge::unknown;
  int line = 0;

  constexpr said() = default;
  constexpr said(unknown_t, int at) : line(at) {}
  template <class U>
  requires(std::convertible_to<U, T> && (!std::integral<T> || std::integral<U>)) constexpr said(const U& known, int at)
      : value(known), state(knowledge::known), line(at) {}

  constexpr bool is_known() const { return state == knowledge::known; }
  constexpr bool is_silent() const { return !is_known() && line == 0; }
  constexpr bool is_unresolved() const { return !is_known() && line != 0; }
  constexpr T value_or(T otherwise) const { return is_known() ? value : otherwise; }
};

}  // namespace headroom
