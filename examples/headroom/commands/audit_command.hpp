// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <CLI/App.hpp>

#include "session.hpp"

namespace headroom::program {

// `headroom audit`: the published headline figures, computed again from parts. Ends with 1 where one does not stand as
// expected.
void add_audit_command(CLI::App& app, session& run);

}  // namespace headroom::program
