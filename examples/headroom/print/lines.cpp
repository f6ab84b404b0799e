// SPDX-License-Identifier: BSL-1.0
#include "print/lines.hpp"

#include <algorithm>
#include <cstddef>

namespace headroom::program {

namespace {

bool begins_code_point(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }

// Bytes of the first so many code points.
std::size_t bytes_of(std::string_view text, int columns) {
  std::size_t at = 0;
  for (; at < text.size(); ++at)
    if (begins_code_point(text[at]) && columns-- == 0) break;
  return at;
}

}  // namespace

int columns_of(std::string_view text) { return static_cast<int>(std::ranges::count_if(text, begins_code_point)); }

std::vector<std::string> wrap(std::string_view text, int columns, int taken) {
  columns = std::max(columns, 1);
  std::vector<std::string> lines(1);
  while (true) {
    const std::size_t start = text.find_first_not_of(' ');
    if (start == std::string_view::npos) return lines;
    text.remove_prefix(start);
    std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(word.size());

    const int used = columns_of(lines.back()) + (lines.size() == 1 ? taken : 0);
    if (used > 0 && used + 1 + columns_of(word) <= columns) {
      lines.back() += ' ';
      lines.back() += word;
      continue;
    }
    if (used > 0) lines.emplace_back();
    while (columns_of(word) > columns) {
      std::size_t cut = bytes_of(word, columns);
      const std::size_t mark = word.substr(0, cut).find_last_of("_-/");
      if (mark != std::string_view::npos && mark + 1 > cut / 2) cut = mark + 1;
      lines.back() = word.substr(0, cut);
      lines.emplace_back();
      word.remove_prefix(cut);
    }
    lines.back() = word;
  }
}

std::string paragraph(std::string_view first, std::string_view text, int columns) {
  constexpr int least = 16;
  constexpr std::size_t further = 2;
  std::string result(first);
  std::string rest(text);
  auto indent = static_cast<std::size_t>(columns_of(first));
  int room = columns - columns_of(first);
  if (room < least) {
    result = first.substr(0, std::min(first.find_first_not_of(' '), first.size()));
    rest.insert(0, first.substr(result.size()));
    indent = result.size() + further;
    room = columns - static_cast<int>(indent);
  }
  bool is_first = true;
  for (const std::string& line : wrap(rest, room)) {
    if (!is_first) result.append(indent, ' ');
    result += line;
    result += '\n';
    is_first = false;
  }
  return result;
}

}  // namespace headroom::program
