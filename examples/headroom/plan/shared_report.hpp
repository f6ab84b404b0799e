// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <nlohmann/json.hpp>

#include "plan/shared_jobs.hpp"
#include "session.hpp"

// A plan of several jobs on one cluster in words, and for machines.
namespace headroom::program {

// How the command ends by it.
exit_code exit_of(const shared_answer& of);

void write_shared(session& s, const shared_answer& of, const shared_request& asked);

nlohmann::ordered_json shared_json(const shared_answer& of, const shared_request& asked);

}  // namespace headroom::program
