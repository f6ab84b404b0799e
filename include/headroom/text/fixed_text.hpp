// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/requires_cpp20.hpp>

#include <cstddef>
#include <string_view>

namespace headroom {

// Up to Capacity characters without allocation, for constant expressions. What does not fit is cut off.
template <std::size_t Capacity>
struct fixed_text {
  char characters[Capacity + 1]{};  // public only so that a text may be a template argument
  std::size_t length = 0;

  constexpr fixed_text() = default;
  constexpr fixed_text(std::string_view from) { *this += from; }
  constexpr fixed_text(const char* from) : fixed_text(std::string_view{from}) {}

  constexpr std::string_view view() const { return {characters, length}; }
  constexpr operator std::string_view() const { return view(); }
  constexpr const char* c_str() const { return characters; }
  constexpr std::size_t size() const { return length; }
  constexpr bool empty() const { return length == 0; }

  constexpr fixed_text& operator+=(char c) {
    if (length < Capacity) characters[length++] = c;
    return *this;
  }
  constexpr fixed_text& operator+=(std::string_view more) {
    for (const char c : more) *this += c;
    return *this;
  }
  friend constexpr bool operator==(const fixed_text& a, const fixed_text& b) { return a.view() == b.view(); }
  friend constexpr bool operator==(const fixed_text& a, std::string_view b) { return a.view() == b; }
  friend constexpr bool operator==(const fixed_text& a, const char* b) { return a.view() == b; }
};

using text = fixed_text<63>;

}  // namespace headroom
