// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <string_view>

namespace headroom::program {

// How a text stands out on a terminal.
enum class style { plain, strong, faint, good, bad, doubtful };

constexpr std::string_view escape_of(style how) {
  switch (how) {
    case style::plain:
      return "";
    case style::strong:
      return "\033[1m";
    case style::faint:
      return "\033[2m";
    case style::good:
      return "\033[32m";
    case style::bad:
      return "\033[31m";
    case style::doubtful:
      break;
  }
  return "\033[33m";
}

inline std::string styled(std::string_view text, style how, bool colour) {
  if (!colour || how == style::plain || text.empty()) return std::string(text);
  std::string result(escape_of(how));
  result += text;
  result += "\033[0m";
  return result;
}

}  // namespace headroom::program
