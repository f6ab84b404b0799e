// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include <headroom/read/shell/unjudged.hpp>

// What words and variables come to when a script runs: text, of which pieces may be unjudged.
namespace headroom::read::shell {

// A piece that is not known, of any length. It stands in front of text[offset].
struct gap {
  std::size_t offset = 0;
  const unjudged* why = nullptr;
};

struct value {
  std::string_view text{};            // what is known of it
  std::span<const gap> gaps{};        // in order
  position at{};                      // where its first character stands
  std::span<const origin> origins{};  // where later pieces stand
  bool is_default = false;            // part of it is the default of a variable that nothing sets

  constexpr bool is_known() const { return gaps.empty(); }
  constexpr bool is(std::string_view other) const { return gaps.empty() && text == other; }
};

// Whether it begins or ends so, whatever its gaps are.
constexpr bool starts_with(const value& of, std::string_view what) {
  return of.text.substr(0, of.gaps.empty() ? of.text.npos : of.gaps.front().offset).starts_with(what);
}
constexpr bool ends_with(const value& of, std::string_view what) {
  return of.text.substr(of.gaps.empty() ? 0 : of.gaps.back().offset).ends_with(what);
}

// Where a character of it stands in the file.
position position_of(const value& of, std::size_t offset);

// One word of a command that runs.
struct expanded_word {
  value text{};
  position at{};                       // of the word in the command
  bool may_be_several = false;         // or none: a gap in it is not quoted
  bool has_glob = false;               // an unquoted * ? or [: the shell puts the names of files there, if any match
  const unjudged* optional = nullptr;  // why it may not be there at all
};

}  // namespace headroom::read::shell
