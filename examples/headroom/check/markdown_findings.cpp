// SPDX-License-Identifier: BSL-1.0
#include <fmt/format.h>

#include <string>
#include <string_view>

#include <headroom/read/common/messages.hpp>
#include "check/print_findings.hpp"

namespace headroom::program {

namespace {

// A text from a file as a cell shows it: what Markdown or HTML would take for their own is escaped.
std::string cell_of(std::string_view text) {
  constexpr std::string_view special = "\\`*_{}[]<>()#+!|~&@";
  std::string made;
  for (const char c : printable(text)) {
    if (special.find(c) != std::string_view::npos) made += '\\';
    made += c;
  }
  return made;
}

}  // namespace

void print_markdown(session& s, std::span<const checked_file> files) {
  const std::string words = words_of_check(files);
  s.print("**headroom check:** {}\n", words);
  bool is_first = true;
  for_each_told(files, [&](const checked_file& file, const told_finding& one) {
    if (is_first) s.write("\n| place | severity | finding | to make it right |\n|---|---|---|---|\n");
    is_first = false;
    s.print("| {}{} | {} | {} ({}) | {} |\n", cell_of(file.name), one.line > 0 ? fmt::format(":{}", one.line) : "",
            name(one.severity), cell_of(one.sentence), cell_of(one.rule), cell_of(one.cure));
  });
}

}  // namespace headroom::program
