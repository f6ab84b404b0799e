// SPDX-License-Identifier: BSL-1.0
#include "plan/solver_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <headroom/read/common/messages.hpp>

#include "outside_run.hpp"

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

const known_solver& solver_called(std::string_view word) { return *std::ranges::find(solvers, word, &known_solver::word); }

}  // namespace

std::string_view title_of_solver(std::string_view word) { return solver_called(word).title; }

input_error refused_of_solver(std::string_view word, std::string_view why) { return input_error(fmt::format("--solver {}: {}", word, why)); }

bool is_less_by_solvers(double a, double b) { return a < b - rounding_of_solvers * std::max(std::abs(a), std::abs(b)); }

std::vector<count> whole_point(std::string_view word, const std::vector<double>& point, const integer_program& of) {
  std::vector<count> steps;
  for (std::size_t i = 0; i < of.at_most.size(); ++i) {
    const double whole = std::round(point[i]);
    if (!(std::abs(point[i] - whole) <= 1e-5 && whole >= 0 && whole <= static_cast<double>(of.at_most[i])))
      throw refused_of_solver(word, fmt::format("it answers {} of x{}: expected a whole number from 0 to {}", point[i], i, of.at_most[i]));
    steps.push_back(static_cast<count>(whole));
  }
  return steps;
}

solver_answer solved_outside(const io& outside, std::string_view word, const std::string& lp, std::size_t variables, const duration& limit) {
  const known_solver& by = solver_called(word);
  const double seconds = std::ceil(in_seconds(limit));
  const std::vector<file_to_write> files{{"mix.lp", lp}, {"options", std::string(highs_options)}};
  const outside_run run = outside.run(by.words(fmt::format("{:.0f}", seconds)), files, "answer", std::chrono::milliseconds(static_cast<std::int64_t>(1000 * seconds) + 2000));
  const auto failed = [&](std::string_view why) { return refused_of_solver(word, why); };
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

}  // namespace headroom::program
