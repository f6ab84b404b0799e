// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>
#include <string_view>

#include <headroom/count.hpp>
#include <headroom/text/characters.hpp>

// Whole numbers in the texts that are read.
namespace headroom {

// A whole number in plain digits, 0 to 2^40; none: the text is no such number.
constexpr std::optional<count> whole_number_in(std::string_view digits) {
  if (digits.empty() || digits.size() > 13) return std::nullopt;
  count n = 0;
  for (const char c : digits) {
    if (!ascii::is_digit(c)) return std::nullopt;
    n = n * 10 + (c - '0');
  }
  return n <= max_count ? std::optional(n) : std::nullopt;
}

}  // namespace headroom
