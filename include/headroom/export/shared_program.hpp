// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <headroom/export/integer_program.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/plan/shared_program.hpp>

// The choice of an option for each job, and of machines for each demand, as an integer program for a solver. Opt-in.
namespace headroom {

namespace detail {

inline std::string words_on(const shared_variable& of) {
  const std::string which = std::to_string(of.which), number = std::to_string(of.of);
  switch (of.about) {
    case shared_variable::subject::option: return "job " + which + " runs by option " + number;
    case shared_variable::subject::demand: return "machines of demand " + which + ", kind " + number;
    case shared_variable::subject::nodes: return "nodes of kind " + which + " filled in one way, to time " + number;
    case shared_variable::subject::domains: return "domains of kind " + which + " filled in one way, to time " + number;
    case shared_variable::subject::in_use: return "machines of kind " + which + " in use to time " + number + " or longer";
    case shared_variable::subject::held: return "of these held";
    case shared_variable::subject::steps: return "of these bought, in steps";
    case shared_variable::subject::has_steps: break;
  }
  return "whether any are, after all that are held";
}

inline std::string_view word_of(shared_row::subject of) {
  switch (of) {
    case shared_row::subject::job: return "job";
    case shared_row::subject::demand: return "demand";
    case shared_row::subject::nodes: return "nodes";
    case shared_row::subject::domains: return "domains";
    case shared_row::subject::in_use: return "in_use";
    case shared_row::subject::kept: return "kept";
    case shared_row::subject::kind: return "kind";
    case shared_row::subject::limited: return "all";
    case shared_row::subject::budget: return "budget";
    case shared_row::subject::spot: break;
  }
  return "spot";
}

// Each row has a number of its own, as several are about the same.
inline named_program named_shared(const shared_program& of) {
  named_program made{.steps = of.steps};
  for (std::size_t i = 0; i < of.rows.size(); ++i)
    made.rows.push_back("r" + std::to_string(i) + "_" + std::string(word_of(of.rows[i].about)) + std::to_string(of.rows[i].which));
  for (const shared_variable& each : of.variables) made.variables.push_back(words_on(each));
  return made;
}

}  // namespace detail

// What least_shared_with() solves of what is summed up, in LP and in free MPS: kinds, jobs, options and demands by their number from 0, times of a
// kind from the first that something on it ends.
inline std::string shared_in_lp(const shared_program& of) { return program_in_lp(detail::named_shared(of)); }
inline std::string shared_in_mps(const shared_program& of) { return program_in_mps(detail::named_shared(of)); }

}  // namespace headroom
