// SPDX-License-Identifier: BSL-1.0
#include "suggest.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace headroom::program {

namespace {

char plain(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c == '-' || c == ' ' ? '_' : c; }

// Letters to put in, take out or change.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (const char letter : a) {
    std::size_t diagonal = row[0]++;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t changed = diagonal + (plain(letter) == plain(b[j]) ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({changed, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// "A10" is no beginning of "A100-SXM4-40GB": a number is whole.
bool begins(std::string_view name, std::string_view word) {
  if (name.size() <= word.size() || (is_digit(word.back()) && is_digit(name[word.size()]))) return false;
  return std::equal(word.begin(), word.end(), name.begin(), [](char a, char b) { return plain(a) == plain(b); });
}

}  // namespace

std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates) {
  if (word.empty() || word.size() > 80) return {};
  std::string_view best;
  std::size_t least = word.size() / 3 + 2;  // further off, a suggestion is a guess
  for (const std::string_view candidate : candidates) {
    const std::size_t away = distance(word, candidate);
    if (away < least && away < candidate.size()) {
      least = away;
      best = candidate;
    }
  }
  return best;
}

std::string_view nearest_name(std::string_view word, std::span<const std::string_view> names) {
  if (word.size() > 2)
    for (const std::string_view name : names)
      if (begins(name, word)) return name;
  return nearest(word, names);
}

bool may_be_suggested(const machine& one) {
  return one.vm() == nullptr || one.vm()->status.status != availability::as_stated;
}

std::string one_of(std::span<const std::string_view> words) {
  std::string result;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) result += i + 1 == words.size() ? " or " : ", ";
    result += words[i];
  }
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

}  // namespace headroom::program
