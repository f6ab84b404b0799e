// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "estimate/step_estimate.hpp"

namespace headroom::program {

// The estimates of one training job for machines, in seconds, dollars and joules. Keys stay what they are.
nlohmann::ordered_json step_estimates_json(const planned_job& job, const std::vector<step_estimate>& on, const estimate_request& asked);

}  // namespace headroom::program
