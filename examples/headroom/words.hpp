// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <headroom/catalog/nearest_name.hpp>
#include <headroom/count.hpp>
#include <optional>
#include <string>
#include <string_view>

// Characters and words of the texts that are read. Only the letters of ASCII have capitals.
namespace headroom::program {

inline constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

using catalog::detail::is_digit;
using catalog::detail::small_letter;
constexpr bool is_blank(char c) { return c == ' ' || c == '\t'; }

// A letter, a digit or an underscore.
constexpr bool is_of_identifier(char c) {
  const char small = small_letter(c);
  return c == '_' || is_digit(c) || (small >= 'a' && small <= 'z');
}
constexpr bool is_identifier(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, is_of_identifier);
}

inline std::string in_small_letters(std::string_view text) {
  std::string letters(text);
  for (char& c : letters) c = small_letter(c);
  return letters;
}

// Without those before and after it.
constexpr std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

template <std::size_t N>
constexpr bool is_one_of(std::string_view text, const std::array<std::string_view, N>& words) {
  return std::ranges::find(words, text) != words.end();
}

// A whole number in digits.
constexpr std::optional<count> number_in(std::string_view text) {
  if (text.empty() || text.size() > 13) return std::nullopt;
  count n = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    n = n * 10 + (c - '0');
  }
  return n <= max_count ? std::optional(n) : std::nullopt;
}

}  // namespace headroom::program
