// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include <headroom/read/shell/syntax.hpp>

namespace headroom::read::shell {

struct parse_options {
  std::span<const origin> origins{};        // where the text stands in its file, in order of offset; none: as it is
  int most_nested = 100;                    // constructs in each other
  std::size_t most_bytes = std::size_t{1} << 20;
};

// The tree of a script. Never fails: what is outside the grammar is a node of its own, and what is behind it is parsed.
// Time and memory are in proportion to the text.
script parse(std::string_view text, const parse_options& options = {});

}  // namespace headroom::read::shell
