// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <type_traits>

// Whether what is unsaid of an object means `value`: what is computed of it is the same where that is said, and differs where another is.
template <auto Member, class T>
constexpr bool is_unless_said(const auto& computed, const T& of, const auto& value, const auto& another) {
  T same = of;
  T other = of;
  using member = std::remove_reference_t<decltype(same.*Member)>;
  same.*Member = static_cast<member>(value);
  other.*Member = static_cast<member>(another);
  return computed(of) == computed(same) && computed(of) != computed(other);
}
