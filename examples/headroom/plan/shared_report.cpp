// SPDX-License-Identifier: BSL-1.0
#include "plan/shared_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <headroom/export/json_values.hpp>
#include <headroom/report/chart.hpp>
#include <headroom/text/to_text.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "estimate/report_parts.hpp"
#include "fit/fit_words.hpp"
#include "fit/network_words.hpp"
#include "json_report.hpp"
#include "judgement.hpp"
#include "plan/daily_fleet.hpp"
#include "plan/demand_mix.hpp"
#include "plan/placement.hpp"
#include "plan/plan_words.hpp"
#include "plan/pool_report.hpp"
#include "plan/service_budget.hpp"
#include "plan/serving_plan_report.hpp"
#include "plan/shared_power.hpp"
#include "plan/training_report.hpp"
#include "print/table.hpp"
#include "verdict.hpp"

namespace headroom::program {

namespace {

using json = nlohmann::ordered_json;

bool some_train(const shared_answer& of) { return std::ranges::any_of(of.jobs, &shared_job::trains); }

std::string replicas_text(count replicas, const fleet& of) { return fmt::format("{} of {}", so_many(replicas, "replica"), parallelism_text(of.job)); }

std::string way_text(const job_way& way) {
  if (way.plan != nullptr) return arrangement_text(*way.plan);
  if (way.pools != nullptr) return groups_text(*way.pools);
  if (way.mix.empty()) return replicas_text(way.replicas->replicas(), *way.replicas);
  std::vector<std::string> parts;
  for (const replicas_among& each : way.mix) parts.push_back(fmt::format("{} on {}", replicas_text(each.replicas, *each.of_one), each.of->machine.name()));
  return fmt::format("{}", fmt::join(parts, " and "));
}

count bought_of(const shared_machine& of, const shared_layout& use) { return of.as.bought(use.machines); }

std::string_view held_word(const shared_machine& of) { return of.reserved == 0 ? "held" : of.reserved == of.held ? "reserved" : "held or reserved"; }

std::string machines_of(const shared_answer& of, const shared_choice& choice, std::size_t one_more_held = no_kind) {
  std::string text;
  for (std::size_t k = 0; k < of.machines.size(); ++k) {
    const shared_machine& each = of.machines[k];
    shared_kind as = each.as;
    as.held += k == one_more_held ? 1 : 0;
    const count held = as.held, used = as.kept(choice.uses[k].machines), bought = as.bought(choice.uses[k].machines);
    if (used == 0) continue;
    text += fmt::format("{}{} x {}", text.empty() ? "" : " and ", number_text(used), each.machine.name());
    if (held > 0) text += bought == 0 ? fmt::format(" ({})", held_word(each)) : fmt::format(" ({} {}, {} bought)", number_text(used - bought), held_word(each), number_text(bought));
  }
  return text;
}

std::string when_text(const shared_job& job, const job_way& way) {
  if (job.trains()) return days_text(way.plan->takes.time);
  const double answered = way.pools != nullptr ? way.pools->plan.requests * static_cast<double>(way.pools->plan.groups_in_use()) : way.mix.empty() ? way.replicas->answered() : way.answered;
  return fmt::format("{} requests/s", rounded(answered, 3));
}

// What the whole takes of the objective, in words.
std::string takes_text(const shared_answer& of, const shared_amounts& takes, const shared_request& asked) {
  switch (asked.least) {
    case plan_amount::cost: return some_train(of) ? dollars_text(dollars(takes.amount)) : fmt::format("{} an hour", dollars_text(dollars(takes.amount)));
    case plan_amount::time: return days_text(seconds(takes.ends_after));
    case plan_amount::gpus: return so_many(static_cast<count>(std::round(takes.amount)), "GPU");
    case plan_amount::rated_energy: break;
  }
  return some_train(of) ? fmt::format("{} MWh", rounded(in_megawatt_hours(joules(takes.amount)), 3)) : fmt::format("{} kW", rounded(takes.amount / in_seconds(asked.serves_for) / 1e3, 3));
}

double least_of(const shared_amounts& takes, const shared_request& asked) { return asked.least == plan_amount::time ? takes.ends_after : takes.amount; }

std::string sum_text(const shared_answer& of, const shared_choice& choice) {
  std::string text;
  if (some_train(of)) text = fmt::format("What trains is done after {}. ", days_text(seconds(choice.takes.ends_after)));
  const bool are_bought = std::ranges::any_of(of.machines, [&](const shared_machine& each) { return bought_of(each, choice.uses[static_cast<std::size_t>(&each - of.machines.data())]) > 0; });
  if (!are_bought) return text + "No machine is bought.";
  const figure<money> cost = cost_of(of, choice);
  if (!cost.is_known()) return text + "What the machines cost is not known.";
  return text + fmt::format("What is bought costs {}{}.", dollars_text(cost), some_train(of) ? "" : " an hour");
}

std::string difference_text(const shared_answer& of, const shared_request& asked) {
  const shared_choice &first = of.best(), &next = of.found.known()->best[1];
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < of.jobs.size(); ++i)
    if (first.options[i] != next.options[i]) {
      const job_way& way = of.way_of(i, next);
      parts.push_back(fmt::format("{} on {} ({}{})", of.jobs[i].name, so_many(gpus_of_way(way), "GPU"), way_text(way), way.mix.empty() ? fmt::format(", {}", of.machines[of.option_of(i, next).kind].machine.name()) : ""));
    }
  const double a = least_of(first.takes, asked), b = least_of(next.takes, asked);
  const std::string more = a > 0 && b > a * (1 + 1e-9) ? fmt::format(", {} % more", rounded(100 * (b / a - 1), 2))
                           : b > a * (1 + 1e-9)        ? ""
                           : cost_of(of, next).value_or({}) > cost_of(of, first).value_or({}) * (1 + 1e-9)
                               ? ", as much, and costs more"
                           : next.takes.gpu_seconds > first.takes.gpu_seconds * (1 + 1e-9) ? ", as much, and keeps more GPUs or keeps them longer"
                                                                                           : ", as much";
  return fmt::format("The runner-up runs {}, on {}: it takes {}{}.", fmt::join(parts, ", "), machines_of(of, next), takes_text(of, next.takes, asked), more);
}

// Of one that trains.
std::string run_text(const shared_job& job, const job_way& way, const step_estimate& estimate, const figure<power>& rated) {
  const duration& time = way.plan->takes.time;
  std::string text = fmt::format("{}: {}", job.name, days_text(time));
  if (estimate.band.errors.is_known()) text += fmt::format("; measured, that may be {} days", within_text(estimate, in_days(time)));
  if (rated.is_known()) text += fmt::format("; its GPUs draw {} kW, {} MWh in all", rounded(in_kilowatts(*rated.known()), 3), rounded(in_megawatt_hours(joules(in_watts(*rated.known()) * in_seconds(time))), 3));
  return fmt::format("{}. {} {}", text, band_text(estimate.band), failures_text(*way.on, *way.plan, estimate, std::get<plan_request>(job.asked.how)));
}

// Of one that serves, or of its replicas of one layout.
std::string service_text(const shared_job& job, const fleet& of, const std::string& where = {}) {
  const std::string_view percentile = std::get<fleet_request>(job.asked.how).has_limits() ? " p99" : "";
  std::string text = fmt::format("{}{}: {} a second of a replica, TTFT{} {} ms, TPOT{} {} ms. {}", job.name, where, so_many(rounded(of.of_replica, 3), "request"), percentile, rounded(in_milliseconds(of.first_token), 3),
                                 percentile, rounded(in_milliseconds(of.token), 3), band_text(of.throughput));
  if (of.throughput.errors.is_known()) text += fmt::format(" {}", replicas_measured(of));
  return fmt::format("{} {}", text, spares_text(of.spares, "replica"));
}

// Of one that serves in pools.
std::string pools_text(const shared_job& job, const machine_pools& of) {
  const auto& asked = std::get<fleet_request>(job.asked.how);
  const std::string_view percentile = asked.has_limits() ? " p99" : " in the mean";
  return fmt::format("{}: {} a second of a group, TTFT{} {} ms, TPOT{} {} ms. {} {}", job.name, so_many(rounded(of.plan.requests, 3), "request"), percentile, rounded(in_milliseconds(of.plan.first_token), 3), percentile,
                     rounded(in_milliseconds(of.plan.token), 3), fmt::join(bands_of_pools(of, asked), " "), spares_text(of.plan.spares, "group"));
}

// Where it lies: of one part, or of prefill and decode.
std::string where_text(const std::vector<part_places>& parts, const shared_machine& on) {
  if (parts.size() == 1) return shared_places_text(parts[0].places, parts[0].of, on.as);
  return fmt::format("prefill {}; decode {}", shared_places_text(parts[0].places, parts[0].of, on.as), shared_places_text(parts[1].places, parts[1].of, on.as));
}

// Of replicas of several layouts together.
std::string mix_text(const shared_job& job, const job_way& way) {
  const count spares = std::get<fleet_request>(job.asked.how).spares.replicas;
  const std::string without = spares == 0 ? "" : " " + where_fastest_fail(spares);
  return fmt::format("{}: its replicas answer {} requests a second together{}.", job.name, rounded(way.answered, 3), without);
}

void write_jobs(session& s, const shared_answer& of, const shared_request& asked) {
  table t({name_column("job"), name_column("machine"), text_column("where", 12), number_column("GPUs"), text_column("arranged", 20), number_column("GiB\nleft"), number_column("done after,\nor answers")});
  const auto places = places_of(of, of.best());
  std::vector<std::string> words;
  for (std::size_t i = 0; i < of.jobs.size(); ++i) {
    const job_way& way = of.way_of(i, of.best());
    if (!way.mix.empty()) {
      const std::vector<mixed_part> parts = parts_of(way, of.jobs[i].asked, *asked.terms);
      for (std::size_t part = 0; part < parts.size(); ++part) {
        const fleet& its = parts[part].fleet;
        const part_places& lies = places[i][part];
        const shared_machine& on = of.machines[lies.of.kind];
        t.add({part == 0 ? of.jobs[i].name : std::string(), on.machine.name(), shared_places_text(lies.places, lies.of, on.as), number_text(its.gpus()), replicas_text(its.replicas(), its),
               gibibytes_text(its.fit.left()), fmt::format("{} requests/s", rounded(its.answered(), 3))});
        words.push_back(service_text(of.jobs[i], its, fmt::format(" on {}", on.machine.name())));
        const placed_job placed{.on = on.as, .replicas = its.replicas(), .gpus = its.job.serving()->gpus_per_replica(), .option = lies.of, .places = lies.places};
        if (const std::string placement = placement_text(placed, 1); !placement.empty()) words.back() += " " + placement;
      }
      words.push_back(mix_text(of.jobs[i], way));
      continue;
    }
    const shared_option& option = of.option_of(i, of.best());
    const shared_machine& on = of.machines[option.kind];
    memory left;
    placed_job placed{.on = on.as, .replicas = 1, .gpus = gpus_of_way(way), .option = option, .places = places[i].front().places};
    if (way.plan != nullptr) {
      const step_estimate estimate = estimate_of(of, i, of.best(), asked);
      left = estimate.fit.left();
      words.push_back(run_text(of.jobs[i], way, estimate, rated_power(on, gpus_of_way(way))));
      placed.gpus = run_site_of(on.machine).together(way.plan->plan.layout);
      placed.replicas = gpus_of_way(way) / placed.gpus;
      placed.are_groups = placed.replicas > 1;
    } else if (way.pools != nullptr) {
      left = std::min(way.pools->prefill.left(), way.pools->decode.left());
      words.push_back(pools_text(of.jobs[i], *way.pools));
      placed.are_groups = true;
      placed.replicas = way.pools->plan.groups;
      placed.gpus = way.pools->plan.group_gpus();
      if (places[i].size() > 1) placed.places.clear();
    } else {
      left = way.replicas->fit.left();
      words.push_back(service_text(of.jobs[i], *way.replicas));
      placed.replicas = way.replicas->replicas();
      placed.gpus = way.replicas->job.serving()->gpus_per_replica();
    }
    if (const std::string placement = placement_text(placed, way.plan != nullptr ? way.plan->plan.layout.pipeline : 1); !placement.empty()) words.back() += " " + placement;
    t.add({of.jobs[i].name, on.machine.name(), where_text(places[i], on), number_text(gpus_of_way(way)), way_text(way), gibibytes_text(left), when_text(of.jobs[i], way)});
  }
  s.heading("Where each job runs");
  s.write(t);
  s.print("\n");
  for (const std::string& each : words) s.paragraph("  ", each);
}

std::vector<group> groups_of_demand(const shared_answer& of, const shared_choice& choice, std::size_t which) {
  std::vector<group> groups;
  for (std::size_t k = 0; k < of.records.size(); ++k)
    if (const count machines = choice.of_demands[which][k]; machines > 0) groups.push_back({of.records[k], machines});
  return groups;
}

void write_demands(session& s, const shared_answer& of) {
  for (std::size_t i = 0; i < of.demands.size(); ++i) {
    const std::vector<group> groups = groups_of_demand(of, of.best(), i);
    std::vector<std::string> names;
    for (const group& each : groups) names.push_back(fmt::format("{} x {}", number_text(each.how_many), each.machine.name()));
    s.heading(std::string(of.demands[i].name));
    s.paragraph("  ", names.empty() ? "It has no machine." : fmt::format("It has {}{}.", fmt::join(names, " and "), of.jobs.empty() ? "" : ", after those of the jobs"));
    write_judgement(s, of_demand, judge(groups, of.demands[i]), unit_system::automatic);
  }
}

bool some_come_in_steps(const shared_answer& of) {
  return std::ranges::any_of(of.machines, [](const shared_machine& each) { return each.step > 1; });
}
bool some_are_reserved(const shared_answer& of) {
  return std::ranges::any_of(of.machines, [](const shared_machine& each) { return each.reserved > 0; });
}

void write_machines(session& s, const shared_answer& of) {
  const std::string taken_by = of.demands.empty() ? "of jobs" : "in use";
  table t({name_column("machine"), number_column(some_are_reserved(of) ? "held or\nreserved" : "held"), number_column("bought"), number_column("at most"), number_column("GPUs"), number_column(taken_by), number_column("free")});
  report::chart chart{.title = "GPUs", .about = "GPUs of the machines of each kind that are in use, and those that are free.", .x = {.title = "GPUs"}};
  chart.all = {{.name = taken_by}, {.name = "free"}};
  for (std::size_t k = 0; k < of.machines.size(); ++k) {
    const shared_machine& each = of.machines[k];
    const shared_layout& use = of.best().uses[k];
    if (use.machines == 0 && each.held == 0) continue;
    const count bought = bought_of(each, use), taken = gpus_taken(each, use), used = gpus_on(of, of.best(), k);
    t.add({each.machine.name(), number_text(each.held), number_text(bought), number_text(each.as.at_most), number_text(taken), number_text(used), number_text(taken - used)});
    const auto row = static_cast<double>(chart.rows.size());
    chart.all[0].points.push_back({static_cast<double>(used), row, number_text(used)});
    chart.all[1].points.push_back({static_cast<double>(taken - used), row, number_text(taken - used)});
    chart.rows.push_back({std::string(each.machine.name()), number_text(taken)});
  }
  s.heading("Of the machines");
  s.draw(chart);
  s.write(t);
  s.print("\n");
}

// Which parts of a rack the held ones are is not searched.
std::string first_held_text(const shared_answer& of) {
  std::vector<std::string_view> names;
  for (std::size_t k = 0; k < of.machines.size(); ++k) {
    const shared_kind& as = of.machines[k].as;
    if (as.held > 0 && as.domain_nodes > as.machine_nodes && !of.best().uses[k].is_proved) names.push_back(of.machines[k].machine.name());
  }
  return names.empty() ? std::string() : fmt::format("What is held of {} are the first by number, whichever job lies on them: with other places it may take less, which was not looked at.", fmt::join(names, " and "));
}

std::string solver_text(const shared_answer& of) {
  if (!of.is_by_solver) return fmt::format("{} ended before it was proved.", of.solver);
  if (of.is_proved_here) return fmt::format("{} and the search here both prove that: the optimality gap is 0 %.", of.solver);
  return fmt::format("{} calls its choice optimal{}, and the search here ended before it was proved.", of.solver, of.found.known()->is_proved ? ": the optimality gap is 0 % by that" : "");
}

std::string spot_text(const shared_answer& of) {
  return fmt::format("Of the GPU hours that are used {} % are on spot: at most {} % may be.", rounded(100 * gpu_use_of(of, of.best()).share_on_spot(), 3), rounded(100 * of.objective.most_spot, 3));
}

std::string stranded_text(const shared_answer& of) {
  count free = 0, idle = 0;
  for (std::size_t k = 0; k < of.machines.size(); ++k) {
    const shared_layout& use = of.best().uses[k];
    free = add(free, gpus_taken(of.machines[k], use) - gpus_on(of, of.best(), k));
    idle = add(idle, std::max<count>(of.machines[k].held - use.machines, 0));
  }
  std::string text = free == 0 ? "No GPU of them is stranded." : fmt::format("Stranded on them: {}.", so_many(free, "GPU"));
  if (idle > 0) text += fmt::format(" Of what is held {} {} no job{}.", so_many(idle, "machine"), inflected(idle, "has", "have"), of.demands.empty() ? "" : " and no demand");
  return text;
}

// Whether a job that the first two run otherwise is in pools in one of them.
bool differ_in_pools(const shared_answer& of) {
  const shared_choice &first = of.best(), &next = of.found.known()->best[1];
  for (std::size_t i = 0; i < of.jobs.size(); ++i)
    if (first.options[i] != next.options[i] && (of.way_of(i, first).pools != nullptr || of.way_of(i, next).pools != nullptr)) return true;
  return false;
}

std::string certainty_words(const shared_answer& of) {
  const std::optional<bool> certain = is_certain(of);
  if (!certain.has_value() && differ_in_pools(of))
    return "Whether the order of the two is certain is not known: of a job that they run otherwise pools answer the requests. What was measured of pools is their times: there is no band of error of how many requests they answer.";
  if (!certain.has_value()) return "Whether the order of the two is certain is not known: of a job that they run otherwise there is no band of error, or what failures cost is counted in the second alone.";
  return *certain ? "The order of the two is certain: it holds wherever in their bands of error the jobs are that they run otherwise."
                  : "The order of the two is not certain: within the bands of error of the jobs that they run otherwise it may turn round.";
}

// ", 18 % more than the budget", or empty.
std::string beyond_text(const shared_answer& of, const shared_choice& choice, const shared_request& asked) {
  const double beyond = beyond_budget(cost_of(of, choice).value_or({}), asked.budget);
  return beyond > 0 ? fmt::format(", {} % more than {}{}", rounded(100 * beyond, 2), dollars_text(asked.budget), some_train(of) ? "" : " an hour") : std::string();
}

void write_reasons_of_none(session& s, const shared_answer& of) {
  for (const shared_job& job : of.jobs) {
    if (job.in_time > 0) continue;
    reasons why;
    for (const machine_plans& each : job.plans) {
      const bool is_late = !job.options.empty() && !each.by_count.empty();
      add_reason(why, is_late ? "the deadline is missed on all that there are" : each.why, each.machine.name());
    }
    for (const machine_fleets& each : job.fleets) add_reason(why, each.why, each.machine.name());
    for (const machine_pools& each : job.pools) add_reason(why, "in pools: " + each.why, each.machine.name());
    s.print("\n");
    s.paragraph("  ", fmt::format("{} has no plan by itself:", job.name));
    write_reasons(s, why);
  }
}

// Machines that nobody knows of whether a job or a demand would take less on them, and why.
std::vector<left_of_cluster> open_machines(const shared_answer& of) {
  std::vector<left_of_cluster> all;
  for (const shared_job& job : of.jobs)
    for (const machine_plans& each : job.plans)
      if (!each.is_cut && !each.estimate.is_known && each.standing == plan_standing::not_known)
        all.push_back({std::string(each.machine.name()), fmt::format("{} was not planned on it: {}", job.name, each.why)});
  for (const shared_machine& each : of.machines)
    if (const std::optional<std::string> why = what_is_open(each.machine, max_count, of.demands); why.has_value())
      all.push_back({std::string(each.machine.name()), fmt::format("a demand may take less on it, which cannot be judged: {}", *why)});
  return all;
}

// Null where no load of a day is given.
const fleet_request* day_asked_of(const shared_job& of) {
  const auto* serves = std::get_if<fleet_request>(&of.asked.how);
  return serves != nullptr && !serves->day.empty() ? serves : nullptr;
}

fleet_of_day day_of_way(const job_way& way, const fleet_request& serves, const shared_request& asked) {
  return way.pools != nullptr ? day_of(*way.pools, *asked.terms, serves) : day_of(*way.replicas, way.of->machine, serves);
}

// A machine of which too little is known might do it.
bool is_open(const shared_answer& of) {
  if (!std::ranges::all_of(of.left_out, &left_of_cluster::is_known)) return true;
  return std::ranges::any_of(of.jobs, [](const shared_job& job) {
    return job.in_time == 0 && (std::ranges::any_of(job.plans, [](const machine_plans& each) { return !each.estimate.is_known && each.standing == plan_standing::not_known; }) ||
                                std::ranges::any_of(job.fleets, [](const machine_fleets& each) { return each.standing == outcome::cannot_be_judged; }) ||
                                std::ranges::any_of(job.pools, [](const machine_pools& each) { return each.standing == outcome::cannot_be_judged; }));
  });
}

}  // namespace

exit_code exit_of(const shared_answer& of) {
  if (of.found.is_known()) return fits_or_nothing_to_judge;
  return of.found.is_unknown() || is_open(of) ? cannot_be_judged : does_not_fit;
}

namespace {

std::string title_of(const shared_answer& of) {
  const bool is_of_one = of.jobs.size() + of.demands.size() == 1;
  if (is_of_one) return of.jobs.empty() ? std::string(of.demands.front().name) : of.jobs.front().name;
  const std::string jobs = so_many(std::ssize(of.jobs), "job"), demands = so_many(std::ssize(of.demands), "demand");
  return (of.demands.empty() ? jobs : of.jobs.empty() ? demands : fmt::format("{} and {}", jobs, demands)) + " on one cluster";
}

std::string reserved_text(const shared_answer& of, const shared_request& asked) {
  return some_are_reserved(of) ? fmt::format(" What is reserved costs ${} an hour in any case, which is in no amount.", rounded(in_dollars_per_hour(asked.reserved))) : std::string();
}

// Of kinds that are bought.
std::string steps_text(const shared_answer& of) {
  std::vector<std::string> all;
  for (std::size_t k = 0; k < of.machines.size(); ++k)
    if (const shared_machine& each = of.machines[k]; each.step > 1 && bought_of(each, of.best().uses[k]) > 0) all.push_back(fmt::format("{} by {}", each.machine.name(), number_text(each.step)));
  return all.empty() ? std::string() : fmt::format("Machines are bought in steps, {}: each step is kept as long as one of its machines is in use.", fmt::join(all, ", "));
}

// Which ways to serve there are to choose from: of the fewest layouts at once, where services differ.
std::optional<count> layouts_at_once(const shared_answer& of) {
  std::optional<count> least;
  for (const shared_job& each : of.jobs)
    if (!each.trains() && !each.has_all_mixes) least = std::min(least.value_or(max_count), static_cast<count>(each.layouts_at_once));
  return least;
}

std::string services_text(const shared_answer& of) {
  if (std::ranges::all_of(of.jobs, &shared_job::trains)) return {};
  const std::optional<count> at_once = layouts_at_once(of);
  std::string text = !at_once.has_value() ? ", with the replicas of each service shared out over layouts and machines in every way"
                     : *at_once == 1      ? ", with the replicas of each service of one layout on one kind of machine"
                                          : fmt::format(", with the replicas of each service of {} layouts at most, on one kind of machine or several", *at_once);
  if (std::ranges::any_of(of.jobs, [](const shared_job& each) { return !each.pools.empty(); })) text += ", and its pools on one kind of machine";
  return text + (of.demands.empty() ? "," : "");
}

// What goes on for a time that is said, beside jobs that train.
std::string_view kept_on(const shared_answer& of) {
  const bool some_serve = !std::ranges::all_of(of.jobs, &shared_job::trains);
  if (of.demands.empty()) return some_serve ? "services" : "";
  return some_serve ? "services and demands" : of.demands.size() == 1 ? "the demand" : "demands";
}

}  // namespace

void write_shared(session& s, const shared_answer& of, const shared_request& asked) {
  s.title(title_of(of));
  const auto say_limits = [&](std::string_view begins) {
    for (const shared_limit& each : of.binds) s.paragraph("  ", fmt::format("{} {}: {} it takes {}{}, on {}.", begins, each.what, each.what.starts_with("the ") ? std::string("without it") : fmt::format("with {} more", each.more > 1 ? number_text(each.more) : "one"), takes_text(of, each.without.takes, asked), each.what == the_budget ? beyond_text(of, each.without, asked) : std::string(), machines_of(of, each.without, each.one_more_held)));
  };
  if (!of.found.is_known()) {
    s.line(exit_of(of) == cannot_be_judged ? "Plan: none, it cannot be judged" : "Plan: none", style::bad);
    s.paragraph("  ", fmt::format("Why: {}{}.", of.found.note,
                                  !of.jobs.empty() && std::ranges::all_of(of.jobs, [](const shared_job& each) { return each.in_time > 0; }) ? ", though each job has a plan by itself" : ""));
    s.print("\n");
    say_limits("In the way is");
    write_reasons_of_none(s, of);
  } else {
    s.line(fmt::format("Plan: {}", machines_of(of, of.best())), style::strong);
    s.paragraph("", sum_text(of, of.best()));
    if (asked.power.is_asked()) s.paragraph("", power_text(asked.power, power_of(of, of.best(), asked.power), some_train(of) ? "" : " an hour", cost_of(of, of.best()).is_known()));
    if (!of.jobs.empty()) write_jobs(s, of, asked);
    write_demands(s, of);
    write_machines(s, of);
    write_network_of(s, of.machines);
    s.paragraph("  ", stranded_text(of));
    if (of.objective.most_spot < 1) s.paragraph("  ", spot_text(of));
    if (const std::string rated = rated_gpus_text(rated_gpus_of(of, of.best())); !rated.empty()) s.paragraph("  ", rated);
    if (of.are_plans_cut) s.paragraph("  ", "The time limit ended the search: neither all plans of each job nor all that may bind were looked at.");
    else if (of.is_cut) s.paragraph("  ", "The time limit ended the search: not all that may bind was looked at.");
    else if (of.binds.empty()) s.paragraph("  ", fmt::format("No limit binds: with {} more of a kind{}, nothing is better.", some_come_in_steps(of) ? "one machine, or one step of them," : "one machine", of.jobs.empty() ? "" : ", or without a deadline"));
    say_limits("What binds is");
    if (of.found.known()->best.size() > 1) {
      s.paragraph("  ", difference_text(of, asked));
      s.paragraph("  ", certainty_words(of));
    }
    const shared_plan& found = *of.found.known();
    s.paragraph("  ", found.is_proved ? fmt::format("No other choice of {}{}{} takes less together.", of.jobs.empty() ? "" : of.are_plans_cut ? "the plans that were looked at" : "the plans of each job", services_text(of), of.demands.empty() ? "" : of.jobs.empty() ? "a mix for each demand" : ", with a mix for each demand,")
                                      : fmt::format("The best of {} that were looked at: no choice{} takes less than {}, so that the optimality gap is {:.2g} %.", so_many(found.tried, "step"), of.are_plans_cut ? " of these plans" : "", takes_text(of, found.bound, asked), 100 * of.gap()));
    for (const left_of_cluster& each : open_machines(of)) s.paragraph("  ", fmt::format("{}: {}.", each.machine, each.why));
    if (const std::string text = first_held_text(of); !text.empty()) s.paragraph("  ", text);
    if (!of.solver.empty()) s.paragraph("  ", solver_text(of));
    const bool are_held = std::ranges::any_of(of.machines, [](const shared_machine& each) { return each.held > 0; });
    for (std::size_t i = 0; i < of.jobs.size(); ++i)
      if (const fleet_request* serves = day_asked_of(of.jobs[i])) {
        const job_way& way = of.way_of(i, of.best());
        if (!way.mix.empty()) {
          s.paragraph("  ", fmt::format("{} over the day is told where its replicas are of one layout.", of.jobs[i].name));
          continue;
        }
        write_day(s, day_of_way(way, *serves, asked), *serves, fmt::format("{} over the day, on machines of its own", of.jobs[i].name), way.pools != nullptr ? "groups" : "replicas");
      }
    const std::string on_held = are_held ? fmt::format(" Nothing {}paid for what is {}.{}", some_are_reserved(of) ? "more is " : "is ", some_are_reserved(of) ? "held or reserved" : "held", reserved_text(of, asked)) : std::string();
    if (const std::string steps = steps_text(of); !steps.empty()) s.paragraph("  ", steps);
    if (of.jobs.empty()) s.paragraph("  ", std::string_view(on_held).substr(1));
    else
      s.paragraph("  ", fmt::format("All run at the same time{}; a machine is kept until the last job on it ends.{} Machines of a kind fill one rack after the other.",
                                    some_train(of) && !kept_on(of).empty() ? fmt::format(", {} for {}", kept_on(of), days_text(asked.serves_for)) : "", on_held));
  }
  if (asked.least == plan_amount::rated_energy) s.paragraph("  ", asked.power.energy_text());
  reasons others;
  for (const left_of_cluster& each : of.left_out) add_reason(others, each.why, each.machine);
  write_reasons(s, others);
}

namespace {

json amount_json(const shared_answer& of, const shared_amounts& takes, const shared_request& asked) {
  if (asked.least == plan_amount::time) return in_days(seconds(takes.ends_after));
  if (asked.least == plan_amount::rated_energy && !some_train(of)) return takes.amount / in_seconds(asked.serves_for);
  return takes.amount;
}

// What whole machines draw, of a job that has a share of them.
void share_out(json& of, double share) {
  for (const char* key : {"gpu_joules", "gpu_watts", "watts_drawn", "electricity_dollars", "electricity_dollars_per_hour"})
    if (const auto at = of.find(key); at != of.end() && at->is_number()) *at = at->get<double>() * share;
}

json places_json(const std::vector<part_places>& parts, const shared_machine& on) {
  json all = json::array();
  for (std::size_t i = 0; i < parts.size(); ++i)
    for (json& each : shared_places_json(parts[i].places, parts[i].of, on.as)) {
      if (parts.size() > 1) each["pool"] = i == 0 ? "prefill" : "decode";
      all.push_back(std::move(each));
    }
  return all;
}

json places_of_mix(const std::vector<part_places>& parts, const shared_answer& of) {
  json all = json::array();
  for (const part_places& part : parts) {
    const shared_machine& on = of.machines[part.of.kind];
    for (json& each : shared_places_json(part.places, part.of, on.as)) {
      each["machine"] = on.machine.name();
      all.push_back(std::move(each));
    }
  }
  return all;
}

json choice_json(const shared_answer& of, const shared_choice& choice, const shared_request& asked) {
  json made{{"amount", amount_json(of, choice.takes, asked)}, {"dollars", json_of_figure(cost_of(of, choice), [](const money& x) { return json(in_dollars(x)); })}};
  made["days"] = some_train(of) ? json(in_days(seconds(choice.takes.ends_after))) : json(nullptr);
  const power_taken taken = power_of(of, choice, asked.power);
  const auto watts = [](const power& x) { return json(in_watts(x)); };
  made["watts_drawn"] = json_of_figure(taken.drawn, watts);
  made["electricity_dollars"] = json_of_figure(taken.electricity, [](const money& x) { return json(in_dollars(x)); });
  const rated_gpus rated = rated_gpus_of(of, choice);
  made["gpu_watts"] = json_of_figure(rated.all, watts);
  made["gpu_watts_free"] = json_of_figure(rated.free, watts);
  made["share_on_spot"] = gpu_use_of(of, choice).share_on_spot();
  made["machines"] = json::array();
  for (std::size_t k = 0; k < of.machines.size(); ++k) {
    const shared_machine& each = of.machines[k];
    const shared_layout& use = choice.uses[k];
    made["machines"].push_back({{"machine", each.machine.name()},
                                {"network", network_json(each.machine)},
                                {"held", each.held},
                                {"reserved", each.reserved},
                                {"step", each.step},
                                {"is_spot", each.is_spot},
                                {"at_most", each.as.at_most},
                                {"used", each.as.kept(use.machines)},
                                {"bought", bought_of(each, use)},
                                {"gpus", gpus_taken(each, use)},
                                {"gpus_free", gpus_taken(each, use) - gpus_on(of, choice, k)},
                                {"are_shared", use.are_shared}});
  }
  made["jobs"] = json::array();
  const auto places = places_of(of, choice);
  for (std::size_t i = 0; i < of.jobs.size(); ++i) {
    const job_way& way = of.way_of(i, choice);
    const shared_machine& on = of.machines[of.option_of(i, choice).kind];
    json one{{"name", of.jobs[i].name}, {"machine", way.mix.empty() ? json(on.machine.name()) : json(nullptr)}, {"gpus", gpus_of_way(way)}, {"arranged", way_text(way)}, {"places", way.mix.empty() ? places_json(places[i], on) : places_of_mix(places[i], of)}};
    const double share = share_of_own_machines(gpus_of_way(way), machines_of_way(way), on.machine);
    if (way.plan != nullptr) {
      put_plan(one, *way.on, *way.plan, estimate_of(of, i, choice, asked), std::get<plan_request>(of.jobs[i].asked.how));
      share_out(one["plan"], share);
    } else if (way.pools != nullptr) {
      const auto& serves = std::get<fleet_request>(of.jobs[i].asked.how);
      one["pools"] = pools_json({with_loads(*way.pools, *of.jobs[i].asked.job, serves)}, *asked.terms, serves).front();
      share_out(one["pools"], share);
    } else if (!way.mix.empty()) {
      one["requests_per_second"] = way.answered;
      one["parts"] = json::array();
      for (const mixed_part& part : parts_of(way, of.jobs[i].asked, *asked.terms)) {
        one["parts"].push_back({{"machine", part.machine.name()}});
        one["parts"].back().update(fleet_json(part.fleet));
        share_out(one["parts"].back(), share_of_own_machines(part.fleet.gpus(), part.fleet.fit.needs.value_or(0), part.machine));
      }
    } else {
      one["fleet"] = fleet_json(*way.replicas);
      share_out(one["fleet"], share);
      one["band"] = band_json(way.replicas->throughput);
    }
    if (const fleet_request* serves = day_asked_of(of.jobs[i]); serves != nullptr && way.mix.empty()) one["day"] = day_json(day_of_way(way, *serves, asked), *serves);
    made["jobs"].push_back(std::move(one));
  }
  made["demands"] = json::array();
  for (std::size_t i = 0; i < of.demands.size(); ++i) {
    json one{{"demand", of.demands[i].name}, {"machines", json::array()}};
    for (std::size_t k = 0; k < of.records.size(); ++k) one["machines"].push_back({{"machine", of.records[k].name()}, {"count", choice.of_demands[i][k]}});
    one["verdict"] = verdict_json(of.demands[i].name, judge(groups_of_demand(of, choice, i), of.demands[i]));
    made["demands"].push_back(std::move(one));
  }
  return made;
}

std::string_view unit_of(const shared_answer& of, const shared_request& asked) {
  switch (asked.least) {
    case plan_amount::cost: return some_train(of) ? "dollars" : "dollars_per_hour";
    case plan_amount::time: return "days";
    case plan_amount::gpus: return "count";
    case plan_amount::rated_energy: break;
  }
  return some_train(of) ? "joules" : "watts";
}

}  // namespace

nlohmann::ordered_json shared_json(const shared_answer& of, const shared_request& asked) {
  const exit_code exit = exit_of(of);
  json made{{"objective", name(asked.least)},
            {"unit", unit_of(of, asked)},
            {"reserved_dollars_per_hour", in_dollars_per_hour(asked.reserved)},
            {"outcome", exit == fits_or_nothing_to_judge ? "fits" : exit == does_not_fit ? "does_not_fit" : "cannot_be_judged"}};
  if (asked.least == plan_amount::rated_energy) made["energy_of"] = asked.power.energy_name();
  if (!of.found.is_known()) made["why"] = of.found.note;
  made["budget_dollars"] = in_dollars(asked.budget) > 0 ? json(in_dollars(asked.budget)) : json(nullptr);
  if (asked.power.most.is_known()) made["max_power_watts"] = in_watts(*asked.power.most.known());
  if (of.objective.most_spot < 1) made["spot_share"] = of.objective.most_spot;
  made["ended_by_time_limit"] = of.is_cut;
  made["binds"] = json::array();
  for (const shared_limit& each : of.binds) made["binds"].push_back({{"limit", each.what}, {"amount", amount_json(of, each.without.takes, asked)}});
  made["left_out"] = json::array();
  for (const left_of_cluster& each : of.left_out) made["left_out"].push_back({{"machine", each.machine}, {"why", each.why}});
  for (const left_of_cluster& each : open_machines(of)) made["left_out"].push_back({{"machine", each.machine}, {"why", each.why}});
  if (!of.found.is_known()) return made;
  const shared_plan& found = *of.found.known();
  made["is_proved"] = found.is_proved && !of.are_plans_cut;
  const std::optional<count> at_once = layouts_at_once(of);
  made["layouts_of_a_service"] = at_once.has_value() ? json(*at_once) : json(nullptr);
  made["gap"] = of.are_plans_cut ? json(nullptr) : json(of.gap());
  made["proved_by"] = json::array();
  if (of.is_by_solver) made["proved_by"].push_back(of.solver);
  if (found.is_proved && (of.is_proved_here || !of.is_by_solver)) made["proved_by"].push_back("headroom");
  made["bound"] = amount_json(of, found.bound, asked);
  made["plan"] = choice_json(of, of.best(), asked);
  made["runner_up"] = found.best.size() > 1 ? choice_json(of, found.best[1], asked) : json(nullptr);
  const std::optional<bool> certain = is_certain(of);
  made["order_is_certain"] = certain.has_value() ? json(*certain) : json(nullptr);
  return made;
}

}  // namespace headroom::program
