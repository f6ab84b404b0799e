// SPDX-License-Identifier: BSL-1.0
#include "print/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string>
#include <string_view>

#include <headroom/read/common/words.hpp>
#include "reading.hpp"

namespace headroom::program {

namespace {

constexpr int usual_width = 80;
constexpr int least_width = 40;
constexpr int most_width = 500;

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view{} : std::string_view(value);
}

// 0 where neither COLUMNS nor a terminal says it.
int width_said() {
  int width = 0;
  const std::string_view columns = environment("COLUMNS");
  std::from_chars(columns.data(), columns.data() + columns.size(), width);
  winsize size{};
  if (width <= 0 && isatty(STDOUT_FILENO) != 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0) width = size.ws_col;
  return std::max(width, 0);
}

}  // namespace

int output_width() {
  const int width = width_said();
  return width == 0 ? usual_width : std::clamp(width, least_width, most_width);
}

bool output_has_width() { return width_said() > 0; }

bool output_has_colour() {
  return isatty(STDOUT_FILENO) != 0 && environment("NO_COLOR").empty() && environment("TERM") != "dumb";
}

bool output_is_utf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const std::string locale = in_small_letters(environment(name));
    if (!locale.empty()) return locale.ends_with("utf-8") || locale.ends_with("utf8");
  }
  return false;
}

}  // namespace headroom::program
