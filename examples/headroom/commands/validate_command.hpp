// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <CLI/CLI.hpp>

#include "session.hpp"

namespace headroom::program {

// headroom validate [FOLDER] [--family NAME] [--rows] [--json]
void add_validate_command(CLI::App& app, session& run);

}  // namespace headroom::program
