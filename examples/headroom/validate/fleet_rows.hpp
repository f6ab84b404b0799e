// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <vector>

#include "validate/row.hpp"

namespace headroom::program::validation {

// Racks, VMs and GPUs of real fleets: each figure of a row from the catalogue and the row's other figures.
std::vector<judged> judge_fleet(const json& row);

}  // namespace headroom::program::validation
