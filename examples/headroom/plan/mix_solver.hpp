// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/demand/demand.hpp>
#include <headroom/units.hpp>
#include <span>
#include <string_view>

#include "io.hpp"
#include "plan/demand_mix.hpp"

// A mix of machines by a solver of others, which has to be on PATH.
namespace headroom::program {

// Takes the solver's mix in place of the one that was searched, after it was held against the demands and against that search. Throws input_error
// where the solver is not there, fails, or answers what cannot be.
void solve_mix(const io& outside, demand_mix& of, std::span<const demand> demands, std::string_view solver, const duration& limit);

}  // namespace headroom::program
