// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <CLI/CLI.hpp>

#include "session.hpp"

namespace headroom::program {

// `headroom estimate`: how long a job's steps take.
void add_estimate_command(CLI::App& app, session& s);

}  // namespace headroom::program
