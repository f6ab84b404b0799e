// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>
#include <vector>

#include <headroom/read/shell/detail/arena.hpp>
#include <headroom/read/shell/word.hpp>

namespace headroom::read::shell::detail {

// The words that bash makes of one with braces: "a{b,c}" is "ab" and "ac", "{1..3}" is "1", "2" and "3". Nothing where
// they are too many to write out.
std::optional<std::vector<word>> expand_braces(const word& of, arena& memory);

}  // namespace headroom::read::shell::detail
