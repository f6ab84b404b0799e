// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/hardware/figure.hpp>

// Orders for sorting by a figure: sort(machines, lowest_first, price), with a projection to the figure.
namespace headroom {

// The lowest known figure first. After those that are known come those that are absent; unknown ones are last.
struct lowest_first_t {
  template <class T>
  constexpr bool operator()(const figure<T>& a, const figure<T>& b) const {
    if (a.is_known() && b.is_known()) return *a.known() < *b.known();
    return static_cast<int>(a.state) > static_cast<int>(b.state);
  }
};

// The highest known figure first; those that are absent and those that are unknown are as far behind.
struct highest_first_t {
  template <class T>
  constexpr bool operator()(const figure<T>& a, const figure<T>& b) const {
    if (a.is_known() && b.is_known()) return *b.known() < *a.known();
    return static_cast<int>(a.state) > static_cast<int>(b.state);
  }
};

inline constexpr lowest_first_t lowest_first{};
inline constexpr highest_first_t highest_first{};

}  // namespace headroom
