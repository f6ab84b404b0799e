// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <vector>

#include "commands/entry.hpp"
#include "session.hpp"

// How `headroom catalog` prints entries that were asked for by name.
namespace headroom::program {

// Looks up a machine, GPU or CPU by its exact name. Fails the run, with the nearest name, where there is none.
bool find_entry(session& run, const std::string& name, entry& result);

// Everything about each: every figure with its source, basis and disputes.
void print_entries(session& run, const std::vector<entry>& entries, bool as_json);

// Two side by side, differences marked.
void print_comparison(session& run, const entry& a, const entry& b, bool as_json);

}  // namespace headroom::program
