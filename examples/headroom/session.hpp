// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <fmt/format.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "io.hpp"
#include "print/lines.hpp"
#include "print/style.hpp"

namespace headroom::report {
struct chart;
}

namespace headroom::program {

struct chunk_workers;
class page_record;
class table;

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
  io* outside = &process_io();
  std::string out{};
  std::string error{};  // one message; the program's name is put before it
  std::string help{};   // printed before it
  int exit = fits_or_nothing_to_judge;
  chunk_workers* workers = nullptr;  // of a sweep; null: threads
  bool is_json = false;  // what is printed is one document of JSON
  int width = 80;  // of the terminal, in characters
  bool breaks_findings = true;  // to that width; not where another program reads them by line
  bool colour = false;
  bool utf8 = false;  // whether more than ASCII can be printed
  std::string command{};  // as it was given
  std::string page_title{};
  std::string html_file{};
  std::string vega_lite_file{};
  std::shared_ptr<page_record> page{};  // of what is printed, where one of those is asked for; else null

  template <class... T>
  void print(fmt::format_string<T...> format, T&&... arguments) {
    write(fmt::format(format, std::forward<T>(arguments)...));
  }
  void write(std::string_view text);
  void write(const table& rows);
  // All that a run prints.
  void write_json(std::string_view document);
  // Throws input_error where standard output cannot be written to.
  void flush();
  std::string styled(std::string_view text, style how) const { return program::styled(text, how, colour); }
  // As program::paragraph, in the width of the output.
  void paragraph(std::string_view first, std::string_view text);
  // A line that stands out, broken where it is too long.
  void line(std::string_view text, style how);
  // A line over the output, or over a part of it.
  void title(std::string_view text);
  void heading(std::string_view text);
  // A picture, where a page is asked for.
  void draw(const report::chart& of);

  void fail(std::string message) {
    exit = bad_input;
    error = std::move(message);
  }
};

}  // namespace headroom::program
