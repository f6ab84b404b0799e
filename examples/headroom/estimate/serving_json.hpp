// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "estimate/serving_estimate.hpp"

namespace headroom::program {

// The estimates of one job that serves for machines, in seconds and dollars. Keys stay what they are.
nlohmann::ordered_json serving_estimates_json(const planned_job& job, const std::vector<serving_estimate>& on, const load_request& asked);

}  // namespace headroom::program
