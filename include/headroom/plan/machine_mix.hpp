// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

#include <headroom/cluster/group.hpp>
#include <headroom/count.hpp>
#include <headroom/demand/assess.hpp>
#include <headroom/demand/demand.hpp>
#include <headroom/demand/growth.hpp>
#include <headroom/demand/verdict.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/units.hpp>

// How many of several kinds of machines meet a demand at least cost, and whether that is proved.
namespace headroom {

// What may be had of one kind of machine.
struct mix_kind {
  headroom::machine machine{};
  count at_most = max_count;  // a quota, with those that are held
  count at_least = 0;         // held already, or to be taken in any case; counted in the cost
  count step = 1;             // they come by so many: a reservation's, or the VMs of a rack
};

// What is to be least of the machines that are chosen.
enum class mix_objective { price_per_hour, gpus, power_drawn, machines };

inline constexpr std::size_t most_kinds = 16;

struct machine_mix {
  std::array<count, most_kinds> counts{};  // of each kind, in the order that they were given
  double amount = 0;                       // of the objective, in base units: dollars a second, watts
  double bound = 0;                        // no mix has less; the amount itself where that is proved
  bool is_proved = false;
  std::int64_t tried = 0;  // how many mixes were looked at

  // Of all machines, where the objective is their price.
  constexpr money_rate price() const { return dollars_per_hour(amount * 3'600); }
  // How far the amount may be above the least, as a share of it.
  constexpr double gap() const { return is_proved || !(amount > 0) ? 0 : 1 - bound / amount; }
};

namespace detail {

// The multipliers of needs with the largest sum, so that no kind supplies more of them than it costs: the dual of the mix in parts of
// machines. Needs are 1 each, and supplies shares of them. By the simplex method with Bland's rule, from no multiplier at all.
template <std::size_t Kinds, std::size_t Lines>
constexpr std::array<double, Lines> multipliers_of(const std::array<std::array<double, Lines>, Kinds>& supplies, const std::array<double, Kinds>& costs,
                                                   std::size_t kinds) {
  constexpr double nothing = 1e-12;
  std::array<std::array<double, Lines + 1>, Kinds + 1> table{};  // a row a kind and, last, the gain of each need; a column a need, and the cost
  std::array<std::size_t, Kinds> row_of{};                       // which variable is a row's: a need, or from Lines on the slack of a kind
  std::array<std::size_t, Lines> column_of{};
  for (std::size_t i = 0; i < kinds; ++i) {
    for (std::size_t k = 0; k < Lines; ++k) table[i][k] = supplies[i][k];
    table[i][Lines] = costs[i];
    row_of[i] = Lines + i;
  }
  for (std::size_t k = 0; k < Lines; ++k) {
    table[Kinds][k] = 1;
    column_of[k] = k;
  }
  for (int pivots = 0; pivots < 200; ++pivots) {
    std::size_t in = Lines;
    for (std::size_t k = 0; k < Lines; ++k)
      if (table[Kinds][k] > nothing && (in == Lines || column_of[k] < column_of[in])) in = k;
    if (in == Lines) break;
    std::size_t out = Kinds;
    for (std::size_t i = 0; i < kinds; ++i) {
      if (!(table[i][in] > nothing)) continue;
      const double ratio = table[i][Lines] / table[i][in];
      const double best = out == Kinds ? 0 : table[out][Lines] / table[out][in];
      if (out == Kinds || ratio < best || (ratio == best && row_of[i] < row_of[out])) out = i;
    }
    if (out == Kinds) break;  // no kind supplies it
    const double pivot = table[out][in];
    for (double& each : table[out]) each /= pivot;
    table[out][in] = 1 / pivot;
    for (std::size_t i = 0; i <= Kinds; ++i) {
      if (i == out) continue;
      const double times = table[i][in];
      for (std::size_t k = 0; k <= Lines; ++k)
        if (k != in) table[i][k] -= times * table[out][k];
      table[i][in] = -times / pivot;
    }
    const std::size_t left = row_of[out];
    row_of[out] = column_of[in];
    column_of[in] = left;
  }
  std::array<double, Lines> found{};
  for (std::size_t i = 0; i < kinds; ++i)
    if (row_of[i] < Lines) found[row_of[i]] = math::larger(0, table[i][Lines]);
  // Rounding must not make them more than a kind costs.
  double scale = 1;
  for (std::size_t i = 0; i < kinds; ++i) {
    double worth = 0;
    for (std::size_t k = 0; k < Lines; ++k) worth += found[k] * supplies[i][k];
    if (worth > 0) scale = math::smaller(scale, costs[i] / worth);
  }
  for (double& each : found) each *= scale;
  return found;
}

// Depth first: a number of the first kind, then of the next, of the last as few as will do. A branch ends where what is still missing costs
// more than the best mix so far, were it to be had in parts of machines: by the multipliers, and by the best ratio of each need alone.
class mix_search {
 public:
  constexpr mix_search(std::span<const mix_kind> kinds, const demand& asked, std::span<const double> costs, std::int64_t most)
      : asked_(asked), minimums_(without_limits(asked)), size_(kinds.size()), most_(most) {
    std::array<std::array<double, lines>, most_kinds> supplies{};
    std::array<double, most_kinds> all_costs{};
    for (std::size_t i = 0; i < size_; ++i) {
      all_costs[i] = costs[i];
      for (std::size_t k = 0; k < lines; ++k) supplies[i][k] = supply_of_need(kinds[i].machine, k);
    }
    for (std::size_t k = 0; k < lines; ++k) {
      bool counts = need_of(asked.total, need_lines[k]) > 0;
      for (std::size_t i = 0; i < size_; ++i) counts = counts && supplies[i][k] >= 0;
      is_bound_[k] = counts;
      if (!counts)
        for (std::size_t i = 0; i < size_; ++i) supplies[i][k] = 0;
    }
    multipliers_ = multipliers_of(supplies, all_costs, size_);
    order(supplies, all_costs);
    for (std::size_t i = 0; i < size_; ++i) {
      kinds_[i] = kinds[order_[i]];
      costs_[i] = all_costs[order_[i]];
      supplies_[i] = supplies[order_[i]];
      groups_[i] = {kinds_[i].machine, kinds_[i].at_least};
      cost_ += costs_[i] * static_cast<double>(kinds_[i].at_least);
    }
    least_ = cost_ + cost_of_rest(0);
  }

  constexpr figure<machine_mix> run() {
    if (size_ == 0 || outcome_of(asked_) == outcome::invalid) return figure<machine_mix>(unknown).noted("the demand or a count is invalid");
    for (std::size_t i = 0; i < size_; ++i) groups_[i].how_many = kinds_[i].at_most;
    const outcome with_all = outcome_of(minimums_);
    for (std::size_t i = 0; i < size_; ++i) groups_[i].how_many = kinds_[i].at_least;
    if (with_all == outcome::does_not_fit) return figure<machine_mix>(absent).noted("no mix of these machines meets the demand");
    for (std::size_t i = 0; i < size_; ++i) fill_up(i, cost_);  // each alone, to begin with
    visit(0, cost_);
    if (!has_found_) {
      if (found_.tried > most_) return figure<machine_mix>(unknown).noted("none was found among those that were tried");
      if (is_unjudged_ || with_all != outcome::fits) return figure<machine_mix>(unknown).noted("a figure that is not known decides");
      return figure<machine_mix>(absent).noted("no mix of these machines meets the demand");
    }
    found_.is_proved = found_.tried <= most_;
    found_.bound = found_.is_proved ? found_.amount : math::smaller(least_, found_.amount);
    return found_;
  }

 private:
  static constexpr std::size_t lines = std::size(need_lines);
  // Sums of the same prices in another order are no better mix.
  static constexpr double rounding = 1e-12;

  // As a share of the need; below 0 where it is not known, and could be any amount.
  constexpr double supply_of_need(const machine& m, std::size_t k) const {
    const double need = need_of(asked_.total, need_lines[k]);
    const figure<double> each = figure_of(m, need_lines[k], asked_.total.peak, asked_.prices);
    if (each.is_unknown()) return -1;
    return need > 0 ? each.value_or(0) / need : 0;
  }

  // Those first that cost most beyond what they supply: of these, few are ever taken.
  constexpr void order(const std::array<std::array<double, lines>, most_kinds>& supplies, const std::array<double, most_kinds>& costs) {
    std::array<double, most_kinds> beyond{};
    for (std::size_t i = 0; i < size_; ++i) {
      order_[i] = i;
      double worth = 0;
      for (std::size_t k = 0; k < lines; ++k) worth += multipliers_[k] * supplies[i][k];
      beyond[i] = worth > 0 ? costs[i] / worth : std::numeric_limits<double>::max();
    }
    std::sort(order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(size_),
              [&](std::size_t a, std::size_t b) { return beyond[a] != beyond[b] ? beyond[a] > beyond[b] : a < b; });
  }

  constexpr outcome outcome_of(const demand& of) const {
    basic_verdict<std::array<group_standing, most_kinds>> v;
    judge(v, std::span<const group>(groups_.data(), size_), of);
    return v.outcome;
  }

  // What the kinds from one on cost at least that supply what the machines so far leave missing. Not finite: they cannot.
  constexpr double cost_of_rest(std::size_t from) const {
    double most = 0;
    double together = 0;
    for (std::size_t k = 0; k < lines; ++k) {
      if (!is_bound_[k]) continue;
      double missing = 1;
      double ratio = std::numeric_limits<double>::infinity();
      for (std::size_t i = 0; i < size_; ++i) {
        const double each = supplies_[i][k];
        missing -= static_cast<double>(groups_[i].how_many) * each;
        if (i >= from && each > 0) ratio = math::smaller(ratio, costs_[i] / each);
      }
      together += multipliers_[k] * missing;
      if (missing > 2 * rounding) most = math::larger(most, missing * ratio);
    }
    return math::larger(most, together);
  }

  constexpr bool is_worse(double amount) const { return has_found_ && amount >= found_.amount * (1 - rounding); }

  constexpr void take(double amount) {
    if (is_worse(amount)) return;
    const outcome found = outcome_of(asked_);
    is_unjudged_ = is_unjudged_ || found == outcome::cannot_be_judged;
    if (found != outcome::fits) return;
    has_found_ = true;
    found_.amount = amount;
    for (std::size_t i = 0; i < size_; ++i) found_.counts[order_[i]] = groups_[i].how_many;
  }

  constexpr count steps_of(std::size_t which) const { return (kinds_[which].at_most - kinds_[which].at_least) / kinds_[which].step; }
  constexpr void set(std::size_t which, count steps) { groups_[which].how_many = kinds_[which].at_least + steps * kinds_[which].step; }
  constexpr double cost_of(std::size_t which, count steps) const { return costs_[which] * static_cast<double>(steps * kinds_[which].step); }

  // As few of a kind as will do with what is there. More are never needed: what is taken costs, and a limit is no easier with it.
  constexpr void fill_up(std::size_t which, double cost) {
    const count most = steps_of(which);
    const count enough = least(most, [&](count n) {
      set(which, n);
      return outcome_of(minimums_) == outcome::fits;
    });
    set(which, enough <= most ? enough : most);
    if (enough <= most) take(cost + cost_of(which, enough));
    else is_unjudged_ = is_unjudged_ || outcome_of(minimums_) == outcome::cannot_be_judged;
    set(which, 0);
  }

  constexpr void visit(std::size_t which, double cost) {
    if (which + 1 == size_) return fill_up(which, cost);
    double before = std::numeric_limits<double>::infinity();
    for (count n = 0; n <= steps_of(which); ++n) {
      if (++found_.tried > most_) break;
      set(which, n);
      const double spent = cost + cost_of(which, n);
      const double rest = cost_of_rest(which + 1);
      if (!is_worse(spent + rest)) {
        if (rest < std::numeric_limits<double>::infinity()) visit(which + 1, spent);
        // With all needs met, another of this kind is one too many.
        if (!(rest > 0) && outcome_of(minimums_) == outcome::fits) break;
      } else if (is_worse(spent) || spent + rest >= before) {
        break;  // the bound is convex in n: past its least it only grows
      }
      before = spent + rest;
    }
    set(which, 0);
  }

  demand asked_;
  demand minimums_;
  std::size_t size_ = 0;
  std::int64_t most_ = 0;
  std::array<std::size_t, most_kinds> order_{};  // of the kinds here, as they were given
  std::array<mix_kind, most_kinds> kinds_{};
  std::array<double, most_kinds> costs_{};
  std::array<group, most_kinds> groups_{};
  std::array<std::array<double, lines>, most_kinds> supplies_{};  // as shares of the need
  std::array<double, lines> multipliers_{};
  std::array<bool, lines> is_bound_{};
  machine_mix found_{};
  double cost_ = 0;
  double least_ = 0;
  bool has_found_ = false;
  bool is_unjudged_ = false;
};

constexpr line line_of(mix_objective of) {
  switch (of) {
    case mix_objective::price_per_hour: return line::price_per_hour;
    case mix_objective::gpus: return line::gpus;
    case mix_objective::power_drawn: return line::max_power;
    case mix_objective::machines: break;
  }
  return line::machines;
}

}  // namespace detail

// The mix with the least of an objective that meets a demand, by branch and bound over whole numbers. Absent where no mix meets it; unknown,
// with the reason as its note, where a figure that is not known decides, a kind's price (GPUs, power) is not known, or a count is none. At
// most so many mixes are looked at: then the best so far, with the bound that it is above.
constexpr figure<machine_mix> least_mix(std::span<const mix_kind> kinds, const demand& asked,
                                        mix_objective objective = mix_objective::price_per_hour, std::int64_t most_tried = 1'000'000) {
  const auto refused = [](std::string_view why) { return figure<machine_mix>(unknown).noted(why); };
  if (kinds.size() > most_kinds) return refused("sixteen kinds of machines at most");
  std::array<double, most_kinds> costs{};
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    if (!is_count(kinds[i].at_least) || !is_count(kinds[i].at_most) || kinds[i].step < 1 || kinds[i].at_least > kinds[i].at_most)
      return refused("a kind has a count that is none, or more in any case than at most");
    const figure<double> cost = detail::figure_of(kinds[i].machine, detail::line_of(objective), asked.total.peak, asked.prices);
    if (!cost.is_known()) return refused("what one of the machines costs is not known");
    costs[i] = *cost.known();
  }
  return detail::mix_search(kinds, asked, std::span<const double>(costs.data(), kinds.size()), most_tried).run();
}

}  // namespace headroom
