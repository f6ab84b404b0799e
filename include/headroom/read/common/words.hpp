// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <headroom/read/document/utf8.hpp>
#include <headroom/text/characters.hpp>
#include <headroom/text/numbers.hpp>
#include <string>
#include <string_view>

// Characters and words of the texts that are read. Only the letters of ASCII have capitals.
namespace headroom::read {

using ascii::for_each_part;
using ascii::is_blank;
using ascii::is_digit;
using ascii::is_digits;
using ascii::is_identifier;
using ascii::small_letter;
using ascii::without_blanks;

// A letter, a digit or an underscore.
constexpr bool is_of_identifier(char c) { return c == '_' || is_digit(c) || ascii::is_letter(c); }

inline std::string in_small_letters(std::string_view text) {
  std::string letters(text);
  for (char& c : letters) c = small_letter(c);
  return letters;
}

template <class Words>
constexpr bool is_one_of(std::string_view text, const Words& words) {
  return std::ranges::find(words, text) != std::ranges::end(words);
}

}  // namespace headroom::read
