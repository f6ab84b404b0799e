// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <CLI/CLI.hpp>

#include "session.hpp"

namespace headroom::program {

// `headroom completion SHELL`: what a shell has to know to complete commands, options and the words that options take.
void add_completion_command(CLI::App& app, session& run);

}  // namespace headroom::program
