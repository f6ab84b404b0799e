// SPDX-License-Identifier: BSL-1.0
#include "plan/shared_solver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <headroom/cluster/group.hpp>
#include <headroom/demand/assess.hpp>
#include <headroom/export/shared_program.hpp>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "plan/solver_run.hpp"

namespace headroom::program {

namespace {

// With the machines that the solver gives to demands. Nothing: a demand is not met with them, or they are too many.
std::optional<shared_choice> choice_at(const shared_answer& of, const shared_point& at) {
  std::vector<shared_option> options;
  for (std::size_t i = 0; i < of.jobs.size(); ++i) options.push_back(of.jobs[i].options[at.options[i]]);
  for (std::size_t d = 0; d < of.demands.size(); ++d) {
    std::vector<group> groups;
    for (std::size_t k = 0; k < of.records.size(); ++k) groups.push_back({of.records[k], at.of_demands[d][k]});
    if (assess(std::span<const group>(groups), of.demands[d]).outcome != outcome::fits) return std::nullopt;
  }
  std::optional<shared_choice> made = choice_with_machines(kinds_of(of), options, at.of_demands, in_seconds(of.demands_for), of.objective);
  if (made.has_value()) made->options = at.options;
  return made;
}

double cost_at(const integer_program& of, const std::vector<count>& point) {
  double sum = 0;
  for (std::size_t i = 0; i < point.size(); ++i) sum += of.costs[i] * static_cast<double>(point[i]);
  return sum;
}

// With the solver's choice first, where it takes less.
shared_plan with_choice(const shared_plan& searched, shared_choice choice, bool is_optimal, double least) {
  shared_plan made = searched;
  if (made.best.empty() || is_less_by_solvers(choice.takes.amount, made.best.front().takes.amount)) {
    std::erase_if(made.best, [&](const shared_choice& each) { return each.options == choice.options; });
    made.best.insert(made.best.begin(), std::move(choice));
    if (made.best.size() > 2) made.best.pop_back();
  }
  if (!is_optimal || searched.is_proved) return made;
  made.bound.amount = std::min(least, made.best.front().takes.amount);
  made.is_proved = !is_less_by_solvers(least, made.best.front().takes.amount);
  return made;
}

}  // namespace

figure<shared_program> program_of(const shared_answer& of) {
  if (of.machines.empty()) return figure<shared_program>(unknown).noted("of none of the machines enough is known");
  return shared_program_of(kinds_of(of), options_in_time(of), of.beside(0), of.objective);
}

void solve_shared(const io& outside, shared_answer& of, std::string_view solver, const duration& limit) {
  // By none of whose plans the deadline is met is told as it is.
  if (std::ranges::any_of(of.jobs, [](const shared_job& each) { return each.in_time == 0; })) return;
  const std::string_view title = title_of_solver(solver);
  const auto refused = [&](std::string_view why) { return refused_of_solver(solver, why); };
  const figure<shared_program> made = program_of(of);
  if (!made.is_known()) throw refused(fmt::format("the choice is not written as whole numbers: {}", made.note));
  const shared_program& program = *made.known();
  const solver_answer answer = solved_outside(outside, solver, shared_in_lp(program), program.variables.size(), limit);
  of.solver = title;
  if (answer.standing == solver_standing::nothing_found) return;
  if (answer.standing == solver_standing::infeasible) {
    if (of.found.is_known()) throw refused(fmt::format("{} finds no choice of plans, and there is one", title));
    of.found = figure<shared_plan>(absent).noted("no choice of plans has room on the machines within the limit");
    return;
  }
  if (of.found.is_absent()) throw refused(fmt::format("{} answers a choice of plans, and none has room", title));
  const std::vector<count> point = whole_point(solver, answer.point, program.steps);
  const double least = cost_at(program.steps, point);
  const bool is_optimal = answer.standing == solver_standing::optimal;
  std::optional<shared_choice> choice = choice_at(of, shared_point_at(program, point, of.jobs.size(), of.demands.size(), of.machines.size()));
  if (!choice.has_value()) throw refused(fmt::format("the choice that {} answers has no room, or meets not all demands", title));
  const shared_plan searched = of.found.value_or({});
  if (!searched.best.empty()) {
    const double found = searched.best.front().takes.amount;
    if (is_less_by_solvers(least, searched.bound.amount)) throw refused(fmt::format("the choice that {} answers takes less than any can", title));
    if (is_optimal && is_less_by_solvers(found, least)) throw refused(fmt::format("{} calls its choice optimal, and one that was found takes less", title));
    std::erase_if(of.binds, [&](const shared_limit& each) { return !is_less_by_solvers(each.without.takes.amount, std::min(found, choice->takes.amount)); });
  }
  of.is_by_solver = is_optimal;
  of.is_proved_here = searched.is_proved;
  of.found = with_choice(searched, std::move(*choice), is_optimal, least);
}

}  // namespace headroom::program
