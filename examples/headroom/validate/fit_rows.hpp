// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <vector>

#include "validate/row.hpp"

namespace headroom::program::validation {

// Jobs that ran, or ran out of memory.
std::vector<judged> judge_fit(const json& row);

}  // namespace headroom::program::validation
