// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <headroom/count.hpp>
#include <headroom/plan/integer_program.hpp>
#include <headroom/read/common/models.hpp>
#include <headroom/read/solver_answer.hpp>
#include <headroom/units.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "io.hpp"

// A solver of others, which has to be on PATH.
namespace headroom::program {

inline constexpr std::array<std::string_view, 3> solver_words{"cbc", "glpk", "highs"};

std::string_view title_of_solver(std::string_view word);

// What it answers to a program in LP, in so much time. Throws input_error where it is not there, fails, or its answer cannot be read.
solver_answer solved_outside(const io& outside, std::string_view word, const std::string& lp, std::size_t variables, const duration& limit);

// Its point as whole numbers within their limits. Throws input_error where it is none.
std::vector<count> whole_point(std::string_view word, const std::vector<double>& point, const integer_program& of);

// What solvers round at.
inline constexpr double rounding_of_solvers = 1e-6;
bool is_less_by_solvers(double a, double b);

// That begins with the solver's word.
input_error refused_of_solver(std::string_view word, std::string_view why);

}  // namespace headroom::program
