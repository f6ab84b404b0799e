// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <vector>

#include "fit/fit_plan.hpp"
#include "fit/machine_fit.hpp"
#include "fit/rank_use.hpp"
#include "session.hpp"

namespace headroom::program {

// What its fullest rank takes, a bar a part; with a machine, beside what its GPUs have.
void write_use(session& s, const rank_use& use, const machine_fit* on);

// The whole answer about one job.
void write_fit(session& s, const job_fit& of);

// What two pools take together.
void write_together(session& s, const std::vector<pools_fit>& of);

}  // namespace headroom::program
