// SPDX-License-Identifier: BSL-1.0
#include "plan/training_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <headroom/cluster/resource.hpp>
#include <headroom/plan/checkpoints.hpp>
#include <headroom/plan/job_choices.hpp>
#include <headroom/training/utilisation.hpp>
#include <limits>
#include <ranges>
#include <set>
#include <span>
#include <utility>

#include "fit/fit_words.hpp"
#include "estimate/open_plans.hpp"
#include "estimate/report_parts.hpp"
#include "plan/training_bounds.hpp"

namespace headroom::program {

namespace {

// The jobs that there are to choose from: each recipe with each way to share out, each context parallelism and each exchange of it.
std::vector<planned_job> jobs_of(const planned_job& job, const plan_request& asked) {
  std::vector<training_formats> formats;
  for (const auto& each : asked.recipes) formats.push_back(each.value);
  const job_choices choices{asked.contexts, asked.shardings, formats, asked.exchanges};
  std::vector<planned_job> all(choices.size(), job);
  for (std::size_t i = 0; i < all.size(); ++i) {
    auto& request = std::get<training_request>(all[i].asked);
    request.job = choices.of(request.job, i);
    if (!asked.shardings.empty()) request.sharding = name_of(sharding_names, request.job.sharding);
    if (!formats.empty()) request.formats = asked.recipes[i / (all.size() / formats.size())].name;
    for (const auto& [is_chosen, key] : {std::pair{!asked.contexts.empty(), "context_parallel"}, {!asked.exchanges.empty(), "context_exchange"}, {!asked.shardings.empty(), "sharding"}, {!formats.empty(), "formats"}})
      if (is_chosen) all[i].said.push_back(key);
  }
  return all;
}

count most_machines(const asked_machine& on, const plan_request& asked) {
  const count gpus = std::max<count>(gpus_of(on.machine).value_or(0), 1);
  return on.how_many.value_or(std::max<count>(asked.most_gpus / gpus, 1));
}

plan_kind kind_for(const asked_machine& on, const planned_job& planned, const pricing& terms, const plan_request& asked) {
  plan_kind kind = open_kind_of(on.machine, planned, most_machines(on, asked), price_of(on.machine, terms), asked.estimate.constants);
  kind.gpu_power = asked.power.compared(on.machine);
  return kind;
}

// What failures leave of the time, with the best interval of checkpoints. False: less than a millionth, as good as nothing.
bool count_failures(plan_of_count& of, const failures_known& met, const plan_request& asked) {
  if (met.from == nullptr || !asked.counts_failures()) return true;
  const interruptions between{met.between_of(of.takes.gpus), asked.restart};
  const figure<duration> interval = best_interval(asked.stall, between);
  const double share = effective_share({interval.value_or({}), asked.stall}, between).value_or(0);
  of.interval = interval.value_or({});
  if (share < 1e-6) return false;
  const double times = 1 / share;
  of.takes.time = of.takes.time * times;
  of.takes.cost = of.takes.cost.with(scaled(of.takes.cost.value_or({}), times));
  of.takes.energy = of.takes.energy.with(of.takes.energy.value_or({}) * times);
  return true;
}

// Machines that a plan takes, and GPUs of it that lie together in a domain: of one number of GPUs and one of these all else follows from the time.
std::pair<count, count> grouping_of(const training_plan& plan) { return {plan.machines(), plan.on->site().together(plan.layout)}; }

// On one machine.
struct kind_of_job {
  plan_kind kind{};
  std::size_t job = 0;
  std::vector<count> numbers{};  // of GPUs, of its layouts
};

// What they are on, of all.
std::set<count> take_numbers(std::vector<kind_of_job>& kinds) {
  std::set<count> all;
  for (kind_of_job& each : kinds) {
    for (auto at = each.kind.layouts.begin(); at != layouts::end_of_layouts{}; at.pass_gpus()) each.numbers.push_back(at->gpus());
    all.insert(each.numbers.begin(), each.numbers.end());
  }
  return all;
}

// What is no sooner than another on no more machines and GPUs, which lie together alike, is no plan for anything. Fewer GPUs first.
void drop_beaten(std::vector<plan_of_count>& all) {
  const auto group_of = [](const plan_of_count& of) {
    const count together = grouping_of(of.plan).second;
    return together == of.takes.gpus ? count{0} : together;
  };
  std::vector<plan_of_count> kept;
  for (const plan_of_count& each : all) {
    const bool is_beaten = std::ranges::any_of(kept, [&](const plan_of_count& other) {
      return other.machines <= each.machines && !(each.takes.time < other.takes.time) && group_of(other) == group_of(each);
    });
    if (!is_beaten) kept.push_back(each);
  }
  all = std::move(kept);
}

// Of each number of GPUs the fastest plan on so many machines, and on more of them where that is sooner, of these numbers in this order.
void search_by_count(machine_plans& made, std::vector<kind_of_job>& kinds, const planned_job& planned, const std::vector<count>& numbers, const plan_request& asked) {
  const training_job& job = *planned.training();
  std::vector<training_plan> alike;
  const auto take_fastest = [&](std::span<const training_plan> of_these, duration& sooner_than) {
    const plan_objective soonest{.least = plan_amount::time, .tokens = asked.asked.tokens, .deadline = sooner_than};
    const auto found = search(job, of_these, soonest, asked.estimate.settings, asked.estimate.constants);
    made.tried += found.tried() + found.unknown_ones();
    made.judged += found.judged();
    made.left_out += found.left_out();
    made.untimed += found.unknown_ones();
    if (!found.why_unknown().empty()) made.why_untimed = found.why_unknown();
    made.are_too_few = made.are_too_few || (of_these.front().is_too_large() && found.beyond_limits() > 0);
    if (found.is_empty() || (in_seconds(sooner_than) > 0 && !(found.all().front().time < sooner_than))) return;
    if (!asked.each_grouping) sooner_than = found.all().front().time;
    const training_plan& plan = found.all().front().plan;
    const auto of = std::ranges::find(kinds, plan.on, [](const kind_of_job& each) { return &each.kind; });
    const auto& chosen = std::get<training_request>((*made.jobs)[of->job].asked);
    plan_of_count best{.plan = plan, .job = of->job, .formats = chosen.formats, .sharding = chosen.sharding, .machines = plan.machines(), .takes = found.all().front()};
    if (!asked.recipes.empty()) best.chosen.push_back(best.formats);
    if (!asked.shardings.empty()) best.chosen.push_back(best.sharding);
    if (count_failures(best, made.failures, asked)) {
      const electricity_terms terms = asked.power.of(made.machine);
      const figure<power> rated = resource::gpu_power::of(made.machine);
      best.gpu_power = rated.with(scaled(rated.value_or({}), static_cast<double>(best.machines)));
      best.drawn = power_at_meter(terms, best.machines);
      best.electricity = electricity_cost(terms, best.machines, best.takes.time);
      made.by_count.push_back(best);
    } else {
      made.why = "failures leave no time to compute, with such checkpoints and restarts";
    }
  };
  const auto take_each_grouping = [&] {
    duration sooner_than{};
    for (std::span<training_plan> rest = alike; !rest.empty();) {
      const auto least = std::ranges::min(rest | std::views::transform(grouping_of));
      const auto others = std::ranges::stable_partition(rest, [&](const training_plan& each) { return grouping_of(each) == least; });
      const std::span<const training_plan> these = rest.first(rest.size() - others.size());
      if (these.front().is_too_large() && (made.are_too_few || !made.by_count.empty())) made.tried += std::ssize(these);
      else take_fastest(these, sooner_than);
      rest = rest.last(others.size());
    }
  };
  for (const count gpus : numbers) {
    made.is_cut = made.is_cut || (made.searched_to > 0 && asked.clock());
    if (made.is_cut) {
      made.unsearched.push_back(gpus);
      continue;
    }
    for (kind_of_job& each : kinds) {
      if (!std::ranges::binary_search(each.numbers, gpus)) continue;
      each.kind.layouts.fewest = gpus;
      const training_plans space = open_plans_of(planned, std::span(&each.kind, 1), asked.schedules);
      for (auto at = space.begin(); at != std::default_sentinel && (*at).gpus() == gpus; ++at)
        if (is_as_said(*at, planned)) alike.push_back(*at);
    }
    take_each_grouping();
    alike.clear();
    made.searched_to = gpus;
  }
  std::ranges::stable_sort(made.by_count, {}, [](const plan_of_count& each) { return each.takes.gpus; });
  drop_beaten(made.by_count);
  std::ranges::sort(made.unsearched);
}

// The job as the plan has it, which says its layout.
planned_job job_as_planned(const machine_plans& of, const plan_of_count& plan) { return as_arranged((*of.jobs)[plan.job], of.arranged(plan)); }

void choose(machine_plans& made, const plan_request& asked) {
  made.why.clear();  // of numbers of GPUs that have no plan
  best_plans<std::size_t> best(asked.asked);
  for (std::size_t i = 0; i < made.by_count.size(); ++i) best.take(i, made.by_count[i].takes);
  if (!best.is_empty()) {
    made.best = best.all().front().plan;
    made.standing = plan_standing::within;
  } else if (best.unknown_ones() > 0) {
    made.standing = plan_standing::not_known;
    made.why = asked.asked.least == plan_amount::rated_energy ? std::string(asked.power.compared(made.machine).note) : std::string(no_price);
  } else {
    made.standing = plan_standing::beyond_limits;
    const auto nearest = std::ranges::min_element(made.by_count, {}, [&](const plan_of_count& each) { return beyond(each.takes, asked.asked); });
    made.best = static_cast<std::size_t>(nearest - made.by_count.begin());
  }
}

machine_plans plans_on(const asked_machine& on, const std::shared_ptr<const std::vector<planned_job>>& jobs, const pricing& terms, const plan_request& asked) {
  machine_plans made{.machine = on.machine, .jobs = jobs, .failures = failures_of(on.machine)};
  const auto not_known = [&](std::string_view why) {
    made.standing = plan_standing::not_known;
    made.why = why;
    return made;
  };
  const training_bounds bounds(on.machine, *jobs, terms, asked);
  if (asked.clock()) {
    made.is_cut = true;
    made.floor = bounds.least_up_to(std::max<count>(multiply(most_machines(on, asked), gpus_of(on.machine).value_or(0)), 1));
    return not_known("the time limit ended the search before it");
  }
  std::vector<kind_of_job> kinds;
  for (std::size_t i = 0; i < jobs->size(); ++i) kinds.push_back({kind_for(on, (*jobs)[i], terms, asked), i, {}});
  const plan_kind first = kinds.front().kind;
  std::erase_if(kinds, [](const kind_of_job& each) { return !each.kind.rates.is_known(); });
  if (kinds.empty()) {
    const machine_fit fit = judge_on(on, jobs->front(), terms);
    if (fit.outcome != outcome::does_not_fit) return not_known(first.rates.note.empty() ? "its rates are not known" : first.rates.note);
    made.standing = plan_standing::none;
    made.why = refusal_of(fit);
    return made;
  }
  if (!first.of_gpu.is_known()) return not_known("the memory of its GPUs is not known");
  const std::vector<count> numbers = bounds.in_order(take_numbers(kinds));
  search_by_count(made, kinds, jobs->front(), numbers, asked);
  for (plan_of_count& each : made.by_count) each.plan.on = nullptr;
  if (made.is_cut) made.floor = bounds.least_of(made.unsearched);
  const auto looked_at = [&] { return fmt::format("{} of {}", number_text(std::ssize(numbers) - std::ssize(made.unsearched)), so_many(std::ssize(numbers), "number")); };
  if (made.by_count.empty() && made.is_cut) return not_known(fmt::format("the time limit ended the search after {} of GPUs", looked_at()));
  if (made.by_count.empty() && made.untimed > 0 && made.why.empty()) return not_known(made.why_untimed);
  if (made.by_count.empty()) {
    if (made.why.empty())
      made.why = made.are_too_few ? fmt::format("more machines are needed than there are, or than {} make: each group that shares experts or a layer lies in one scale-up domain", so_many(first.layouts.most, "GPU"))
                 : made.tried > 0 ? fmt::format("no layout of the range has room for this batch on {} or fewer", so_many(first.layouts.most, "GPU"))
                                : fmt::format("what the job says of its layout is in none of the range on {} or fewer", so_many(first.layouts.most, "GPU"));
    return made;
  }
  choose(made, asked);
  if (made.is_cut && made.standing == plan_standing::beyond_limits)
    return not_known(fmt::format("no plan on {} of GPUs is within the limits, and the time limit ended the search", looked_at()));
  made.estimate = estimate_of(made, made.first(), terms, asked);
  if (made.estimate.is_known) return made;
  made.standing = made.estimate.fit.outcome == outcome::does_not_fit ? plan_standing::none : plan_standing::not_known;
  made.why = made.estimate.why;
  return made;
}

}  // namespace

training_job machine_plans::arranged(const plan_of_count& plan) const { return job_of(*(*jobs)[plan.job].training(), plan.plan); }

step_estimate estimate_of(const machine_plans& of, const plan_of_count& plan, const pricing& terms, const plan_request& asked) {
  estimate_request one = asked.estimate;
  one.with_twice = false;
  return step_estimate_on({of.machine, plan.machines}, job_as_planned(of, plan), terms, one);
}

failures_known failures_of(const machine& on) {
  const failure_record* from = on.gpu() == nullptr ? nullptr : failures_counted_of(*on.gpu());
  if (from == nullptr) return {};
  return {from, between_failures(*from).value_or({}) * static_cast<double>(from->machine_gpus)};
}

figure<double> gap_of(const std::vector<machine_plans>& all, plan_amount least) {
  if (all.empty() || all.front().standing != plan_standing::within) return unknown;
  const double plan = amount_of(all.front().first().takes, least).value_or(0);
  double bound = plan;
  for (const machine_plans& each : all) {
    if (each.is_cut && !each.floor.is_known()) return unknown;
    if (each.is_cut) bound = std::min(bound, *each.floor.known());
  }
  return bound > 0 ? figure<double>(plan / bound - 1) : figure<double>(plan > 0 ? unknown : figure<double>(0.0));
}

double beyond(const plan_amounts& takes, const plan_objective& asked) {
  double most = 0;
  if (in_seconds(asked.deadline) > 0) most = std::max(most, in_seconds(takes.time) / in_seconds(asked.deadline) - 1);
  if (in_dollars(asked.budget) > 0 && takes.cost.is_known()) most = std::max(most, in_dollars(*takes.cost.known()) / in_dollars(asked.budget) - 1);
  return most;
}

std::vector<machine_plans> training_plans_on(const std::vector<asked_machine>& machines, const planned_job& job, const pricing& terms, const plan_request& asked,
                                             progress& shown) {
  const auto jobs = std::make_shared<const std::vector<planned_job>>(jobs_of(job, asked));
  std::vector<machine_plans> all;
  for (const asked_machine& each : machines) {
    plan_request one = asked;
    one.clock = asked.clock.of_first(std::ssize(machines) - std::ssize(all));
    all.push_back(plans_on(each, jobs, terms, one));
    shown.step();
  }
  std::ranges::stable_sort(all, [&](const machine_plans& a, const machine_plans& b) {
    if (a.standing != b.standing) return a.standing < b.standing;
    if (a.standing == plan_standing::within) {
      const double its = amount_of(a.first().takes, asked.asked.least).value_or(0), other = amount_of(b.first().takes, asked.asked.least).value_or(0);
      return its < other || (its == other && compare_costs(a.first().takes, b.first().takes) < 0);
    }
    return a.standing == plan_standing::beyond_limits && beyond(a.first().takes, asked.asked) < beyond(b.first().takes, asked.asked);
  });
  return all;
}

std::vector<plan_at> front_of(const std::vector<machine_plans>& all) {
  std::vector<plan_at> points;
  for (const machine_plans& each : all)
    for (const plan_of_count& plan : each.by_count)
      if (plan.takes.cost.is_known()) points.push_back({&each, &plan});
  std::ranges::stable_sort(points, {}, [](const plan_at& each) { return in_seconds(each.plan->takes.time); });
  double least = std::numeric_limits<double>::infinity();
  std::erase_if(points, [&](const plan_at& each) {
    const double cost = in_dollars(*each.plan->takes.cost.known());
    if (!(cost < least)) return true;
    least = cost;
    return false;
  });
  return points;
}

namespace {

sooner_plan sooner_than(const plan_of_count& first, const plan_at& next) {
  const plan_amounts& takes = next.plan->takes;
  sooner_plan made{.plan = next, .sooner = first.takes.time - takes.time};
  if (first.takes.cost.is_known() && takes.cost.is_known()) made.more = *takes.cost.known() - *first.takes.cost.known();
  return made;
}

}  // namespace

std::optional<sooner_plan> sooner_for_money(const std::vector<machine_plans>& all) {
  const plan_of_count& first = all.front().first();
  if (!first.takes.cost.is_known()) return std::nullopt;
  std::optional<plan_at> next;
  for (const plan_at& each : front_of(all))
    if (each.plan->takes.time < first.takes.time) next = each;
  return next.has_value() ? std::optional(sooner_than(first, *next)) : std::nullopt;
}

std::optional<sooner_plan> sooner_with_more(const machine_plans& first) {
  for (std::size_t i = first.best + 1; i < first.by_count.size(); ++i)
    if (first.by_count[i].takes.time < first.first().takes.time) return sooner_than(first.first(), {&first, &first.by_count[i]});
  return std::nullopt;
}

}  // namespace headroom::program
