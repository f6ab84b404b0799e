// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <CLI/CLI.hpp>

#include "session.hpp"

namespace headroom::program {

// --html FILE and --vega-lite FILE. What such a command prints is kept as a page from then on.
void add_page_options(CLI::App& command, session& s);

// Writes the files that were asked for, each whole or not at all. Fails the run where one cannot be written.
void write_pages(session& s);

}  // namespace headroom::program
