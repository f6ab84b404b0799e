// SPDX-License-Identifier: BSL-1.0
#pragma once

// The definitions of the readers of shell scripts, for one source of a program: see <headroom/read/implement.hpp>.
#include <headroom/read/shell/detail/positions.ipp>
#include <headroom/read/shell/lexer.ipp>
#include <headroom/read/shell/lexer_words.ipp>
#include <headroom/read/shell/parse.ipp>
#include <headroom/read/shell/parse_commands.ipp>
#include <headroom/read/shell/parse_tests.ipp>
