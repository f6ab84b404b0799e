// SPDX-License-Identifier: BSL-1.0
#include "plan/pool_fleets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <headroom/plan/smallest_pools.hpp>
#include <range/v3/view/filter.hpp>
#include <span>
#include <string_view>
#include <utility>
#include <variant>

#include "estimate/search.hpp"
#include "estimate/serving_estimate.hpp"
#include "fit/fit_words.hpp"
#include "estimate/report_parts.hpp"
#include "plan/mix_terms.hpp"
#include "plan/service_budget.hpp"
#include "reading.hpp"

namespace headroom::program {

namespace {

machine_fit judged_pool(const asked_machine& on, planned_job job, const serving_job& worker, const pricing& terms) {
  std::get<serving_request>(job.asked).job = worker;
  return judge_on(on, as_said(std::move(job)), terms);
}

bool are_alike(const parallelism& a, const parallelism& b) { return a.tensor == b.tensor && a.pipeline == b.pipeline && a.data == b.data && a.expert == b.expert; }

std::string why_none(const best_plans<pool_plan, 1>& found, const asked_machine& on, const fleet_request& asked) {
  if (found.unknown_ones() > 0 && found.why_unknown().empty()) return "what it takes is not known";
  if (found.beyond_limits() > 0 && !asked.has_budget()) return too_few_machines(on, asked);
  return found.unknown_ones() == 0 ? "no layout of a worker has room" : std::string(found.why_unknown());
}

// With as many requests as come, not as many as it can.
figure<serving_latencies> latencies_of_group(const serving_job& job, const pool_plan& plan, const serving_objective& of, const fleet_request& asked) {
  const figure<serving_pools> group = group_of(job, plan, asked.load.settings, asked.load.constants);
  if (!group.is_known()) return figure<serving_latencies>(unknown).noted(group.note);
  serving_arrivals each = of.each;
  each.rate = requests_per_second(of.requests / static_cast<double>(plan.groups_in_use()));
  return open_loop(*group.known(), each);
}

// A second, of a group with so many workers more.
figure<double> requests_with(count prefill, count decode, const planned_job& job, pool_plan plan, const fleet_request& asked) {
  plan.prefill_workers += prefill;
  plan.decode_workers += decode;
  const figure<serving_pools> group = group_of(*job.serving(), plan, asked.load.settings, asked.load.constants);
  if (!group.is_known()) return figure<double>(unknown).noted(group.note);
  const figure<group_answers> found = answers_of(*group.known(), serving_objective_of(job, asked));
  return found.with(found.value_or({}).requests);
}

planned_job of_one_replica(planned_job job) {
  std::get<serving_request>(job.asked).job.replicas = 1;
  return job;
}

// The kinds that a search is over, each with its machine.
struct pool_kinds {
  std::vector<serving_kind> kinds{};
  std::vector<const asked_machine*> on{};

  const asked_machine& of(const serving_kind* kind) const { return *on[static_cast<std::size_t>(kind - kinds.data())]; }
};

// The pairs of layouts that are open: a time limit ends that, and what the search found and a machine has no place for, by its host or its fabric,
// is left out of the next search.
struct open_pools {
  const fleet_request& asked;
  std::function<bool(const pool_plan&)> are_meant = [](const pool_plan&) { return true; };
  std::vector<pool_plan> taken{};
  bool is_cut = false;

  static constexpr std::size_t most_searches = 8;

  auto of(const pool_plans& space) {
    return space | ranges::views::filter([this](const pool_plan& each) {
      is_cut = is_cut || asked.clock();
      return !is_cut && are_meant(each) && std::ranges::none_of(taken, [&](const pool_plan& other) {
        return other.on == each.on && other.decodes_on() == each.decodes_on() && are_alike(other.prefill, each.prefill) && are_alike(other.decode, each.decode);
      });
    });
  }
};

// What a search found, judged on the machines whose kinds those are; of so many machines, or of as many as it takes.
machine_pools found_on(const asked_machine& on, const asked_machine& decode_on, const planned_job& job, const planned<pool_plan>& found, const pricing& terms) {
  machine_pools made{.machine = on.machine};
  const auto as_kept = [](const serving_kind& kind) { return serving_kind{.price = kind.price, .gpu_power = kind.gpu_power, .gpus = kind.gpus, .domain = kind.domain}; };
  if (!found.plan.is_on_one_kind()) made.decode_machine = decode_on.machine;
  made.plan = found.plan;
  made.takes = static_cast<const plan_amounts&>(found);
  made.machines = made.plan.machines();
  made.prefill = judged_pool(on, job, prefill_job_of(*job.serving(), made.plan), terms);
  made.decode = judged_pool(decode_on, job, decode_job_of(*job.serving(), made.plan), terms);
  made.kind = as_kept(*found.plan.on);
  made.decode_kind = as_kept(*found.plan.decodes_on());
  made.standing = std::max(made.prefill.outcome, made.decode.outcome);
  if (made.standing != outcome::fits) made.why = made.prefill.outcome == outcome::fits ? made.decode.why : made.prefill.why;
  made.plan.on = made.plan.decode_on = nullptr;
  return made;
}

void add_loads(machine_pools& to, const planned_job& job, pool_plan plan, const fleet_request& asked) {
  to.at_load = latencies_of_group(*job.serving(), plan, serving_objective_of(job, asked), asked);
  to.with_prefill = requests_with(1, 0, job, plan, asked);
  to.with_decode = requests_with(0, 1, job, plan, asked);
}

machine_pools none_on(const asked_machine& on, const open_pools& open, const best_plans<pool_plan, 1>& found, const fleet_request& asked) {
  return {.machine = on.machine,
          .standing = !open.is_cut && found.unknown_ones() == 0 ? outcome::does_not_fit : outcome::cannot_be_judged,
          .why = open.is_cut ? std::string(cut_words) : why_none(found, on, asked)};
}

// A machine that does not compute in the job's format, or whose rates in it are not known.
machine_pools without_rates(const asked_machine& on, const planned_job& job, const serving_kind& kind, const pricing& terms) {
  const machine_fit fit = judge_on(on, job, terms);
  if (fit.outcome == outcome::fits) return {.machine = on.machine, .standing = outcome::cannot_be_judged, .why = std::string(kind.rates.note)};
  return {.machine = on.machine, .standing = fit.outcome, .why = refusal_of(fit)};
}

machine_pools searched_on(const pool_kinds& kinds, const pool_plans& space, open_pools open, const planned_job& job, const pricing& terms) {
  const asked_machine& first = *kinds.on.front();
  const fleet_request& asked = open.asked;
  machine_pools made{.machine = first.machine};
  count tried = 0;
  while (open.taken.size() < open_pools::most_searches) {
    const auto found = search_pools<1>(*job.serving(), open.of(space), serving_objective_of(job, asked), asked.load.settings, asked.load.constants);
    if (open.taken.empty()) tried = found.tried();
    if (found.is_empty()) {
      machine_pools none = none_on(first, open, found, asked);
      if (!made.why.empty()) none.why = made.why;
      made = none;
    } else {
      const pool_plan& plan = found.all().front().plan;
      open.taken.push_back(plan);
      made = found_on(kinds.of(plan.on), kinds.of(plan.decodes_on()), job, found.all().front(), terms);
      if (made.standing == outcome::fits) add_loads(made, job, plan, asked);
    }
    made.tried = tried;
    made.is_cut = open.is_cut;
    if (found.is_empty() || made.standing == outcome::fits) return made;
  }
  made.standing = outcome::cannot_be_judged;  // more pairs are open
  return made;
}

machine_pools pools_on(const asked_machine& on, const planned_job& job, const pricing& terms, const fleet_request& asked) {
  const pool_kinds one{{serving_kind_for(on, job, price_of(on.machine, terms), asked)}, {&on}};
  if (!one.kinds.front().rates.is_known()) return without_rates(on, job, one.kinds.front(), terms);
  return searched_on(one, pool_plans{.job = job.serving(), .kinds = one.kinds}, {asked}, job, terms);
}

machine_pools beyond_budget_on(const asked_machine& on, const planned_job& job, const pricing& terms, const fleet_request& asked, machine_pools within) {
  const figure<money_rate> price = price_of(on.machine, terms);
  machine_pools made = pools_on(on, job, terms, without_budget(asked, price));
  const figure<money_rate> its_price = made.standing == outcome::fits ? made.on_its_kinds().price() : price;
  return cheapest_beyond(std::move(made), its_price, asked.budget, std::move(within));
}

// Prefill workers on one, decode workers on another. Nothing: there is no other in its region, or the limit of power of both together would have to be kept.
std::optional<machine_pools> pools_on_two(const std::vector<asked_machine>& machines, const planned_job& job, const pricing& terms, const fleet_request& asked) {
  pool_kinds all;
  std::vector<std::string_view> regions;
  for (const asked_machine& each : machines) {
    serving_kind kind = serving_kind_for(each, job, price_of(each.machine, terms), asked);
    if (!kind.rates.is_known() || !kind.of_gpu.is_known()) continue;
    all.kinds.push_back(std::move(kind));
    all.on.push_back(&each);
    regions.push_back(region_of(each.machine.name(), terms));
  }
  if (asked.power.most.is_known()) return std::nullopt;
  if (std::ranges::all_of(regions, [&](std::string_view each) { return std::ranges::count(regions, each) == 1; })) return std::nullopt;
  const auto number_of = [&](const serving_kind* kind) { return static_cast<std::size_t>(kind - all.kinds.data()); };
  const pool_plans space{.job = job.serving(), .kinds = all.kinds, .decode_kinds = all.kinds};
  const auto are_apart = [&](const pool_plan& each) { return !each.is_on_one_kind() && regions[number_of(each.on)] == regions[number_of(each.decodes_on())]; };
  machine_pools found = searched_on(all, space, {asked, are_apart}, job, terms);
  found.is_of_any_two = !found.decode_machine.has_value();
  return found;
}

// However many there are of the machine: where jobs share machines, fewer may do.
std::vector<machine_pools> smallest_pools_on(const asked_machine& on, const planned_job& job, const pricing& terms, const fleet_request& asked) {
  serving_kind kind = serving_kind_for(on, job, price_of(on.machine, terms), asked);
  if (!kind.rates.is_known()) return {without_rates(on, job, kind, terms)};
  kind.at_most = max_count;
  const pool_plans space{.job = job.serving(), .kinds = std::span(&kind, 1)};
  open_pools open{asked};
  std::vector<machine_pools> all;
  std::string why;
  for (std::size_t search = 0; search < open_pools::most_searches; ++search) {
    const smallest_pools found = search_smallest_pools(*job.serving(), open.of(space), serving_objective_of(job, asked), asked.load.settings, asked.load.constants);
    const std::size_t before = open.taken.size();
    all.clear();
    for (const planned<pool_plan>& each : found.found()) {
      if (each.gpus > most_gpus_on(on, asked)) {
        why = too_few_machines(on, asked);
        continue;
      }
      all.push_back(found_on({on.machine}, {on.machine}, job, each, terms));
      all.back().tried = found.tried();
      all.back().is_cut = open.is_cut;
      if (all.back().standing == outcome::fits) continue;
      open.taken.push_back(each.plan);
      why = all.back().why;
      all.pop_back();
    }
    if (open.taken.size() > before) continue;
    if (!all.empty()) return all;
    machine_pools none = none_on(on, open, found, asked);
    if (!found.found().empty()) none.standing = open.is_cut ? outcome::cannot_be_judged : outcome::does_not_fit;
    if (!why.empty() && !open.is_cut) none.why = why;
    none.tried = found.tried();
    none.is_cut = open.is_cut;
    return {none};
  }
  // More pairs are open.
  if (all.empty()) all.push_back({.machine = on.machine, .why = why});
  for (machine_pools& each : all) each.is_cut = true;
  return all;
}

// So many other searches share the time.
template <class Each>
auto each_of(const std::vector<asked_machine>& machines, count others, const fleet_request& asked, progress& shown, Each&& pools_of_one) {
  for (std::size_t i = 0; i < machines.size(); ++i) {
    fleet_request here = asked;
    here.clock = asked.clock.of_first(std::ssize(machines) + others - static_cast<count>(i));
    pools_of_one(machines[i], here);
    shown.step();
  }
}

}  // namespace

machine_pools with_loads(machine_pools of, const planned_job& job, const fleet_request& asked) {
  const planned_job one = of_one_replica(job);
  const serving_kind kind = serving_kind_for({of.machine}, one, unknown, asked);
  pool_plan plan = of.plan;
  plan.on = plan.decode_on = &kind;
  add_loads(of, one, plan, asked);
  return of;
}

std::vector<machine_pools> smallest_pools_on(const std::vector<asked_machine>& machines, const planned_job& job, const pricing& terms, const fleet_request& asked, progress& shown) {
  const planned_job one = of_one_replica(job);
  std::vector<machine_pools> all;
  each_of(machines, 0, asked, shown, [&](const asked_machine& on, const fleet_request& here) {
    for (machine_pools& each : smallest_pools_on(on, one, terms, here)) all.push_back(std::move(each));
  });
  return all;
}

std::vector<machine_pools> pools_on(const std::vector<asked_machine>& machines, const planned_job& job, const pricing& terms, const fleet_request& asked, progress& shown) {
  const planned_job one = of_one_replica(job);
  std::vector<machine_pools> all;
  each_of(machines, machines.size() > 1 ? 1 : 0, asked, shown, [&](const asked_machine& on, const fleet_request& here) {
    all.push_back(pools_on(on, one, terms, here));
    if (here.has_budget() && all.back().standing != outcome::fits && !all.back().is_cut) all.back() = beyond_budget_on(on, one, terms, here, std::move(all.back()));
  });
  if (std::optional<machine_pools> two = pools_on_two(machines, one, terms, asked); two.has_value()) all.push_back(std::move(*two));
  std::ranges::stable_sort(all, [&](const machine_pools& a, const machine_pools& b) {
    if (a.standing != b.standing) return a.standing < b.standing;
    return a.standing == outcome::fits && amount_of(a.takes, asked.least).value_or(0) < amount_of(b.takes, asked.least).value_or(0);
  });
  return all;
}

figure<double> amount_of_pools(const machine_pools& of, plan_amount least) {
  const figure<double> amount = amount_of(of.takes, least);
  const bool is_by_time = least == plan_amount::cost || least == plan_amount::rated_energy;
  return amount.with(amount.value_or(0) / (is_by_time ? in_seconds(hours(1)) : 1));
}

bool do_pools_lead(const std::vector<machine_pools>& pools, const std::vector<machine_fleets>& replicas, const mixed_fleet& mix, plan_amount least) {
  if (pools.empty() || pools.front().standing != outcome::fits) return false;
  const double amount = amount_of_pools(pools.front(), least).value_or(0);
  const auto is_less = [&](const figure<double>& other) { return !other.is_known() || amount < *other.known() * (1 - 1e-9); };
  return (replicas.front().standing != outcome::fits || is_less(amount_of(replicas.front().first(), least))) && (mix.standing != outcome::fits || is_less(mix.amount));
}

}  // namespace headroom::program
