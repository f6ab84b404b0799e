// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <doctest/doctest.h>

#include <concepts>
#include <string_view>

#include <headroom/hardware/figure.hpp>
#include <headroom/text/to_text.hpp>

namespace hr = headroom;

// Proved by the compiler, then counted and reported by doctest.
#define CHECK_CONSTEXPR(...)    \
  do {                          \
    static_assert(__VA_ARGS__); \
    CHECK(__VA_ARGS__);         \
  } while (false)

// The value of a figure that a test knows to be known; else a constant expression does not compile, and a run ends.
template <class T>
constexpr T value_of(const hr::figure<T>& of) {
  return *of.known();
}

namespace doctest {

// A failed check says `5.6 kW == 5.7 kW`, not `{?} == {?}`.
template <class Quantity>
  requires(!std::integral<Quantity>) && requires(const Quantity& x) { hr::to_text(x); }
struct StringMaker<Quantity> {
  static String convert(const Quantity& x) {
    const auto text = hr::to_text(x);
    const std::string_view view = text;
    return {view.data(), static_cast<unsigned>(view.size())};
  }
};

template <class Text>
  requires(!requires(const Text& x) { hr::to_text(x); }) && std::constructible_from<std::string_view, const Text&>
struct StringMaker<Text> {
  static String convert(const Text& x) {
    const std::string_view view{x};
    return {view.data(), static_cast<unsigned>(view.size())};
  }
};

}  // namespace doctest
