// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <headroom/count.hpp>
#include <headroom/demand/demand.hpp>
#include <headroom/export/integer_program.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/plan/integer_program.hpp>
#include <headroom/plan/mix_program.hpp>

// The mix of machines that meets demands, as an integer program for a solver. Opt-in.
namespace headroom {

namespace detail {

// In the unit that people read: dollars an hour.
inline double cost_for_solvers(double cost, mix_objective of) { return of == mix_objective::price_per_hour ? in_dollars_per_hour(from_base_units<money_rate>(cost)) : cost; }

// A variable that is 1.
inline void add_taken(integer_program& to, double cost) {
  to.costs.push_back(cost);
  to.at_most.push_back(1);
  for (program_row& each : to.rows) each.each.push_back(0);
}

inline figure<mix_program> program_for_solvers(std::span<const mix_kind> kinds, std::span<const demand> demands, mix_objective objective, const mix_limits& within) {
  figure<mix_program> made = mixes_program_of(kinds, demands, objective, within);
  if (!made.is_known()) return made;
  const auto refused = [](std::string_view why) { return figure<mix_program>(unknown).noted(why); };
  if (!made.known()->adds_up) return refused("needs of whole racks or domains do not add up by machine");
  if (made.known()->is_open()) return refused("a figure that is not known may decide");
  if (made.known()->steps.rows.empty()) return refused("nothing is asked for");
  mix_program program = *made.known();
  for (double& each : program.steps.costs) each = cost_for_solvers(each, objective);
  if (program.taken > 0) add_taken(program.steps, cost_for_solvers(program.taken, objective));
  return program;
}

// "need0", of several demands "need0of2"; "kind1", "spot", "all".
inline std::string row_name(const mix_program& of, std::size_t row) {
  const mix_row& about = of.rows[row];
  switch (about.about) {
    case mix_row::subject::kind: return "kind" + std::to_string(about.which);
    case mix_row::subject::spot: return "spot";
    case mix_row::subject::limited: return "all";
    case mix_row::subject::demand: break;
  }
  const std::string name = (of.steps.rows[row].is_limit ? "limit" : "need") + std::to_string(static_cast<int>(about.line));
  return of.demands == 1 ? name : name + "of" + std::to_string(about.which);
}

inline std::string words_on(const mix_variable& each, std::span<const mix_kind> kinds, std::size_t demands) {
  const mix_kind& kind = kinds[each.kind];
  const std::string by = std::to_string(each.machines), name(kind.machine.name());
  if (demands > 1 && each.demand < demands) return "of demand " + std::to_string(each.demand) + " by " + by + ", " + name;
  return "steps of " + by + " beyond " + std::to_string(kind.at_least) + ", " + name;
}

inline figure<named_program> named_mixes(std::span<const mix_kind> kinds, std::span<const demand> demands, mix_objective objective, const mix_limits& within) {
  const figure<mix_program> found = program_for_solvers(kinds, demands, objective, within);
  if (!found.is_known()) return figure<named_program>(unknown).noted(found.note);
  const mix_program& of = *found.known();
  named_program made{.steps = of.steps, .is_last_one = of.taken > 0};
  for (std::size_t i = 0; i < of.rows.size(); ++i) made.rows.push_back(row_name(of, i));
  for (const mix_variable& each : of.variables) made.variables.push_back(words_on(each, kinds, of.demands));
  if (made.is_last_one) made.variables.emplace_back("1, for what is taken in any case");
  return made;
}

}  // namespace detail

// How many variables the texts have: those of the program, and where something is taken in any case one more, which is 1.
inline std::size_t variables_for_solvers(const mix_program& of) { return of.variables.size() + (of.taken > 0 ? 1 : 0); }

// What least_mixes() solves, in the LP format that GLPK, CBC and HiGHS read: x0, x1, … are the variables of its program, each told in a comment,
// and its optimum is the amount of the mix, of prices in dollars an hour, with what is taken in any case. Unknown, with the reason as its note, as
// mixes_program_of() is, where a figure that is not known may decide, and where a need does not add up by steps: racks, domains or units of GPUs
// that are larger.
inline figure<std::string> mixes_in_lp(std::span<const mix_kind> kinds, std::span<const demand> demands, mix_objective objective = mix_objective::price_per_hour,
                                       const mix_limits& within = {}) {
  const figure<named_program> found = detail::named_mixes(kinds, demands, objective, within);
  return found.is_known() ? figure<std::string>(program_in_lp(*found.known())) : figure<std::string>(unknown).noted(found.note);
}

// The same in the MPS format, in its free form: fields between spaces. GLPK takes it with --freemps, and CBC by the word FREE.
inline figure<std::string> mixes_in_mps(std::span<const mix_kind> kinds, std::span<const demand> demands, mix_objective objective = mix_objective::price_per_hour,
                                        const mix_limits& within = {}) {
  const figure<named_program> found = detail::named_mixes(kinds, demands, objective, within);
  return found.is_known() ? figure<std::string>(program_in_mps(*found.known())) : figure<std::string>(unknown).noted(found.note);
}

// What least_mix() solves, of one demand: steps beyond `at_least` of each kind, in the order of the kinds.
inline figure<std::string> mix_in_lp(std::span<const mix_kind> kinds, const demand& asked, mix_objective objective = mix_objective::price_per_hour, const mix_limits& within = {}) {
  return mixes_in_lp(kinds, std::span<const demand>(&asked, 1), objective, within);
}
inline figure<std::string> mix_in_mps(std::span<const mix_kind> kinds, const demand& asked, mix_objective objective = mix_objective::price_per_hour, const mix_limits& within = {}) {
  return mixes_in_mps(kinds, std::span<const demand>(&asked, 1), objective, within);
}

}  // namespace headroom
