// SPDX-License-Identifier: BSL-1.0
#include "commands/plan_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <headroom/catalog/machines.hpp>
#include <headroom/export/mix_program.hpp>
#include <headroom/export/shared_program.hpp>
#include <headroom/parallel/layouts.hpp>
#include <headroom/read/common/messages.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "amount_option.hpp"
#include "check/options.hpp"
#include "commands/most_paid.hpp"
#include "estimate/step_words.hpp"
#include "fit/fit_words.hpp"
#include "judgement.hpp"
#include "page/page_options.hpp"
#include "plan/demand_mix.hpp"
#include "plan/emit.hpp"
#include "plan/mix_solver.hpp"
#include "plan/mix_terms.hpp"
#include "plan/mixed_fleet.hpp"
#include "plan/plan_asked.hpp"
#include "plan/plan_options.hpp"
#include "plan/pool_fleets.hpp"
#include "plan/pool_report.hpp"
#include "plan/service_budget.hpp"
#include "plan/serving_plan_report.hpp"
#include "plan/shared_report.hpp"
#include "plan/shared_solver.hpp"
#include "plan/training_report.hpp"
#include "print/json_output.hpp"
#include "print/progress.hpp"
#include "reading.hpp"
#include "regions.hpp"
#include "search_clock.hpp"

namespace headroom::program {

namespace {

std::optional<money_rate> price_limit(const plan_options& options) {
  if (options.max_price.empty()) return std::nullopt;
  const std::optional<money_rate> most = most_paid(options.max_price);
  if (!most) throw input_error(not_a_price(options.max_price));
  return most;
}

// Those that are named, those of the file, or else all that have a price in the region.
std::vector<asked_machine> machines_named(const plan_options& options, const own_file& of) {
  const std::optional<money_rate> most = price_limit(options);
  const auto is_dear = [&](const machine& each) {
    const figure<money_rate> price = price_of(each, of.terms);
    return most.has_value() && !(price.is_known() && *price.known() <= *most);
  };
  std::vector<asked_machine> all = options.source.machines(of);
  refuse_named_twice("--machines", all);
  if (all.empty())
    for (const group& each : of.cluster) all.push_back({each.machine, each.how_many});
  if (all.empty() && options.source.region.empty() && !most.has_value())
    throw input_error("no machine: expected --machines with machines of the catalogue, or --region for all that have a price there");
  if (all.empty()) {
    for (const machine& each : catalog::machines())
      if (each.gpu() != nullptr && catalog::may_be_suggested(each) && price_of(each, of.terms).is_known()) all.push_back({each});
    if (all.empty()) throw input_error("no machine has a price on these terms: expected --region, or --machines by name");
  }
  std::erase_if(all, [&](const asked_machine& each) { return is_dear(each.machine); });
  if (all.empty()) throw input_error(fmt::format("--max-price: no machine is known to cost {} or less", in_quotes(options.max_price)));
  return all;
}
// The same, over a network as it is asked for.
std::vector<asked_machine> machines_asked_of(const plan_options& options, own_file& of) { return options.network.on(machines_named(options, of), of); }

exit_code exit_of_plans(const std::vector<machine_plans>& all) {
  switch (all.front().standing) {
    case plan_standing::within: return fits_or_nothing_to_judge;
    case plan_standing::not_known: return cannot_be_judged;
    default: break;
  }
  // A machine of which too little is known might do it.
  const bool is_open = std::ranges::any_of(all, [](const machine_plans& each) { return each.standing == plan_standing::not_known; });
  return is_open ? cannot_be_judged : does_not_fit;
}

void check_pools(const plan_options& options, const planned_job& job) {
  if (!options.emit.empty() && options.emit != "kubernetes" && options.emit_to.empty())
    throw input_error(fmt::format("--emit {} with --pools: expected --emit-to with it: a file for each pool", options.emit));
  if (!job.sizes_itself()) throw input_error("--pools: the job says its layout: expected one that leaves it open");
}

// "plan.yaml": "plan-2.yaml"
std::string numbered(const std::string& path, std::size_t number) {
  const std::size_t name = path.find_last_of('/') + 1;
  const std::size_t dot = std::min(path.find('.', name + 1), path.size());
  return fmt::format("{}-{}{}", path.substr(0, dot), number, path.substr(dot));
}

// To the file, or in place of the answer; and for people what is left to them.
void put_emission(session& s, const plan_options& options, const emission& made, nlohmann::ordered_json& found) {
  if (options.emit_to.empty()) return s.write(made.text);
  const file_to_write file{options.emit_to, made.text};
  if (s.outside->write(std::span(&file, 1)).has_value()) throw input_error(fmt::format("--emit-to: {}: it cannot be written", in_quotes(options.emit_to)));
  if (options.json) {
    found["emitted"] = {{"format", options.emit}, {"file", options.emit_to}, {"to_be_filled_in", made.gaps}};
    return;
  }
  s.print("\n");
  s.paragraph("  ", fmt::format("Written to {}: {}, for {}.{}", options.emit_to, is_for_solvers(options.emit) ? "the choice of machines" : "the first plan", is_for_solvers(options.emit) ? "a solver" : options.emit, made.gaps.empty() ? "" : " To be filled in, as the plan does not know it:"));
  for (const std::string& each : made.gaps) s.paragraph("  - ", each);
}

// To one of several files.
void put_numbered(session& s, plan_options options, std::size_t number, const emission& made, nlohmann::ordered_json& found) {
  options.emit_to = numbered(options.emit_to, number);
  put_emission(s, options, made, found);
}

// Of the first pools: of one file beside the answer, of two beside each pool.
void put_pools(session& s, const plan_options& options, const machine_pools& first, nlohmann::ordered_json& found) {
  const std::vector<emission> made = emit_pools(options.emit, first);
  if (made.size() == 1) return put_emission(s, options, made.front(), found);
  nlohmann::ordered_json none;
  for (std::size_t i = 0; i < made.size(); ++i) put_numbered(s, options, i + 1, made[i], options.json ? found["pools"].front()[i == 0 ? "prefill" : "decode"] : none);
}

// Of a mix: each part beside the others.
void put_parts(session& s, const plan_options& options, const mixed_fleet& of, nlohmann::ordered_json& found) {
  nlohmann::ordered_json none;
  for (std::size_t i = 0; i < of.parts.size(); ++i)
    put_numbered(s, options, i + 1, emit_serving(options.emit, of.parts[i].fleet.job, of.parts[i].machine, i + 1), options.json ? found["mix"]["parts"][i] : none);
}

// Those that a limit of power leaves none of stand last.
void add_left_out(std::vector<machine_fleets>& to, const std::vector<left_by_power>& left) {
  for (const left_by_power& each : left) to.push_back({.machine = each.machine, .standing = each.is_known ? outcome::does_not_fit : outcome::cannot_be_judged, .why = each.why});
}
void add_left_out(std::vector<machine_plans>& to, const std::vector<left_by_power>& left) {
  for (const left_by_power& each : left) to.push_back({.machine = each.machine, .standing = each.is_known ? plan_standing::none : plan_standing::not_known, .why = each.why});
}

nlohmann::ordered_json plan_serving(session& s, const plan_options& options, const planned_job& job, own_file& of, const search_clock& clock) {
  fleet_request asked = fleet_asked(*s.outside, options, job, clock);
  asked.budget = budget_of_services(options.budget);
  asked.power = power_asked(options.power, of);
  if (options.pools) check_pools(options, job);
  const std::vector<asked_machine> there_are = machines_asked_of(options, of);
  std::vector<left_by_power> left_out;
  const std::vector<asked_machine> machines = within_power(there_are, asked.power, asked.most_gpus, left_out);
  const bool is_bound = are_fewer(machines, there_are);
  const bool is_mixed = may_be_mixed(machines, asked);
  const bool is_mixed_without = asked.power.most.is_known() && may_be_mixed(there_are, asked);
  // Of least money it leaves out what takes more, and least time is what it buys.
  const bool may_budget_bind = asked.has_budget() && (asked.least == plan_amount::gpus || asked.least == plan_amount::rated_energy);
  std::optional<progress> shown(std::in_place, *s.outside,
                                std::ssize(machines) * (1 + (options.pools ? 1 : 0) + (is_mixed ? 1 : 0)) * (may_budget_bind ? 2 : 1) + std::ssize(there_are) * ((is_bound ? 1 : 0) + (is_mixed_without ? 1 : 0)),
                                options.shows_progress, 0, "machines");
  std::vector<machine_fleets> all = fleets_on(machines, job, of.terms, asked, *shown);
  add_left_out(all, left_out);
  const std::vector<machine_fleets> without = is_bound ? fleets_on(there_are, job, of.terms, asked, *shown) : std::vector<machine_fleets>();
  const std::vector<machine_pools> pools = options.pools ? pools_on(machines, job, of.terms, asked, *shown) : std::vector<machine_pools>();
  const mixed_fleet mix = is_mixed ? mixed_fleet_of(machines, job, of.terms, asked, all, *shown) : mixed_fleet();
  fleet_request without_limit = asked;
  without_limit.power.most = {};
  const mixed_fleet mix_without = is_mixed_without ? mixed_fleet_of(there_are, job, of.terms, without_limit, is_bound ? without : all, *shown) : mixed_fleet();
  const mixed_fleet* free_mix = is_mixed_without ? &mix_without : nullptr;
  const bool is_within = mix.standing == outcome::fits || all.front().standing == outcome::fits;
  fleet_request without_budget = asked;
  without_budget.budget = {};
  const bool is_budget_asked = may_budget_bind && is_within;
  const std::vector<machine_fleets> dearer = is_budget_asked ? fleets_on(machines, job, of.terms, without_budget, *shown) : std::vector<machine_fleets>();
  const mixed_fleet dearer_mix = is_budget_asked && is_mixed ? mixed_fleet_of(machines, job, of.terms, without_budget, dearer, *shown) : mixed_fleet();
  const mixed_fleet* const mix_without_budget = is_budget_asked && is_mixed ? &dearer_mix : nullptr;
  shown.reset();
  outcome best = mix.standing == outcome::fits ? outcome::fits : outcome::invalid;
  for (const machine_fleets& each : all) best = std::min(best, each.standing);
  for (const machine_pools& each : pools) best = std::min(best, each.standing);
  s.exit = exit_of(best);
  const std::optional<priced_plan> nearest = best == outcome::fits ? std::nullopt : nearest_of(all, mix, pools);
  const bool do_lead = do_pools_lead(pools, all, mix, asked.least);
  const bool are_parts_emitted = !options.emit.empty() && !do_lead && mix.standing == outcome::fits && mix.takes_less;
  const bool is_emitted = !options.emit.empty() && !are_parts_emitted && (do_lead || all.front().standing == outcome::fits);
  if (are_parts_emitted && options.emit_to.empty()) throw input_error(fmt::format("--emit {}: the plan is a mix: expected --emit-to with it, a file for each of {}", options.emit, so_many(std::ssize(mix.parts), "part")));
  nlohmann::ordered_json found;
  if (options.json) {
    found = fleets_json(job, all, asked, {is_mixed ? &mix : nullptr, {}, {}, without, free_mix, dearer, mix_without_budget, nearest});
    if (options.pools) found["pools"] = pools_json(pools, of.terms, asked);
    if (options.pools) found["pools_lead"] = do_lead;
    for (const machine_pools& each : pools)
      if (each.is_of_any_two) found["why_no_pools_on_two_machines"] = each.why;
  } else if (!is_emitted || !options.emit_to.empty()) {
    write_fleets(s, job, all, asked, {is_mixed ? &mix : nullptr, why_not_mixed(machines, asked), do_lead ? pools_name(pools.front(), asked) : std::string(), without, free_mix, dearer, mix_without_budget, nearest});
    if (options.pools) write_pools(s, pools, all, of.terms, asked);
  }
  if (is_emitted && do_lead) put_pools(s, options, pools.front(), found);
  else if (is_emitted) put_emission(s, options, emit_serving(options.emit, all.front().first().job, all.front().machine), found);
  else if (are_parts_emitted) put_parts(s, options, mix, found);
  return found;
}

nlohmann::ordered_json plan_training(session& s, const plan_options& options, const planned_job& job, own_file& of, const search_clock& clock) {
  plan_request asked = training_asked(*s.outside, options, job, clock);
  asked.power = power_asked(options.power, of);
  const std::vector<asked_machine> there_are = machines_asked_of(options, of);
  std::vector<left_by_power> left_out;
  const std::vector<asked_machine> machines = within_power(there_are, asked.power, asked.most_gpus, left_out);
  const bool is_bound = are_fewer(machines, there_are);
  std::optional<progress> shown(std::in_place, *s.outside, std::ssize(machines) + (is_bound ? std::ssize(there_are) : 0), options.shows_progress, 0, "machines");
  std::vector<machine_plans> all = training_plans_on(machines, job, of.terms, asked, *shown);
  add_left_out(all, left_out);
  const std::vector<machine_plans> without = is_bound ? training_plans_on(there_are, job, of.terms, asked, *shown) : std::vector<machine_plans>();
  shown.reset();
  s.exit = exit_of_plans(all);
  const bool is_emitted = !options.emit.empty() && all.front().standing == plan_standing::within;
  nlohmann::ordered_json found;
  if (options.json) found = training_plans_json(job, all, asked, without);
  else if (!is_emitted || !options.emit_to.empty()) write_training_plans(s, job, all, asked, without);
  if (is_emitted) put_emission(s, options, emit_training(options.emit, all.front(), asked), found);
  return found;
}

// Of several files each demand is called by its file, unless it has a name.
std::vector<demand> demands_of(const plan_options& options, const job_files& files) {
  std::vector<demand> all;
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (!files[i]->jobs.empty()) continue;
    demand asked = files[i]->demand;
    if ((files.size() > 1 || !options.held.empty()) && asked.name.empty() && i < options.files.size()) asked.name = options.files[i];
    asked.prices = files.front()->terms;
    all.push_back(asked);
  }
  return all;
}

duration solver_limit(const plan_options& options) {
  return amount_asked("--time-limit", options.time_limit.empty() ? "60s" : std::string_view(options.time_limit), parse_duration, "a time, such as 60s");
}

void plan_demands(session& s, const plan_options& options, const job_files& files, const search_clock& clock) {
  own_file& of = *files.front();
  for (const std::vector<CLI::Option*>* all : {&options.of_training, &options.of_serving, &options.of_jobs})
    for (const CLI::Option* each : *all)
      if (each->count() > 0) throw input_error(fmt::format("{} is of a job, and the file has a demand only", each->get_name()));
  const plan_amount least = objective_of(options);
  if (least == plan_amount::time) throw input_error("--objective time: a demand takes no time: expected cost, gpus or energy");
  if (!options.emit.empty() && !is_for_solvers(options.emit)) throw input_error(fmt::format("--emit {}: it is of a job, and the file has a demand only: expected lp or mps", options.emit));
  site_power power = power_asked(options.power, of);
  std::vector<left_by_power> left_out;
  const mix_objective of_mix = least == plan_amount::gpus ? mix_objective::gpus : least == plan_amount::cost ? mix_objective::price_per_hour : mix_objective::power_drawn;
  std::vector<mix_kind> all_kinds = mix_kinds(options.mix, machines_asked_of(options, of), power, of_mix, of, left_out);
  const std::vector<mix_kind> kinds = kinds_within(all_kinds, power, left_out);
  const std::vector<demand> demands = demands_of(options, files);
  const std::int64_t most_tried = options.solver.empty() ? 50'000 : 2'000;  // seconds, or less where a solver is asked for what is left
  demand_mix found = mix_for(kinds, demands, of_mix, {most_spot(options.mix), {most_tried, clock}, power.most.with(in_watts(power.most.value_or({})))});
  add_power(found, demands, power, std::move(left_out), std::move(all_kinds));
  if (!options.solver.empty() && !kinds.empty()) {
    solve_mix(*s.outside, found, demands, options.solver, solver_limit(options));
  }
  judge_mix(found, demands);
  s.exit = exit_of(found.standing());
  nlohmann::ordered_json answer;
  if (options.json) answer = mix_json(found, demands);
  else if (options.emit.empty() || !options.emit_to.empty()) write_mix(s, found, demands);
  if (!options.emit.empty() && kinds.empty()) throw input_error(fmt::format("--emit {}: no machine is left within --max-power", options.emit));
  if (!options.emit.empty()) {
    const figure<std::string> program = (options.emit == "lp" ? mixes_in_lp : mixes_in_mps)(found.kinds, demands, found.least, found.within);
    if (!program.is_known()) throw input_error(fmt::format("--emit {}: {}", options.emit, program.note));
    put_emission(s, options, {*program.known()}, answer);
  }
  if (options.json) print_json_answer(s, "plan", {{"jobs", nlohmann::ordered_json::array()}, {"mix", std::move(answer)}});
}

// Those of a larger scale-up domain are laid out by whole ones where they come in steps.
void check_step(const shared_machine& of) {
  shared_kind kind = shared_kind_of(of.machine).value_or({});
  kind.held = of.held;
  kind.step = of.step;
  kind.at_most = of.at_most();
  const count together = kind.together();
  const auto refused = [&](count number, std::string_view what) {
    return input_error(fmt::format("--in-steps: {} {} {}: expected a multiple of {}, a whole scale-up domain, where there are jobs or machines that are held", number_text(number), of.machine.name(), what, number_text(together)));
  };
  if (of.step % together != 0) throw refused(of.step, "are a step");
  if (of.held % together != 0) throw refused(of.held, of.reserved > 0 ? "are held or reserved" : "are held");
}

std::vector<shared_machine> machines_to_share(const plan_options& options, own_file& of, std::span<const group> held, std::span<const reserved_machines> reserved) {
  std::vector<shared_machine> all;
  const auto place_of = [&](const machine& on) -> shared_machine& {
    const auto place = std::ranges::find(all, on.name(), [](const shared_machine& one) { return one.machine.name(); });
    return place != all.end() ? *place : all.emplace_back(shared_machine{.machine = on});
  };
  for (const group& each : held) all.push_back({.machine = each.machine, .held = each.how_many});
  for (const reserved_machines& each : reserved) {
    shared_machine& to = place_of(each.machine);
    to.held = add(to.held, each.how_many);
    to.reserved = add(to.reserved, each.how_many);
  }
  const bool are_held_alone = !all.empty() && options.source.on.empty() && options.regions.empty() && options.max_price.empty() && of.cluster.begin() == of.cluster.end();
  if (!are_held_alone)
    for (const asked_machine& each : machines_named(options, of))
      place_of(each.machine).may_be_bought = each.how_many.value_or(std::max<count>(options.max_gpus / std::max<count>(gpus_of(each.machine).value_or(1), 1), 1));
  std::vector<machine> machines;
  for (const shared_machine& each : all) machines.push_back(each.machine);
  const std::vector<count> steps = steps_of(options.mix, machines, of);
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i].step = steps[i];
    check_step(all[i]);
    all[i].is_spot = is_on_spot(all[i].machine.name());
  }
  std::vector<asked_machine> over_network;
  for (const shared_machine& each : all) over_network.push_back({each.machine});
  over_network = options.network.on(std::move(over_network), of);
  for (std::size_t i = 0; i < all.size(); ++i) all[i].machine = over_network[i].machine;
  return all;
}

// Of each job the plan that it has beside the others; of pools a file of each, or one.
std::vector<std::vector<emission>> emissions_of(const shared_answer& of, std::string_view format, const pricing& terms) {
  std::vector<std::vector<emission>> all;
  std::size_t files = 0;
  // Jobs that are called alike are told apart by their number.
  const auto number_of = [&](std::size_t i) {
    const auto is_alike = [&](const shared_job& other) { return name_deployed(*other.asked.job) == name_deployed(*of.jobs[i].asked.job); };
    return std::ranges::count_if(of.jobs, is_alike) > 1 ? files + 1 : 0;
  };
  for (std::size_t i = 0; i < of.jobs.size(); ++i) {
    const job_way& way = of.way_of(i, of.best());
    std::vector<emission> its;
    if (way.pools != nullptr) {
      its = emit_pools(format, *way.pools, number_of(i));
    } else if (!way.mix.empty()) {
      // Parts of one name are told apart as their files are.
      for (const mixed_part& part : parts_of(way, of.jobs[i].asked, terms)) its.push_back(emit_serving(format, part.fleet.job, part.machine, files + its.size() + 1));
    } else if (way.plan == nullptr) {
      its = {emit_serving(format, way.replicas->job, way.of->machine, number_of(i))};
    } else {
      machine_plans on = *way.on;
      on.best = static_cast<std::size_t>(way.plan - way.on->by_count.data());
      its = {emit_training(format, on, std::get<plan_request>(of.jobs[i].asked.how), number_of(i))};
    }
    files += its.size();
    all.push_back(std::move(its));
  }
  return all;
}

void plan_shared(session& s, const plan_options& options, const job_files& files, const search_clock& clock) {
  if (!options.emit.empty() && !is_for_solvers(options.emit) && std::ranges::all_of(files, [](const auto& each) { return each->jobs.empty(); })) throw input_error("--emit: expected a job: a demand beside what is held has no deployment");
  if (!options.emit.empty() && !is_for_solvers(options.emit) && options.emit_to.empty()) throw input_error("--emit: of several jobs, or with --held, --reserved, --in-steps or --spot-share, expected --emit-to with it: a file for each job");
  site_power power = power_asked(options.power, *files.front());
  const figure<headroom::power> most_power = std::exchange(power.most, {});
  std::vector<job_asked> jobs;
  std::size_t training = 0, serving = 0;
  for (const std::unique_ptr<own_file>& each : files) {
    if (each->jobs.empty()) continue;
    const planned_job& job = each->jobs.front();
    jobs.push_back({.job = &job});
    if (job.training() != nullptr) {
      plan_request trained = training_asked(*s.outside, options, job, clock, training++);
      trained.asked.budget = {};  // it is of all together, as a limit of power is
      trained.power = power;
      jobs.back().how = trained;
    } else {
      fleet_request served = fleet_asked(*s.outside, options, job, clock, serving++);
      served.power = power;
      if (options.pools) check_pools(options, job);
      jobs.back().how = served;
    }
  }
  const std::vector<demand> demands = demands_of(options, files);
  if (demands.size() > most_mixed_demands) throw input_error(fmt::format("{} demands: expected {} at most", demands.size(), most_mixed_demands));
  shared_request asked = shared_asked_of(options, files.front()->terms, clock, training > 0, serving + demands.size() > 0);
  asked.power = power;
  asked.power.most = most_power;
  asked.most_spot = most_spot(options.mix);
  if (!options.solver.empty()) asked.written_for = fmt::format("--solver {}", options.solver);
  else if (is_for_solvers(options.emit)) asked.written_for = fmt::format("--emit {}", options.emit);
  check_request held;
  if (!options.held.empty())
    if (const std::optional<std::string> problem = held.understand(*s.outside, {.on_cluster = options.held})) throw input_error(fmt::format("--held: {}", *problem));
  const std::vector<reserved_machines> reserved = reserved_of(options.mix, *files.front());
  for (const reserved_machines& each : reserved) asked.reserved += each.price * static_cast<double>(each.how_many);
  const std::vector<shared_machine> machines = machines_to_share(options, *files.front(), held.options().terms.held, reserved);
  if (!demands.empty() && machines.size() > most_kinds)
    throw input_error(fmt::format("{} kinds of machines: expected {} at most where there is a demand, after --machines or within --max-price", machines.size(), most_kinds));
  std::optional<progress> shown(std::in_place, *s.outside, std::ssize(machines) * (std::ssize(jobs) + (options.pools ? static_cast<count>(serving) : 0)), options.shows_progress, 0, "machines");
  shared_answer found = shared_plan_of(machines, jobs, demands, asked, *shown);
  shown.reset();
  if (!options.solver.empty()) solve_shared(*s.outside, found, options.solver, solver_limit(options));
  s.exit = exit_of(found);
  const bool is_for_others = is_for_solvers(options.emit);
  const figure<shared_program> program = is_for_others ? program_of(found) : figure<shared_program>(unknown);
  if (is_for_others && !program.is_known()) throw input_error(fmt::format("--emit {}: the choice is not written as whole numbers: {}", options.emit, program.note));
  const auto emitted = options.emit.empty() || is_for_others || !found.found.is_known() ? std::vector<std::vector<emission>>() : emissions_of(found, options.emit, *asked.terms);
  const bool is_answered = !is_for_others || !options.emit_to.empty();
  if (!options.json && is_answered) write_shared(s, found, asked);
  nlohmann::ordered_json singles = nlohmann::ordered_json::array();
  for (const shared_job& each : found.jobs) {
    singles.push_back(each.trains() ? training_plans_json(*each.asked.job, each.plans, std::get<plan_request>(each.asked.how))
                                    : fleets_json(*each.asked.job, each.fleets, std::get<fleet_request>(each.asked.how)));
    if (options.pools && !each.trains()) singles.back()["pools"] = pools_json(each.pools, *asked.terms, std::get<fleet_request>(each.asked.how));
  }
  nlohmann::ordered_json together = options.json ? shared_json(found, asked) : nlohmann::ordered_json();
  std::size_t file = 0;
  for (std::size_t i = 0; i < emitted.size(); ++i)
    for (std::size_t part = 0; part < emitted[i].size(); ++part) {
      nlohmann::ordered_json none;
      nlohmann::ordered_json* to = options.json ? &singles[i] : &none;
      if (options.json && emitted[i].size() > 1) {
        nlohmann::ordered_json& job = together["plan"]["jobs"][i];
        to = job.contains("parts") ? &job["parts"][part] : &job["pools"][part == 0 ? "prefill" : "decode"];
      }
      put_numbered(s, options, ++file, emitted[i][part], *to);
    }
  if (is_for_others) put_emission(s, options, {(options.emit == "lp" ? shared_in_lp : shared_in_mps)(*program.known())}, together);
  if (!options.json) return;
  print_json_answer(s, "plan", {{"jobs", std::move(singles)}, {"shared", std::move(together)}});
}

// Machines that are to be chosen from in each of several regions: "MACHINE@REGION", where a price is known there.
void spread_over_regions(plan_options& options, const own_file& of) {
  if (options.regions.size() < 2) return;
  std::vector<std::string_view> regions;
  for (const std::string& each : options.regions)
    if (const std::string_view region = region_called(each, of.terms); std::ranges::find(regions, region) == regions.end()) regions.push_back(region);
  std::vector<std::string> all;
  const auto add_in_each = [&](const machine& each, std::string_view ends) {
    for (const std::string_view region : regions) {
      pricing there = of.terms;
      there.region = region;
      if (price_of(each, there).is_known()) all.push_back(fmt::format("{}@{}{}", each.name(), region, ends));
    }
  };
  for (const std::string& named : options.source.on) {
    if (named.find('@') != std::string::npos) {
      all.push_back(named);
      continue;
    }
    const std::size_t before = all.size();
    const asked_machine one = machine_asked("--machines", named, of);
    add_in_each(one.machine, one.how_many.has_value() ? fmt::format("={}", *one.how_many) : "");
    if (all.size() == before) throw input_error(fmt::format("--machines: no price of {} is known in these regions", one.machine.name()));
  }
  if (options.source.on.empty())
    for (const machine& each : catalog::machines())
      if (each.gpu() != nullptr && catalog::may_be_suggested(each)) add_in_each(each, "");
  options.source.on = std::move(all);
}

void run_plan(session& s, plan_options options) {
  check_emission(options);
  if (options.regions.size() == 1) options.source.region = options.regions.front();
  const search_clock clock = clock_asked(options.time_limit);
  const job_files files = read_files(*s.outside, options);
  own_file* const of = files.front().get();
  spread_over_regions(options, *of);
  add_copies(options.source.on, *of);
  const auto is_demand = [](const std::unique_ptr<own_file>& each) { return each->jobs.empty(); };
  const auto demands = static_cast<std::size_t>(std::ranges::count_if(files, is_demand));
  if (demands == files.size() && options.held.empty()) return plan_demands(s, options, files, clock);
  if (demands == files.size() && !options.efficiencies.empty()) throw input_error("--efficiencies is of a job, and there are demands only");
  const auto training = static_cast<std::size_t>(std::ranges::count_if(files, [&](const auto& each) { return !is_demand(each) && each->jobs.front().training() != nullptr; }));
  check_options_of(options, training, files.size() - training - demands);
  for (const std::unique_ptr<own_file>& each : files)
    if (const std::string why = is_demand(each) ? std::string() : why_no_steps(each->jobs.front(), true); !why.empty()) throw input_error(why);
  if (options.max_gpus < 1 || options.max_gpus > most_layout_gpus) throw input_error(fmt::format("--max-gpus: expected 1 to {}", number_text(most_layout_gpus)));
  if (files.size() > 1 || !options.held.empty() || options.mix.are_given() || !options.solver.empty() || is_for_solvers(options.emit)) return plan_shared(s, options, files, clock);
  if (!options.serves_for.empty()) throw input_error("--services-for is of jobs that serve, and of demands, beside jobs that train");
  const planned_job& job = of->jobs.front();
  nlohmann::ordered_json found = training > 0 ? plan_training(s, options, job, *of, clock) : plan_serving(s, options, job, *of, clock);
  if (options.json) print_json_answer(s, "plan", {{"jobs", nlohmann::ordered_json::array({std::move(found)})}});
}

}  // namespace

void add_plan_command(CLI::App& app, session& s) {
  CLI::App* command = app.add_subcommand("plan", "Which machines do a job or meet a demand at least cost, how many and how arranged");
  const auto options = std::make_shared<plan_options>();
  options->add_to(*command);
  add_page_options(*command, s);
  command->footer(
      "Examples:\n"
      "  headroom plan --train --model llama-3.1-70b --sequence 8192 --global-batch 1024 --tokens 2T \\\n"
      "      --deadline 30days --region eastus\n"
      "  headroom plan --model llama-3.1-70b --weights fp8 --context 8192 --requests-per-second 50 --slo ttft=1s,tpot=40ms \\\n"
      "      --region eastus\n"
      "  headroom plan job.json --tokens 15T --machines Standard_ND96isr_H100_v5,Standard_ND96isr_H200_v5=256 --objective time\n"
      "  headroom plan --model llama-3.1-70b --weights fp8 --context 8192 --requests-per-second 50 --peak-to-trough 3 \\\n"
      "      --start-up 5min --slo ttft=1s,tpot=40ms --region eastus\n"
      "  headroom plan train.json serve.json --tokens 2T --requests-per-second 50 --services-for 30days --held cluster.json\n"
      "  headroom plan demand.json --machines Standard_ND96isr_H100_v5=8,Standard_NC40ads_H100_v5 --region eastus\n"
      "  headroom plan job.json --tokens 2T --machines Standard_ND96isr_H100_v5 --region eastus,westus2\n"
      "  headroom plan demand.json --machines Standard_ND96isr_H100_v5@eastus=8,Standard_ND96isr_H100_v5@westus --solver cbc\n"
      "  headroom plan research.json chat.json --machines Standard_ND96isr_H100_v5=8,Standard_NC40ads_H100_v5 --region eastus\n"
      "\n"
      "Of several jobs on one cluster --tokens, --deadline, --requests-per-second, --slo, --prompt and --answer are given once, or once for each\n"
      "job of the kind, in the order of the files. All run at the same time.\n"
      "Of a file with a demand and no job the answer is the mix of machines that meets it with least; of several such files, the mix that meets\n"
      "all, where each demand has machines of its own. Beside jobs demands have what machines take least together.\n"
      "What the job says of its layout, micro-batch and recomputation is kept; the rest is searched, of serving the replicas, too.\n"
      "\n"
      "Exit status: 0 there is a plan, 1 none is within the limits, 2 bad input, 3 too little is known.");
  command->callback([&s, options] { run_plan(s, *options); });
}

}  // namespace headroom::program
