// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <headroom/read/common/models.hpp>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "print/lines.hpp"
#include "print/style.hpp"

namespace headroom::program {

// What a run ends with, as the manual says.
enum exit_code { fits_or_nothing_to_judge = 0, does_not_fit = 1, bad_input = 2, cannot_be_judged = 3 };

struct exit_meaning {
  exit_code code;
  std::string_view text;
};
inline constexpr exit_meaning exit_meanings[] = {
    {fits_or_nothing_to_judge, "What was asked holds, or nothing was asked that can fail."},
    {does_not_fit, "It does not: a demand is not met, a job has no room, a file has errors, a bar is missed."},
    {bad_input, "What was given cannot be read; the message says what, where and what was expected."},
    {cannot_be_judged, "Too little is known to judge it, or nothing was found to judge."}};

// What the commands of one run share: how to print, and what came of it. Nothing is printed before the end, so that a
// run that ends in bad input prints its one message and nothing else; of an answer too long to be held, flush prints what there
// is once nothing of the input can be wrong any more.
struct session {
  std::string out{};
  std::string error{};  // one message; the program's name is put before it
  std::string help{};   // printed before it
  int exit = fits_or_nothing_to_judge;
  int width = 80;  // of the terminal, in characters
  bool colour = false;
  bool utf8 = false;  // whether more than ASCII can be printed

  template <class... T>
  void print(fmt::format_string<T...> format, T&&... arguments) {
    fmt::format_to(std::back_inserter(out), format, std::forward<T>(arguments)...);
  }
  void write(std::string_view text) { out += text; }
  // Throws input_error where standard output cannot be written to.
  void flush();
  std::string styled(std::string_view text, style how) const { return program::styled(text, how, colour); }
  // A line over the output, or over a part of it; broken where it is too long.
  void title(std::string_view text) {
    for (const std::string& line : wrap(text, width)) print("{}\n", styled(line, style::strong));
  }
  void heading(std::string_view text) {
    write("\n");
    title(text);
  }

  void fail(std::string message) {
    exit = bad_input;
    error = std::move(message);
  }
};

inline void session::flush() {
  const bool is_written = std::fwrite(out.data(), 1, out.size(), stdout) == out.size() && std::fflush(stdout) == 0;
  out.clear();
  if (!is_written) throw read::input_error("standard output cannot be written to");
}

}  // namespace headroom::program
