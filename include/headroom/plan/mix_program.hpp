// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include <headroom/cluster/group.hpp>
#include <headroom/cluster/resource.hpp>
#include <headroom/count.hpp>
#include <headroom/demand/assess.hpp>
#include <headroom/demand/demand.hpp>
#include <headroom/demand/verdict.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/machine.hpp>
#include <headroom/math.hpp>
#include <headroom/plan/integer_program.hpp>
#include <headroom/plan/search_effort.hpp>
#include <headroom/units.hpp>

// The numbers of several kinds of machines that meet demands, as whole numbers within linear rows.
namespace headroom {

// So many machines that count so much each for the objective, in base units.
struct mix_tier {
  count machines = 0;
  double amount = 0;

  friend constexpr bool operator==(const mix_tier&, const mix_tier&) = default;
};

// What machines take in one period, beside others that are kept then: the first nothing more, the next one by one, and all after these by steps.
struct mix_period {
  count room = 0;
  count held = 0;
  double held_amount = 0;  // of one of these
  double amount = 0;       // of one of a step

  friend constexpr bool operator==(const mix_period&, const mix_period&) = default;
};

// What may be had of one kind of machine. Prices go by names: the same machine in two regions, on spot or reserved is several kinds, each a copy
// of its record with a name and a price of its own.
struct mix_kind {
  headroom::machine machine{};
  count at_most = max_count;  // a quota, with those that are held
  count at_least = 0;         // held already, or to be taken in any case; counted in the cost
  count step = 1;             // they come by so many: the VMs of a rack, or what is sold together
  bool is_spot = false;       // may be taken away: mix_limits says how many of the GPUs may be such
  figure<double> amount{};    // that one counts for the objective, in base units; unknown: what its price and its record say
  double limited = 0;         // of what is limited, of one: watts
  std::span<const mix_tier> tiers{};  // what they count where the first are cheaper than those after them; each after its amount, and no step
  std::span<const mix_period> periods{};  // what they take where others are kept beside them, of which they may have the rest of a step; what is limited is that of the first

  constexpr bool is_beside_others() const { return !tiers.empty() || !periods.empty(); }
};

// What a mix is besides its kinds and the demands.
struct mix_limits {
  double most_spot = 1;            // the share of the GPUs that may be of spot kinds, of all that are paid for and meet some demand
  search_effort effort = 100'000;  // parts of the space that are looked at
  figure<double> at_most{};        // of what is limited, of all machines together; no limit where it is not known
  double gpus_beside = 0;          // in use, which the share is of, too; of kinds with tiers or periods it is of what demands have
  double spot_beside = 0;          // of these on spot
};

// What is to be least of the machines that are chosen.
enum class mix_objective { price_per_hour, gpus, power_drawn, machines };

inline constexpr std::size_t most_kinds = 16;
inline constexpr std::size_t most_mixed_demands = 16;

// What a variable counts: machines of a kind that a demand has, by so many. Of several demands there are also steps of a kind that are bought for
// all of them, of which some may be no demand's; their demand is the number of demands.
struct mix_variable {
  std::size_t kind = 0;
  std::size_t demand = 0;
  count machines = 1;
  bool is_bought = true;  // false: of machines that are bought for all
  bool is_taken = true;   // whether the demand is met with such machines
  bool adds_up = true;    // whether so many have together what each has
};

// What a row is about: a line of a demand, the machines of a kind that there are for all demands, the share of those on spot, or what is limited.
struct mix_row {
  enum class subject { demand, kind, spot, limited };
  subject about = subject::demand;
  std::size_t which = 0;  // demand, or kind
  headroom::line line = line::machines;
};

// A variable for each demand and kind, in this order: of one demand steps beyond what is taken in any case, of several the machines that it has.
// Then those that are bought for all.
struct mix_program {
  integer_program steps{};
  std::vector<mix_variable> variables{};
  std::vector<mix_row> rows{};
  std::size_t demands = 0;
  double taken = 0;  // of the objective, in any case
  // Whole racks, domains and units of GPUs that are larger than a step add up to less than their parts: then the rows are wider than the demand.
  bool adds_up = true;
  std::array<bool, most_kinds> open{};  // kinds of which a figure that may decide is not known: none of it is counted

  constexpr bool is_open() const {
    for (const bool each : open)
      if (each) return true;
    return false;
  }
};

namespace detail {

// A span of demands without its two hundred instantiations.
struct demand_list {
  const demand* first = nullptr;
  std::size_t size = 0;

  constexpr const demand& operator[](std::size_t i) const { return first[i]; }
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

constexpr std::string_view not_known_of(mix_objective of) {
  switch (of) {
    case mix_objective::price_per_hour: return "what one of the machines costs is not known";
    case mix_objective::power_drawn: return "what one of the machines draws is not known";
    case mix_objective::gpus:
    case mix_objective::machines: break;
  }
  return "how many GPUs one of the machines has is not known";
}

// Whether steps of so many, beside those that are taken in any case, have together what each has.
constexpr bool adds_up(const machine& of, count step, count at_least, const demand& asked) {
  if (asked.units.of_one_kind > 1) return false;
  bool is_by_domain = asked.whole_racks || asked.units.in_domain > 1;
  for (const line each : need_lines) is_by_domain = is_by_domain || need_of(asked.per_domain, each) > 0;
  const figure<count> domain = resource::scale_up_domain::of(of), gpus = gpus_of(of);
  if (!is_by_domain || domain.is_absent() || gpus.value_or(1) == 0) return true;
  if (!domain.is_known() || !gpus.is_known()) return false;
  if (*domain.known() <= *gpus.known()) return true;
  const count machines = *domain.known() / *gpus.known();
  return *domain.known() % *gpus.known() == 0 && step % machines == 0 && at_least % machines == 0;
}

// What so many of a kind have of a line that counts towards a total, in base units; nothing of what is not known.
constexpr double share_of(const group& part, line of, const demand& asked, bool in_parts) {
  if (part.how_many == 0) return 0;
  const group_standing standing = eligibility(part, asked).standing();
  const double each = figure_of(part.machine, of, asked.total.peak, asked.prices).value_or(0);
  if (in_parts) return static_cast<double>(part.how_many) * each;
  if (standing.outcome != outcome::fits) return 0;
  return static_cast<double>(standing.counted) * each - (of == line::gpus ? static_cast<double>(standing.gpus_left_over) : 0);
}

// Of an amount, beside what is there already; nothing where that is as much but for rounding, as verdicts take it.
constexpr double left_of(double amount, double there) { return math::close(amount, there) ? 0 : amount - there; }

class mix_rows {
 public:
  constexpr mix_rows(std::span<const mix_kind> kinds, const demand_list& demands, const mix_limits& within)
      : kinds_(kinds), demands_(demands), within_(within) {
    of_.demands = demands.size;
  }

  constexpr mix_program made(std::span<const double> costs) {
    for (std::size_t d = 0; d < demands_.size; ++d)
      for (std::size_t i = 0; i < kinds_.size(); ++i) add_part(d, i, costs[i]);
    for (std::size_t i = 0; i < kinds_.size(); ++i) {
      of_.taken += costs[i] * static_cast<double>(kinds_[i].at_least);
      if (are_bought_for_all(i) && !kinds_[i].is_beside_others()) add_variable({.kind = i, .demand = demands_.size, .machines = kinds_[i].step}, costs[i], steps_of(i));
      for (const mix_tier& each : kinds_[i].tiers) add_variable({.kind = i, .demand = demands_.size}, each.amount, each.machines);
      for (const mix_period& each : kinds_[i].periods) add_period(i, each, &each == kinds_[i].periods.data());
    }
    for (std::size_t d = 0; d < demands_.size; ++d) {
      const demand& asked = demands_[d];
      if (asks_for_eligibility(asked)) add_row(d, line::machines, 1, false);
      for (const line each : need_lines)
        if (const double need = need_of(asked.total, each); need > 0) add_row(d, each, need, false);
      for (const line each : limit_lines)
        if (const figure<double> most = limit_of(asked.at_most, each); most.is_known()) add_row(d, each, *most.known(), true);
    }
    for (std::size_t i = 0; i < kinds_.size(); ++i)
      if (kinds_[i].periods.empty() && (are_bought_for_all(i) || (!is_of_one() && kinds_[i].at_most < max_count))) add_all_of_kind(i);
    for (const period_variables& each : periods_) add_rows(each);
    if (has_spot_share()) add_spot(within_.most_spot);
    if (within_.at_most.value_or(infinite) < infinite) add_limit(*within_.at_most.known());
    return of_;
  }

 private:
  constexpr bool is_of_one() const { return demands_.size == 1; }
  static constexpr double infinite = std::numeric_limits<double>::infinity();
  constexpr bool has_spot_share() const { return within_.most_spot < 1; }
  // Of those that come one by one, none in any case, and count alike, so many are bought as demands have: unless more of them make room for spot.
  constexpr bool are_bought_for_all(std::size_t kind) const {
    return kinds_[kind].is_beside_others() || (!is_of_one() && (kinds_[kind].step > 1 || kinds_[kind].at_least > 0 || has_spot_share()));
  }
  // That only one demand has.
  constexpr count least_of(std::size_t kind) const { return is_of_one() ? kinds_[kind].at_least : 0; }
  constexpr count steps_of(std::size_t kind) const { return (kinds_[kind].at_most - kinds_[kind].at_least) / kinds_[kind].step; }

  constexpr std::vector<double> of_no_variable() const {
    std::vector<double> each;
    while (each.size() < of_.variables.size()) each.push_back(0);
    return each;
  }

  constexpr void add_variable(const mix_variable& of, double cost, count at_most) {
    of_.variables.push_back(of);
    of_.steps.costs.push_back(cost * static_cast<double>(of.machines));
    of_.steps.at_most.push_back(at_most);
  }

  // Those that no demand is met with, or that a limit says nothing of, are not taken. What counts by racks or domains takes whole steps of several
  // demands, so that none of them is in two; else machines go to each one by one.
  constexpr void add_part(std::size_t which, std::size_t kind_at, double cost) {
    const mix_kind& kind = kinds_[kind_at];
    const demand& asked = demands_[which];
    const outcome standing = eligibility({kind.machine, kind.at_most}, asked).standing().outcome;
    bool is_limited = true;
    for (const line each : limit_lines)
      if (limit_of(asked.at_most, each).is_known() && figure_of(kind.machine, each, asked.total.peak, asked.prices).is_unknown()) is_limited = false;
    if (kind.at_most > 0 && standing == outcome::cannot_be_judged) of_.open[kind_at] = true;
    const bool are_of_steps = kind.periods.empty() && (is_of_one() || !detail::adds_up(kind.machine, 1, 0, asked));
    const count step = are_of_steps ? kind.step : 1;
    const mix_variable made{.kind = kind_at,
                            .demand = which,
                            .machines = step,
                            .is_bought = !are_bought_for_all(kind_at),
                            .is_taken = standing == outcome::fits,
                            .adds_up = detail::adds_up(kind.machine, step, least_of(kind_at), asked)};
    of_.adds_up = of_.adds_up && (standing == outcome::does_not_fit || made.adds_up);
    const count all = !kind.periods.empty() ? kind.at_most : is_of_one() ? steps_of(kind_at) : (kind.at_least + steps_of(kind_at) * kind.step) / step;
    add_variable(made, made.is_bought ? cost : 0, made.is_taken && is_limited ? all : 0);
  }

  constexpr void add_row(std::size_t which, line of, double amount, bool is_limit) {
    const demand& asked = demands_[which];
    program_row row{of_no_variable(), amount, is_limit};
    double there = 0;
    for (std::size_t i = 0; i < kinds_.size(); ++i) {
      const mix_kind& kind = kinds_[i];
      const std::size_t at = which * kinds_.size() + i;
      const mix_variable& has = of_.variables[at];
      // Parts are more than a whole has: right for a need, and nothing of a limit.
      if (has.is_taken && (has.adds_up || !is_limit)) {
        row.each[at] = share_of({kind.machine, has.machines}, of, asked, !has.adds_up);
        there += share_of({kind.machine, least_of(i)}, of, asked, !has.adds_up);
      }
      if (has.is_taken && kind.at_most > 0 && figure_of(kind.machine, of, asked.total.peak, asked.prices).is_unknown()) of_.open[i] = true;
    }
    row.amount = left_of(amount, there);
    add(row, {mix_row::subject::demand, which, of});
  }

  // All demands together have no more than are bought, or than there are.
  constexpr void add_all_of_kind(std::size_t kind) {
    program_row row{of_no_variable(), static_cast<double>(are_bought_for_all(kind) ? kinds_[kind].at_least : kinds_[kind].at_most), true};
    for (std::size_t at = 0; at < of_.variables.size(); ++at) {
      const mix_variable& each = of_.variables[at];
      if (each.kind == kind) row.each[at] = static_cast<double>(each.demand < demands_.size ? each.machines : -each.machines);
    }
    add(row, {mix_row::subject::kind, kind});
  }

  // Of a period: those one by one, the steps, and whether all of the former are taken, as before any step.
  struct period_variables {
    std::size_t kind = 0;
    count room = 0;
    count held = 0;
    std::size_t first = 0;  // of the three, or of the steps alone where no other is one
  };

  constexpr void add_period(std::size_t kind, const mix_period& of, bool is_first) {
    const mix_kind& its = kinds_[kind];
    const bool counts_held = of.held > 0 && (of.held_amount > 0 || (is_first && its.limited > 0 && within_.at_most.is_known()));
    const count free = headroom::add(of.room, counts_held ? 0 : of.held), held = counts_held ? of.held : 0;
    periods_.push_back({kind, free, held, of_.variables.size()});
    if (held > 0) add_variable({.kind = kind, .demand = demands_.size, .is_bought = is_first}, of.held_amount, held);
    const count left = its.at_most < max_count ? its.at_most - std::min(its.at_most, headroom::add(free, held)) : max_count;
    const count steps = ceil_of(left, its.step);
    // A row that is so much wider than a step would be within rounding.
    add_variable({.kind = kind, .demand = demands_.size, .machines = its.step, .is_bought = is_first}, of.amount, held > 0 ? std::min(steps, count{10'000'000}) : steps);
    if (held > 0) add_variable({.kind = kind, .demand = demands_.size, .is_bought = false}, 0, 1);
  }

  constexpr void add_rows(const period_variables& of) {
    const std::size_t steps = of.first + (of.held > 0 ? 1 : 0);
    program_row there{of_no_variable(), static_cast<double>(of.room), true};
    for (std::size_t d = 0; d < demands_.size; ++d) there.each[d * kinds_.size() + of.kind] = static_cast<double>(of_.variables[d * kinds_.size() + of.kind].machines);
    there.each[steps] = -static_cast<double>(kinds_[of.kind].step);
    if (of.held > 0) there.each[of.first] = -1;
    add(there, {mix_row::subject::kind, of.kind});
    if (of.held < 1) return;
    program_row all_before{of_no_variable(), 0, false}, steps_after{of_no_variable(), 0, true};
    all_before.each[of.first] = 1;
    all_before.each[steps + 1] = -static_cast<double>(of.held);
    steps_after.each[steps] = 1;
    steps_after.each[steps + 1] = -static_cast<double>(of_.steps.at_most[steps]);
    add(all_before, {mix_row::subject::kind, of.kind});
    add(steps_after, {mix_row::subject::kind, of.kind});
  }

  constexpr bool may_meet_a_demand(std::size_t kind) const {
    for (std::size_t d = 0; d < demands_.size; ++d)
      if (of_.variables[d * kinds_.size() + kind].is_taken) return true;
    return false;
  }

  // GPUs of what may be on spot that one machine takes; less than nothing where it makes room for more.
  constexpr double spot_room_taken(std::size_t kind, double most) const {
    const double gpus = static_cast<double>(gpus_of(kinds_[kind].machine).value_or(0));
    return may_meet_a_demand(kind) ? (kinds_[kind].is_spot ? 1 - most : -most) * gpus : 0;
  }

  // Of all machines that are paid for, also of those that no demand has; of those in tiers or periods, of which what is idle may cost nothing, that demands have.
  constexpr void add_spot(double most) {
    program_row row{of_no_variable(), 0, true};
    double room = most * (within_.gpus_beside - within_.spot_beside), taken = (1 - most) * within_.spot_beside;
    for (std::size_t i = 0; i < kinds_.size(); ++i) (kinds_[i].is_spot ? taken : room) += math::absolute(spot_room_taken(i, most)) * static_cast<double>(kinds_[i].at_least);
    row.amount = left_of(room, taken);
    for (std::size_t at = 0; at < of_.variables.size(); ++at)
      if (const mix_variable& each = of_.variables[at]; kinds_[each.kind].is_beside_others() ? each.demand < of_.demands : each.is_bought)
        row.each[at] = spot_room_taken(each.kind, most) * static_cast<double>(each.machines);
    add(row, {mix_row::subject::spot});
  }

  // Of all machines that are paid for.
  constexpr void add_limit(double most) {
    double there = 0;
    for (const mix_kind& each : kinds_) there += each.limited * static_cast<double>(each.at_least);
    program_row row{of_no_variable(), left_of(most, there), true};
    for (std::size_t at = 0; at < of_.variables.size(); ++at)
      if (of_.variables[at].is_bought) row.each[at] = kinds_[of_.variables[at].kind].limited * static_cast<double>(of_.variables[at].machines);
    add(row, {mix_row::subject::limited});
  }

  constexpr void add(const program_row& row, const mix_row& about) {
    of_.steps.rows.push_back(row);
    of_.rows.push_back(about);
  }

  std::span<const mix_kind> kinds_;
  demand_list demands_;
  mix_limits within_;
  std::vector<period_variables> periods_{};
  mix_program of_{};
};

constexpr figure<mix_program> mix_program_of_all(std::span<const mix_kind> kinds, const demand_list& demands, mix_objective objective, const mix_limits& within) {
  const auto refused = [](std::string_view why) { return figure<mix_program>(unknown).noted(why); };
  if (kinds.size() > most_kinds) return refused("sixteen kinds of machines at most");
  if (demands.size > most_mixed_demands) return refused("sixteen demands at most");
  bool is_valid = !kinds.empty() && demands.size > 0;
  for (std::size_t i = 0; i < demands.size; ++i) is_valid = is_valid && detail::is_valid(demands[i]);
  if (!is_valid) return refused("the demand is invalid, or there is no kind");
  if (!(within.most_spot >= 0 && within.most_spot <= 1)) return refused("the share of spot machines is 0 to 1");
  if (!(within.at_most.value_or(0) >= 0)) return refused("a limit is no less than nothing");
  if (!(within.spot_beside >= 0 && within.spot_beside <= within.gpus_beside)) return refused("of the GPUs beside more are on spot than there are");
  std::array<double, most_kinds> costs{};
  const auto is_amount = [](double x) { return x >= 0 && x <= std::numeric_limits<double>::max(); };
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    if (!is_count(kinds[i].at_least) || !is_count(kinds[i].at_most) || kinds[i].step < 1 || kinds[i].at_least > kinds[i].at_most)
      return refused("a kind has a count that is none, or more in any case than at most");
    if (!(kinds[i].limited >= 0)) return refused("a kind has less than nothing of what is limited");
    if (!is_amount(kinds[i].amount.value_or(0))) return refused("a kind counts less than nothing, or without end");
    count in_tiers = kinds[i].tiers.empty() ? kinds[i].at_most : 0;
    for (const mix_tier& each : kinds[i].tiers) {
      if (!is_count(each.machines) || !is_amount(each.amount)) return refused("a kind counts less than nothing, or without end");
      in_tiers = add(in_tiers, each.machines);
    }
    if (in_tiers != kinds[i].at_most || (!kinds[i].tiers.empty() && (kinds[i].step > 1 || kinds[i].at_least > 0)))
      return refused("tiers are of machines one by one, of all that there are");
    for (const mix_period& each : kinds[i].periods)
      if (!is_count(each.room) || !is_count(each.held) || !is_amount(each.held_amount) || !is_amount(each.amount)) return refused("a kind counts less than nothing, or without end");
    if (!kinds[i].periods.empty() && (!kinds[i].tiers.empty() || kinds[i].at_least > 0)) return refused("periods are of machines that are taken beside others, and have no tiers");
    const demand& first = demands[0];
    const figure<double> cost = kinds[i].amount.is_known() ? kinds[i].amount : figure_of(kinds[i].machine, line_of(objective), first.total.peak, first.prices);
    if (!cost.is_known()) return refused(not_known_of(objective));
    costs[i] = *cost.known();
  }
  return mix_rows(kinds, demands, within).made(std::span<const double>(costs.data(), kinds.size()));
}

}  // namespace detail

// What is searched for the least mix of several demands, and what a solver takes. Prices are those of the first. Unknown, with the reason as its
// note, where a kind's price (GPUs, power) is not known, a count is none, there are more than sixteen kinds or demands, or a demand is invalid.
constexpr figure<mix_program> mixes_program_of(std::span<const mix_kind> kinds, std::span<const demand> demands,
                                               mix_objective objective = mix_objective::price_per_hour, const mix_limits& within = {}) {
  return detail::mix_program_of_all(kinds, {demands.data(), demands.size()}, objective, within);
}

// Of one demand: all machines that are taken are its.
constexpr figure<mix_program> mix_program_of(std::span<const mix_kind> kinds, const demand& asked, mix_objective objective = mix_objective::price_per_hour,
                                             const mix_limits& within = {}) {
  return detail::mix_program_of_all(kinds, {&asked, 1}, objective, within);
}

}  // namespace headroom
