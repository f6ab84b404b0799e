// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include <headroom/read/shell/position.hpp>

namespace headroom::read::shell {

// What a value depends on that the script alone does not decide.
enum class cause : unsigned char {
  variable,     // nothing in the script sets it, and the surroundings do not say
  output,       // of a command
  branch,       // which one runs
  rounds,       // which one of a loop, or how many
  sourced,      // a file that the shell reads
  evaluated,    // a text that "eval" runs
  input,        // what "read" reads
  process,      // the number of a process
  expansion,    // an operation that is not followed
  arithmetic,   // an expression that is not followed
  home,         // the folder of a user
  language,     // whether the shell knows what bash adds
  environment,  // what a program leaves of it
  outside,      // a piece outside the grammar
  too_much,     // beyond walk_options::most_steps and the like
};

struct unjudged {
  cause why = cause::variable;
  std::string_view what{};  // the name of the variable, the command, the expression
  position at{};            // where it comes from
  // All that it may be, where that is known: of a variable that branches set differently.
  std::span<const std::string_view> may_be{};
  std::size_t job = 0;  // of a process: its place in walked::jobs
};

// The reason in words, as the object of "depends on": "what $TP holds", "which branch runs".
std::string reason(const unjudged& of);

}  // namespace headroom::read::shell
