// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/common/remark_words.hpp>

#include <algorithm>

#include <headroom/read/common/words.hpp>

namespace headroom::read {

std::vector<remark_word> remark_words_of(std::string_view text) {
  constexpr std::string_view between = " \t\r\n.;:!?()[]{}\"'`=|*/";
  std::vector<remark_word> words;
  const auto is_in_number = [&](std::size_t i) {
    return i > 0 && i + 1 < text.size() && text[i] != ' ' && is_digit(text[i - 1]) && is_digit(text[i + 1]);
  };
  std::size_t at = 0;
  while ((at = text.find_first_not_of(between, at)) != std::string_view::npos) {
    std::size_t end = std::min(text.find_first_of(between, at), text.size());
    while (end < text.size() && is_in_number(end)) end = std::min(text.find_first_of(between, end + 1), text.size());
    const std::size_t next = end;
    while (end > at + 1 && text[end - 1] == ',') --end;
    remark_word& one = words.emplace_back(remark_word{{}, at, end});
    one.small = in_small_letters(text.substr(at, end - at));
    at = next;
  }
  return words;
}

std::optional<count> count_with_commas(std::string_view text) {
  count number = 0;
  std::size_t since_comma = 0;
  bool has_comma = false;
  for (const char c : text) {
    if (c == ',') {
      if (has_comma && since_comma != 3) return std::nullopt;
      has_comma = true;
      since_comma = 0;
    } else if (is_digit(c)) {
      number = add(multiply(number, 10), c - '0');
      ++since_comma;
    } else {
      return std::nullopt;
    }
  }
  if (text.empty() || !is_digit(text.front()) || (has_comma && since_comma != 3) || !is_count(number))
    return std::nullopt;
  return number;
}

}  // namespace headroom::read
