// SPDX-License-Identifier: BSL-1.0
#include "plan/mix_solver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <headroom/cluster/group.hpp>
#include <headroom/demand/assess.hpp>
#include <headroom/export/mix_program.hpp>
#include <headroom/read/common/messages.hpp>
#include <headroom/read/common/models.hpp>
#include <headroom/read/solver_answer.hpp>
#include <string>
#include <vector>

#include "outside_run.hpp"
#include "reading.hpp"

namespace headroom::program {

namespace {

// Who it is, and how it is told to solve mix.lp in so many seconds.
struct known_solver {
  std::string_view word;
  solver which;
  std::string_view title;
  std::string_view where;
  std::vector<std::string> (*words)(const std::string& seconds);
};

// The gaps that HiGHS leaves unless told otherwise are a ten thousandth.
constexpr std::string_view highs_options = "mip_rel_gap = 0\nmip_abs_gap = 0\n";

using solver_arguments = std::vector<std::string>;
const std::array<known_solver, 3> solvers{{
    {"cbc", solver::cbc, "CBC", "Debian's coinor-cbc", [](const std::string& seconds) { return solver_arguments{"cbc", "mix.lp", "-sec", seconds, "-solve", "-solution", "answer"}; }},
    {"glpk", solver::glpk, "GLPK", "Debian's glpk-utils", [](const std::string& seconds) { return solver_arguments{"glpsol", "--lp", "mix.lp", "--tmlim", seconds, "--write", "answer"}; }},
    {"highs", solver::highs, "HiGHS", "highs.dev",
     [](const std::string& seconds) { return solver_arguments{"highs", "--options_file", "options", "--time_limit", seconds, "--solution_file", "answer", "mix.lp"}; }},
}};

// What solvers round at.
constexpr double rounding = 1e-6;

bool is_less(double a, double b) { return a < b - rounding * std::max(std::abs(a), std::abs(b)); }

// Its steps as whole numbers within their limits: none else is an answer.
std::vector<count> steps_of(const known_solver& by, const std::vector<double>& point, const mix_program& program) {
  std::vector<count> steps;
  for (std::size_t i = 0; i < program.variables.size(); ++i) {
    const double whole = std::round(point[i]);
    if (!(std::abs(point[i] - whole) <= 1e-5 && whole >= 0 && whole <= static_cast<double>(program.steps.at_most[i])))
      throw input_error(fmt::format("--solver {}: it answers {} of x{}: expected a whole number from 0 to {}", by.word, point[i], i, program.steps.at_most[i]));
    steps.push_back(static_cast<count>(whole));
  }
  return steps;
}

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
  const bool is_limited = of.within.at_most.is_known() && limited > *of.within.at_most.known() * (1 + rounding);
  return !is_limited && on_spot <= of.within.most_spot * gpus * (1 + rounding);
}

solver_answer answer_of(const known_solver& by, const io& outside, const std::string& text, std::size_t variables, const duration& limit) {
  const double seconds = std::ceil(in_seconds(limit));
  const std::vector<file_to_write> files{{"mix.lp", text}, {"options", std::string(highs_options)}};
  const outside_run run = outside.run(by.words(fmt::format("{:.0f}", seconds)), files, "answer", std::chrono::milliseconds(static_cast<std::int64_t>(1000 * seconds) + 2000));
  const auto failed = [&](std::string_view why) { return input_error(fmt::format("--solver {}: {}", by.word, why)); };
  if (!run.error.empty()) throw failed(fmt::format("{} was not run: {} ({})", by.title, run.error, by.where));
  if (run.was_ended) throw failed(fmt::format("{} went on for two seconds after its time was up, and was ended", by.title));
  std::string said = run.printed;
  std::ranges::replace_if(said, [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
  if (said.size() > 120) said = "…" + said.substr(said.size() - 120);
  if (run.status != 0 || run.result.empty()) throw failed(fmt::format("{} failed, with exit status {}{}: {}", by.title, run.status, run.result.empty() ? " and no answer" : "", in_quotes(said)));
  const figure<solver_answer> read = solver_answer_of(by.which, run.result, variables);
  if (!read.is_known()) throw failed(fmt::format("the answer of {} cannot be read: {}", by.title, read.note));
  return *read.known();
}

}  // namespace

void solve_mix(const io& outside, demand_mix& of, std::span<const demand> demands, std::string_view solver, const duration& limit) {
  const known_solver& by = *std::ranges::find(solvers, solver, &known_solver::word);
  const auto refused = [&](std::string_view why) { return input_error(fmt::format("--solver {}: {}", by.word, why)); };
  const figure<std::string> text = mixes_in_lp(of.kinds, demands, of.least, of.within);
  if (!text.is_known()) throw refused(text.note);
  const mix_program program = mixes_program_of(of.kinds, demands, of.least, of.within).value_or({});
  const solver_answer answer = answer_of(by, outside, *text.known(), variables_for_solvers(program), limit);
  const figure<machine_mixes> searched = of.found;
  const std::string_view all = demands.size() == 1 ? "the demand" : "all the demands";
  of.solver = by.title;
  if (answer.standing == solver_standing::infeasible) {
    if (searched.is_known()) throw refused(fmt::format("{} finds no mix, and {} meets {}", by.title, mix_machines_text(of), all));
    of.found = figure<machine_mixes>(absent).noted(demands.size() == 1 ? "no mix of these machines meets the demand" : "no mix of these machines meets all the demands");
    return;
  }
  if (answer.standing == solver_standing::nothing_found) {
    of.is_by_solver = false;
    return;
  }
  if (searched.is_absent()) throw refused(fmt::format("{} answers a mix, and none of these machines meets {}", by.title, all));
  const std::vector<count> steps = steps_of(by, answer.point, program);
  machine_mixes mixes = mixes_at(of.kinds, program, steps);
  machine_mix& mix = mixes.all;
  mix.is_proved = answer.standing == solver_standing::optimal;
  if (!is_met(of, mixes, demands)) throw refused(fmt::format("the mix that {} answers does not meet {}", by.title, all));
  const double bound = searched.is_known() ? searched.known()->all.bound : program.taken;
  if (is_less(mix.amount, bound)) throw refused(fmt::format("the mix that {} answers takes less than any can", by.title));
  if (searched.is_known() && is_less(searched.known()->all.amount, mix.amount)) {
    if (mix.is_proved) throw refused(fmt::format("{} calls its mix optimal, and {} takes less", by.title, mix_machines_text(of)));
    of.is_by_solver = false;
    return;
  }
  of.is_by_solver = true;
  of.is_proved_here = searched.is_known() && searched.known()->all.is_proved;
  mix.bound = mix.is_proved ? mix.amount : std::min(bound, mix.amount);
  if (of.is_proved_here) mix.is_proved = true;
  of.found = mixes;
}

}  // namespace headroom::program
