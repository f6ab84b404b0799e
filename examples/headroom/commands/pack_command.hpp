// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <CLI/CLI.hpp>

#include "session.hpp"

namespace headroom::program {

// `headroom pack`: whether what deployment files ask for fits on machines together, and where each job goes.
void add_pack_command(CLI::App& app, session& s);

}  // namespace headroom::program
