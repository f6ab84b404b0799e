// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <span>

#include <headroom/read/shell/detail/builders.hpp>
#include <headroom/read/shell/detail/expander.hpp>

namespace headroom::read::shell::detail {

// What a command prints, where that is a matter of its words: echo, printf, expr, seq. False where it is not followed.
bool add_output(std::span<const expanded_word> words, dialect language, expander& with, value_builder& to);

}  // namespace headroom::read::shell::detail
