// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/requires_cpp20.hpp>

#include <cstddef>
#include <string_view>

// Characters of the texts that are read. Only the letters of ASCII have capitals.
namespace headroom::ascii {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_digits(std::string_view text) {
  for (const char c : text)
    if (!is_digit(c)) return false;
  return !text.empty();
}
constexpr bool is_blank(char c) { return c == ' ' || c == '\t'; }
constexpr char small_letter(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
constexpr bool is_letter(char c) { return small_letter(c) >= 'a' && small_letter(c) <= 'z'; }

// Whether two texts are the same but for capitals.
constexpr bool is_same(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (small_letter(a[i]) != small_letter(b[i])) return false;
  return true;
}

// The same of the begin of a text, and of any part of it.
constexpr bool starts_with(std::string_view text, std::string_view with) {
  return text.size() >= with.size() && is_same(text.substr(0, with.size()), with);
}
constexpr bool contains(std::string_view text, std::string_view part) {
  for (std::size_t i = 0; i + part.size() <= text.size(); ++i)
    if (is_same(text.substr(i, part.size()), part)) return true;
  return false;
}

// Without the blanks before and behind it.
constexpr std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

// Calls the function with each part of a list, as "a" and "b" of "a,b"; none is behind the last comma.
template <class Function>
constexpr void for_each_part(std::string_view list, Function&& call) {
  while (!list.empty()) {
    const std::string_view part = list.substr(0, list.find(','));
    list.remove_prefix(part.size() < list.size() ? part.size() + 1 : part.size());
    call(part);
  }
}

// Letters, digits and underscores.
constexpr bool is_identifier(std::string_view text) {
  for (const char c : text)
    if (c != '_' && !is_digit(c) && !is_letter(c)) return false;
  return !text.empty();
}

}  // namespace headroom::ascii
