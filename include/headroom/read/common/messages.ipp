// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/common/messages.hpp>
#include <headroom/text/characters.hpp>
#include <headroom/text/nearest_name.hpp>

namespace headroom::read {

std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates) {
  nearest_name meant(word);
  for (const std::string_view candidate : candidates) meant.consider(candidate);
  return meant.found();
}

std::string_view shorter_key(std::string_view word, std::span<const std::string_view> keys) {
  std::string_view longest;
  for (const std::string_view each : keys)
    if (match_of(each, word) == name_match::begins && each.size() > longest.size()) longest = each;
  return longest;
}

std::string_view word_called(std::string_view text, std::span<const std::string_view> words) {
  if (const auto found = std::ranges::find(words, text); found != words.end()) return *found;
  // Signs stand between the parts of a word, not around it.
  const auto is_sign = [](char c) { return !ascii::is_letter(c) && !ascii::is_digit(c); };
  if (text.empty() || is_sign(text.front()) || is_sign(text.back())) return {};
  for (const std::string_view each : words)
    if (match_of(text, each) == name_match::same) return each;
  return {};
}

std::string expected_of(std::string_view text, std::span<const std::string_view> words) {
  nearest_name meant(text);
  for (const std::string_view each : words) meant.consider(each);
  if (meant.found().empty()) return concat("expected ", one_of(words));
  std::vector<std::string_view> as_near;
  for (const std::string_view each : words) {
    nearest_name one(text);
    one.consider(each);
    if (each != meant.found() && one.is_as_near(meant)) as_near.push_back(each);
  }
  return concat("did you mean ", in_quotes(meant.found()), '?', as_near.empty() ? "" : " As near: ", with_commas(as_near));
}

std::string one_of(std::span<const std::string_view> words) {
  std::string result;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) result += i + 1 == words.size() ? " or " : ", ";
    result += words[i];
  }
  return result;
}

std::string with_commas(std::span<const std::string_view> words) {
  std::string result;
  for (const std::string_view each : words) result += concat(result.empty() ? "" : ", ", each);
  return result;
}

std::string printable(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    // C2 80 to C2 9F are control characters too.
    const bool is_c1 = byte == 0xC2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xA0;
    result += byte < 0x20 || byte == 0x7F || is_c1 ? '?' : text[i];
    if (is_c1) ++i;
  }
  return result;
}

std::string in_quotes(std::string_view text, std::size_t most) {
  std::size_t end = 0;
  for (std::size_t characters = 0; end < text.size(); ++end) {
    const auto byte = static_cast<unsigned char>(text[end]);
    if ((byte & 0xC0) != 0x80 && ++characters > most) break;
  }
  return '"' + printable(text.substr(0, end)) + (end < text.size() ? "..." : "") + '"';
}

}  // namespace headroom::read
