// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/shell/unjudged.hpp>

namespace headroom::read::shell {

namespace unjudged_detail {

// On one line, and short.
std::string quoted(std::string_view source) {
  constexpr std::size_t longest = 60;
  std::string text = "`";
  for (const char c : source.substr(0, longest)) text += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  return text + (source.size() > longest ? "..." : "") + "`";
}

}  // namespace unjudged_detail

std::string reason(const unjudged& of) {
  const std::string source = unjudged_detail::quoted(of.what);
  const std::string name(of.what);
  const std::string line = std::to_string(of.at.line);
  switch (of.why) {
    case cause::variable:
      // $@, $1: of the script or a function.
      if (!name.empty() && (name[0] == '@' || name[0] == '*' || (name[0] >= '0' && name[0] <= '9'))) return "the arguments that the script is called with";
      return "what $" + name + " holds";
    case cause::output: return "what the command " + source + " prints";
    case cause::branch: return "which branch of line " + line + " runs";
    case cause::rounds: return "how often the loop of line " + line + " runs";
    case cause::sourced: return "what $" + name + " holds behind the file that line " + line + " reads";
    case cause::evaluated: return "what $" + name + " holds behind the text that line " + line + " evaluates";
    case cause::input: return "what line " + line + " reads into $" + name;
    case cause::process: return "the number of a process";
    case cause::expansion: return "what " + source + " comes to";
    case cause::arithmetic: return "what the expression " + source + " comes to";
    case cause::home: return "where the folder " + source + " is";
    case cause::language: return "whether the shell expands " + source;
    case cause::environment: return "what $" + name + " holds in what line " + line + " starts";
    case cause::outside: return "what $" + name + " holds behind line " + line + ", which is outside the grammar of the shell";
    case cause::too_much: return "what is too much to follow";
  }
  return {};
}

}  // namespace headroom::read::shell
