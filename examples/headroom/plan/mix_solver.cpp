// SPDX-License-Identifier: BSL-1.0
#include "plan/mix_solver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <headroom/cluster/group.hpp>
#include <headroom/demand/assess.hpp>
#include <headroom/export/mix_program.hpp>
#include <headroom/read/common/models.hpp>
#include <string>
#include <vector>

#include "plan/solver_run.hpp"

namespace headroom::program {

namespace {

bool may_meet_one(const mix_kind& of, std::span<const demand> demands) {
  const group most{of.machine, of.at_most};
  return std::ranges::any_of(demands, [&](const demand& each) { return assess(std::span(&most, 1), each).groups.front().outcome == outcome::fits; });
}

// Whether each demand is met with what it has, and of the machines that are paid for no more draw power, or are on spot, than may be.
bool is_met(const demand_mix& of, const machine_mixes& mixes, std::span<const demand> demands) {
  for (std::size_t d = 0; d < demands.size(); ++d) {
    const std::vector<group> groups = groups_of(of.kinds, mixes.of_each[d]);
    if (assess(std::span<const group>(groups), demands[d]).outcome != outcome::fits) return false;
  }
  double limited = 0, gpus = 0, on_spot = 0;
  for (std::size_t i = 0; i < of.kinds.size(); ++i) {
    const mix_kind& kind = of.kinds[i];
    const auto machines = static_cast<double>(mixes.all.counts[i]);
    limited += kind.limited * machines;
    const double of_kind = may_meet_one(kind, demands) ? machines * static_cast<double>(gpus_of(kind.machine).value_or(0)) : 0;
    gpus += of_kind;
    if (kind.is_spot) on_spot += of_kind;
    count had = 0;
    for (std::size_t d = 0; d < demands.size(); ++d) had += mixes.of_each[d][i];
    if (had > mixes.all.counts[i] || mixes.all.counts[i] > kind.at_most) return false;
  }
  const bool is_limited = of.within.at_most.is_known() && limited > *of.within.at_most.known() * (1 + rounding_of_solvers);
  return !is_limited && on_spot <= of.within.most_spot * gpus * (1 + rounding_of_solvers);
}

}  // namespace

void solve_mix(const io& outside, demand_mix& of, std::span<const demand> demands, std::string_view solver, const duration& limit) {
  const std::string_view title = title_of_solver(solver);
  const auto refused = [&](std::string_view why) { return refused_of_solver(solver, why); };
  const figure<std::string> text = mixes_in_lp(of.kinds, demands, of.least, of.within);
  if (!text.is_known()) throw refused(text.note);
  const mix_program program = mixes_program_of(of.kinds, demands, of.least, of.within).value_or({});
  const solver_answer answer = solved_outside(outside, solver, *text.known(), variables_for_solvers(program), limit);
  const figure<machine_mixes> searched = of.found;
  const std::string_view all = demands.size() == 1 ? "the demand" : "all the demands";
  of.solver = title;
  if (answer.standing == solver_standing::infeasible) {
    if (searched.is_known()) throw refused(fmt::format("{} finds no mix, and {} meets {}", title, mix_machines_text(of), all));
    of.found = figure<machine_mixes>(absent).noted(demands.size() == 1 ? "no mix of these machines meets the demand" : "no mix of these machines meets all the demands");
    return;
  }
  if (answer.standing == solver_standing::nothing_found) {
    of.is_by_solver = false;
    return;
  }
  if (searched.is_absent()) throw refused(fmt::format("{} answers a mix, and none of these machines meets {}", title, all));
  const std::vector<count> steps = whole_point(solver, answer.point, program.steps);
  machine_mixes mixes = mixes_at(of.kinds, program, steps);
  machine_mix& mix = mixes.all;
  mix.is_proved = answer.standing == solver_standing::optimal;
  if (!is_met(of, mixes, demands)) throw refused(fmt::format("the mix that {} answers does not meet {}", title, all));
  const double bound = searched.is_known() ? searched.known()->all.bound : program.taken;
  if (is_less_by_solvers(mix.amount, bound)) throw refused(fmt::format("the mix that {} answers takes less than any can", title));
  if (searched.is_known() && is_less_by_solvers(searched.known()->all.amount, mix.amount)) {
    if (mix.is_proved) throw refused(fmt::format("{} calls its mix optimal, and {} takes less", title, mix_machines_text(of)));
    of.is_by_solver = false;
    return;
  }
  // Of equally good ones the search has the cheapest.
  if (searched.is_known() && of.least != mix_objective::price_per_hour && !is_less_by_solvers(mix.amount, searched.known()->all.amount)) {
    mixes.of_each = searched.known()->of_each;
    mix.counts = searched.known()->all.counts;
  }
  of.is_by_solver = true;
  of.is_proved_here = searched.is_known() && searched.known()->all.is_proved;
  mix.bound = mix.is_proved ? mix.amount : std::min(bound, mix.amount);
  if (of.is_proved_here) mix.is_proved = true;
  of.found = mixes;
}

}  // namespace headroom::program
