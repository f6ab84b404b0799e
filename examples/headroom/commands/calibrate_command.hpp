// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <CLI/CLI.hpp>

#include "session.hpp"

namespace headroom::program {

// `headroom calibrate`: efficiencies of one's own, from one's own runs.
void add_calibrate_command(CLI::App& app, session& s);

}  // namespace headroom::program
