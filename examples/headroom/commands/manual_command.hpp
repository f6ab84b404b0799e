// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <CLI/CLI.hpp>

#include "session.hpp"

namespace headroom::program {

// `headroom manual [COMMAND]`: the help as a page for man.
void add_manual_command(CLI::App& app, session& run);

}  // namespace headroom::program
