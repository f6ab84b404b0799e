// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/report/chart.hpp>
#include <span>

#include "validate/family.hpp"
#include "validate/row.hpp"

namespace headroom::program::validation {

// The figures of a family that count: ours over the published, with the bar beside the line on which they are equal.
// Without points where the family is held to no error, or has no figures above 0.
report::chart family_chart(const family& of, std::span<const judged> figures);

}  // namespace headroom::program::validation
