// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <headroom/cluster/group.hpp>
#include <headroom/count.hpp>
#include <headroom/demand/assess.hpp>
#include <headroom/demand/demand.hpp>
#include <headroom/demand/verdict.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/math.hpp>
#include <headroom/plan/integer_program.hpp>
#include <headroom/plan/mix_program.hpp>
#include <headroom/units.hpp>

// How many of several kinds of machines meet demands at least cost, and whether that is proved.
namespace headroom {

// The numbers of several kinds of machines.
struct machine_mix {
  std::array<count, most_kinds> counts{};  // of each kind, in the order that they were given
  double amount = 0;                       // of the objective, in base units: dollars a second, watts
  double bound = 0;                        // no mix has less; the amount itself where that is proved
  bool is_proved = false;
  std::array<bool, most_kinds> open{};  // kinds of which a figure that may decide is not known: mixes that it decides are not among those that were judged
  std::int64_t tried = 0;  // how many parts of the space were looked at

  // Of all machines, where the objective is their price.
  constexpr money_rate price() const { return dollars_per_hour(amount * 3'600); }
  // How far the amount may be above the least, as a share of it.
  constexpr double gap() const { return is_proved || !(amount > 0) ? 0 : 1 - bound / amount; }
};

// Of several demands, each with machines of its own.
struct machine_mixes {
  machine_mix all{};  // that are paid for; some of those that come in steps, or in any case, may be no demand's
  std::array<std::array<count, most_kinds>, most_mixed_demands> of_each{};  // in the order of the demands and of the kinds
};

// The mix at a point of its program; whether it is proved is not known from that.
constexpr machine_mixes mixes_at(std::span<const mix_kind> kinds, const mix_program& of, const std::vector<count>& point) {
  machine_mixes made;
  made.all.amount = of.taken;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    made.all.counts[i] = kinds[i].at_least;
    if (of.demands == 1) made.of_each[0][i] = kinds[i].at_least;
  }
  for (std::size_t i = 0; i < point.size(); ++i) {
    const mix_variable& each = of.variables[i];
    const count machines = point[i] * each.machines;
    made.all.amount += of.steps.costs[i] * static_cast<double>(point[i]);
    if (each.demand < of.demands) made.of_each[each.demand][each.kind] += machines;
    if (each.is_bought) made.all.counts[each.kind] += machines;
  }
  return made;
}

namespace detail {

// Kinds by their numbers of machines, judged as any cluster is.
class mix_judge {
 public:
  constexpr mix_judge(std::span<const mix_kind> kinds, const demand_list& demands, const mix_program& of) : kinds_(kinds), demands_(demands), of_(of) {}

  // More machines meet what is asked for at least, and only that, more easily.
  constexpr outcome outcome_of_minimums(const std::array<count, most_kinds>& counts, std::size_t which) const {
    demand minimums = demands_[which];
    minimums.at_most = {};
    return outcome_of(counts, minimums);
  }

  constexpr point_standing operator()(const std::vector<count>& point) const {
    const machine_mixes mixes = mixes_at(kinds_, of_, point);
    bool has_too_much = false;
    for (std::size_t i = 0; i < demands_.size; ++i) {
      if (outcome_of(mixes.of_each[i], demands_[i]) == outcome::fits) continue;
      if (outcome_of_minimums(mixes.of_each[i], i) != outcome::fits) return point_standing::has_too_little;
      has_too_much = true;
    }
    return has_too_much ? point_standing::has_too_much : point_standing::holds;
  }

 private:
  constexpr outcome outcome_of(const std::array<count, most_kinds>& counts, const demand& asked) const {
    std::array<group, most_kinds> groups{};
    for (std::size_t i = 0; i < kinds_.size(); ++i) groups[i] = {kinds_[i].machine, counts[i]};
    basic_verdict<std::array<group_standing, most_kinds>> v;
    judge(v, std::span<const group>(groups.data(), kinds_.size()), asked);
    return v.outcome;
  }

  std::span<const mix_kind> kinds_;
  demand_list demands_;
  const mix_program& of_;
};

// Prices of machines; unknown where that of one is, or where what a kind counts goes by tiers or periods.
constexpr figure<std::array<double, most_kinds>> prices_of(std::span<const mix_kind> kinds, const demand& first) {
  std::array<double, most_kinds> prices{};
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    const figure<double> price = figure_of(kinds[i].machine, line::price_per_hour, first.total.peak, first.prices);
    if (!price.is_known() || kinds[i].is_beside_others()) return unknown;
    prices[i] = *price.known();
  }
  return prices;
}

// Of the points with no more of the objective the cheapest.
constexpr program_optimum cheapest_of_equals(integer_program steps, const program_optimum& first, std::span<const double> prices, const mix_judge& judge, const search_effort& effort) {
  steps.rows.push_back({.each = std::move(steps.costs), .amount = first.cost * (1 + program_rounding), .is_limit = true});
  steps.costs.assign(prices.begin(), prices.end());
  return least_point(steps, judge, effort);
}

// What takes one of the machines that could not be judged takes so much at least.
constexpr double least_of_open(const mix_program& of) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < of.variables.size(); ++i)
    if (of.open[of.variables[i].kind] && of.variables[i].is_bought) least = math::smaller(least, of.steps.costs[i]);
  return least < std::numeric_limits<double>::infinity() ? least : 0;
}

constexpr figure<machine_mixes> least_mixes_of(std::span<const mix_kind> kinds, const demand_list& demands, mix_objective objective, const mix_limits& within) {
  const auto refused = [](std::string_view why) { return figure<machine_mixes>(unknown).noted(why); };
  const auto none = [&] {
    return figure<machine_mixes>(absent).noted(demands.size == 1 ? "no mix of these machines meets the demand" : "no mix of these machines meets all the demands");
  };
  const figure<mix_program> made = mix_program_of_all(kinds, demands, objective, within);
  if (!made.is_known()) return refused(made.note);
  const mix_program& program = *made.known();
  const mix_judge judge(kinds, demands, program);
  std::array<count, most_kinds> all{};
  for (std::size_t i = 0; i < kinds.size(); ++i) all[i] = kinds[i].at_most;
  for (std::size_t i = 0; i < demands.size; ++i)
    if (judge.outcome_of_minimums(all, i) == outcome::does_not_fit) return none();
  program_optimum found = least_point(program.steps, judge, within.effort);
  const figure<std::array<double, most_kinds>> prices = objective == mix_objective::price_per_hour ? figure<std::array<double, most_kinds>>(unknown) : prices_of(kinds, demands[0]);
  if (found.is_found && found.is_proved && prices.is_known()) {
    const std::vector<double> costs = mix_rows(kinds, demands, within).made(std::span<const double>(prices.known()->data(), kinds.size())).steps.costs;
    const program_optimum cheapest = cheapest_of_equals(program.steps, found, costs, judge, within.effort);
    if (cheapest.is_found) found.point = cheapest.point;
    found.nodes += cheapest.nodes;
  }
  if (!found.is_found && !found.is_proved) return refused("none was found among those that were tried");
  if (!found.is_found) return program.is_open() ? refused("a figure that is not known decides") : none();
  machine_mixes mixes = mixes_at(kinds, program, found.point);
  mixes.all.amount = program.taken + found.cost;
  mixes.all.bound = program.taken + found.bound;
  mixes.all.is_proved = found.is_proved;
  mixes.all.open = program.open;
  // What takes less has one step at least of a kind that could not be judged.
  if (program.is_open()) mixes.all.bound = math::smaller(mixes.all.bound, program.taken + least_of_open(program));
  mixes.all.is_proved = mixes.all.is_proved && mixes.all.bound >= mixes.all.amount;
  mixes.all.tried = found.nodes;
  return mixes;
}

}  // namespace detail

// The mixes with the least of an objective, of all together, and of these the cheapest where all prices are known, that meet several demands: each has machines of its own, and its limits hold for
// these. Quotas, steps, machines that are taken in any case, the share of those on spot and what is limited are of all together. By branch and bound over whole
// numbers. Absent where there are none; unknown, with the reason as its note, where a figure that is not known decides, or as mixes_program_of()
// is. Where such a figure may make a mix for less, the best of those that can be judged, not proved, with the kinds that are open. Where so many parts of the space were looked at, the best so far, with the bound that it is above.
constexpr figure<machine_mixes> least_mixes(std::span<const mix_kind> kinds, std::span<const demand> demands,
                                            mix_objective objective = mix_objective::price_per_hour, const mix_limits& within = {}) {
  return detail::least_mixes_of(kinds, {demands.data(), demands.size()}, objective, within);
}

// The same of one demand, which all machines of the mix are for.
constexpr figure<machine_mix> least_mix(std::span<const mix_kind> kinds, const demand& asked, mix_objective objective = mix_objective::price_per_hour,
                                        const mix_limits& within = {}) {
  const figure<machine_mixes> found = detail::least_mixes_of(kinds, {&asked, 1}, objective, within);
  return found.with(found.value_or({}).all);
}

}  // namespace headroom
