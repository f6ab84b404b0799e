// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <headroom/cluster/group.hpp>
#include <headroom/cluster/resource.hpp>
#include <headroom/count.hpp>
#include <headroom/demand/assess.hpp>
#include <headroom/demand/demand.hpp>
#include <headroom/demand/growth.hpp>
#include <headroom/demand/verdict.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/machine.hpp>
#include <headroom/plan/integer_program.hpp>
#include <headroom/plan/search_effort.hpp>
#include <headroom/units.hpp>

// How many of several kinds of machines meet a demand at least cost, and whether that is proved.
namespace headroom {

// What may be had of one kind of machine. Prices go by names: the same machine in two regions, on spot or reserved is several kinds, each a copy
// of its record with a name and a price of its own.
struct mix_kind {
  headroom::machine machine{};
  count at_most = max_count;  // a quota, with those that are held
  count at_least = 0;         // held already, or to be taken in any case; counted in the cost
  count step = 1;             // they come by so many: the VMs of a rack, or what is sold together
  bool is_spot = false;       // may be taken away: mix_limits says how many of the GPUs may be such
};

// What is to be least of the machines that are chosen.
enum class mix_objective { price_per_hour, gpus, power_drawn, machines };

inline constexpr std::size_t most_kinds = 16;

struct machine_mix {
  std::array<count, most_kinds> counts{};  // of each kind, in the order that they were given
  double amount = 0;                       // of the objective, in base units: dollars a second, watts
  double bound = 0;                        // no mix has less; the amount itself where that is proved
  bool is_proved = false;
  std::int64_t tried = 0;  // how many parts of the space were looked at

  // Of all machines, where the objective is their price.
  constexpr money_rate price() const { return dollars_per_hour(amount * 3'600); }
  // How far the amount may be above the least, as a share of it.
  constexpr double gap() const { return is_proved || !(amount > 0) ? 0 : 1 - bound / amount; }
};

// What a mix is besides its kinds and the demand.
struct mix_limits {
  double most_spot = 1;               // the share of the eligible machines' GPUs that may be of spot kinds
  search_effort effort = 100'000;      // parts of the space that are looked at
};

// A mix as whole numbers within linear rows: of each kind the steps beyond what is taken in any case. A row for each need in total and for each
// limit, and last, where not all may be spot, one for those.
struct mix_program {
  integer_program steps{};
  std::vector<line> lines{};  // of the rows, but for that of spot kinds
  double taken = 0;           // of the objective, in any case
  // Whole racks, domains and units of GPUs that are larger than a step add up to less than their parts: then the rows are wider than the demand.
  bool adds_up = true;
  bool is_open = false;  // a figure that is not known may decide: none of it is counted
};

namespace detail {

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

// Whether steps of a kind have together what each has.
constexpr bool adds_up(const mix_kind& of, const demand& asked) {
  if (asked.units.of_one_kind > 1) return false;
  bool is_by_domain = asked.whole_racks || asked.units.in_domain > 1;
  for (const line each : need_lines) is_by_domain = is_by_domain || need_of(asked.per_domain, each) > 0;
  const figure<count> domain = resource::scale_up_domain::of(of.machine), gpus = gpus_of(of.machine);
  if (!is_by_domain || domain.is_absent() || gpus.value_or(1) == 0) return true;
  if (!domain.is_known() || !gpus.is_known()) return false;
  if (*domain.known() <= *gpus.known()) return true;
  const count machines = *domain.known() / *gpus.known();
  return *domain.known() % *gpus.known() == 0 && of.step % machines == 0 && of.at_least % machines == 0;
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

class mix_rows {
 public:
  constexpr mix_rows(std::span<const mix_kind> kinds, const demand& asked) : kinds_(kinds), asked_(asked) {}

  constexpr mix_program made(std::span<const double> costs, double most_spot) {
    for (std::size_t i = 0; i < kinds_.size(); ++i) add_kind(i, costs[i]);
    if (asks_for_eligibility(asked_)) add_row(line::machines, 1, false);
    for (const line each : need_lines)
      if (const double need = need_of(asked_.total, each); need > 0) add_row(each, need, false);
    for (const line each : limit_lines)
      if (const figure<double> most = limit_of(asked_.at_most, each); most.is_known()) add_row(each, *most.known(), true);
    if (most_spot < 1) add_spot(most_spot);
    return of_;
  }

 private:
  // Those that no demand is met with, or that a limit says nothing of, are not taken.
  constexpr void add_kind(std::size_t which, double cost) {
    const mix_kind& kind = kinds_[which];
    const outcome standing = eligibility({kind.machine, kind.at_most}, asked_).standing().outcome;
    bool is_limited = true;
    for (const line each : limit_lines)
      if (limit_of(asked_.at_most, each).is_known() && figure_of(kind.machine, each, asked_.total.peak, asked_.prices).is_unknown()) is_limited = false;
    of_.is_open = of_.is_open || (kind.at_most > 0 && (standing == outcome::cannot_be_judged || (standing == outcome::fits && !is_limited)));
    is_taken_[which] = standing == outcome::fits;
    adds_up_[which] = detail::adds_up(kind, asked_);
    of_.adds_up = of_.adds_up && (standing == outcome::does_not_fit || adds_up_[which]);
    of_.steps.costs.push_back(cost * static_cast<double>(kind.step));
    of_.steps.at_most.push_back(is_taken_[which] && is_limited ? (kind.at_most - kind.at_least) / kind.step : 0);
    of_.taken += cost * static_cast<double>(kind.at_least);
  }

  constexpr void add_row(line of, double amount, bool is_limit) {
    program_row row{{}, amount, is_limit};
    for (std::size_t i = 0; i < kinds_.size(); ++i) {
      const mix_kind& kind = kinds_[i];
      // Parts are more than a whole has: right for a need, and nothing of a limit.
      const bool counts = is_taken_[i] && (adds_up_[i] || !is_limit);
      row.each.push_back(counts ? share_of({kind.machine, kind.step}, of, asked_, !adds_up_[i]) : 0);
      if (counts) row.amount -= share_of({kind.machine, kind.at_least}, of, asked_, !adds_up_[i]);
      if (is_taken_[i] && !is_limit && kind.at_most > 0) of_.is_open = of_.is_open || figure_of(kind.machine, of, asked_.total.peak, asked_.prices).is_unknown();
    }
    of_.steps.rows.push_back(row);
    of_.lines.push_back(of);
  }

  constexpr void add_spot(double most) {
    program_row row{{}, 0, true};
    for (std::size_t i = 0; i < kinds_.size(); ++i) {
      const mix_kind& each = kinds_[i];
      const double share = is_taken_[i] ? (each.is_spot ? 1 - most : -most) * static_cast<double>(gpus_of(each.machine).value_or(0)) : 0;
      row.each.push_back(share * static_cast<double>(each.step));
      row.amount -= share * static_cast<double>(each.at_least);
    }
    of_.steps.rows.push_back(row);
  }

  std::span<const mix_kind> kinds_;
  const demand& asked_;
  std::array<bool, most_kinds> is_taken_{};
  std::array<bool, most_kinds> adds_up_{};
  mix_program of_{};
};

// Kinds by their numbers of machines, judged as any cluster is.
class mix_judge {
 public:
  constexpr mix_judge(std::span<const mix_kind> kinds, const demand& asked) : kinds_(kinds), asked_(asked), minimums_(without_limits(asked)) {}

  constexpr std::array<count, most_kinds> counts_of(const std::vector<count>& steps) const {
    std::array<count, most_kinds> counts{};
    for (std::size_t i = 0; i < kinds_.size(); ++i) counts[i] = kinds_[i].at_least + steps[i] * kinds_[i].step;
    return counts;
  }
  constexpr outcome outcome_of(const std::array<count, most_kinds>& counts, const demand& of) const {
    std::array<group, most_kinds> groups{};
    for (std::size_t i = 0; i < kinds_.size(); ++i) groups[i] = {kinds_[i].machine, counts[i]};
    basic_verdict<std::array<group_standing, most_kinds>> v;
    judge(v, std::span<const group>(groups.data(), kinds_.size()), of);
    return v.outcome;
  }
  constexpr outcome of_minimums(const std::array<count, most_kinds>& counts) const { return outcome_of(counts, minimums_); }

  constexpr point_standing operator()(const std::vector<count>& steps) const {
    const std::array<count, most_kinds> counts = counts_of(steps);
    if (outcome_of(counts, asked_) == outcome::fits) return point_standing::holds;
    return of_minimums(counts) == outcome::fits ? point_standing::has_too_much : point_standing::has_too_little;
  }

 private:
  std::span<const mix_kind> kinds_;
  demand asked_;
  demand minimums_;
};

}  // namespace detail

// What is searched for the least mix, and what a solver takes. Unknown, with the reason as its note, where a kind's price (GPUs, power) is not
// known, a count is none, there are more than sixteen kinds, or the demand is invalid.
constexpr figure<mix_program> mix_program_of(std::span<const mix_kind> kinds, const demand& asked, mix_objective objective = mix_objective::price_per_hour,
                                             double most_spot = 1) {
  const auto refused = [](std::string_view why) { return figure<mix_program>(unknown).noted(why); };
  if (kinds.size() > most_kinds) return refused("sixteen kinds of machines at most");
  if (kinds.empty() || !detail::is_valid(asked)) return refused("the demand is invalid, or there is no kind");
  if (!(most_spot >= 0 && most_spot <= 1)) return refused("the share of spot machines is 0 to 1");
  std::array<double, most_kinds> costs{};
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    if (!is_count(kinds[i].at_least) || !is_count(kinds[i].at_most) || kinds[i].step < 1 || kinds[i].at_least > kinds[i].at_most)
      return refused("a kind has a count that is none, or more in any case than at most");
    const figure<double> cost = detail::figure_of(kinds[i].machine, detail::line_of(objective), asked.total.peak, asked.prices);
    if (!cost.is_known()) return refused(detail::not_known_of(objective));
    costs[i] = *cost.known();
  }
  return detail::mix_rows(kinds, asked).made(std::span<const double>(costs.data(), kinds.size()), most_spot);
}

// The mix with the least of an objective that meets a demand, by branch and bound over whole numbers. Absent where no mix meets it; unknown,
// with the reason as its note, where a figure that is not known decides, or as mix_program_of() is. Where so many parts of the space were
// looked at, the best so far, with the bound that it is above.
constexpr figure<machine_mix> least_mix(std::span<const mix_kind> kinds, const demand& asked, mix_objective objective = mix_objective::price_per_hour,
                                        const mix_limits& within = {}) {
  const auto refused = [](std::string_view why) { return figure<machine_mix>(unknown).noted(why); };
  const auto none = [] { return figure<machine_mix>(absent).noted("no mix of these machines meets the demand"); };
  const figure<mix_program> program = mix_program_of(kinds, asked, objective, within.most_spot);
  if (!program.is_known()) return refused(program.note);
  const detail::mix_judge judge(kinds, asked);
  std::array<count, most_kinds> all{};
  for (std::size_t i = 0; i < kinds.size(); ++i) all[i] = kinds[i].at_most;
  const outcome with_all = judge.of_minimums(all);
  if (with_all == outcome::invalid) return refused("the demand or a count is invalid");
  if (with_all == outcome::does_not_fit) return none();
  const program_optimum found = least_point(program.known()->steps, judge, within.effort);
  if (!found.is_found && !found.is_proved) return refused("none was found among those that were tried");
  if (!found.is_found) return program.known()->is_open ? refused("a figure that is not known decides") : none();
  return machine_mix{judge.counts_of(found.point), program.known()->taken + found.cost, program.known()->taken + found.bound, found.is_proved, found.nodes};
}

}  // namespace headroom
