// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <charconv>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <headroom/count.hpp>
#include <headroom/demand/demand.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/math.hpp>
#include <headroom/plan/integer_program.hpp>
#include <headroom/plan/mix_program.hpp>

// The mix of machines that meets demands, as an integer program for a solver. Opt-in.
namespace headroom {

namespace detail {

inline std::string number_for_solvers(double x) {
  std::array<char, 40> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), x).ptr;
  return {digits.data(), end};
}

// Solvers round at a millionth or so: small whole numbers where a row has such, and else shares of the amount.
inline program_row row_for_solvers(program_row row) {
  double largest = 0;
  for (const double each : row.each) largest = math::larger(largest, math::absolute(each));
  double unit = common_unit(row.each);
  if (!(unit > 0) || largest > 1e6 * unit) unit = row.amount != 0 ? math::absolute(row.amount) : largest > 0 ? largest : 1;
  for (double& each : row.each) each /= unit;
  row.amount /= unit;
  return row;
}

// In the unit that people read: dollars an hour.
inline double cost_for_solvers(double cost, mix_objective of) { return of == mix_objective::price_per_hour ? in_dollars_per_hour(from_base_units<money_rate>(cost)) : cost; }

// A variable that is 1, since solvers do not agree on how a constant of the objective is written.
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
  if (made.known()->is_open) return refused("a figure that is not known may decide");
  if (made.known()->steps.rows.empty()) return refused("nothing is asked for");
  mix_program program = *made.known();
  for (program_row& each : program.steps.rows) each = row_for_solvers(each);
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

inline std::string comments_on(std::span<const mix_kind> kinds, const mix_program& of, std::string_view mark) {
  std::string text;
  for (std::size_t i = 0; i < of.variables.size(); ++i) {
    const mix_variable& each = of.variables[i];
    const mix_kind& kind = kinds[each.kind];
    const std::string by = std::to_string(each.machines);
    text += std::string(mark) + " x" + std::to_string(i) + ": ";
    if (of.demands > 1 && each.demand < of.demands) text += "of demand " + std::to_string(each.demand) + " by " + by;
    else text += "steps of " + by + " beyond " + std::to_string(kind.at_least);
    text += ", " + std::string(kind.machine.name()) + "\n";
  }
  if (of.steps.costs.size() > of.variables.size()) text += std::string(mark) + " x" + std::to_string(of.variables.size()) + ": 1, for what is taken in any case\n";
  return text;
}

// "name: 0.5 x0 + 3 x2"; without terms 0 of the first, which there always is.
inline std::string lp_sum(std::string_view name, std::span<const double> of) {
  std::string text = " " + std::string(name) + ":";
  bool is_first = true;
  for (std::size_t i = 0; i < of.size(); ++i) {
    if (of[i] == 0) continue;
    text += (of[i] < 0 ? " - " : is_first ? " " : " + ") + number_for_solvers(math::absolute(of[i])) + " x" + std::to_string(i);
    is_first = false;
  }
  return is_first ? text + " 0 x0" : text;
}

// With what costs nothing, too: solvers take variables in the order in which they meet them.
inline std::string lp_objective(std::span<const double> costs) {
  std::string text = " amount:";
  for (std::size_t i = 0; i < costs.size(); ++i) text += (i == 0 ? " " : " + ") + number_for_solvers(costs[i]) + " x" + std::to_string(i);
  return text;
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
  const figure<mix_program> found = detail::program_for_solvers(kinds, demands, objective, within);
  if (!found.is_known()) return figure<std::string>(unknown).noted(found.note);
  const integer_program& of = found.known()->steps;
  const std::size_t taken = found.known()->variables.size();
  std::string rows, bounds, integers;
  for (std::size_t i = 0; i < of.rows.size(); ++i)
    rows += detail::lp_sum(detail::row_name(*found.known(), i), of.rows[i].each) + (of.rows[i].is_limit ? " <= " : " >= ") + detail::number_for_solvers(of.rows[i].amount) + "\n";
  for (std::size_t i = 0; i < of.costs.size(); ++i) {
    // Without a bound it is 0 at least.
    if (i == taken) bounds += " x" + std::to_string(i) + " = 1\n";
    else if (of.at_most[i] < max_count) bounds += " x" + std::to_string(i) + " <= " + std::to_string(of.at_most[i]) + "\n";
    integers += " x" + std::to_string(i);
  }
  return detail::comments_on(kinds, *found.known(), "\\") + "Minimize\n" + detail::lp_objective(of.costs) + "\nSubject To\n" + rows + "Bounds\n" + bounds + "General\n" + integers + "\nEnd\n";
}

// The same in the MPS format, in its free form: fields between spaces. GLPK takes it with --freemps, and CBC by the word FREE.
inline figure<std::string> mixes_in_mps(std::span<const mix_kind> kinds, std::span<const demand> demands, mix_objective objective = mix_objective::price_per_hour,
                                        const mix_limits& within = {}) {
  const figure<mix_program> found = detail::program_for_solvers(kinds, demands, objective, within);
  if (!found.is_known()) return figure<std::string>(unknown).noted(found.note);
  const integer_program& of = found.known()->steps;
  const std::size_t taken = found.known()->variables.size();
  std::string rows = " N amount\n", columns, amounts, bounds;
  for (std::size_t k = 0; k < of.rows.size(); ++k) {
    const std::string name = detail::row_name(*found.known(), k);
    rows += (of.rows[k].is_limit ? " L " : " G ") + name + "\n";
    amounts += " RHS " + name + " " + detail::number_for_solvers(of.rows[k].amount) + "\n";
  }
  for (std::size_t i = 0; i < of.costs.size(); ++i) {
    const std::string name = "x" + std::to_string(i);
    columns += " " + name + " amount " + detail::number_for_solvers(of.costs[i]) + "\n";
    for (std::size_t k = 0; k < of.rows.size(); ++k)
      if (of.rows[k].each[i] != 0) columns += " " + name + " " + detail::row_name(*found.known(), k) + " " + detail::number_for_solvers(of.rows[k].each[i]) + "\n";
    // Some readers take whole numbers without a bound for 0 or 1.
    if (i == taken) bounds += " FX BOUND " + name + " 1\n";
    else bounds += of.at_most[i] < max_count ? " UP BOUND " + name + " " + std::to_string(of.at_most[i]) + "\n" : " PL BOUND " + name + "\n";
  }
  return detail::comments_on(kinds, *found.known(), "*") + "NAME mix FREE\nROWS\n" + rows + "COLUMNS\n MARK 'MARKER' 'INTORG'\n" + columns + " MARK 'MARKER' 'INTEND'\nRHS\n" + amounts +
         "BOUNDS\n" + bounds + "ENDATA\n";
}

// What least_mix() solves, of one demand: steps beyond `at_least` of each kind, in the order of the kinds.
inline figure<std::string> mix_in_lp(std::span<const mix_kind> kinds, const demand& asked, mix_objective objective = mix_objective::price_per_hour, const mix_limits& within = {}) {
  return mixes_in_lp(kinds, std::span<const demand>(&asked, 1), objective, within);
}
inline figure<std::string> mix_in_mps(std::span<const mix_kind> kinds, const demand& asked, mix_objective objective = mix_objective::price_per_hour, const mix_limits& within = {}) {
  return mixes_in_mps(kinds, std::span<const demand>(&asked, 1), objective, within);
}

}  // namespace headroom
