// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <CLI/App.hpp>

#include "session.hpp"

namespace headroom::program {

// `headroom model`: the published models, or all about some of them and about config.json files.
void add_model_command(CLI::App& app, session& s);

}  // namespace headroom::program
