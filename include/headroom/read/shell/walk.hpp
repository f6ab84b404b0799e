// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include <headroom/read/shell/executed.hpp>
#include <headroom/read/shell/syntax.hpp>

// Follows a script without running it: which commands it starts, with which words, and when.
namespace headroom::read::shell {

// A variable that the surroundings set: Slurm, a container's env. Without a value: set, but to what is not known.
struct given_variable {
  std::string_view name{};
  std::optional<std::string_view> value{};
  position at{};  // where they set it
};

// An argument of a container's command, or a file's text, with where it stands where that is not in one piece.
struct argument {
  std::string_view text{};
  position at{};
  std::span<const origin> origins{};
};

// A file that is there when the script starts. Its text outlives the result.
struct given_file {
  std::string_view path{};
  argument text{};
};

struct walk_options {
  std::span<const given_variable> variables{};
  std::span<const given_file> files{};
  // $1, $2 and so on; nothing: how the script is called is not known.
  std::optional<std::span<const std::string_view>> arguments{};
  std::size_t most_steps = 20'000;  // commands followed, each round of a loop by itself; from the fourth function in each other one takes more
  std::size_t most_bytes = std::size_t{32} << 20;  // of the result
};

// What the script runs. The script must live as long as the result.
walked walk(const script& of, const walk_options& options = {});

// What a container runs with these arguments: its "command" and "args" one behind the other. "$(X)" is one of the
// variables, as Kubernetes has it, and what "sh -c" is given is followed.
walked walk_arguments(std::span<const argument> arguments, const walk_options& options = {});

}  // namespace headroom::read::shell
