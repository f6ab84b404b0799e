// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <span>
#include <string>

#include "session.hpp"

namespace headroom::program {

// One command with its options, as they follow the program's name. What comes of it stands in the session; nothing is
// thrown for bad input.
void run(session& s, std::span<const std::string> words);

// A session that prints as standard output is: its width, colour and characters.
session session_of_terminal();

// Prints what a session holds, or says on standard error what is wrong.
void finish(session& s);

// What is wrong, for standard error: the help, where there is some, and a line each.
std::string text_of_error(const session& s);

}  // namespace headroom::program
