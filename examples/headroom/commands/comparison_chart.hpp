// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/report/chart.hpp>

#include "commands/entry.hpp"

namespace headroom::program {

// What the second has of each figure in which the two differ, in % of what the first has.
report::chart comparison_chart(const entry& a, const entry& b);

}  // namespace headroom::program
