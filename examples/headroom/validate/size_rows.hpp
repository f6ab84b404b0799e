// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <vector>

#include "validate/row.hpp"

namespace headroom::program::validation {

// Published sizes of checkpoints and of files of weights.
std::vector<judged> judge_sizes(const json& row);

}  // namespace headroom::program::validation
