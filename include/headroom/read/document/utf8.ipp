// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/document/utf8.hpp>

namespace headroom::read {

namespace utf8_detail {

constexpr bool continues(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

// Bytes behind the first one of a character, and the least character that takes so many; 4: it begins none.
struct expected_bytes {
  std::size_t more = 0;
  std::uint32_t least = 0;
};
constexpr expected_bytes behind(unsigned first) {
  if (first < 0x80) return {0, 0};
  if (first >= 0xC2 && first < 0xE0) return {1, 0x80};
  if (first >= 0xE0 && first < 0xF0) return {2, 0x800};
  if (first >= 0xF0 && first < 0xF5) return {3, 0x10000};
  return {4, 0};
}

}  // namespace utf8_detail

std::size_t first_not_utf8(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    const unsigned first = static_cast<unsigned char>(text[at]);
    const utf8_detail::expected_bytes is = utf8_detail::behind(first);
    if (is.more > 3 || at + is.more >= text.size()) return at;
    std::uint32_t character = first & (0x3FU >> is.more);
    for (std::size_t i = 1; i <= is.more; ++i) {
      if (!utf8_detail::continues(text[at + i])) return at;
      character = character << 6 | (static_cast<unsigned char>(text[at + i]) & 0x3FU);
    }
    if (character < is.least || character > 0x10FFFF || (character >= 0xD800 && character < 0xE000)) return at;
    at += is.more + 1;
  }
  return at;
}

void append_utf8(std::string& into, std::uint32_t character) {
  const auto put = [&into](std::uint32_t byte) { into += static_cast<char>(static_cast<unsigned char>(byte)); };
  if (character < 0x80) {
    put(character);
  } else if (character < 0x800) {
    put(0xC0U | character >> 6);
    put(0x80U | (character & 0x3FU));
  } else if (character < 0x10000) {
    put(0xE0U | character >> 12);
    put(0x80U | (character >> 6 & 0x3FU));
    put(0x80U | (character & 0x3FU));
  } else {
    put(0xF0U | character >> 18);
    put(0x80U | (character >> 12 & 0x3FU));
    put(0x80U | (character >> 6 & 0x3FU));
    put(0x80U | (character & 0x3FU));
  }
}

}  // namespace headroom::read
