// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <headroom/count.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/math.hpp>
#include <headroom/plan/search_effort.hpp>
#include <headroom/plan/shared_layout.hpp>

// Several jobs on one cluster at the same time: of the ways to run each, those that take least together.
namespace headroom {

namespace detail {

constexpr double gpus_of_part(const shared_option& of, const shared_kind& on) {
  return static_cast<double>(of.groups * of.group_nodes * on.node_gpus + of.pods * of.pod_gpus);
}

// The same in machines.
constexpr double share_of_machines(const shared_option& of, const shared_kind& on) {
  return gpus_of_part(of, on) / static_cast<double>(on.node_gpus * on.machine_nodes);
}

}  // namespace detail

// What is to be least of all jobs together.
enum class shared_least { amount, time };  // what is summed up; or when the last job is done, and then that

struct shared_objective {
  shared_least least = shared_least::amount;
  bool by_time = true;     // what is summed up is by the second; false: once for each machine
  double most_amount = 0;  // 0: no limit
  figure<double> at_most{};  // of what is limited, of all machines that are kept, at any time; no limit where it is not known
  double most_spot = 1;      // the share of the GPU seconds in use that may be on spot
};

// The time of GPUs that jobs and demands have. What is kept idle is not in it: it would make room for more on spot, as more GPUs for less time would
// if they were counted alone.
struct gpu_use {
  double seconds{};
  double on_spot{};

  constexpr double share_on_spot() const { return seconds > 0 ? on_spot / seconds : 0; }
  constexpr bool is_within(double most_spot) const { return !math::is_more(on_spot, most_spot * seconds); }
};
// Of each demand its machines of each kind, for so long.
constexpr gpu_use gpu_use_of(std::span<const shared_kind> kinds, std::span<const shared_option> of_jobs, std::span<const std::vector<count>> of_demands = {}, double seconds = 0) {
  gpu_use made;
  const auto add_on = [&](const shared_kind& kind, double gpu_seconds) {
    made.seconds += gpu_seconds;
    if (kind.is_spot) made.on_spot += gpu_seconds;
  };
  for (const shared_option& each : of_jobs)
    for_each_part(each, [&](const shared_option& part) { add_on(kinds[part.kind], part.seconds * detail::gpus_of_part(part, kinds[part.kind])); });
  for (const std::vector<count>& each : of_demands)
    for (std::size_t k = 0; k < kinds.size(); ++k) add_on(kinds[k], seconds * static_cast<double>(each[k] * kinds[k].machine_nodes * kinds[k].node_gpus));
  return made;
}

struct shared_amounts {
  double amount{};
  double ends_after{};
  double gpu_seconds{};  // of all machines that are kept, held ones with them
};

// Machines that are kept so long: those that are held, and those that are bought, in steps.
struct paid_machines {
  double seconds{};
  count held{};
  count bought{};

  constexpr count all() const { return add(held, bought); }
};
template <class Do>
constexpr void for_each_paid(const shared_layout& of, const shared_kind& on, Do&& act) {
  count before = 0;
  for (const kept_machines& each : of.kept) {
    const count after = before + each.machines;
    act(paid_machines{each.seconds, std::min(after, on.held) - std::min(before, on.held), on.bought(after) - on.bought(before)});
    before = after;
  }
}

constexpr shared_amounts amounts_of(const shared_layout& of, const shared_kind& on, bool by_time = true) {
  shared_amounts made;
  for_each_paid(of, on, [&](const paid_machines& each) {
    made.amount += (by_time ? each.seconds : 1) * (static_cast<double>(each.held) * on.held_price + static_cast<double>(each.bought) * on.price);
    made.gpu_seconds += each.seconds * static_cast<double>(each.all() * on.machine_nodes * on.node_gpus);
  });
  return made;
}

namespace detail {

// How jobs on one kind may use it: what takes least first, and then of fewer machines each time what takes least. None: there are too few.
struct shared_ways {
  std::vector<shared_layout> all{};
  bool are_proved = true;  // false: a packing gave up, so that there may be others
};
constexpr shared_ways uses_of(const shared_kind& on, std::span<const shared_option> jobs, bool by_time) {
  shared_ways made;
  for (count at_most = on.most();;) {
    shared_layout one = lay_out(on, jobs, by_time, at_most);
    made.are_proved = made.are_proved && one.is_proved;
    if (one.machines > at_most) return made;
    at_most = one.machines - 1;
    made.all.push_back(std::move(one));
    if (made.all.back().are_fewest) return made;
  }
}

}  // namespace detail

// What jobs on one kind use of it where they take least: each machine is kept until the last job on it ends. Nothing: there are too few.
constexpr std::optional<shared_layout> use_of(const shared_kind& on, std::span<const shared_option> jobs, bool by_time = true) {
  std::vector<shared_layout> uses = detail::uses_of(on, jobs, by_time).all;
  return uses.empty() ? std::optional<shared_layout>() : std::move(uses.front());
}

// Of each job the option that it runs by.
struct shared_choice {
  std::vector<std::size_t> options{};
  shared_amounts takes{};
  std::vector<shared_layout> uses{};  // of each kind, with the machines of demands; places of each part of an option on it
  std::vector<std::vector<count>> of_demands{};  // machines of each kind that each demand has, of plan/shared_demands.hpp
};

namespace detail {

constexpr std::vector<shared_option> options_on(std::size_t kind, std::span<const shared_option> of_jobs) {
  std::vector<shared_option> here;
  for (const shared_option& each : of_jobs)
    for_each_part(each, [&](const shared_option& part) {
      if (part.kind == kind) here.push_back(part);
    });
  return here;
}

// What kinds take that are used so.
constexpr shared_choice choice_used_so(std::span<const shared_kind> kinds, std::vector<shared_layout> uses, std::span<const shared_option> of_jobs, bool by_time) {
  shared_choice made{.uses = std::move(uses)};
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    const shared_amounts its = amounts_of(made.uses[k], kinds[k], by_time);
    made.takes.amount += its.amount;
    made.takes.gpu_seconds += its.gpu_seconds;
  }
  for (const shared_option& each : of_jobs) made.takes.ends_after = math::larger(made.takes.ends_after, each.ends_after);
  return made;
}

// Of all machines, which are kept at first at the same time.
constexpr double limited_of(std::span<const shared_kind> kinds, const std::vector<shared_layout>& uses) {
  double sum = 0;
  for (std::size_t k = 0; k < kinds.size(); ++k) sum += kinds[k].limited * static_cast<double>(kinds[k].kept(uses[k].machines));
  return sum;
}

constexpr bool is_within(const shared_choice& of, std::span<const shared_kind> kinds, const shared_objective& asked) {
  if (asked.most_amount > 0 && math::is_more(of.takes.amount, asked.most_amount)) return false;
  return !asked.at_most.is_known() || !math::is_more(limited_of(kinds, of.uses), *asked.at_most.known());
}

constexpr bool takes_less(const shared_objective& asked, const shared_amounts& a, const shared_amounts& b) {
  const auto differ = [](double x, double y) { return math::is_more(x, y) || math::is_more(y, x); };
  if (asked.least == shared_least::time && differ(a.ends_after, b.ends_after)) return a.ends_after < b.ends_after;
  if (differ(a.amount, b.amount)) return a.amount < b.amount;
  return math::is_more(b.gpu_seconds, a.gpu_seconds);
}

// Whether a choice, or that there is none, is the last word: not where a packing gave up.
struct found_choice {
  std::optional<shared_choice> made{};
  bool is_proved = true;
};

// Each way to use one kind with each of the others: what takes less by itself may be more machines than there may be. `made` says what jobs, and
// what is beside them, take so, if there is room.
template <class Made>
constexpr found_choice least_of_uses(std::span<const shared_kind> kinds, std::span<const shared_option> of_jobs, const shared_objective& asked, Made&& made) {
  std::vector<std::vector<shared_layout>> ways;
  bool are_proved = true;
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    shared_ways its = uses_of(kinds[k], options_on(k, of_jobs), asked.by_time);
    if (its.all.empty()) return {{}, its.are_proved};
    are_proved = are_proved && its.are_proved;
    ways.push_back(std::move(its.all));
  }
  std::optional<shared_choice> best;
  bool is_of_first = false;  // which take least by themselves: no other way is better
  std::vector<std::size_t> at(kinds.size(), 0);
  for (bool is_done = false; !is_done;) {
    std::vector<shared_layout> uses;
    for (std::size_t k = 0; k < kinds.size(); ++k) uses.push_back(ways[k][at[k]]);
    std::optional<shared_choice> one = made(std::move(uses));
    if (one.has_value() && is_within(*one, kinds, asked) && (!best.has_value() || math::is_more(best->takes.amount, one->takes.amount))) {
      best = std::move(one);
      is_of_first = std::all_of(at.begin(), at.end(), [](std::size_t each) { return each == 0; });
    }
    std::size_t k = 0;
    while (k < kinds.size() && ++at[k] == ways[k].size()) at[k++] = 0;
    is_done = k == kinds.size();
  }
  return {std::move(best), are_proved || is_of_first};
}

constexpr found_choice found_choice_of(std::span<const shared_kind> kinds, std::span<const shared_option> of_jobs, const shared_objective& asked) {
  if (!gpu_use_of(kinds, of_jobs).is_within(asked.most_spot)) return {};
  return least_of_uses(kinds, of_jobs, asked, [&](std::vector<shared_layout> uses) { return std::optional(choice_used_so(kinds, std::move(uses), of_jobs, asked.by_time)); });
}

}  // namespace detail

// The choice of an option for each job, with what it takes. Nothing: machines are too few, or too many on spot.
constexpr std::optional<shared_choice> choice_of(std::span<const shared_kind> kinds, std::span<const shared_option> of_jobs, const shared_objective& asked) {
  return detail::found_choice_of(kinds, of_jobs, asked).made;
}

struct shared_plan {
  std::vector<shared_choice> best{};  // two at most, the better first
  shared_amounts bound{};             // no choice takes less of what is to be least
  bool is_proved{};
  std::int64_t tried{};
};

namespace detail {

// What has machines beside jobs: nothing.
struct nothing_beside {
  static constexpr double least = 0;  // of the amount, beside any choice
  static constexpr bool is_proved = true;
  static constexpr bool makes_room_for_spot = false;

  constexpr found_choice choice(std::span<const shared_kind> kinds, std::span<const shared_option> of_jobs, const shared_objective& asked) const {
    return found_choice_of(kinds, of_jobs, asked);
  }
};

// Depth first over the jobs, of each the options that take least by themselves first. A branch ends where parts of machines alone would
// take more than the second best choice so far, or are more than there are.
template <class Others>
class shared_search {
 public:
  constexpr shared_search(std::span<const shared_kind> kinds, std::span<const std::vector<shared_option>> jobs, Others& others, const shared_objective& asked, const search_effort& effort)
      : kinds_(kinds), jobs_(jobs), others_(others), asked_(asked), effort_(effort), machines_(kinds.size(), 0.0), chosen_(jobs.size(), 0) {
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      sorted_.emplace_back();
      for (std::size_t at = 0; at < jobs[i].size(); ++at)
        sorted_[i].push_back({at, least_of(jobs[i][at])});
      std::sort(sorted_[i].begin(), sorted_[i].end(), [&](const ranked& a, const ranked& b) {
        if (is_less(a.least, b.least)) return true;
        return !is_less(b.least, a.least) && a.option < b.option;
      });
      for (std::size_t at = sorted_[i].size(); at-- > 0;) {
        sorted_[i][at].from_here = sorted_[i][at].least;
        if (at + 1 < sorted_[i].size()) sorted_[i][at].from_here = smaller_of(sorted_[i][at].least, sorted_[i][at + 1].from_here);
      }
      order_.push_back(i);
    }
    // What takes most is chosen first, and before it what nothing does.
    constexpr double infinite = std::numeric_limits<double>::infinity();
    const auto least_of_job = [&](std::size_t i) { return sorted_[i].empty() ? shared_amounts{infinite, infinite, infinite} : sorted_[i][0].least; };
    std::sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) {
      if (is_less(least_of_job(b), least_of_job(a))) return true;
      return !is_less(least_of_job(a), least_of_job(b)) && a < b;
    });
    rest_.resize(jobs.size() + 1);
    spot_of_rest_.assign(jobs.size() + 1, 0);
    rest_.back().amount = others.least;
    for (std::size_t at = jobs.size(); at-- > 0;) {
      const std::vector<ranked>& all = sorted_[order_[at]];
      rest_[at] = together(rest_[at + 1], all.empty() ? shared_amounts{} : all[0].from_here);
      double least_spot = all.empty() ? 0 : std::numeric_limits<double>::infinity();
      for (const ranked& each : all) least_spot = math::smaller(least_spot, spot_beyond(gpu_use_of(kinds, {&jobs[order_[at]][each.option], 1})));
      spot_of_rest_[at] = spot_of_rest_[at + 1] + least_spot;
    }
  }

  constexpr shared_plan run() {
    visit(0, {}, {});
    found_.is_proved = !is_stopped_ && is_proved_ && others_.is_proved;
    found_.bound = found_.is_proved && !found_.best.empty() ? found_.best[0].takes : rest_[0];
    return found_;
  }

 private:
  struct ranked {
    std::size_t option = 0;
    shared_amounts least{};
    shared_amounts from_here{};  // of each amount, that no option from here on takes less of
  };

  // Of each amount by itself: the option with least of one may have more of another.
  static constexpr shared_amounts smaller_of(const shared_amounts& a, const shared_amounts& b) {
    return {math::smaller(a.amount, b.amount), math::smaller(a.ends_after, b.ends_after), math::smaller(a.gpu_seconds, b.gpu_seconds)};
  }

  static constexpr shared_amounts together(const shared_amounts& a, const shared_amounts& b) {
    return {a.amount + b.amount, math::larger(a.ends_after, b.ends_after), a.gpu_seconds + b.gpu_seconds};
  }

  constexpr bool is_less(const shared_amounts& a, const shared_amounts& b) const { return takes_less(asked_, a, b); }

  // Less than this no choice with the option takes: it pays for its GPUs alone, and where machines are held, for held ones.
  constexpr shared_amounts least_of(const shared_option& of) const {
    shared_amounts sum{.ends_after = of.ends_after};
    for_each_part(of, [&](const shared_option& part) {
      const shared_kind& on = kinds_[part.kind];
      const double price = on.held > 0 ? math::smaller(on.price, on.held_price) : on.price;
      sum.amount += share_of_machines(part, on) * (asked_.by_time ? part.seconds : 1) * price;
      sum.gpu_seconds += gpus_of_part(part, on) * part.seconds;
    });
    return sum;
  }

  // The same of the first so many jobs together, in parts of machines: those that are kept longest are on held ones.
  constexpr double least_amount(std::size_t jobs) const {
    double sum = 0;
    for (std::size_t k = 0; k < kinds_.size(); ++k) {
      std::vector<std::pair<double, double>> kept;  // seconds, machines
      for (std::size_t i = 0; i < jobs; ++i) {
        for_each_part(jobs_[order_[i]][chosen_[order_[i]]], [&](const shared_option& part) {
          if (part.kind == k) kept.emplace_back(asked_.by_time ? part.seconds : 1, share_of_machines(part, kinds_[k]));
        });
      }
      std::sort(kept.begin(), kept.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
      auto held = static_cast<double>(kinds_[k].held);
      for (const auto& [seconds, machines] : kept) {
        const double there = math::smaller(held, machines);
        held -= there;
        sum += seconds * (there * math::smaller(kinds_[k].held_price, kinds_[k].price) + (machines - there) * kinds_[k].price);
      }
    }
    return sum;
  }

  constexpr bool is_out(const shared_amounts& least) const {
    if (asked_.most_amount > 0 && least.amount * (1 - 1e-9) > asked_.most_amount) return true;
    return found_.best.size() == 2 && !is_less(least, found_.best[1].takes);
  }

  // GPU seconds on spot beyond the share of its own; less than nothing where others may have more than theirs.
  constexpr double spot_beyond(const gpu_use& its) const { return its.on_spot - asked_.most_spot * its.seconds; }

  // Whether the jobs that are left can make up for what is on spot so far; what may be but rounding is left to the whole choice.
  constexpr bool may_be_within_share(const gpu_use& used, std::size_t chosen) const {
    return Others::makes_room_for_spot || spot_beyond(used) + spot_of_rest_[chosen] <= 1e-9 * (used.seconds + math::absolute(spot_of_rest_[chosen]));
  }

  // In parts of machines there are as many, within what is limited.
  constexpr bool has_room() const {
    for (std::size_t k = 0; k < kinds_.size(); ++k)
      if (math::is_more(machines_[k], static_cast<double>(kinds_[k].at_most))) return false;
    if (!asked_.at_most.is_known()) return true;
    double sum = 0;
    for (std::size_t k = 0; k < kinds_.size(); ++k) sum += kinds_[k].limited * machines_[k];
    return !math::is_more(sum, *asked_.at_most.known());
  }

  constexpr void take() {
    std::vector<shared_option> of_jobs;
    for (std::size_t i = 0; i < jobs_.size(); ++i) of_jobs.push_back(jobs_[i][chosen_[i]]);
    auto [made, is_last_word] = others_.choice(kinds_, of_jobs, asked_);
    is_proved_ = is_proved_ && is_last_word;
    if (!made.has_value()) return;
    for (const shared_layout& each : made->uses) is_proved_ = is_proved_ && each.is_proved;
    made->options = chosen_;
    auto place = found_.best.begin();
    while (place != found_.best.end() && !is_less(made->takes, place->takes)) ++place;
    found_.best.insert(place, std::move(*made));
    if (found_.best.size() > 2) found_.best.pop_back();
  }

  constexpr void visit(std::size_t at, const shared_amounts& so_far, const gpu_use& used) {
    if (at == jobs_.size()) return take();
    const std::size_t job = order_[at];
    for (const ranked& each : sorted_[job]) {
      if (effort_.is_over(found_.tried)) return void(is_stopped_ = true);
      if (is_out(together(together(so_far, each.from_here), rest_[at + 1]))) return;
      ++found_.tried;
      chosen_[job] = each.option;
      shared_amounts now = together(so_far, each.least);
      now.amount = least_amount(at + 1);
      if (is_out(together(now, rest_[at + 1]))) continue;
      const gpu_use its = gpu_use_of(kinds_, {&jobs_[job][each.option], 1});
      const gpu_use used_now{used.seconds + its.seconds, used.on_spot + its.on_spot};
      if (!may_be_within_share(used_now, at + 1)) continue;
      const std::vector<double> before = machines_;
      for_each_part(jobs_[job][each.option], [&](const shared_option& part) { machines_[part.kind] += share_of_machines(part, kinds_[part.kind]); });
      if (has_room()) visit(at + 1, together(so_far, each.least), used_now);
      machines_ = before;
    }
  }

  std::span<const shared_kind> kinds_;
  std::span<const std::vector<shared_option>> jobs_;
  Others& others_;
  shared_objective asked_;
  search_effort effort_;
  std::vector<double> machines_;
  std::vector<std::size_t> chosen_;
  std::vector<std::vector<ranked>> sorted_{};
  std::vector<std::size_t> order_{};
  std::vector<shared_amounts> rest_{};
  std::vector<double> spot_of_rest_{};
  shared_plan found_{};
  bool is_stopped_ = false;
  bool is_proved_ = true;
};

constexpr bool is_wrong(const shared_option& of, std::span<const shared_kind> kinds) {
  return of.kind >= kinds.size() || of.groups < 0 || of.group_nodes < 0 || of.pods < 0 || of.pod_gpus < 0 || (of.pods > 0 && of.pod_gpus < 1) || of.pod_gpus > kinds[of.kind].node_gpus ||
         !(of.seconds >= 0) || !is_count(multiply(of.groups, of.group_nodes)) || of.pods > 100'000;
}

constexpr std::string_view wrong_number_of(std::span<const shared_kind> kinds, std::span<const std::vector<shared_option>> jobs, const shared_objective& asked) {
  if (!(asked.at_most.value_or(0) >= 0)) return "a limit is no less than nothing";
  if (!(asked.most_spot >= 0 && asked.most_spot <= 1)) return "the share of spot machines is 0 to 1";
  const auto is_amount = [](double x) { return x >= 0 && x <= std::numeric_limits<double>::max(); };
  for (const shared_kind& each : kinds)
    if (each.node_gpus < 1 || each.domain_nodes < 1 || each.machine_nodes < 1 || !is_count(each.held) || !is_count(each.at_most) || each.step < 1 || !is_count(each.step) || !is_amount(each.price) || !is_amount(each.held_price) || !(each.limited >= 0))
      return "a number of a kind of machines is none";
  for (const shared_kind& each : kinds)
    if (const count together = each.together(); each.step % together != 0 || each.held % together != 0) return "machines of a larger domain come in steps of whole domains, and are held so";
  bool are_wrong = false;
  for (const std::vector<shared_option>& job : jobs)
    for (const shared_option& each : job) for_each_part(each, [&](const shared_option& part) { are_wrong = are_wrong || is_wrong(part, kinds); });
  return are_wrong ? "a number of an option is none" : "";
}

constexpr shared_plan searched(std::span<const shared_kind> kinds, std::span<const std::vector<shared_option>> jobs, const shared_objective& asked, const search_effort& effort) {
  nothing_beside nothing;
  return shared_search(kinds, jobs, nothing, asked, effort).run();
}

constexpr figure<shared_plan> told(const shared_plan& found) {
  if (!found.best.empty()) return found;
  if (!found.is_proved) return figure<shared_plan>(unknown).noted("none was found among those that were tried");
  return figure<shared_plan>(absent).noted("no choice of plans has room on the machines within the limit");
}

}  // namespace detail

// The choice of one option for each job that takes least together, and the next. Absent where no choice keeps within the machines and the
// limit; unknown where none was found in so many steps, or a packing gave up, or a number is none.
constexpr figure<shared_plan> least_shared(std::span<const shared_kind> kinds, std::span<const std::vector<shared_option>> jobs, const shared_objective& asked = {},
                                           const search_effort& effort = 200'000) {
  if (const std::string_view wrong = detail::wrong_number_of(kinds, jobs, asked); !wrong.empty()) return figure<shared_plan>(unknown).noted(wrong);
  return detail::told(detail::searched(kinds, jobs, asked, effort));
}

}  // namespace headroom
