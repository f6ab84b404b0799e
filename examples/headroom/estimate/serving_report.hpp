// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <vector>

#include "estimate/serving_estimate.hpp"
#include "session.hpp"

// Estimates of serving as text.
namespace headroom::program {

// Of one job on each machine, in the order given; with the next best layouts where asked for.
void write_serving_estimates(session& s, const planned_job& job, const std::vector<serving_estimate>& on, const load_request& asked, bool compares);

}  // namespace headroom::program
