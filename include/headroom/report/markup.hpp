// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

// Text of anybody in pages and in JSON: no byte of it is taken for more than text.
namespace headroom::report {

namespace detail {

inline constexpr std::string_view replacement = "\xEF\xBF\xBD";  // U+FFFD

// Bytes of the character that a text begins with; 0: they are no UTF-8.
inline std::size_t character_size(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  const std::size_t size = first < 0x80 ? 1 : first >= 0xC2 && first < 0xE0 ? 2 : first >= 0xE0 && first < 0xF0 ? 3 : first >= 0xF0 && first < 0xF5 ? 4 : 0;
  if (size > text.size()) return 0;
  for (std::size_t i = 1; i < size; ++i)
    if ((byte(i) & 0xC0) != 0x80) return 0;
  // Longer than needed, half of a pair, beyond the last character.
  if ((first == 0xE0 && byte(1) < 0xA0) || (first == 0xED && byte(1) > 0x9F) || (first == 0xF0 && byte(1) < 0x90) ||
      (first == 0xF4 && byte(1) > 0x8F))
    return 0;
  return size;
}

// Controls, and characters that turn the direction of what is shown after them.
inline bool is_hidden(std::string_view character) {
  if (character.size() == 1) return static_cast<unsigned char>(character[0]) < 0x20 ? character != "\n" && character != "\t" : character[0] == 0x7F;
  if (character.size() == 2) return character[0] == '\xC2' && static_cast<unsigned char>(character[1]) < 0xA0;
  return (character >= "\xE2\x80\xAA" && character <= "\xE2\x80\xAE") || (character >= "\xE2\x81\xA6" && character <= "\xE2\x81\xA9") ||
         character == "\xEF\xBF\xBE" || character == "\xEF\xBF\xBF";
}

// Each character that can be shown, and a replacement for all else.
template <class Put>
void for_each_character(std::string_view text, Put put) {
  while (!text.empty()) {
    const std::size_t size = character_size(text);
    const std::string_view character = text.substr(0, size == 0 ? 1 : size);
    put(size == 0 || is_hidden(character) ? replacement : character);
    text.remove_prefix(character.size());
  }
}

}  // namespace detail

// As the text of an element or of an attribute in quotes, in HTML and in XML.
inline std::string escaped(std::string_view text) {
  std::string result;
  detail::for_each_character(text, [&](std::string_view character) {
    result += character == "&"    ? "&amp;"
              : character == "<"  ? "&lt;"
              : character == ">"  ? "&gt;"
              : character == "\"" ? "&quot;"
              : character == "'"  ? "&#39;"
                                  : character;
  });
  return result;
}

// A string of JSON with its quotes. Written so that it can stand in HTML, too.
inline std::string json_string(std::string_view text) {
  std::string result = "\"";
  detail::for_each_character(text, [&](std::string_view character) {
    result += character == "\"" ? "\\\"" : character == "\\" ? "\\\\" : character == "\n" ? "\\n" : character == "\t" ? "\\t" : character == "<" ? "\\u003c" : character;
  });
  return result + "\"";
}

// The first so many characters, with "…" for what is left out.
inline std::string shortened(std::string_view text, std::size_t most) {
  std::size_t characters = 0;
  std::string result;
  std::size_t kept = 0;  // bytes of what is shown where not all is
  detail::for_each_character(text, [&](std::string_view character) {
    if (++characters == most) kept = result.size();
    if (characters <= most) result += character;
  });
  if (characters <= most) return result;
  result.resize(kept);
  return result + "\xE2\x80\xA6";
}

}  // namespace headroom::report
