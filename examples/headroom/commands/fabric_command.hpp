// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <CLI/CLI.hpp>

#include "session.hpp"

namespace headroom::program {

// `headroom fabric`: what a scale-out network takes that is to be built, and what it costs.
void add_fabric_command(CLI::App& app, session& s);

}  // namespace headroom::program
