// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <CLI/CLI.hpp>

#include "session.hpp"

namespace headroom::program {

void add_report_command(CLI::App& app, session& s);

}  // namespace headroom::program
