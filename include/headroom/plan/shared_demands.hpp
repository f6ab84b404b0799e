// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <headroom/count.hpp>
#include <headroom/demand/demand.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/machine.hpp>
#include <headroom/plan/machine_mix.hpp>
#include <headroom/plan/mix_program.hpp>
#include <headroom/plan/search_effort.hpp>
#include <headroom/plan/shared_cluster.hpp>

// Jobs and demands on one cluster at the same time: of each job the way to run it, and of each demand the mix of machines, that take least together.
namespace headroom {

// Demands beside jobs, each of which has whole machines of its own.
struct shared_demands {
  std::span<const machine> machines{};  // what a kind is, of each
  std::span<const demand> demands{};
  double seconds = 0;             // that their machines are kept
  search_effort effort = 200'000;  // of all mixes together
};

namespace detail {

// What one machine of a kind more takes beside jobs: those held that no job has, then those held that a job has for less time, which is bought
// one in its place, then those that are bought.
constexpr std::vector<mix_tier> tiers_left(const shared_kind& on, const shared_layout& use, double seconds, bool by_time) {
  std::vector<mix_tier> tiers;
  count left = on.most() < max_count ? on.most() - use.machines : max_count;
  const auto put = [&](double amount, count machines) {
    const count here = std::min(machines, left);
    if (left < max_count) left -= here;
    if (here < 1) return;
    if (!tiers.empty() && tiers.back().amount == amount) tiers.back().machines = add(tiers.back().machines, here);
    else tiers.push_back({here, amount});
  };
  put(seconds * on.held_price, std::max<count>(on.held - use.machines, 0));
  std::vector<kept_machines> on_held;
  count held = on.held;
  for (const kept_machines& each : use.kept) {
    on_held.push_back({each.seconds, std::min(held, each.machines)});
    held -= on_held.back().machines;
  }
  for (std::size_t i = on_held.size(); by_time && i-- > 0;)
    if (on_held[i].seconds < seconds) put(on_held[i].seconds * (on.price - on.held_price) + seconds * on.held_price, on_held[i].machines);
  put(seconds * on.price, left);
  if (tiers.empty()) tiers.push_back({});
  return tiers;
}

// The same of machines that are bought in steps: at each time those beside jobs, of whose steps there may be a rest.
constexpr std::vector<mix_period> periods_left(const shared_kind& on, const shared_layout& use, double seconds, bool by_time) {
  std::vector<mix_period> periods;
  count in_use = use.machines;
  double from = 0;
  const auto put = [&](double until) {
    const count held = std::max<count>(std::min(on.held, on.most()) - in_use, 0);
    periods.push_back({on.kept(in_use) - in_use, held, (until - from) * on.held_price, (until - from) * on.price});
    from = until;
  };
  for (std::size_t i = use.kept.size(); by_time && i-- > 0;) {
    if (use.kept[i].seconds >= seconds) break;
    if (use.kept[i].seconds > from) put(use.kept[i].seconds);
    in_use -= use.kept[i].machines;
  }
  put(seconds);
  return periods;
}

// What jobs use of each kind, with the machines of demands that are kept for so long.
constexpr std::vector<shared_layout> used_with(std::vector<shared_layout> uses, std::span<const std::vector<count>> of_demands, double seconds) {
  for (std::size_t k = 0; k < uses.size(); ++k) {
    for (const std::vector<count>& each : of_demands) {
      uses[k].machines += each[k];
      uses[k].kept.push_back({seconds, each[k]});
    }
    std::sort(uses[k].kept.begin(), uses[k].kept.end(), [](const kept_machines& a, const kept_machines& b) { return a.seconds > b.seconds; });
  }
  return uses;
}

inline constexpr std::int64_t most_of_one_mix = 5'000;
inline constexpr std::int64_t parts_of_none = 100;  // as many are counted where there is no mix, which does not say how many were looked at

// The least mix beside each choice of ways to run jobs.
class mixes_beside {
 public:
  double least = 0;  // of the amount, beside any choice
  bool is_proved = true;
  static constexpr bool makes_room_for_spot = true;

  constexpr mixes_beside(std::span<const shared_kind> kinds, const shared_demands& of, const shared_objective& asked)
      : kinds_(kinds), of_(of), asked_(asked), seconds_(asked.by_time ? of.seconds : 1) {
    // Jobs make room for spot, and in steps: beside none of them it would be no bound.
    alone_ = mixes_beside_uses(std::vector<shared_layout>(kinds.size()), {}, 1, false);
    if (alone_.is_known()) least = alone_.known()->all.bound;
  }

  // Beside no job.
  constexpr const figure<machine_mixes>& alone() const { return alone_; }

  constexpr found_choice choice(std::span<const shared_kind> kinds, std::span<const shared_option> of_jobs, const shared_objective& asked) {
    return least_of_uses(kinds, of_jobs, asked, [&](std::vector<shared_layout> uses) { return with_mixes(std::move(uses), of_jobs, asked.most_spot); });
  }

 private:
  // What jobs leave of what is limited.
  constexpr figure<double> limit_beside(const std::vector<shared_layout>& uses) const {
    if (!asked_.at_most.is_known()) return unknown;
    return math::larger(*asked_.at_most.known() - limited_of(kinds_, uses), 0);
  }

  // Of a kind what jobs leave: one or the other.
  struct left_of_kind {
    count machines = 0;
    std::vector<mix_tier> tiers{};
    std::vector<mix_period> periods{};

    friend constexpr bool operator==(const left_of_kind&, const left_of_kind&) = default;
  };
  constexpr left_of_kind left_beside(const shared_kind& on, const shared_layout& use, bool by_steps) const {
    if (by_steps && on.step > 1) return {.machines = on.most() < max_count ? on.most() - use.machines : max_count, .periods = periods_left(on, use, seconds_, asked_.by_time)};
    left_of_kind made{.tiers = tiers_left(on, use, seconds_, asked_.by_time)};
    for (const mix_tier& each : made.tiers) made.machines = add(made.machines, each.machines);
    return made;
  }
  // Other choices leave as much.
  struct known_mix {
    std::vector<left_of_kind> left{};
    mix_limits within{};
    figure<machine_mixes> found{};
  };
  static constexpr bool are_alike(const mix_limits& a, const mix_limits& b) {
    return a.at_most.value_or(0) == b.at_most.value_or(0) && a.most_spot == b.most_spot && a.gpus_beside == b.gpus_beside && a.spot_beside == b.spot_beside;
  }

  constexpr const figure<machine_mixes>& mixes_beside_uses(const std::vector<shared_layout>& uses, const gpu_use& of_jobs, double most_spot, bool by_steps = true) {
    known_mix one{.within = {.most_spot = most_spot, .at_most = limit_beside(uses)}};
    if (most_spot < 1) {
      one.within.gpus_beside = of_jobs.seconds / of_.seconds;
      one.within.spot_beside = of_jobs.on_spot / of_.seconds;
    }
    for (std::size_t k = 0; k < kinds_.size(); ++k) one.left.push_back(left_beside(kinds_[k], uses[k], by_steps));
    for (const known_mix& each : known_)
      if (are_alike(each.within, one.within) && each.left == one.left) return each.found;
    std::vector<mix_kind> left;
    for (std::size_t k = 0; k < kinds_.size(); ++k)
      left.push_back({.machine = of_.machines[k],
                      .at_most = one.left[k].machines,
                      .step = one.left[k].periods.empty() ? 1 : kinds_[k].step,
                      .is_spot = kinds_[k].is_spot,
                      .limited = kinds_[k].limited,
                      .tiers = one.left[k].tiers,
                      .periods = one.left[k].periods});
    const std::int64_t most = of_.effort.is_over(tried_) ? 0 : most_of_one_mix;
    one.within.effort = of_.effort.at_most(most);
    one.found = least_mixes(left, of_.demands, mix_objective::machines, one.within);
    tried_ += one.found.is_known() ? one.found.known()->all.tried : one.found.is_absent() ? parts_of_none : most;
    known_.push_back(std::move(one));
    return known_.back().found;
  }

  constexpr std::optional<shared_choice> with_mixes(std::vector<shared_layout> uses, std::span<const shared_option> of_jobs, double most_spot) {
    const figure<machine_mixes>& found = mixes_beside_uses(uses, gpu_use_of(kinds_, of_jobs), most_spot);
    is_proved = is_proved && (found.is_known() ? found.known()->all.is_proved : found.is_absent());
    if (!found.is_known()) return std::nullopt;
    // Jobs that take more by themselves may leave more of what is held.
    for (const shared_layout& each : uses) is_proved = is_proved && each.are_fewest;
    std::vector<std::vector<count>> of_demands(of_.demands.size(), std::vector<count>(kinds_.size()));
    for (std::size_t d = 0; d < of_.demands.size(); ++d)
      for (std::size_t k = 0; k < kinds_.size(); ++k) of_demands[d][k] = found.known()->of_each[d][k];
    shared_choice made = choice_used_so(kinds_, used_with(std::move(uses), of_demands, of_.seconds), of_jobs, asked_.by_time);
    made.of_demands = std::move(of_demands);
    return made;
  }

  std::span<const shared_kind> kinds_;
  const shared_demands& of_;
  const shared_objective& asked_;
  double seconds_ = 0;
  std::int64_t tried_ = 0;
  figure<machine_mixes> alone_{};
  std::vector<known_mix> known_{};
};

constexpr std::string_view wrong_demands(std::span<const shared_kind> kinds, const shared_demands& of, const shared_objective& asked) {
  if (of.machines.size() != kinds.size()) return "the machines beside the kinds are not as many";
  if (!(of.seconds >= 0)) return "the time that machines of demands are kept is none";
  if (asked.most_spot < 1 && of.seconds == 0) return "of no time there is no share on spot";
  for (const shared_kind& each : kinds)
    if (each.held_price > each.price) return "a machine that is held takes more than one that is bought";
  return {};
}

}  // namespace detail

// The choice of one option for each job, and of the machines that demands have beside them, that takes least together, and the next choice of
// options. Absent where none keeps within the machines and the limit; unknown, with the reason as its note, where none was found in so many
// steps, a number is none, or as least_mixes() is.
constexpr figure<shared_plan> least_shared_with(std::span<const shared_kind> kinds, std::span<const std::vector<shared_option>> jobs, const shared_demands& beside,
                                                const shared_objective& asked = {}, const search_effort& effort = 200'000) {
  if (const std::string_view wrong = detail::wrong_number_of(kinds, jobs, asked); !wrong.empty()) return figure<shared_plan>(unknown).noted(wrong);
  if (beside.demands.empty()) return least_shared(kinds, jobs, asked, effort);
  if (const std::string_view wrong = detail::wrong_demands(kinds, beside, asked); !wrong.empty()) return figure<shared_plan>(unknown).noted(wrong);
  detail::mixes_beside mixes(kinds, beside, asked);
  if (!mixes.alone().is_known()) return mixes.alone().with(shared_plan{});
  return detail::told(detail::shared_search(kinds, jobs, mixes, asked, effort).run());
}

// What one choice takes, with the mix that takes least beside it. Nothing: machines are too few, or the mix is not known.
constexpr std::optional<shared_choice> choice_with(std::span<const shared_kind> kinds, std::span<const shared_option> of_jobs, const shared_demands& beside, const shared_objective& asked) {
  if (!detail::wrong_demands(kinds, beside, asked).empty()) return std::nullopt;
  return detail::mixes_beside(kinds, beside, asked).choice(kinds, of_jobs, asked).made;
}

// What one choice takes with these machines of each kind for each demand, which are kept for so long; whether they meet it is not asked. Nothing:
// machines are too few, or what is limited, the budget or the share on spot is passed.
constexpr std::optional<shared_choice> choice_with_machines(std::span<const shared_kind> kinds, std::span<const shared_option> of_jobs, std::span<const std::vector<count>> of_demands, double seconds,
                                                            const shared_objective& asked) {
  if (!gpu_use_of(kinds, of_jobs, of_demands, seconds).is_within(asked.most_spot)) return std::nullopt;
  return detail::least_of_uses(kinds, of_jobs, asked, [&](std::vector<shared_layout> uses) -> std::optional<shared_choice> {
    shared_choice made = detail::choice_used_so(kinds, detail::used_with(std::move(uses), of_demands, seconds), of_jobs, asked.by_time);
    for (std::size_t k = 0; k < kinds.size(); ++k)
      if (made.uses[k].machines > kinds[k].most()) return std::nullopt;
    made.of_demands.assign(of_demands.begin(), of_demands.end());
    return made;
  }).made;
}

}  // namespace headroom
