// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "validate/row.hpp"
#include "validate/settings.hpp"
#include <headroom/text/characters.hpp>
#include <headroom/text/numbers.hpp>
#include "reading.hpp"

namespace headroom::program::validation {

using version_numbers = std::vector<count>;

// The numbers of a version: 0, 11 and 0 of "0.11.0", 2024 and 12 of "2024-12". Empty: the text is none, as a commit is.
inline version_numbers version_in(std::string_view text) {
  version_numbers all;
  while (!text.empty()) {
    const std::size_t end = text.find_first_of(".-");
    const std::string_view piece = text.substr(0, end);
    const std::optional<count> number = whole_number_in(piece);
    if (piece.empty() || !number.has_value()) break;
    all.push_back(*number);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return all;
}

// Of a row's software: as the row says it, or else in what follows the software's name. A version may be a number.
inline version_numbers version_of(const json& c, std::string_view behind_name) {
  const std::string words = worded(c, setting::version);
  if (!words.empty()) return version_in(std::string_view(words).substr(std::min(words.find_first_of("0123456789"), words.size())));
  return version_in(ascii::without_blanks(behind_name));
}

// Months since 2000, of "26.04", "26.04.01", "2025-06" and "NeMo 24.07".
inline std::optional<int> month_in(std::string_view text) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (!ascii::is_digit(text[at]) || (at > 0 && ascii::is_digit(text[at - 1]))) continue;
    const version_numbers found = version_in(text.substr(at, text.find_first_not_of("0123456789.-", at) - at));
    if (found.size() < 2 || found[1] < 1 || found[1] > 12) continue;
    const count year = found[0] >= 2'000 ? found[0] - 2'000 : found[0];
    if (year >= 18 && year < 60) return static_cast<int>(year * 12 + found[1] - 1);
  }
  return {};
}

// Rounds of MLPerf Training: v4.0 is of June 2024, v3.1 of November 2023.
inline std::optional<int> month_of_round(const std::string& round) {
  if (round.size() < 4 || round[0] != 'v' || !ascii::is_digit(round[1]) || !ascii::is_digit(round[3])) return {};
  return (20 + round[1] - '0') * 12 + (round[3] == '0' ? 5 : 10);
}

// When a row's software was written: by its benchmark's round or its release, or as it is dated.
inline std::optional<int> month_of(const json& c) {
  if (const auto found = month_of_round(worded(c, setting::round))) return found;
  for (const names& keys : {setting::version, setting::framework, setting::date})
    if (const auto found = month_in(worded(c, keys))) return found;
  return {};
}

}  // namespace headroom::program::validation
