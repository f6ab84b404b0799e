// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <vector>

#include "validate/row.hpp"

namespace headroom::program::validation {

// Operations a token that a rate and a throughput imply, by the convention of whoever printed them. Empty: the row is
// of no convention that is known, of a model that is not, or prints no two figures that imply any.
std::vector<judged> judge_operations(const json& row);

}  // namespace headroom::program::validation
