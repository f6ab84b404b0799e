// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "session.hpp"

namespace headroom::program {

// The JSON Schema (draft 2020-12) of the deployment format. What the reader accepts, the schema accepts; beyond it the
// reader knows which names exist, that keys are unique, and what no schema can say.
std::string schema_text();

void add_schema_command(CLI::App& app, session& s);

}  // namespace headroom::program
