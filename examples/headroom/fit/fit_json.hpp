// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "fit/fit_plan.hpp"

namespace headroom::program {

// All of it for machines, in bytes and dollars an hour. Keys stay what they are.
nlohmann::ordered_json fit_json(const job_fit& of);
nlohmann::ordered_json together_json(const std::vector<pools_fit>& of);

}  // namespace headroom::program
