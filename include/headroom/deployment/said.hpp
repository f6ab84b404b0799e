// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <string_view>

#include <headroom/hardware/figure.hpp>

namespace headroom {

// Whether a file says something and, where it speaks of it and does not, why it is not known.
enum class said_state {
  silent,
  known,
  unresolved,  // as its line has it
  left_open,   // a variable, a template or an expression, which the file's tool resolves
  chosen,      // what runs it chooses among several: a range of nodes, a list of sizes
  elsewhere,   // said of the machine, or in a file that was not read
  run_time,    // what a command comes to as it runs
};

// As the object of "depends on"; empty where nothing is open.
constexpr std::string_view reason(said_state of) {
  switch (of) {
    case said_state::silent:
    case said_state::known: return {};
    case said_state::unresolved: return "what its line leaves open";
    case said_state::left_open: return "a variable or an expression, which the file's tool resolves";
    case said_state::chosen: return "which of several what runs it chooses";
    case said_state::elsewhere: return "what the machine has, or a file that was not read says";
    case said_state::run_time: return "what a command comes to as it runs";
  }
  return {};
}

// What a deployment file says: the value and its line. Unknown with a line: the file speaks of it, and what it is does not
// follow from the file; `state` says why. Unknown without: the file is silent.
template <class T>
struct said {
  T value{};
  said_state state = said_state::silent;
  int line = 0;

  constexpr said() = default;
  // Of what depends on another figure `because` may be its state, whatever that is.
  constexpr said(unknown_t, int at, said_state because = said_state::unresolved)
      : state(at == 0 ? said_state::silent : reason(because).empty() ? said_state::unresolved : because), line(at) {}
  template <class U>
  requires(std::convertible_to<U, T> && (!std::integral<T> || std::integral<U>)) constexpr said(const U& known, int at)
      : value(known), state(said_state::known), line(at) {}

  constexpr bool is_known() const { return state == said_state::known; }
  constexpr bool is_silent() const { return !is_known() && line == 0; }
  constexpr bool is_unresolved() const { return !is_known() && line != 0; }
  constexpr T value_or(T otherwise) const { return is_known() ? value : otherwise; }
};

}  // namespace headroom
