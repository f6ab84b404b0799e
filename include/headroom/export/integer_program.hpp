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
#include <headroom/math.hpp>
#include <headroom/plan/integer_program.hpp>

// An integer program as text for a solver. Opt-in.
namespace headroom {

// With a name for each row, and a line about each variable.
struct named_program {
  integer_program steps{};
  std::vector<std::string> rows{};
  std::vector<std::string> variables{};
  bool is_last_one = false;  // the last variable is 1, since solvers do not agree on how a constant of the objective is written
};

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

inline std::string comments_on(const named_program& of, std::string_view mark) {
  std::string text;
  for (std::size_t i = 0; i < of.variables.size(); ++i) text += std::string(mark) + " x" + std::to_string(i) + ": " + of.variables[i] + "\n";
  return text;
}

// Some readers take lines of a thousand letters and no more.
inline void put_term(std::string& text, std::size_t& line, std::string_view term) {
  if (text.size() - line > 400) {
    text += "\n";
    line = text.size();
  }
  text += term;
}

// "name: 0.5 x0 + 3 x2"; without terms 0 of the first, which there always is.
inline std::string lp_sum(std::string_view name, std::span<const double> of) {
  std::string text = " " + std::string(name) + ":";
  std::size_t line = 0;
  bool is_first = true;
  for (std::size_t i = 0; i < of.size(); ++i) {
    if (of[i] == 0) continue;
    put_term(text, line, (of[i] < 0 ? " - " : is_first ? " " : " + ") + number_for_solvers(math::absolute(of[i])) + " x" + std::to_string(i));
    is_first = false;
  }
  return is_first ? text + " 0 x0" : text;
}

// With what costs nothing, too: solvers take variables in the order in which they meet them.
inline std::string lp_objective(std::span<const double> costs) {
  std::string text = " amount:";
  std::size_t line = 0;
  for (std::size_t i = 0; i < costs.size(); ++i) put_term(text, line, (i == 0 ? " " : " + ") + number_for_solvers(costs[i]) + " x" + std::to_string(i));
  return text;
}

}  // namespace detail

// In the LP format that GLPK, CBC and HiGHS read: x0, x1, … are its variables. Rows are in their largest common unit, or as shares of their amount.
inline std::string program_in_lp(const named_program& from) {
  const integer_program& of = from.steps;
  std::string rows, bounds, integers;
  for (std::size_t i = 0; i < of.rows.size(); ++i) {
    const program_row row = detail::row_for_solvers(of.rows[i]);
    rows += detail::lp_sum(from.rows[i], row.each) + (row.is_limit ? " <= " : " >= ") + detail::number_for_solvers(row.amount) + "\n";
  }
  std::size_t line = 0;
  for (std::size_t i = 0; i < of.costs.size(); ++i) {
    // Without a bound it is 0 at least.
    if (from.is_last_one && i + 1 == of.costs.size()) bounds += " x" + std::to_string(i) + " = 1\n";
    else if (of.at_most[i] < max_count) bounds += " x" + std::to_string(i) + " <= " + std::to_string(of.at_most[i]) + "\n";
    detail::put_term(integers, line, " x" + std::to_string(i));
  }
  return detail::comments_on(from, "\\") + "Minimize\n" + detail::lp_objective(of.costs) + "\nSubject To\n" + rows + "Bounds\n" + bounds + "General\n" + integers + "\nEnd\n";
}

// The same in the MPS format, in its free form: fields between spaces. GLPK takes it with --freemps, and CBC by the word FREE.
inline std::string program_in_mps(const named_program& from) {
  const integer_program& of = from.steps;
  std::string rows = " N amount\n", columns, amounts, bounds;
  std::vector<std::string> terms(of.costs.size());
  for (std::size_t k = 0; k < of.rows.size(); ++k) {
    const program_row row = detail::row_for_solvers(of.rows[k]);
    rows += (row.is_limit ? " L " : " G ") + from.rows[k] + "\n";
    amounts += " RHS " + from.rows[k] + " " + detail::number_for_solvers(row.amount) + "\n";
    for (std::size_t i = 0; i < of.costs.size(); ++i)
      if (row.each[i] != 0) terms[i] += " x" + std::to_string(i) + " " + from.rows[k] + " " + detail::number_for_solvers(row.each[i]) + "\n";
  }
  for (std::size_t i = 0; i < of.costs.size(); ++i) {
    const std::string name = "x" + std::to_string(i);
    columns += " " + name + " amount " + detail::number_for_solvers(of.costs[i]) + "\n" + terms[i];
    // Some readers take whole numbers without a bound for 0 or 1.
    if (from.is_last_one && i + 1 == of.costs.size()) bounds += " FX BOUND " + name + " 1\n";
    else bounds += of.at_most[i] < max_count ? " UP BOUND " + name + " " + std::to_string(of.at_most[i]) + "\n" : " PL BOUND " + name + "\n";
  }
  return detail::comments_on(from, "*") + "NAME mix FREE\nROWS\n" + rows + "COLUMNS\n MARK 'MARKER' 'INTORG'\n" + columns + " MARK 'MARKER' 'INTEND'\nRHS\n" + amounts +
         "BOUNDS\n" + bounds + "ENDATA\n";
}

}  // namespace headroom
