// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <CLI/CLI.hpp>

#include "session.hpp"

namespace headroom::program {

// `headroom sweep`: estimates of many jobs, machines and settings, that go on where they were.
void add_sweep_command(CLI::App& app, session& s);

}  // namespace headroom::program
