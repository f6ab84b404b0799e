// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <span>
#include <string>

#include "session.hpp"

namespace headroom::program {

// One command with its options, as they follow the program's name. What comes of it stands in the session; nothing is
// thrown for bad input.
void run(session& s, std::span<const std::string> words);

// What is wrong, for standard error: the help, where there is some, and a line each.
std::string text_of_error(const session& s);

}  // namespace headroom::program
