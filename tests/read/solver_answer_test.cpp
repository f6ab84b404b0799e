// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/solver_answer.hpp>

#include <string>
#include <string_view>
#include <vector>

#include <check.hpp>

namespace {

using hr::read::solver;
using hr::read::solver_standing;

hr::read::solver_answer answer(solver by, std::string_view text, std::size_t variables = 2) { return value_of(hr::read::solver_answer_of(by, text, variables)); }

// As cbc 2.10.8 and glpsol 5.0 wrote them of min 16 x0 + 8.5 x1, 2 x0 + x1 >= 17, x0 <= 4; HiGHS's after its documentation.
constexpr std::string_view of_cbc =
    "Optimal - objective value 140.50000000\n"
    "      0 x0                     4                      16\n"
    "      1 x1                     9                     8.5\n";
constexpr std::string_view of_glpk =
    "c Problem:    \nc Rows:       1\nc Columns:    2\nc Non-zeros:  2\nc Status:     INTEGER OPTIMAL\nc Objective:  amount = 140.5 (MINimum)\nc\n"
    "s mip 1 2 o 140.5\ni 1 17\nj 1 4\nj 2 9\ne o f\n";
constexpr std::string_view of_highs =
    "Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective 140.5\n# Columns 2\nx0 4\nx1 9\n# Rows 1\nneed0 17\n\n# Dual solution values\nNone\n";

std::string with(std::string_view text, std::string_view from, std::string_view to) {
  std::string made(text);
  made.replace(made.find(from), from.size(), to);
  return made;
}

}  // namespace

TEST_CASE("Solution files of three solvers are read") {
  for (const auto& [by, text] : {std::pair{solver::cbc, of_cbc}, std::pair{solver::glpk, of_glpk}, std::pair{solver::highs, of_highs}}) {
    const hr::read::solver_answer found = answer(by, text);
    CHECK(found.standing == solver_standing::optimal);
    CHECK(found.point == std::vector<double>{4, 9});
  }
}

TEST_CASE("What was found in time is told from what is the least, and from nothing") {
  CHECK(answer(solver::cbc, with(of_cbc, "Optimal", "Stopped on time")).standing == solver_standing::stopped);
  CHECK(answer(solver::cbc, "Stopped on time (no integer solution - continuous used) - objective value 1\n      0 x0  2.5  0\n").standing == solver_standing::nothing_found);
  CHECK(answer(solver::cbc, "Infeasible - objective value 5\n**       0 x0                     5                       0\n").standing == solver_standing::infeasible);
  CHECK(answer(solver::cbc, "Integer infeasible - objective value 0\n").standing == solver_standing::infeasible);
  CHECK(answer(solver::glpk, with(of_glpk, " o 140.5", " f 140.5")).standing == solver_standing::stopped);
  CHECK(answer(solver::glpk, with(of_glpk, " o 140.5", " n 0")).standing == solver_standing::infeasible);
  CHECK(answer(solver::glpk, with(of_glpk, " o 140.5", " u 0")).standing == solver_standing::nothing_found);
  CHECK(answer(solver::highs, with(of_highs, "Optimal", "Time limit reached")).standing == solver_standing::stopped);
  CHECK(answer(solver::highs, with(of_highs, "Optimal", "Infeasible")).standing == solver_standing::infeasible);
  CHECK(answer(solver::highs, "Model status\nTime limit reached\n\n# Primal solution values\nNone\n").standing == solver_standing::nothing_found);
}

TEST_CASE("Zeros may be left out by CBC, and marks stand before what is not within its limits") {
  // Numbers of two digits, and no more than nine.
  CHECK(answer(solver::cbc, "Optimal - objective value 1\n  12 x12   3.5   0\n", 13).point == std::vector<double>{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3.5});
  CHECK(answer(solver::cbc, "Optimal - objective value 1\n  1 x000000001   3.5   0\n").point == std::vector<double>{0, 3.5});
  CHECK(hr::read::solver_answer_of(solver::cbc, "Optimal - objective value 1\n  1 x0000000001   3.5   0\n", 2).is_unknown());
  CHECK(answer(solver::cbc, "Optimal - objective value 1\n**      2 x2   3.5   0\n", 3).point == std::vector<double>{0, 0, 3.5});
  std::vector<double> many(124, 0);
  many[123] = 3.5;
  CHECK(answer(solver::cbc, "Optimal - objective value 1\n    123 x123   3.5   0\n", 124).point == many);
}

TEST_CASE("What is no solution file is none") {
  const auto note = [](solver by, std::string_view text) {
    const auto found = hr::read::solver_answer_of(by, text, 2);
    CHECK(found.is_unknown());
    return found.note;
  };
  for (const solver each : {solver::cbc, solver::glpk, solver::highs})
    for (const std::string_view text : {"", "\n", "x0 4\nx1 9\n", "Segmentation fault"}) CHECK(!note(each, text).empty());
  for (const std::string_view word : {"x2", "y1", "x", "x-1", "x99999999999"}) CHECK(!note(solver::cbc, with(of_cbc, "x1", word)).empty());
  CHECK(!note(solver::cbc, with(of_cbc, "x1", "x0000000001")).empty());
  CHECK(answer(solver::cbc, with(of_cbc, "x1", "x000000001")).point == std::vector<double>{4, 9});
  for (const std::string_view word : {"nan", "9x", "1e999"}) {
    CHECK(!note(solver::cbc, with(of_cbc, " 9 ", " " + std::string(word) + " ")).empty());
    CHECK(!note(solver::glpk, with(of_glpk, "j 2 9", "j 2 " + std::string(word))).empty());
    CHECK(!note(solver::highs, with(of_highs, "x1 9", "x1 " + std::string(word))).empty());
  }
  CHECK(!note(solver::glpk, with(of_glpk, "j 2 9\n", "")).empty());
  CHECK(note(solver::glpk, with(of_glpk, "j 2 9", "j 2 nine")) == "a line has no variable of the program with its value");
  CHECK(note(solver::glpk, with(of_glpk, "j 2 9\n", "")) == "a variable has no value");
  CHECK(!note(solver::glpk, with(of_glpk, "j 2 9\n", "j 2 9\nj 3 1\n")).empty());
  // 2^64 + 1, a line of one word, and a status of more letters than one.
  CHECK(!note(solver::cbc, with(of_cbc, "x1", "x18446744073709551617")).empty());
  CHECK(!note(solver::cbc, std::string(of_cbc) + "garbage\n").empty());
  CHECK(answer(solver::cbc, std::string(of_cbc) + "\n  \n").point == std::vector<double>{4, 9});
  CHECK(note(solver::glpk, with(of_glpk, " o 140.5", " opt 140.5")) == "its status is none of a mixed integer program");
  CHECK(note(solver::glpk, with(of_glpk, "s mip", "s bas")) == "its status is none of a mixed integer program");
  CHECK(note(solver::glpk, with(of_glpk, "s mip", "t mip")) == "it has no status, or no end");
  for (const std::string_view end : {"e o x", "e x f", "x o f", "e o"}) CHECK(note(solver::glpk, with(of_glpk, "e o f", end)) == "it has no status, or no end");
  CHECK(answer(solver::glpk, with(of_glpk, "s mip 1 2 o", "s mip 12 34 o")).point == std::vector<double>{4, 9});
  CHECK(!note(solver::highs, with(of_highs, "x1 9", "y1 9")).empty());
  CHECK(answer(solver::glpk, "s mip 1 2 u 0\ne o f\n").standing == solver_standing::nothing_found);
  CHECK(answer(solver::glpk, "s mip 1 2 n 0\ne o f\n").standing == solver_standing::infeasible);
  CHECK(!note(solver::glpk, "s mip 1 2 f 0\ne o f\n").empty());
  CHECK(!note(solver::glpk, with(of_glpk, "e o f", "")).empty());
  for (const std::string_view end : {"x o f", "e x f", "e o x"}) CHECK(!note(solver::glpk, with(of_glpk, "e o f", end)).empty());
  CHECK(note(solver::glpk, with(of_glpk, "s mip", "s bas")) == "its status is none of a mixed integer program");
  CHECK(note(solver::glpk, with(of_glpk, "s mip 1 2 o 140.5\n", "")) == "it has no status, or no end");
  CHECK(!note(solver::glpk, with(of_glpk, "j 1", "j 0")).empty());
  CHECK(note(solver::glpk, with(of_glpk, "j 1", "j x")) == "a line has no variable of the program with its value");
  CHECK(!note(solver::highs, with(of_highs, "x1 9\n", "")).empty());
}
