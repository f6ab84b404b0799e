// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <vector>

#include "validate/row.hpp"

// Training memory that others computed and printed: ZeRO, DeepSpeed's estimators, Korthikanti et al.
namespace headroom::program::validation {

std::vector<judged> judge_zero(const json& row);
std::vector<judged> judge_deepspeed(const json& row);
std::vector<judged> judge_korthikanti(const json& row);

}  // namespace headroom::program::validation
