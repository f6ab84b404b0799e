// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/text/characters.hpp>
#include <headroom/text/numbers.hpp>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "validate/row.hpp"
#include "validate/settings.hpp"
#include "validate/version.hpp"

// When a row's software was written, and when it was measured: the only place that reads dates.
namespace headroom::program::validation {

// A month of the calendar, or a day of it. Without a day it comes before all days of its month.
struct calendar_date {
  int year = 0;
  int month = 0;
  int day = 0;  // 0: not said

  friend constexpr auto operator<=>(const calendar_date&, const calendar_date&) = default;
};

inline constexpr calendar_date never{.year = std::numeric_limits<int>::max()};

// March 2025, of 202503.
constexpr calendar_date month_numbered(count number) {
  return {.year = static_cast<int>(number / 100), .month = static_cast<int>(number % 100)};
}

constexpr int months_from(const calendar_date& first, const calendar_date& second) {
  return (second.year - first.year) * 12 + second.month - first.month;
}

// The first that a text has: of "26.04", "26.04.01", "2025-06", "2025-06-13" and "NeMo 24.07", from 2018 to 2059.
inline std::optional<calendar_date> date_in(std::string_view text) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool is_within = at > 0 && (ascii::is_digit(text[at - 1]) || text[at - 1] == '.');  // 20.1 of "0.20.1" is no date
    if (!ascii::is_digit(text[at]) || is_within) continue;
    const version_numbers found = version_in(text.substr(at, text.find_first_not_of("0123456789.-", at) - at));
    if (found.size() < 2 || found[1] < 1 || found[1] > 12) continue;
    const count year = found[0] >= 2'000 ? found[0] : found[0] + 2'000;
    const count day = found.size() > 2 && found[2] <= 31 ? found[2] : 0;
    if (year >= 2'018 && year < 2'060) return calendar_date{static_cast<int>(year), static_cast<int>(found[1]), static_cast<int>(day)};
  }
  return {};
}

// Rounds of MLPerf Training: v4.0 is of June 2024, v3.1 of November 2023.
inline std::optional<calendar_date> date_of_round(const std::string& round) {
  if (round.size() < 4 || round[0] != 'v' || !ascii::is_digit(round[1]) || !ascii::is_digit(round[3])) return {};
  return calendar_date{.year = 2'020 + round[1] - '0', .month = round[3] == '0' ? 6 : 11};
}

// Which a row says: of its software, or else of the measurement. A year alone is its January.
inline std::optional<calendar_date> date_of(const json& c) {
  const std::string said = worded(c, setting::date);
  return date_in(whole_number_in(said).has_value() ? said + "-01" : said);
}

// When a row's software was written: by its benchmark's round or its release, or as it is dated.
inline std::optional<calendar_date> software_date_of(const json& c) {
  if (const auto found = date_of_round(worded(c, setting::round))) return found;
  for (const names& keys : {setting::version, setting::framework})
    if (const auto found = date_in(worded(c, keys))) return found;
  return date_of(c);
}

}  // namespace headroom::program::validation
