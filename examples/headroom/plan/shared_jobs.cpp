// SPDX-License-Identifier: BSL-1.0
#include "plan/shared_jobs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <headroom/cluster/resource.hpp>
#include <headroom/plan/replica_covers.hpp>
#include <headroom/plan/shared_program.hpp>
#include <headroom/plan/smallest_pools.hpp>
#include <map>
#include <span>

#include "estimate/report_parts.hpp"
#include "fit/fit_words.hpp"
#include "plan/placement.hpp"
#include "plan/plan_words.hpp"
#include "plan/serving_plan_report.hpp"

namespace headroom::program {

namespace {

constexpr std::int64_t most_choices = 100'000;
// Parts of the spaces of all mixes beside the jobs: a few seconds of many kinds, and as many for all questions of what binds.
constexpr std::int64_t most_of_mixes = 60'000;
constexpr std::int64_t most_of_mixes_of_a_limit = 1'000;
// Ways of all services, each of one with each of the others: a few seconds. With demands each asks for a mix.
constexpr std::size_t most_ways_together = 50'000;
constexpr std::size_t most_ways_with_demands = 5'000;

// What a machine counts for the objective, where it is bought and where it is held; unknown: it cannot be bought, or not be had at all. Whether it
// is known.
bool put_price(shared_machine& of, const shared_request& asked, bool are_priced) {
  shared_kind& as = of.as;
  as.held = of.held;
  as.step = of.step;
  as.is_spot = of.is_spot;
  as.at_most = of.at_most();
  const bool is_in_dollars = asked.least == plan_amount::cost || in_dollars(asked.budget) > 0 || (asked.least == plan_amount::time && are_priced);
  if (is_in_dollars) {
    as.price = in_base_units(of.price.value_or({}));
    if (of.price.is_known()) return true;
    as.at_most = of.held;
    return false;
  }
  if (asked.least == plan_amount::rated_energy) {
    const figure<power> compared = asked.power.compared(of.machine);
    as.price = as.held_price = in_watts(compared.value_or({}));
    if (compared.is_known()) return true;
    as.at_most = 0;
    return false;
  }
  as.price = static_cast<double>(gpus_of(of.machine).value_or(0));
  return true;
}

// Why none are bought of those that there are.
std::optional<left_of_cluster> left_out_of(const shared_machine& of, const shared_request& asked) {
  left_of_cluster made{.machine = std::string(of.machine.name())};
  if (of.as.at_most != of.at_most()) {
    made.why = asked.least == plan_amount::rated_energy ? asked.power.compared(of.machine).note : no_price;
    made.is_known = false;
  } else if (of.is_less_than_a_step()) {
    made.why = fmt::format("they come by {}, and {}", number_text(of.step), there_are(of.may_be_bought));
  } else {
    return std::nullopt;
  }
  if (of.held > 0) made.why.insert(0, "none are bought: ");
  return made;
}

void add_way(shared_job& to, const shared_option& option, const job_way& way) {
  to.options.push_back(option);
  to.ways.push_back(way);
}

// Each plan that is faster than all that are no larger: neither in the number of what has its place by itself nor in its GPUs. Those within the deadline first.
void add_training_ways(shared_job& to, std::span<const shared_machine> kinds, const duration& deadline) {
  struct groups_of_run {
    count number = 0, gpus = 0;
    double seconds = 0;
  };
  for (const bool is_late : {false, true}) {
    for (std::size_t k = 0; k < kinds.size(); ++k) {
      const auto of = std::ranges::find(to.plans, kinds[k].machine.name(), [](const machine_plans& each) { return each.machine.name(); });
      if (of == to.plans.end() || !of->estimate.is_known) continue;
      std::vector<groups_of_run> before;
      for (const plan_of_count& plan : of->by_count) {
        const count together = run_site_of(kinds[k].machine).together(plan.plan.layout), number = plan.takes.gpus / together;
        const double seconds = in_seconds(plan.takes.time);
        if (std::ranges::any_of(before, [&](const groups_of_run& each) { return each.number <= number && each.gpus <= together && each.seconds <= seconds; })) continue;
        before.push_back({number, together, seconds});
        if ((in_seconds(deadline) > 0 && seconds > in_seconds(deadline)) == is_late)
          add_way(to, option_on(k, kinds[k].as, number, together, seconds, seconds), {.on = &*of, .plan = &plan});
      }
    }
    if (!is_late) to.in_time = to.options.size();
  }
}

void add_serving_ways(shared_job& to, std::span<const shared_machine> kinds, double seconds) {
  for (std::size_t k = 0; k < kinds.size(); ++k)
    for (const machine_fleets& of : to.fleets) {
      if (of.machine.name() != kinds[k].machine.name()) continue;
      for (const fleet& each : of.by_size)
        add_way(to, option_on(k, kinds[k].as, each.replicas(), each.job.serving()->gpus_per_replica(), seconds, 0), {.of = &of, .replicas = &each});
    }
  for (const machine_pools& each : to.pools) {
    const auto on = std::ranges::find(kinds, each.machine.name(), [](const shared_machine& one) { return one.machine.name(); });
    if (each.standing != outcome::fits || on == kinds.end()) continue;
    const auto kind = static_cast<std::size_t>(on - kinds.begin());
    const auto [first, other] = parts_of(each.on_its_kinds());
    shared_option option = option_on(kind, on->as, first.number, first.gpus, seconds, 0);
    if (other.number > 0) option.beside = &to.parts.emplace_back(option_on(kind, on->as, other.number, other.gpus, seconds, 0));
    add_way(to, option, {.pools = &each});
  }
  to.in_time = to.options.size();
}

// The layouts of a service on each kind, one replica each.
struct service_layouts {
  std::vector<replica_machine> nodes{};
  std::vector<replica_option> options{};
  std::vector<replicas_among> each{};
};

service_layouts layouts_of(const shared_job& of, std::span<const shared_machine> kinds) {
  service_layouts made;
  for (const shared_machine& kind : kinds) {
    made.nodes.push_back({.at_most = std::min(multiply(add(kind.as.at_most, kind.step), kind.as.machine_nodes), max_count)});
    for (const machine_fleets& fleets : of.fleets) {
      if (fleets.machine.name() != kind.machine.name()) continue;
      for (const fleet& one : fleets.of_each_size) {
        made.options.push_back({.machine = made.nodes.size() - 1, .requests = one.of_replica, .gpus = one.job.serving()->gpus_per_replica(), .gpus_of_machine = kind.as.node_gpus});
        made.each.push_back({&fleets, &one, 1});
      }
    }
  }
  return made;
}

// Spares by the share of time that a replica is up are those of one layout.
bool may_be_shared_out(const shared_job& of) {
  const auto* served = std::get_if<fleet_request>(&of.asked.how);
  return served != nullptr && served->spares.share_of_time == 0 && !of.fleets.empty();
}

figure<std::vector<replica_cover>> covers_of(const shared_job& of, const service_layouts& by, std::size_t at_once, std::size_t most) {
  const auto& served = std::get<fleet_request>(of.asked.how);
  if (by.options.empty()) return std::vector<replica_cover>();
  const double requests = served.requests > 0 ? served.requests : served.tokens / static_cast<double>(by.each.front().of_one->answer);
  return replica_covers(by.nodes, by.options, {.requests = requests, .spares = served.spares.replicas}, at_once, most);
}

void add_mixed_ways(shared_job& to, const service_layouts& by, const std::vector<replica_cover>& covers, std::span<const shared_machine> kinds, double seconds) {
  for (const replica_cover& cover : covers) {
    if (cover.shares.size() < 2) continue;
    job_way way{.answered = cover.requests};
    shared_option option;
    for (std::size_t i = cover.shares.size(); i-- > 0;) {
      const replica_share& share = cover.shares[i];
      const replica_option& layout = by.options[share.option];
      const shared_option* beside = way.mix.empty() ? nullptr : &to.parts.emplace_back(option);
      option = option_on(layout.machine, kinds[layout.machine].as, share.replicas, layout.gpus, seconds, 0);
      option.beside = beside;
      way.mix.insert(way.mix.begin(), by.each[share.option]);
      way.mix.front().replicas = share.replicas;
    }
    add_way(to, option, way);
  }
  to.in_time = to.options.size();
}

// Replicas of each service on several kinds together, of as many layouts at once as leave no more ways than can be looked at.
void add_mixes(shared_answer& to, double seconds, const search_clock& clock) {
  const std::size_t most = to.demands.empty() ? most_ways_together : most_ways_with_demands;
  std::vector<service_layouts> layouts;
  std::vector<std::vector<replica_cover>> covers(to.jobs.size());
  std::size_t most_layouts = 0;
  for (const shared_job& each : to.jobs) {
    layouts.push_back(may_be_shared_out(each) ? layouts_of(each, to.machines) : service_layouts());
    most_layouts = std::max(most_layouts, layouts.back().options.size());
  }
  for (std::size_t at_once = 2; at_once <= most_layouts && !clock(); ++at_once) {
    std::vector<std::vector<replica_cover>> found(to.jobs.size());
    std::size_t ways = 1;
    for (std::size_t i = 0; i < to.jobs.size() && ways <= most; ++i) {
      if (layouts[i].options.empty()) continue;
      const figure<std::vector<replica_cover>> one = covers_of(to.jobs[i], layouts[i], at_once, most);
      ways *= one.is_known() ? to.jobs[i].options.size() + one.known()->size() : most + 1;
      found[i] = one.value_or({});
    }
    if (ways > most) break;
    covers = std::move(found);
    for (std::size_t i = 0; i < to.jobs.size(); ++i)
      if (!layouts[i].options.empty()) to.jobs[i].layouts_at_once = at_once;
  }
  for (std::size_t i = 0; i < to.jobs.size(); ++i) {
    shared_job& job = to.jobs[i];
    if (!may_be_shared_out(job)) continue;
    job.has_all_mixes = job.layouts_at_once >= layouts[i].options.size();
    add_mixed_ways(job, layouts[i], covers[i], to.machines, seconds);
  }
}

figure<shared_plan> solve(const shared_answer& of, std::span<const shared_kind> kinds, const shared_objective& by, std::size_t late_job, const search_clock& clock, std::int64_t parts_of_mixes) {
  if (kinds.empty() && std::ranges::all_of(of.left_out, &left_of_cluster::is_known)) return figure<shared_plan>(absent).noted("none of the machines can be had");
  if (kinds.empty()) return figure<shared_plan>(unknown).noted("of none of the machines enough is known");
  std::vector<std::vector<shared_option>> options = options_in_time(of);
  if (late_job < options.size()) options[late_job] = of.jobs[late_job].options;
  if (of.demands.empty()) return least_shared(kinds, options, by, {most_choices, clock});
  return least_shared_with(kinds, options, of.beside({parts_of_mixes, clock}), by, {most_choices, clock});
}

// What would be better with one machine more, without a deadline or without the budget.
void find_limits(shared_answer& made, const search_clock& clock) {
  const std::vector<shared_kind> kinds = kinds_of(made);
  const auto is_better = [&](const shared_choice& other) {
    if (!made.found.is_known()) return true;
    const shared_amounts& now = made.best().takes;
    const auto less = [](double x, double y) { return x < y * (1 - 1e-9); };
    if (made.objective.least == shared_least::time && less(other.takes.ends_after, now.ends_after)) return true;
    return (made.objective.least == shared_least::amount || !less(now.ends_after, other.takes.ends_after)) && less(other.takes.amount, now.amount);
  };
  const auto consider = [&](std::string what, std::span<const shared_kind> with, const shared_objective& by, std::size_t late_job, std::size_t one_more_held = no_kind, count more = 1) {
    const figure<shared_plan> other = solve(made, with, by, late_job, clock, most_of_mixes_of_a_limit);
    if (other.is_known() && is_better(other.known()->best.front())) made.binds.push_back({std::move(what), other.known()->best.front(), one_more_held, more});
  };
  const std::size_t no_job = made.jobs.size();
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    // Of those that are held alone, one more is held.
    const bool is_held = kinds[k].held > 0 && kinds[k].at_most == kinds[k].held;
    const count by = is_held ? 1 : kinds[k].step;
    if (made.found.is_known() && kinds[k].kept(made.best().uses[k].machines) + by < kinds[k].at_most) continue;
    std::vector<shared_kind> more = kinds;
    more[k].at_most = add(more[k].at_most, by);
    if (is_held) more[k].held = add(more[k].held, 1);
    consider(fmt::format("{} of {}", number_text(kinds[k].at_most), made.machines[k].machine.name()), more, made.objective, no_job, is_held ? k : no_kind, by);
  }
  for (std::size_t i = 0; i < made.jobs.size(); ++i)
    if (made.jobs[i].in_time < made.jobs[i].options.size())
      consider(fmt::format("the deadline of {}", made.jobs[i].name), kinds, made.objective, i);
  shared_objective free = made.objective;
  free.most_amount = 0;
  if (made.objective.most_amount > 0) consider(std::string(the_budget), kinds, free, no_job);
  shared_objective powered = made.objective;
  powered.at_most = {};
  if (made.objective.at_most.is_known()) consider("the limit of power", kinds, powered, no_job);
  shared_objective anywhere = made.objective;
  anywhere.most_spot = 1;
  if (made.objective.most_spot < 1) consider("the share on spot", kinds, anywhere, no_job);
}

// A way as it may be measured, where it takes so much longer or so many more replicas; parts that are beside others are kept.
shared_option option_at(const shared_option& of, const job_way& way, std::span<const shared_kind> kinds, bool at_most, std::deque<shared_option>& parts) {
  shared_option made = of;
  if (way.plan != nullptr) {
    const band_ends ends = of_figure(way.on->estimate.band);
    made.seconds *= at_most ? ends.most : ends.least;
    if (made.ends_after > 0) made.ends_after = made.seconds;
    return made;
  }
  const auto share_of = [&](const stated_band& band) { return at_most ? of_figure(band).least : of_figure(band).most; };
  const auto replaced = [&](const shared_option& part, double replicas, const fleet& by) {
    return option_on(part.kind, kinds[part.kind], static_cast<count>(replicas), by.job.serving()->gpus_per_replica(), part.seconds, part.ends_after);
  };
  if (way.replicas != nullptr) return replaced(of, replicas_at(*way.replicas, share_of(way.replicas->throughput)), *way.replicas);
  std::vector<shared_option> all;
  for_each_part(of, [&](const shared_option& part) {
    const replicas_among& its = way.mix[all.size()];
    all.push_back(replaced(part, std::ceil(static_cast<double>(its.replicas) / share_of(its.of_one->throughput) * (1 - 1e-12)), *its.of_one));
  });
  for (std::size_t i = all.size() - 1; i-- > 0;) all[i].beside = &parts.emplace_back(all[i + 1]);
  return all.front();
}

bool has_band(const job_way& way) {
  if (way.pools != nullptr) return false;
  if (!way.mix.empty()) return std::ranges::all_of(way.mix, [](const replicas_among& each) { return each.of_one->throughput.errors.is_known(); });
  return way.plan != nullptr ? way.on->estimate.band.errors.is_known() : way.replicas->throughput.errors.is_known();
}

// Names by which the jobs are told apart.
void name_jobs(std::vector<shared_job>& jobs) {
  std::map<std::string_view, int> times;
  for (shared_job& each : jobs) ++times[title_of(*each.asked.job)];
  std::map<std::string_view, int> number;
  for (shared_job& each : jobs) {
    const std::string_view title = title_of(*each.asked.job);
    each.name = times[title] > 1 ? fmt::format("{} ({})", title, ++number[title]) : std::string(title);
  }
}

}  // namespace

std::vector<shared_kind> kinds_of(const shared_answer& of) {
  std::vector<shared_kind> kinds;
  for (const shared_machine& each : of.machines) kinds.push_back(each.as);
  return kinds;
}

std::vector<std::vector<shared_option>> options_in_time(const shared_answer& of) {
  std::vector<std::vector<shared_option>> options;
  for (const shared_job& each : of.jobs) options.emplace_back(each.options.begin(), each.options.begin() + static_cast<std::ptrdiff_t>(each.in_time));
  return options;
}

double shared_answer::gap() const {
  const auto least = [&](const shared_amounts& of) { return objective.least == shared_least::time ? of.ends_after : of.amount; };
  const double amount = least(best().takes);
  return found.known()->is_proved || !(amount > 0) ? 0 : 1 - least(found.known()->bound) / amount;
}

shared_answer shared_plan_of(std::vector<shared_machine> machines, const std::vector<job_asked>& jobs, const std::vector<demand>& demands, const shared_request& asked, progress& shown) {
  shared_answer made{.demands = demands,
                     .demands_for = asked.serves_for,
                     .objective = {.least = asked.least == plan_amount::time ? shared_least::time : shared_least::amount,
                                   .by_time = asked.least != plan_amount::gpus,
                                   .most_amount = in_dollars(asked.budget),
                                   .at_most = asked.power.most.with(in_watts(asked.power.most.value_or({}))),
                                   .most_spot = asked.most_spot}};
  // Plans that are done as soon are told apart by what they cost, where that is known of all.
  const bool are_priced = std::ranges::all_of(machines, [&](const shared_machine& each) { return each.may_be_bought == 0 || price_of(each.machine, *asked.terms).is_known(); });
  for (shared_machine& each : machines) {
    const figure<shared_kind> as = shared_kind_of(each.machine);
    if (!as.is_known()) {
      made.left_out.push_back({std::string(each.machine.name()), std::string(as.note), false});
      continue;
    }
    each.as = *as.known();
    const figure<double> limited = asked.power.limited(each.machine);
    if (!limited.is_known()) {
      made.left_out.push_back({std::string(each.machine.name()), std::string(limited.note), false});
      continue;
    }
    each.as.limited = *limited.known();
    each.price = price_of(each.machine, *asked.terms);
    each.gpu_power = resource::gpu_power::of(each.machine);
    const bool is_priced = put_price(each, asked, are_priced);
    if (each.as.at_most == each.held && each.held > 0) each.as.step = 1;  // none is bought
    if (std::optional<left_of_cluster> left = left_out_of(each, asked); left.has_value()) made.left_out.push_back(*std::move(left));
    // Of less than a step it is told what one would bring.
    if (each.as.at_most > 0 || (each.is_less_than_a_step() && is_priced)) made.machines.push_back(each);
  }
  for (const shared_machine& each : made.machines) made.records.push_back(each.machine);
  if (!asked.written_for.empty())
    if (const std::string_view wrong = why_no_shared_program(kinds_of(made), made.beside(0), made.objective); !wrong.empty())
      throw input_error(fmt::format("{}: the choice is not written as whole numbers: {}", asked.written_for, wrong));
  std::vector<asked_machine> kinds;
  // With one step more, so that it is known what that would bring.
  for (const shared_machine& each : made.machines) kinds.push_back({each.machine, add(each.as.at_most, each.step)});
  shown.step(multiply(std::ssize(machines) - std::ssize(kinds), std::ssize(jobs)));
  made.jobs.resize(jobs.size());  // ways keep addresses of what is in them
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    shared_job& job = made.jobs[i];
    job.asked = jobs[i];
    std::visit([&](auto& how) { how.clock = asked.clock.of_first(std::ssize(jobs) - static_cast<count>(i) + 1); }, job.asked.how);
    if (auto* trained = std::get_if<plan_request>(&job.asked.how)) {
      trained->each_grouping = true;
      job.plans = training_plans_on(kinds, *jobs[i].job, *asked.terms, *trained, shown);
      add_training_ways(job, made.machines, trained->asked.deadline);
    } else if (const auto* served = std::get_if<fleet_request>(&job.asked.how)) {
      fleet_request of_each_size = *served;
      of_each_size.every_size = true;
      job.fleets = fleets_on(kinds, *jobs[i].job, *asked.terms, of_each_size, shown);
      if (served->in_pools) job.pools = smallest_pools_on(kinds, *jobs[i].job, *asked.terms, *served, shown);
      add_serving_ways(job, made.machines, in_seconds(asked.serves_for));
    }
  }
  if (!asked.clock()) add_mixes(made, in_seconds(asked.serves_for), asked.clock);
  name_jobs(made.jobs);
  made.found = solve(made, kinds_of(made), made.objective, made.jobs.size(), asked.clock, most_of_mixes);
  if (!asked.clock()) find_limits(made, asked.clock);
  made.are_plans_cut = std::ranges::any_of(made.jobs, [](const shared_job& each) { return std::ranges::any_of(each.plans, &machine_plans::is_cut) || std::ranges::any_of(each.fleets, &machine_fleets::is_cut) || std::ranges::any_of(each.pools, &machine_pools::is_cut); });
  made.is_cut = made.are_plans_cut || asked.clock();
  return made;
}

std::vector<mixed_part> parts_of(const job_way& way, const job_asked& asked, const pricing& terms) {
  std::vector<mixed_part> parts;
  for (const replicas_among& each : way.mix) parts.push_back({each.of->machine, fleet_of(*each.of_one, each.replicas, each.of->machine, terms, std::get<fleet_request>(asked.how))});
  return parts;
}

figure<money> cost_of(const shared_answer& of, const shared_choice& choice) {
  double sum = 0;
  for (std::size_t k = 0; k < of.machines.size(); ++k) {
    const shared_machine& each = of.machines[k];
    if (each.as.bought(choice.uses[k].machines) == 0) continue;
    if (!each.price.is_known()) return figure<money>(unknown).noted(no_price);
    shared_kind priced = each.as;
    priced.price = in_base_units(*each.price.known());
    priced.held_price = 0;
    sum += amounts_of(choice.uses[k], priced).amount;
  }
  return dollars(sum);
}

power_taken power_of(const shared_answer& of, const shared_choice& choice, const site_power& asked) {
  std::vector<powered_machines> all;
  for (std::size_t k = 0; k < of.machines.size(); ++k)
    for_each_paid(choice.uses[k], of.machines[k].as, [&](const paid_machines& each) { all.push_back({of.machines[k].machine, each.all(), seconds(each.seconds)}); });
  return power_taken_by(asked, all);
}

gpu_use gpu_use_of(const shared_answer& of, const shared_choice& choice) {
  std::vector<shared_option> options;
  for (std::size_t i = 0; i < of.jobs.size(); ++i) options.push_back(of.option_of(i, choice));
  return headroom::gpu_use_of(kinds_of(of), options, choice.of_demands, in_seconds(of.demands_for));
}

std::optional<bool> is_certain(const shared_answer& of) {
  if (!of.found.is_known() || of.found.known()->best.size() < 2) return std::nullopt;
  const shared_choice &first = of.found.known()->best[0], &next = of.found.known()->best[1];
  std::vector<shared_kind> kinds = kinds_of(of);
  // What is more than there is says no less about the order.
  for (shared_kind& each : kinds) each.at_most = max_count;
  std::vector<shared_option> most, least;
  std::deque<shared_option> parts;
  for (std::size_t i = 0; i < of.jobs.size(); ++i) {
    const bool are_alike = first.options[i] == next.options[i];
    if (!are_alike && (!has_band(of.way_of(i, first)) || !has_band(of.way_of(i, next)))) return std::nullopt;
    if (const job_way &one = of.way_of(i, first), &other = of.way_of(i, next); one.plan != nullptr && other.plan != nullptr && is_spared_failures(*one.plan, *other.plan)) return std::nullopt;
    const shared_option &a = of.option_of(i, first), &b = of.option_of(i, next);
    most.push_back(are_alike ? a : option_at(a, of.way_of(i, first), kinds, true, parts));
    least.push_back(are_alike ? b : option_at(b, of.way_of(i, next), kinds, false, parts));
  }
  shared_objective free = of.objective;
  free.most_amount = 0;
  free.at_most = {};
  free.most_spot = 1;
  const auto choice = [&](const std::vector<shared_option>& options) {
    return of.demands.empty() ? choice_of(kinds, options, free) : choice_with(kinds, options, of.beside(most_of_mixes_of_a_limit), free);
  };
  const std::optional<shared_choice> dear = choice(most), cheap = choice(least);
  if (!dear.has_value() || !cheap.has_value()) return false;
  return of.objective.least == shared_least::time ? dear->takes.ends_after < cheap->takes.ends_after : dear->takes.amount < cheap->takes.amount;
}

step_estimate estimate_of(const shared_answer& of, std::size_t job, const shared_choice& choice, const shared_request& asked) {
  const job_way& way = of.way_of(job, choice);
  return estimate_of(*way.on, *way.plan, *asked.terms, std::get<plan_request>(of.jobs[job].asked.how));
}

std::vector<std::vector<part_places>> places_of(const shared_answer& of, const shared_choice& choice) {
  std::vector<std::vector<part_places>> places;
  std::vector<std::size_t> before(of.machines.size(), 0);  // parts on each kind
  for (std::size_t i = 0; i < of.jobs.size(); ++i) {
    places.emplace_back();
    for_each_part(of.option_of(i, choice), [&](const shared_option& part) { places.back().push_back({part, choice.uses[part.kind].places[before[part.kind]++]}); });
  }
  return places;
}

}  // namespace headroom::program
