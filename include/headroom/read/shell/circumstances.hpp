// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include <headroom/count.hpp>
#include <headroom/read/shell/position.hpp>

// When and where a command of a script runs.
namespace headroom::read::shell {

inline constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

// One of the ways that a script may go: a branch of "if" or "case", or what stands behind && or ||. What runs in another
// branch of the same construct does not run.
struct choice {
  std::size_t construct = 0;
  std::size_t branch = 0;
  position at{};
  const choice* around = nullptr;
  bool is_expected = false;  // behind &&: it runs unless a command in front of it fails that asks no question
};

// A loop. Where its rounds are known each is followed by itself; otherwise one stands for all, which may be nowhere.
struct repetition {
  position at{};
  std::optional<count> rounds{};
  std::optional<count> round{};  // from 0
  const repetition* around = nullptr;
};

// A command of a pipeline: all of them run at once.
struct stage {
  std::size_t pipeline = 0;
  std::size_t place = 0;
  const stage* around = nullptr;
};

struct circumstances {
  const choice* branch = nullptr;      // nullptr: it runs if the script does
  const repetition* loop = nullptr;    // nullptr: it runs once
  const stage* pipeline = nullptr;
  std::size_t background = nowhere;       // its place in walked::jobs: behind it stands "&", or behind what it is in
  std::size_t parent = nowhere;           // the command that starts it: "srun bash -c '...'", a call of a function
  std::string_view function{};         // in whose body it stands
  bool is_in_subshell = false;
  bool is_in_substitution = false;     // $( ), ` `, <( )
};

// Whether it runs once wherever the script does, as long as nothing in front of it fails.
bool is_expected_once(const circumstances& in);

}  // namespace headroom::read::shell
