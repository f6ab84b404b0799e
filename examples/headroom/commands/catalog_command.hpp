// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <CLI/App.hpp>

#include "session.hpp"

namespace headroom::program {

// `headroom catalog`: the machines that exist, all about one of them, or two side by side.
void add_catalog_command(CLI::App& app, session& run);

}  // namespace headroom::program
