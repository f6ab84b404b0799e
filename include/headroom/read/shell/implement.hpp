// SPDX-License-Identifier: BSL-1.0
#pragma once

// The definitions of the reader of shell scripts, for one source of a program: see <headroom/read/implement.hpp>.
#include <headroom/read/shell/circumstances.ipp>
#include <headroom/read/shell/detail/arithmetic.ipp>
#include <headroom/read/shell/detail/braces.ipp>
#include <headroom/read/shell/detail/builders.ipp>
#include <headroom/read/shell/detail/conditions.ipp>
#include <headroom/read/shell/detail/expander.ipp>
#include <headroom/read/shell/detail/expander_parameters.ipp>
#include <headroom/read/shell/detail/merge.ipp>
#include <headroom/read/shell/detail/outputs.ipp>
#include <headroom/read/shell/detail/pattern.ipp>
#include <headroom/read/shell/detail/positions.ipp>
#include <headroom/read/shell/detail/variables.ipp>
#include <headroom/read/shell/detail/walker.ipp>
#include <headroom/read/shell/detail/walker_builtins.ipp>
#include <headroom/read/shell/detail/walker_compound.ipp>
#include <headroom/read/shell/detail/walker_loops.ipp>
#include <headroom/read/shell/detail/walker_shells.ipp>
#include <headroom/read/shell/detail/walker_simple.ipp>
#include <headroom/read/shell/executed.ipp>
#include <headroom/read/shell/lexer.ipp>
#include <headroom/read/shell/lexer_words.ipp>
#include <headroom/read/shell/parse.ipp>
#include <headroom/read/shell/parse_commands.ipp>
#include <headroom/read/shell/parse_tests.ipp>
#include <headroom/read/shell/unjudged.ipp>
#include <headroom/read/shell/value.ipp>
#include <headroom/read/shell/walk.ipp>
