// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/shell.hpp>
#include <string>
namespace shell = headroom::read::shell;

// The value of an option in what a script runs; where it depends on something else, on what, and the line.
inline std::string value_of_option(std::string_view script, std::string_view option) {
  const shell::script tree = shell::parse(script);
  const shell::walked runs = shell::walk(tree);
  for (const shell::executed& command : runs.commands)
    for (std::size_t i = 1; i + 1 < command.words.size(); ++i) {
      const shell::value& next = command.words[i + 1].text;
      if (!command.words[i].text.is(option)) continue;
      if (next.is_known()) return std::string(next.text);
      const shell::unjudged& why = *next.gaps.front().why;
      return "depends on " + shell::reason(why) + ", line " + std::to_string(why.at.line);
    }
  return "";
}
