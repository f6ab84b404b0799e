// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
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

}  // namespace headroom::program::validation
