// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <CLI/CLI.hpp>

#include "session.hpp"

namespace headroom::program {

// `headroom plan`: the machines that do a job with least.
void add_plan_command(CLI::App& app, session& s);

}  // namespace headroom::program
