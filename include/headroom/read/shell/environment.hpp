// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/read/shell/value.hpp>

namespace headroom::read::shell {

// The variables that a command is given: the last that was exported, and the ones before it.
struct environment {
  std::string_view name{};
  const value* holds = nullptr;  // nullptr: it is no longer there
  const environment* before = nullptr;
};

// What a command finds in a variable; nullptr where nothing in the script gives it one.
constexpr const value* find_variable(const environment* in, std::string_view name) {
  for (; in != nullptr; in = in->before)
    if (in->name == name) return in->holds;
  return nullptr;
}

}  // namespace headroom::read::shell
