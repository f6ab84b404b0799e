// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include <headroom/read/shell/circumstances.hpp>
#include <headroom/read/shell/environment.hpp>
#include <headroom/read/shell/syntax.hpp>
#include <headroom/read/shell/value.hpp>

// What a script runs: its commands in the order in which they start.
namespace headroom::read::shell {

// A job in the background that may still run.
struct running_job {
  std::size_t job = 0;        // in walked::jobs
  bool may_have_ended = false;
  const running_job* next = nullptr;
};

enum class command_kind : unsigned char { program, builtin, function };

struct executed {
  command_kind kind = command_kind::program;
  bool is_followed = false;  // the commands that it starts come next, with this one as their parent
  std::size_t script = nowhere;  // which word names the shell or the script that is followed
  position at{};
  std::span<const expanded_word> words{};
  std::size_t name = 0;  // which word names what runs: behind "exec", "command" and "builtin" a later one
  const environment* variables = nullptr;  // that it is given
  const circumstances* in = nullptr;
  const running_job* beside = nullptr;  // what may still run when it starts
};

struct job {
  position at{};
  std::size_t within = nowhere;    // the job that starts it
  std::size_t ended_by = nowhere;  // the first "wait" or "kill" that ends it, or may: its place in walked::commands
};

// A file that is given or that the script writes.
struct file_text {
  std::string_view path{};
  value text{};
};

struct walked {
  std::vector<executed> commands{};
  std::vector<job> jobs{};
  // The variables whose values it asks for, set by it or not, each once.
  std::vector<std::string_view> names_read{};
  // The files of which it is known what is in them at its end, but for variables.
  std::vector<file_text> files{};
  // The pieces outside the grammar, of the script and of those that it runs.
  std::vector<outside> pieces_outside{};
  // False: the script is too much to follow, and what it would run next is not there.
  bool is_complete = true;

  // What the others point into.
  detail::arena memory{};
  std::vector<std::unique_ptr<script>> scripts{};
};

// Whether two commands may run at the same time, neither of which starts the other.
bool may_run_together(const walked& in, std::size_t first, std::size_t second);

// A variable as a command finds it; nullptr where the script gives it nowhere.
inline const value* find_variable(const executed& in, std::string_view name) { return find_variable(in.variables, name); }

// What is in a file at its end; nullptr where nothing says it.
const value* find_file(std::span<const file_text> files, std::string_view path);

}  // namespace headroom::read::shell
