// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <charconv>
#include <string>
#ifndef __cpp_lib_to_chars
#include <cstdlib>
#include <limits>
#endif

namespace headroom::read {

// std::from_chars of a double, which libc++ 19 has not. There a locale other than "C" may take another decimal point.
inline std::from_chars_result real_from(const char* first, const char* last, double& into) {
#ifdef __cpp_lib_to_chars
  return std::from_chars(first, last, into);
#else
  const std::string text(first, last);
  char* end = nullptr;
  const bool begins = !text.empty() && text.find_first_of("xX") == std::string::npos && (text[0] == '-' || text[0] == '.' || (text[0] >= '0' && text[0] <= '9'));
  const double found = begins ? std::strtod(text.c_str(), &end) : 0;
  if (!begins || end == text.c_str()) return {first, std::errc::invalid_argument};
  constexpr double most = std::numeric_limits<double>::max();
  const bool is_within = found >= -most && found <= most;
  if (is_within) into = found;
  return {first + (end - text.c_str()), is_within ? std::errc{} : std::errc::result_out_of_range};
#endif
}

}  // namespace headroom::read
