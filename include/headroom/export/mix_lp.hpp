// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <charconv>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <headroom/cluster/group.hpp>
#include <headroom/count.hpp>
#include <headroom/demand/assess.hpp>
#include <headroom/demand/demand.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/plan/machine_mix.hpp>

// The mix of machines that meets a demand, as an integer program for a solver. Opt-in.
namespace headroom {

namespace detail {

inline std::string lp_number(double x) {
  std::array<char, 40> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), x).ptr;
  return {digits.data(), end};
}

// "name: 0.5 x0 + 3 x2"; without terms 0 of the first, which there always is.
inline std::string lp_sum(std::string_view name, std::span<const double> of) {
  std::string text = " " + std::string(name) + ":";
  bool is_first = true;
  for (std::size_t i = 0; i < of.size(); ++i) {
    if (of[i] == 0) continue;
    text += (is_first ? " " : " + ") + lp_number(of[i]) + " x" + std::to_string(i);
    is_first = false;
  }
  return is_first ? text + " 0 x0" : text;
}

}  // namespace detail

// What least_mix() solves, in the LP format that GLPK, CBC and HiGHS read: x0, x1, … are the steps beyond `at_least` of each kind, in the
// order of the kinds, and its optimum is less by what those that are taken in any case cost. Rows are shares of needs and limits. Unknown,
// with the reason as its note, where a figure is not known, or where a need does not add up by machine: whole racks, needs per domain, units.
inline figure<std::string> mix_in_lp(std::span<const mix_kind> kinds, const demand& asked, mix_objective objective = mix_objective::price_per_hour) {
  const auto refused = [](std::string_view why) { return figure<std::string>(unknown).noted(why); };
  if (kinds.empty() || !detail::is_valid(asked)) return refused("the demand is invalid, or there is no kind");
  bool is_by_domain = asked.whole_racks || !asked.units.is_any_gpu();
  for (const line each : detail::need_lines) is_by_domain = is_by_domain || detail::need_of(asked.per_domain, each) > 0;
  if (is_by_domain) return refused("needs of whole racks or domains do not add up by machine");
  std::vector<bool> is_eligible;
  std::vector<double> costs;
  for (const mix_kind& each : kinds) {
    if (!is_count(each.at_least) || !is_count(each.at_most) || each.step < 1 || each.at_least > each.at_most) return refused("a kind has a count that is none");
    const figure<double> cost = detail::figure_of(each.machine, detail::line_of(objective), asked.total.peak, asked.prices);
    if (!cost.is_known()) return refused("what one of the machines costs is not known");
    costs.push_back(*cost.known() * static_cast<double>(each.step));
    const std::array<group, 1> one{{{each.machine, 1}}};
    const outcome standing = assess(std::span<const group>(one), asked).groups.front().outcome;
    if (standing == outcome::cannot_be_judged) return refused("whether a machine is eligible is not known");
    is_eligible.push_back(standing == outcome::fits);
  }
  std::string rows;
  bool is_known = true;
  const auto add_row = [&](line of, double amount, bool is_limit) {
    std::vector<double> shares;
    double left = 1;
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      const figure<double> each = is_eligible[i] ? detail::figure_of(kinds[i].machine, of, asked.total.peak, asked.prices) : figure<double>(0.0);
      is_known = is_known && !each.is_unknown();
      const double share = each.value_or(0) / amount;
      shares.push_back(share * static_cast<double>(kinds[i].step));
      left -= share * static_cast<double>(kinds[i].at_least);
    }
    rows += detail::lp_sum((is_limit ? "limit" : "need") + std::to_string(static_cast<int>(of)), shares) + (is_limit ? " <= " : " >= ") + detail::lp_number(left) + "\n";
  };
  for (const line each : detail::need_lines)
    if (const double need = detail::need_of(asked.total, each); need > 0) add_row(each, need, false);
  for (const line each : detail::limit_lines) {
    const figure<double> most = detail::limit_of(asked.at_most, each);
    if (most.is_known() && !(*most.known() > 0)) return refused("a limit of nothing");
    if (most.is_known()) add_row(each, *most.known(), true);
  }
  if (!is_known) return refused("a figure that is not known may decide");
  std::string bounds, names, integers = " ";
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    names += "\\ x" + std::to_string(i) + ": steps of " + std::to_string(kinds[i].step) + " beyond " + std::to_string(kinds[i].at_least) + ", " + std::string(kinds[i].machine.name()) + "\n";
    // Without a bound it is 0 at least.
    if (kinds[i].at_most < max_count) bounds += " x" + std::to_string(i) + " <= " + std::to_string((kinds[i].at_most - kinds[i].at_least) / kinds[i].step) + "\n";
    integers += (i > 0 ? " x" : "x") + std::to_string(i);
  }
  return names + "Minimize\n" + detail::lp_sum("amount", costs) + "\nSubject To\n" + rows + "Bounds\n" + bounds + "General\n" + integers + "\nEnd\n";
}

}  // namespace headroom
