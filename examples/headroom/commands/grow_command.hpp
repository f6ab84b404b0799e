// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <CLI/CLI.hpp>

#include "session.hpp"

namespace headroom::program {

// `headroom grow`: until when a cluster meets a demand that grows, and which machines to order when.
void add_grow_command(CLI::App& app, session& s);

}  // namespace headroom::program
