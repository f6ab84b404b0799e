// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>

namespace headroom::read::shell {

// Where something stands in its file: both from 1; a column counts bytes.
struct position {
  int line = 1;
  int column = 1;

  friend constexpr bool operator==(const position&, const position&) = default;
};

// A text need not stand in its file as it is: a YAML block is indented, a value of a variable is joined from pieces.
// What follows from `offset` of the text on stands in the file from `at` on, up to the next origin.
struct origin {
  std::size_t offset = 0;
  position at{};

  friend constexpr bool operator==(const origin&, const origin&) = default;
};

}  // namespace headroom::read::shell
