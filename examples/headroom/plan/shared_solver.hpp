// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/hardware/figure.hpp>
#include <headroom/plan/shared_program.hpp>
#include <headroom/units.hpp>
#include <string_view>

#include "io.hpp"
#include "plan/shared_jobs.hpp"

// The choice of the jobs' plans, and of machines for demands beside them, by a solver of others.
namespace headroom::program {

// The choice as whole numbers within linear rows, of the plans within each deadline; unknown, with the reason, where these do not say as much.
figure<shared_program> program_of(const shared_answer& of);

// Takes the solver's choice in place of the one that was searched where it takes less, after it was laid out and held against the demands and the
// search. Throws input_error where the choice is no such program, or the solver is not there, fails, or answers what cannot be.
void solve_shared(const io& outside, shared_answer& of, std::string_view solver, const duration& limit);

}  // namespace headroom::program
