// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
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
  search_effort effort = 20'000;  // of one mix
};

namespace detail {

// Machines of a kind that are left beside jobs, by what one more takes: those held that no job has, then those held that a job has for less
// time, which is bought one in its place, then those that are bought.
constexpr void add_left(std::vector<mix_kind>& to, const shared_kind& on, const machine& is, const shared_use& use, double seconds) {
  count left = on.at_most < max_count ? on.at_most - use.machines : max_count;
  bool is_first = true;
  const auto put = [&](double amount, count machines) {
    const count here = std::min(machines, left);
    if (left < max_count) left -= here;
    if (here < 1) return;
    if (!is_first && *to.back().amount.known() == amount) {
      to.back().at_most = add(to.back().at_most, here);
      return;
    }
    to.push_back({.machine = is, .at_most = here, .amount = amount, .limited = on.limited});
    is_first = false;
  };
  put(seconds * on.held_price, std::max<count>(on.held - use.machines, 0));
  std::vector<kept_machines> on_held;
  count held = on.held;
  for (const kept_machines& each : use.kept) {
    on_held.push_back({each.seconds, std::min(held, each.machines)});
    held -= on_held.back().machines;
  }
  for (std::size_t i = on_held.size(); i-- > 0;)
    if (on_held[i].seconds < seconds) put(on_held[i].seconds * (on.price - on.held_price) + seconds * on.held_price, on_held[i].machines);
  put(seconds * on.price, left);
  if (is_first) to.push_back({.machine = is, .at_most = 0, .amount = seconds * on.price});
}

// The least mix beside each choice of ways to run jobs.
class mixes_beside {
 public:
  double least = 0;  // of the amount, beside any choice
  bool is_proved = true;

  constexpr mixes_beside(std::span<const shared_kind> kinds, const shared_demands& of, const shared_objective& asked)
      : kinds_(kinds), of_(of), asked_(asked), seconds_(asked.by_time ? of.seconds : 1) {
    std::vector<std::size_t> kind_of;
    const std::vector<shared_use> unused(kinds.size());
    alone_ = mixes_with(left_beside(unused, kind_of), limit_beside(unused));
    if (alone_.is_known()) least = alone_.known()->all.bound;
  }

  // Beside no job.
  constexpr const figure<machine_mixes>& alone() const { return alone_; }

  constexpr std::optional<shared_choice> choice(std::span<const shared_kind> kinds, std::span<const shared_option> of_jobs, const shared_objective& asked) {
    return least_of_uses(kinds, of_jobs, asked, [&](std::vector<shared_use> uses) { return with_mixes(std::move(uses), of_jobs); });
  }

 private:
  constexpr std::vector<mix_kind> left_beside(const std::vector<shared_use>& uses, std::vector<std::size_t>& kind_of) const {
    std::vector<mix_kind> left;
    for (std::size_t k = 0; k < kinds_.size(); ++k) {
      add_left(left, kinds_[k], of_.machines[k], uses[k], seconds_);
      kind_of.resize(left.size(), k);
    }
    return left;
  }

  // What jobs leave of what is limited.
  constexpr figure<double> limit_beside(const std::vector<shared_use>& uses) const {
    if (!asked_.at_most.is_known()) return unknown;
    return math::larger(*asked_.at_most.known() - limited_of(kinds_, uses), 0);
  }

  // Other choices leave as much.
  struct known_mix {
    std::vector<mix_kind> left{};
    figure<double> at_most{};
    figure<machine_mixes> found{};
  };

  constexpr const figure<machine_mixes>& mixes_with(const std::vector<mix_kind>& left, const figure<double>& at_most) {
    const auto are_alike = [](const mix_kind& a, const mix_kind& b) { return a.machine.name() == b.machine.name() && a.at_most == b.at_most && *a.amount.known() == *b.amount.known(); };
    for (const known_mix& each : known_)
      if (each.at_most.value_or(0) == at_most.value_or(0) && std::equal(each.left.begin(), each.left.end(), left.begin(), left.end(), are_alike)) return each.found;
    known_.push_back({left, at_most, least_mixes(left, of_.demands, mix_objective::machines, {1, of_.effort, at_most})});
    return known_.back().found;
  }

  constexpr std::optional<shared_choice> with_mixes(std::vector<shared_use> uses, std::span<const shared_option> of_jobs) {
    std::vector<std::size_t> kind_of;
    const std::vector<mix_kind> left = left_beside(uses, kind_of);
    const figure<machine_mixes>& found = mixes_with(left, limit_beside(uses));
    is_proved = is_proved && (found.is_known() ? found.known()->all.is_proved : found.is_absent());
    if (!found.is_known()) return std::nullopt;
    std::vector<std::vector<count>> of_demands(of_.demands.size(), std::vector<count>(kinds_.size(), 0));
    for (std::size_t d = 0; d < of_.demands.size(); ++d)
      for (std::size_t i = 0; i < left.size(); ++i) {
        const count machines = found.known()->of_each[d][i];
        shared_use& use = uses[kind_of[i]];
        of_demands[d][kind_of[i]] += machines;
        use.machines += machines;
        use.kept.push_back({of_.seconds, machines});
      }
    for (shared_use& each : uses) each = sorted_by_time(std::move(each));
    shared_choice made = choice_used_so(kinds_, std::move(uses), of_jobs, asked_.by_time);
    made.of_demands = std::move(of_demands);
    return made;
  }

  std::span<const shared_kind> kinds_;
  const shared_demands& of_;
  const shared_objective& asked_;
  double seconds_ = 0;
  figure<machine_mixes> alone_{};
  std::vector<known_mix> known_{};
};

constexpr std::string_view wrong_demands(std::span<const shared_kind> kinds, const shared_demands& of) {
  if (of.machines.size() != kinds.size()) return "the machines beside the kinds are not as many";
  if (!(of.seconds >= 0)) return "the time that machines of demands are kept is none";
  for (const shared_kind& each : kinds)
    if (each.held_price > each.price) return "a machine that is held takes more than one that is bought";
  return {};
}

}  // namespace detail

// The choice of one option for each job, and of the machines that demands have beside them, that takes least together, and the next choice of
// options. Absent where none keeps within the machines and the limit; unknown, with the reason as its note, where none was found in so many
// steps, a number is none, or as least_mixes() is. Of a demand with limits, whole racks or domains, machines that are held and those that are
// bought are two groups.
constexpr figure<shared_plan> least_shared_with(std::span<const shared_kind> kinds, std::span<const std::vector<shared_option>> jobs, const shared_demands& beside,
                                                const shared_objective& asked = {}, const search_effort& effort = 200'000) {
  if (const std::string_view wrong = detail::wrong_number_of(kinds, jobs, asked); !wrong.empty()) return figure<shared_plan>(unknown).noted(wrong);
  if (const std::string_view wrong = detail::wrong_demands(kinds, beside); !wrong.empty()) return figure<shared_plan>(unknown).noted(wrong);
  detail::mixes_beside mixes(kinds, beside, asked);
  if (!mixes.alone().is_known()) return mixes.alone().with(shared_plan{});
  return detail::told(detail::shared_search(kinds, jobs, mixes, asked, effort).run());
}

// What one choice takes, with the mix that takes least beside it. Nothing: machines are too few, or the mix is not known.
constexpr std::optional<shared_choice> choice_with(std::span<const shared_kind> kinds, std::span<const shared_option> of_jobs, const shared_demands& beside, const shared_objective& asked) {
  return detail::mixes_beside(kinds, beside, asked).choice(kinds, of_jobs, asked);
}

}  // namespace headroom
