// SPDX-License-Identifier: BSL-1.0
#include "commands/plan_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <headroom/catalog/machines.hpp>
#include <headroom/export/mix_program.hpp>
#include <headroom/text/parse.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <headroom/read/common/messages.hpp>
#include <headroom/read/own/job_names.hpp>
#include <headroom/read/own/own_file.hpp>
#include "amount_option.hpp"
#include "calibrate/efficiencies.hpp"
#include "check/options.hpp"
#include "commands/most_paid.hpp"
#include "estimate/tokens_asked.hpp"
#include "estimate/serving_latency.hpp"
#include "fit/fit_words.hpp"
#include "fit/job_source.hpp"
#include "judgement.hpp"
#include "page/page_options.hpp"
#include "plan/daily_fleet.hpp"
#include "plan/demand_mix.hpp"
#include "plan/emit.hpp"
#include "plan/mix_solver.hpp"
#include "plan/mix_terms.hpp"
#include "plan/serving_plan_report.hpp"
#include "plan/serving_search.hpp"
#include "plan/shared_jobs.hpp"
#include "plan/shared_report.hpp"
#include "plan/training_report.hpp"
#include "plan/training_search.hpp"
#include "print/json_output.hpp"
#include "reading.hpp"
#include "word_option.hpp"

namespace headroom::program {

namespace {

struct plan_options {
  job_source source{.machine_option = "--machines", .takes_demand = true};
  std::vector<std::string> files{};
  std::string held{};
  std::string serves_for{};
  std::string objective{"cost"};
  std::vector<std::string> tokens{};    // of the jobs that train, one after the other; one is of all
  std::vector<std::string> deadline{};  // likewise
  std::string budget{};
  std::string max_price{};
  count max_gpus = 4'096;
  std::string stall{};
  std::string restart{};
  std::vector<std::string> schedules{};
  std::string efficiencies{};
  std::vector<double> requests{};     // a second, of the jobs that serve, likewise
  std::vector<double> answered{};     // tokens of answers a second
  std::vector<count> prompt{};
  std::vector<count> answer{};
  std::vector<std::string> limits{};
  load_request load{};
  std::string day{};
  std::optional<double> peak_to_trough{};
  std::string start_up{};
  fleet_spares spares{};
  std::vector<CLI::Option*> of_training{};
  std::vector<CLI::Option*> of_serving{};
  std::vector<CLI::Option*> of_jobs{};
  bool json = false;
  std::string emit{};
  std::string emit_to{};
  mix_terms mix{};
  std::string solver{};
  std::string solver_limit{};
  std::vector<CLI::Option*> of_demands{};
};

constexpr auto schedule_words = names_of(schedule_names);

// What an option says of one job of a kind: of all the same, or of each its own.
template <class T>
T given_for(const std::vector<T>& given, std::size_t which) {
  return given.empty() ? T{} : given.size() == 1 ? given.front() : given[which];
}

// "$2M", "2e6", or dollars as files have them.
parsed<money> parse_budget(std::string_view text) {
  const std::optional<double> whole = large_number(text.substr(text.starts_with('$') ? 1 : 0));
  return whole.has_value() && *whole > 0 && *whole <= 1e15 ? parse_money(fmt::format("${:.2f}", *whole)) : parse_money(text);
}

std::optional<money_rate> price_limit(const plan_options& options) {
  if (options.max_price.empty()) return std::nullopt;
  const std::optional<money_rate> most = most_paid(options.max_price);
  if (!most) throw input_error(not_a_price(options.max_price));
  return most;
}

plan_amount objective_of(const plan_options& options) {
  for (const plan_amount each : {plan_amount::time, plan_amount::gpus, plan_amount::rated_energy})
    if (options.objective == name(each)) return each;
  return plan_amount::cost;
}

plan_request asked_of(const io& from, const plan_options& options, std::size_t which = 0) {
  plan_request asked{.most_gpus = options.max_gpus};
  asked.asked.least = objective_of(options);
  asked.asked.tokens = tokens_asked("--tokens", given_for(options.tokens, which));
  asked.asked.deadline = amount_asked("--deadline", given_for(options.deadline, which), parse_duration, "a time, such as 30days");
  asked.asked.budget = amount_asked("--budget", options.budget, parse_budget, "dollars, such as $2M");
  asked.stall = amount_asked("--checkpoint-stall", options.stall, parse_duration, "a time, such as 20s");
  asked.restart = amount_asked("--restart", options.restart, parse_duration, "a time, such as 10min");
  if ((in_seconds(asked.stall) > 0) != (in_seconds(asked.restart) > 0))
    throw input_error("--checkpoint-stall and --restart: expected both, what a checkpoint keeps the job from computing and what a failure does");
  for (const std::string& each : options.schedules) asked.schedules.push_back(value_of(schedule_names, each));
  take_efficiencies(from, options.efficiencies, measured_steps, asked.estimate);
  asked.estimate.tokens = asked.asked.tokens;
  return asked;
}

// Those that are named, those of the file, or else all that have a price in the region.
std::vector<asked_machine> machines_asked_of(const plan_options& options, const own_file& of) {
  const std::optional<money_rate> most = price_limit(options);
  const auto is_dear = [&](const machine& each) {
    const figure<money_rate> price = price_of(each, of.terms);
    return most.has_value() && !(price.is_known() && *price.known() <= *most);
  };
  std::vector<asked_machine> all = options.source.machines(of);
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

// A search keeps the global batch, whatever divides it.
void check_training(const plan_options& options, const planned_job& job, const plan_request& asked) {
  if (!(asked.asked.tokens > 0)) throw input_error("--tokens: expected what is to be trained on, such as 15T");
  if (!options.schedules.empty() && job.says("pipeline_schedule"))
    throw input_error("--schedules: the job says its pipeline schedule: expected one of the two");
  const auto& request = std::get<training_request>(job.asked);
  if (request.global_batch == training_request::not_said && !(job.says("micro_batches") && job.says("data_parallel")))
    throw input_error("--global-batch: expected the sequences of a step, which the search keeps");
}

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

// The load of a day, and what fails of its replicas.
void take_day(const io& from, const plan_options& options, fleet_request& asked) {
  if (!options.day.empty()) {
    if (asked.requests > 0 || asked.tokens > 0) throw input_error("--load: it says the requests a second: expected no --requests-per-second or --tokens-per-second with it");
    asked.day = day_asked(from, "--load", options.day);
  }
  if (options.peak_to_trough.has_value()) {
    if (asked.day.size() > 1 || (asked.day.empty() && !(asked.requests > 0))) throw input_error("--peak-to-trough: expected the mean of the day with it: --requests-per-second");
    const auto rates = rates_of_day(asked.day.empty() ? asked.requests : asked.day.front(), *options.peak_to_trough);
    if (!rates.is_known()) throw input_error(fmt::format("--peak-to-trough: {}", rates.note));
    asked.day = *rates.known();
  }
  if (!asked.day.empty()) asked.requests = std::ranges::max(asked.day);
  if (!options.start_up.empty()) {
    if (asked.day.empty()) throw input_error("--start-up: expected --load or --peak-to-trough with it");
    asked.start_up = amount_asked("--start-up", options.start_up, parse_duration, "a time, such as 5min");
  }
  asked.spares = options.spares;
  if ((asked.spares.up < 1) != (asked.spares.share_of_time > 0))
    throw input_error("--replica-availability and --enough-replicas: expected both, the share of its time that a replica is up, and that in which enough are");
  if (const figure<count> held = with_spares(1, asked.spares); !held.is_known()) throw input_error(fmt::format("--spares, --replica-availability, --enough-replicas: {}", held.note));
}

fleet_request fleet_asked(const io& from, const plan_options& options, const planned_job& job, std::size_t which = 0) {
  fleet_request asked{.least = objective_of(options), .requests = given_for(options.requests, which), .tokens = given_for(options.answered, which), .most_gpus = options.max_gpus, .load = options.load};
  asked.load.prompt = given_for(options.prompt, which);
  asked.load.answer = given_for(options.answer, which);
  const std::string limits = given_for(options.limits, which);
  take_day(from, options, asked);
  if ((asked.requests > 0) == (asked.tokens > 0)) throw input_error("--requests-per-second, --tokens-per-second or --load: expected one of them, more than 0, of all replicas");
  if (!(asked.requests >= 0 && asked.requests <= 1e9 && asked.tokens >= 0 && asked.tokens <= 1e12))
    throw input_error("--requests-per-second, --tokens-per-second: expected up to 1e9 requests, or 1e12 tokens");
  if (job.says("replicas")) throw input_error("the job says its replicas: expected one that leaves their number open");
  if (job.serving()->phase != serving_phase::prefill_and_decode) throw input_error("a pool of one phase has no requests of its own: expected a job that reads prompts and answers them");
  asked.load.by = asked.least == plan_amount::time ? objective::time : objective::gpus;
  if (!limits.empty()) asked.load.latency.limits = limits_of(limits);
  check_spreads(asked.load.latency);
  if (limits.empty() && (asked.load.latency.prompt_spread > 0 || asked.load.latency.answer_spread > 0))
    throw input_error("--prompt-spread and --answer-spread: expected --slo with them");
  if (const std::string wrong = contradiction(asked.load, job); !wrong.empty()) throw input_error(wrong);
  take_efficiencies(from, options.efficiencies, measured_servers, asked.load);
  return asked;
}

void check_emission(const plan_options& options) {
  if (options.emit.empty() && !options.emit_to.empty()) throw input_error("--emit-to: expected --emit with it, which says what is written");
  if (options.json && !options.emit.empty() && options.emit_to.empty()) throw input_error("--emit with --json: expected --emit-to, as both are printed");
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
  s.paragraph("  ", fmt::format("Written to {}: {}, for {}.{}", options.emit_to, is_for_solvers(options.emit) ? "the mix" : "the first plan", is_for_solvers(options.emit) ? "a solver" : options.emit, made.gaps.empty() ? "" : " To be filled in, as the plan does not know it:"));
  for (const std::string& each : made.gaps) s.paragraph("  - ", each);
}

nlohmann::ordered_json plan_serving(session& s, const plan_options& options, const planned_job& job, const own_file& of) {
  const fleet_request asked = fleet_asked(*s.outside, options, job);
  const std::vector<machine_fleets> all = fleets_on(machines_asked_of(options, of), job, of.terms, asked);
  outcome best = outcome::invalid;
  for (const machine_fleets& each : all) best = std::min(best, each.standing);
  s.exit = exit_of(best);
  const bool is_emitted = !options.emit.empty() && all.front().standing == outcome::fits;
  nlohmann::ordered_json found;
  if (options.json) found = fleets_json(job, all, asked);
  else if (!is_emitted || !options.emit_to.empty()) write_fleets(s, job, all, asked);
  if (is_emitted) put_emission(s, options, emit_serving(options.emit, all.front().first(), all.front().machine), found);
  return found;
}

nlohmann::ordered_json plan_training(session& s, const plan_options& options, const planned_job& job, const own_file& of) {
  const plan_request asked = asked_of(*s.outside, options);
  check_training(options, job, asked);
  const std::vector<machine_plans> all = training_plans_on(machines_asked_of(options, of), job, of.terms, asked);
  s.exit = exit_of_plans(all);
  const bool is_emitted = !options.emit.empty() && all.front().standing == plan_standing::within;
  nlohmann::ordered_json found;
  if (options.json) found = training_plans_json(job, all, asked);
  else if (!is_emitted || !options.emit_to.empty()) write_training_plans(s, job, all, asked);
  if (is_emitted) put_emission(s, options, emit_training(options.emit, job, all.front(), asked), found);
  return found;
}

void plan_demand(session& s, const plan_options& options, own_file& of) {
  for (const std::vector<CLI::Option*>* all : {&options.of_training, &options.of_serving, &options.of_jobs})
    for (const CLI::Option* each : *all)
      if (each->count() > 0) throw input_error(fmt::format("{} is of a job, and the file has a demand only", each->get_name()));
  const plan_amount least = objective_of(options);
  if (least == plan_amount::time) throw input_error("--objective time: a demand takes no time: expected cost, gpus or energy");
  if (!options.emit.empty() && !is_for_solvers(options.emit)) throw input_error(fmt::format("--emit {}: it is of a job, and the file has a demand only: expected lp or mps", options.emit));
  if (options.solver.empty() && !options.solver_limit.empty()) throw input_error("--time-limit: expected --solver with it");
  add_copies(options.source.on, of);
  const std::vector<mix_kind> kinds = mix_kinds(options.mix, machines_asked_of(options, of), of);
  of.demand.prices = of.terms;
  const std::int64_t most_tried = options.solver.empty() ? 50'000 : 2'000;  // seconds, or less where a solver is asked for what is left
  demand_mix found = mix_for(kinds, of.demand, least == plan_amount::gpus ? mix_objective::gpus : least == plan_amount::cost ? mix_objective::price_per_hour : mix_objective::power_drawn,
                             most_spot(options.mix), most_tried);
  if (!options.solver.empty()) {
    const std::string_view limit = options.solver_limit.empty() ? "60s" : std::string_view(options.solver_limit);
    solve_mix(*s.outside, found, of.demand, options.solver, amount_asked("--time-limit", limit, parse_duration, "a time, such as 60s"));
  }
  judge_mix(found, of.demand);
  s.exit = exit_of(found.standing());
  nlohmann::ordered_json answer;
  if (options.json) answer = mix_json(found, of.demand);
  else if (options.emit.empty() || !options.emit_to.empty()) write_mix(s, found);
  if (!options.emit.empty()) {
    const figure<std::string> program = (options.emit == "lp" ? mix_in_lp : mix_in_mps)(found.kinds, of.demand, found.least, found.most_spot);
    if (!program.is_known()) throw input_error(fmt::format("--emit {}: {}", options.emit, program.note));
    put_emission(s, options, {*program.known()}, answer);
  }
  if (options.json) print_json_answer(s, "plan", {{"jobs", nlohmann::ordered_json::array()}, {"mix", std::move(answer)}});
}

using job_files = std::vector<std::unique_ptr<own_file>>;

job_files read_files(const io& from, const plan_options& options) {
  job_files all;
  if (options.files.empty()) all.push_back(options.source.read(from));
  for (const std::string& each : options.files) {
    job_source one = options.source;
    one.file = each;
    one.takes_demand = options.files.size() == 1;
    all.push_back(one.read(from));
    const std::size_t jobs = all.back()->jobs.size();
    if (jobs > 1) throw input_error(fmt::format("{}: {} jobs: expected one in a file; those that share a cluster are files of their own", each, jobs));
  }
  return all;
}

// Each option is of jobs of a kind that there is, and is given once, or once for each of them.
void check_options_of(const plan_options& options, std::size_t training, std::size_t serving) {
  for (const bool trains : {false, true}) {
    const std::size_t jobs = trains ? training : serving;
    for (const CLI::Option* each : trains ? options.of_training : options.of_serving) {
      if (each->count() == 0) continue;
      if (jobs == 0) throw input_error(fmt::format("{} is of a job that {}", each->get_name(), trains ? "trains" : "serves"));
      if (each->get_expected_max() > 1 && each->get_delimiter() == '\0' && each->count() > 1 && each->count() != jobs)
        throw input_error(fmt::format("{}: {} times, of {} that {}: expected it once, or once for each", each->get_name(), each->count(), so_many(static_cast<count>(jobs), "job"), jobs == 1 ? trains ? "trains" : "serves" : trains ? "train" : "serve"));
    }
  }
}

std::vector<shared_machine> machines_to_share(const plan_options& options, const own_file& of, std::span<const group> held) {
  std::vector<shared_machine> all;
  for (const group& each : held) all.push_back({.machine = each.machine, .held = each.how_many});
  const bool are_held_alone = !held.empty() && options.source.on.empty() && options.source.region.empty() && options.max_price.empty() && of.cluster.begin() == of.cluster.end();
  if (are_held_alone) return all;
  for (const asked_machine& each : machines_asked_of(options, of)) {
    auto place = std::ranges::find(all, each.machine.name(), [](const shared_machine& one) { return one.machine.name(); });
    if (place == all.end()) place = all.insert(all.end(), {.machine = each.machine});
    place->may_be_bought = each.how_many.value_or(std::max<count>(options.max_gpus / std::max<count>(gpus_of(each.machine).value_or(1), 1), 1));
  }
  return all;
}

shared_request shared_asked_of(const plan_options& options, bool some_train, bool some_serve) {
  shared_request asked{.least = objective_of(options), .budget = amount_asked("--budget", options.budget, parse_budget, "dollars, such as $2M")};
  if (asked.least == plan_amount::time && !some_train) throw input_error("--objective time: no job of these ends: expected one that trains with it, or cost, gpus or energy");
  if (in_dollars(asked.budget) > 0 && asked.least != plan_amount::cost && asked.least != plan_amount::time)
    throw input_error(fmt::format("--budget: of several jobs, or with --held, it goes with --objective cost or time: expected no --objective {}", options.objective));
  const bool is_mixed = some_train && some_serve;
  if (is_mixed && options.serves_for.empty()) throw input_error("--services-for: expected how long those that serve are counted beside those that train, such as 30days");
  if (!is_mixed && !options.serves_for.empty()) throw input_error("--services-for is of jobs that serve beside jobs that train");
  asked.serves_for = is_mixed ? amount_asked("--services-for", options.serves_for, parse_duration, "a time, such as 30days") : hours(1);
  return asked;
}

void plan_shared(session& s, const plan_options& options, const job_files& files) {
  if (!options.emit.empty()) throw input_error("--emit: expected one job, and no --held");
  if (!options.day.empty() || options.peak_to_trough.has_value()) throw input_error("--load, --peak-to-trough: expected one job, and no --held");
  std::vector<job_asked> jobs;
  std::size_t training = 0, serving = 0;
  for (const std::unique_ptr<own_file>& each : files) {
    const planned_job& job = each->jobs.front();
    jobs.push_back({.job = &job, .terms = &files.front()->terms});
    if (job.training() != nullptr) {
      plan_request trained = asked_of(*s.outside, options, training++);
      check_training(options, job, trained);
      trained.asked.budget = {};  // it is of all together
      jobs.back().how = trained;
    } else {
      jobs.back().how = fleet_asked(*s.outside, options, job, serving++);
    }
  }
  const shared_request asked = shared_asked_of(options, training > 0, serving > 0);
  check_request held;
  if (!options.held.empty())
    if (const std::optional<std::string> problem = held.understand(*s.outside, {.on_cluster = options.held})) throw input_error(fmt::format("--held: {}", *problem));
  const shared_answer found = shared_plan_of(machines_to_share(options, *files.front(), held.options().terms.held), jobs, asked);
  s.exit = exit_of(found);
  if (!options.json) return write_shared(s, found, asked);
  nlohmann::ordered_json singles = nlohmann::ordered_json::array();
  for (const shared_job& each : found.jobs)
    singles.push_back(each.trains() ? training_plans_json(*each.asked.job, each.plans, std::get<plan_request>(each.asked.how))
                                    : fleets_json(*each.asked.job, each.fleets, std::get<fleet_request>(each.asked.how)));
  print_json_answer(s, "plan", {{"jobs", std::move(singles)}, {"shared", shared_json(found, asked)}});
}

void run_plan(session& s, const plan_options& options) {
  check_emission(options);
  const job_files files = read_files(*s.outside, options);
  own_file* const of = files.front().get();
  if (of->jobs.empty() && !options.held.empty()) throw input_error("--held is of jobs: a demand has --machines with at most so many of each");
  if (of->jobs.empty()) return plan_demand(s, options, *of);
  if (is_for_solvers(options.emit)) throw input_error(fmt::format("--emit {}: expected a file with a demand and no job", options.emit));
  for (const CLI::Option* each : options.of_demands)
    if (each->count() > 0) throw input_error(fmt::format("{} is of a demand, and there is a job", each->get_name()));
  const auto training = static_cast<std::size_t>(std::ranges::count_if(files, [](const auto& each) { return each->jobs.front().training() != nullptr; }));
  check_options_of(options, training, files.size() - training);
  for (const std::unique_ptr<own_file>& each : files)
    if (const std::string why = why_no_steps(each->jobs.front()); !why.empty()) throw input_error(why);
  if (options.max_gpus < 1 || options.max_gpus > most_layout_gpus) throw input_error(fmt::format("--max-gpus: expected 1 to {}", number_text(most_layout_gpus)));
  if (files.size() > 1 || !options.held.empty()) return plan_shared(s, options, files);
  if (!options.serves_for.empty()) throw input_error("--services-for is of jobs that serve beside jobs that train");
  const planned_job& job = of->jobs.front();
  nlohmann::ordered_json found = training > 0 ? plan_training(s, options, job, *of) : plan_serving(s, options, job, *of);
  if (options.json) print_json_answer(s, "plan", {{"jobs", nlohmann::ordered_json::array({std::move(found)})}});
}

}  // namespace

void add_plan_command(CLI::App& app, session& s) {
  CLI::App* command = app.add_subcommand("plan", "Which machines do a job or meet a demand with least, how many and how arranged");
  const auto options = std::make_shared<plan_options>();
  command->add_option("FILE", options->files, "A deployment file with a job, or one for each of several that share a cluster; - is standard input");
  command->add_option("--machines", options->source.on, "Machines to choose from, each with at most so many: MACHINE or MACHINE=4; else all with a price in the region")
      ->option_text("MACHINE,...")
      ->delimiter(',');
  options->source.add_region_to(*command);
  command->add_option("--max-price", options->max_price, "At most so many dollars an hour for one machine")->option_text("PRICE");
  const auto of_jobs = [&](CLI::Option* of) { options->of_jobs.push_back(of); return of; };
  of_jobs(command->add_option("--held", options->held, "Machines that are held: used first, and nothing is paid for them; as headroom pack --on-cluster reads them")->option_text("FILE"));
  of_jobs(command->add_option("--services-for", options->serves_for, "How long those that serve are counted beside those that train: 30days")->option_text("TIME"));
  of_jobs(command->add_option("--max-gpus", options->max_gpus, "At most so many GPUs of a machine without a number; else 4,096")->option_text("N"));
  takes_word(command->add_option("--objective", options->objective, "What is to be least; else cost"),
             {name(plan_amount::cost), name(plan_amount::time), name(plan_amount::gpus), name(plan_amount::rated_energy)});
  const auto of_training = [&](CLI::Option* of) { options->of_training.push_back(of->group("Of training")); };
  // Once, or once for each job of several.
  const auto by_job = [](CLI::Option* of) { return of->allow_extra_args(false); };
  of_training(by_job(command->add_option("--tokens", options->tokens, "What is to be trained on: 15e12 or 15T"))->option_text("NUMBER"));
  of_training(by_job(command->add_option("--deadline", options->deadline, "The longest that it may take: 30days"))->option_text("TIME"));
  of_training(command->add_option("--budget", options->budget, "The most that it may cost: $2M")->option_text("MONEY"));
  of_training(command->add_option("--checkpoint-stall", options->stall, "What a checkpoint keeps the job from computing; with --restart failures are counted")->option_text("TIME"));
  of_training(command->add_option("--restart", options->restart, "From a failure until the job computes again")->option_text("TIME"));
  of_training(takes_word(command->add_option("--schedules", options->schedules, "Pipeline schedules to choose from; else the job's")->delimiter(','),
                         {schedule_words.begin(), schedule_words.end()}));
  const auto of_serving = [&](CLI::Option* of) { options->of_serving.push_back(of->group("Of serving")); };
  of_serving(by_job(command->add_option("--requests-per-second", options->requests, "That all replicas answer together"))->option_text("R"));
  of_serving(by_job(command->add_option("--tokens-per-second", options->answered, "The same in tokens of answers"))->option_text("N"));
  of_serving(command->add_option("--load", options->day, "Requests a second in equal parts of a day: 10,20,35, or a file of such numbers")->option_text("RATES"));
  of_serving(command->add_option("--peak-to-trough", options->peak_to_trough, "The highest over the lowest rate of a day whose mean is --requests-per-second")->option_text("RATIO"));
  of_serving(command->add_option("--start-up", options->start_up, "From when a replica is asked for until it answers: what a fleet costs that is scaled with the load")->option_text("TIME"));
  of_serving(command->add_option("--spares", options->spares.replicas, "Replicas held beside those that are needed")->option_text("N"));
  of_serving(command->add_option("--replica-availability", options->spares.up, "The share of its time that a replica is up: so many spares that enough are up")->option_text("SHARE"));
  of_serving(command->add_option("--enough-replicas", options->spares.share_of_time, "The share of the time that enough are")->option_text("SHARE"));
  of_serving(by_job(command->add_option("--slo", options->limits, "Limits of the 99th percentiles: ttft=500ms,tpot=25ms"))->option_text("LIMITS"));
  of_serving(by_job(command->add_option("--prompt", options->prompt, "Tokens of a prompt; else 1,024, or what the context leaves"))->option_text("TOKENS"));
  of_serving(by_job(command->add_option("--answer", options->answer, "Tokens of an answer; likewise"))->option_text("TOKENS"));
  of_serving(command->add_option("--prompt-spread", options->load.latency.prompt_spread, "Standard deviation of the tokens of prompts over their mean; else 0")->option_text("SHARE"));
  of_serving(command->add_option("--answer-spread", options->load.latency.answer_spread, "The same of answers")->option_text("SHARE"));
  of_jobs(command->add_option("--efficiencies", options->efficiencies, "Factors of your own, as headroom calibrate writes them")->option_text("FILE"));
  command->add_flag("--json", options->json, "The same for machines, in days and dollars");
  takes_word(command->add_option("--emit", options->emit, "The deployment of the first plan, in place of the answer: what headroom check reads; lp or mps: the mix for a demand, for a solver"), {emit_formats.begin(), emit_formats.end()});
  command->add_option("--emit-to", options->emit_to, "The file that --emit writes, beside the answer")->option_text("FILE");
  options->of_demands = options->mix.add_to(*command);
  const auto for_demands = [&](CLI::Option* of) { options->of_demands.push_back(of->group("Of a demand")); };
  for_demands(takes_word(command->add_option("--solver", options->solver, "A solver on PATH that finds the mix, too; its answer is checked"), {solver_words.begin(), solver_words.end()}));
  for_demands(command->add_option("--time-limit", options->solver_limit, "The longest that it may take; else 60s")->option_text("TIME"));
  add_page_options(*command, s);
  options->source.job.add_to(*command);
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
      "  headroom plan demand.json --machines Standard_ND96isr_H100_v5@eastus=8,Standard_ND96isr_H100_v5@westus --solver cbc\n"
      "\n"
      "Of several jobs on one cluster --tokens, --deadline, --requests-per-second, --slo, --prompt and --answer are given once, or once for each\n"
      "job of the kind, in the order of the files. All run at the same time.\n"
      "Of a file with a demand and no job the answer is the mix of machines that meets it with least.\n"
      "What the job says of its layout, micro-batch and recomputation is kept; the rest is searched, of serving the replicas, too.\n"
      "\n"
      "Exit status: 0 there is a plan, 1 none is within the limits, 2 bad input, 3 too little is known.");
  command->callback([&s, options] { run_plan(s, *options); });
}

}  // namespace headroom::program
