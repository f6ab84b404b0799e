// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <vector>

#include "validate/row.hpp"

// Published parameter counts, and the bytes of a token in the cache: of the shape that a row describes, or else names.
namespace headroom::program::validation {

std::vector<judged> judge_parameters(const json& row);
std::vector<judged> judge_cache(const json& row);

}  // namespace headroom::program::validation
