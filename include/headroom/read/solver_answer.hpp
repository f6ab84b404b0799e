// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <headroom/hardware/figure.hpp>
#include <headroom/read/common/words.hpp>
#include <headroom/read/document/real_text.hpp>

// What a solver of integer programs answers, as its solution file has it. Opt-in.
namespace headroom::read {

enum class solver { cbc, glpk, highs };

// With a point: the least, or the best when its time was up. Without one: there is none, or none was found in time.
enum class solver_standing { optimal, stopped, infeasible, nothing_found };

struct solver_answer {
  solver_standing standing = solver_standing::nothing_found;
  std::vector<double> point{};  // of x0, x1, …
};

namespace detail {

inline std::string_view next_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

// The words of a line, at most so many: what is beyond is left out.
inline std::array<std::string_view, 8> words_of(std::string_view line) {
  std::array<std::string_view, 8> words{};
  std::size_t n = 0, at = 0;
  while (n < words.size()) {
    while (at < line.size() && is_blank(line[at])) ++at;
    const std::size_t from = at;
    while (at < line.size() && !is_blank(line[at])) ++at;
    if (from == at) break;
    words[n++] = line.substr(from, at - from);
  }
  return words;
}

inline std::optional<double> real_of(std::string_view word) {
  double value = 0;
  const auto [end, wrong] = real_from(word.data(), word.data() + word.size(), value);
  return wrong == std::errc{} && end == word.data() + word.size() && value == value ? std::optional(value) : std::nullopt;
}

// "x12" is 12, "7" of `prefix` "" is 7: below `size`.
inline std::optional<std::size_t> index_of(std::string_view word, std::string_view prefix, std::size_t size) {
  if (!word.starts_with(prefix) || word.size() == prefix.size() || word.size() > prefix.size() + 9) return std::nullopt;
  std::size_t index = 0;
  for (const char c : word.substr(prefix.size())) {
    if (!is_digit(c)) return std::nullopt;
    index = 10 * index + static_cast<std::size_t>(c - '0');
  }
  return index < size ? std::optional(index) : std::nullopt;
}

inline figure<solver_answer> refused(std::string_view why) { return figure<solver_answer>(unknown).noted(why); }

inline figure<solver_answer> at_point(solver_answer made, const std::vector<std::optional<double>>& values) {
  for (const std::optional<double>& each : values) {
    if (!each) return refused("a variable has no value");
    made.point.push_back(*each);
  }
  return made;
}

// The status on the first line, and of each variable its number, name, value and reduced cost; "**" before one that is not within its limits.
// Those that are 0 may be left out. COIN-OR CBC User Guide, "solution".
inline figure<solver_answer> answer_of_cbc(std::string_view text, std::size_t size) {
  const std::string_view status = next_line(text);
  solver_answer made{.point = std::vector<double>(size, 0)};
  if (status.starts_with("Optimal")) made.standing = solver_standing::optimal;
  else if (status.starts_with("Infeasible") || status.starts_with("Integer infeasible")) return solver_answer{solver_standing::infeasible};
  else if (status.starts_with("Stopped") && status.find("no integer solution") != std::string_view::npos) return solver_answer{};
  else if (status.starts_with("Stopped")) made.standing = solver_standing::stopped;
  else return refused("its first line is no status");
  while (!text.empty()) {
    const std::string_view line = next_line(text);
    const std::array<std::string_view, 8> words = words_of(line);
    if (words[0].empty()) continue;
    const bool is_marked = words[0] == "**";
    const std::optional<std::size_t> which = index_of(words[is_marked ? 2 : 1], "x", size);
    const std::optional<double> value = real_of(words[is_marked ? 3 : 2]);
    if (!which || !value) return refused("a line has no variable of the program with its value");
    made.point[*which] = *value;
  }
  return made;
}

// "s mip ROWS COLUMNS STATUS OBJECTIVE", a line "j COLUMN VALUE" for each variable, counted from 1, and "e o f". GLPK Reference Manual,
// "glp_write_mip".
inline figure<solver_answer> answer_of_glpk(std::string_view text, std::size_t size) {
  solver_answer made;
  std::vector<std::optional<double>> values(size);
  bool has_status = false, is_whole = false;
  while (!text.empty() && !is_whole) {
    const std::array<std::string_view, 8> words = words_of(next_line(text));
    if (words[0] == "s") {
      has_status = words[1] == "mip" && words[4].size() == 1;
      if (!has_status) return refused("its status is none of a mixed integer program");
      const char status = words[4][0];
      made.standing = status == 'o' ? solver_standing::optimal : status == 'f' ? solver_standing::stopped : status == 'n' ? solver_standing::infeasible : solver_standing::nothing_found;
    } else if (words[0] == "j") {
      const std::optional<std::size_t> which = index_of(words[1], "", size + 1);
      const std::optional<double> value = real_of(words[2]);
      if (!which || *which == 0 || !value) return refused("a line has no variable of the program with its value");
      values[*which - 1] = value;
    } else {
      is_whole = words[0] == "e" && words[1] == "o" && words[2] == "f";
    }
  }
  if (!has_status || !is_whole) return refused("it has no status, or no end");
  if (made.standing == solver_standing::infeasible || made.standing == solver_standing::nothing_found) return made;
  return at_point(std::move(made), values);
}

// "Model status" and a line with it; "# Primal solution values", whether they are feasible, and after "# Columns N" a line "NAME VALUE" for each
// variable. HiGHS documentation, "Solution file".
inline figure<solver_answer> answer_of_highs(std::string_view text, std::size_t size) {
  std::string_view status;
  bool is_feasible = false;
  std::vector<std::optional<double>> values(size);
  while (!text.empty()) {
    const std::string_view line = next_line(text);
    if (line == "Model status") status = next_line(text);
    else if (line == "# Primal solution values") is_feasible = next_line(text) == "Feasible";
    else if (line.starts_with("# Columns ")) {
      for (std::size_t i = 0; i < size; ++i) {
        const std::array<std::string_view, 8> words = words_of(next_line(text));
        const std::optional<std::size_t> which = index_of(words[0], "x", size);
        const std::optional<double> value = real_of(words[1]);
        if (!which || !value) return refused("a line has no variable of the program with its value");
        values[*which] = value;
      }
      break;  // rows and dual values follow
    }
  }
  if (status.empty()) return refused("it has no model status");
  if (status == "Infeasible") return solver_answer{solver_standing::infeasible};
  if (!is_feasible) return solver_answer{};
  solver_answer made{.standing = status == "Optimal" ? solver_standing::optimal : solver_standing::stopped};
  return at_point(std::move(made), values);
}

}  // namespace detail

// Reads a solution file, of a program with so many variables named x0, x1, …; GLPK's as --write has it. Unknown, with the reason as its note,
// where the text is no such file.
inline figure<solver_answer> solver_answer_of(solver by, std::string_view text, std::size_t variables) {
  switch (by) {
    case solver::cbc: return detail::answer_of_cbc(text, variables);
    case solver::glpk: return detail::answer_of_glpk(text, variables);
    case solver::highs: break;
  }
  return detail::answer_of_highs(text, variables);
}

}  // namespace headroom::read
