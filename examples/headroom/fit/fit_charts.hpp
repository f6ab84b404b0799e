// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/report/chart.hpp>
#include <span>
#include <string>

#include "fit/machine_fit.hpp"
#include "fit/rank_use.hpp"

// Pictures of what a job takes of GPUs.
namespace headroom::program {

// The parts of the fullest rank's memory, against what a GPU has where machines are named. `on` may be null.
report::chart memory_chart(const rank_use& use, const machine_fit* on);

// The same on several machines.
report::chart memory_chart(std::span<const machine_fit> on);

// What the machines that it takes cost an hour; without rows where no price is known.
report::chart price_chart(std::span<const machine_fit> on);

}  // namespace headroom::program
