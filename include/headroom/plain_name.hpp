// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

// What is left of a name in most misspellings, and how far two names are apart: for finding what somebody meant.
namespace headroom::detail {

// The letters and digits of a name, small, without "Standard": what is left of it in most misspellings.
struct plain_name {
  std::array<char, 48> letters{};
  std::size_t size = 0;

  constexpr plain_name() = default;
  constexpr explicit plain_name(std::string_view name) {
    for (const char c : name) {
      const char small = 'A' <= c && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
      const bool counts = ('a' <= small && small <= 'z') || ('0' <= small && small <= '9');
      if (counts && size < letters.size()) letters[size++] = small;
      if (text() == "standard") size = 0;
    }
  }
  constexpr std::string_view text() const { return {letters.data(), size}; }
};

// How many letters to put in, take out or change to make one of the other.
constexpr std::size_t distance(const plain_name& a, const plain_name& b) {
  std::array<std::size_t, 49> row{};
  for (std::size_t j = 0; j <= b.size; ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size; ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size; ++j) {
      const std::size_t changed = diagonal + (a.letters[i - 1] == b.letters[j - 1] ? 0 : 1);
      const std::size_t shorter = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
      diagonal = row[j];
      row[j] = changed < shorter ? changed : shorter;
    }
  }
  return row[b.size];
}

}  // namespace headroom::detail
