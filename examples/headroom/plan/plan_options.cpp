// SPDX-License-Identifier: BSL-1.0
#include "plan/plan_options.hpp"

#include <fmt/format.h>

#include <headroom/plan/search.hpp>
#include <headroom/read/own/job_names.hpp>

#include "fit/fit_words.hpp"
#include "plan/emit.hpp"
#include "plan/solver_run.hpp"
#include "reading.hpp"
#include "word_option.hpp"

namespace headroom::program {

namespace {

constexpr auto schedule_words = names_of(schedule_names);
constexpr auto exchange_words = names_of(context_exchange_names);
constexpr auto sharding_words = names_of(sharding_names);
constexpr auto recipe_words = names_of(training_format_names);

}  // namespace

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

void check_emission(const plan_options& options) {
  if (options.emit.empty() && !options.emit_to.empty()) throw input_error("--emit-to: expected --emit with it, which says what is written");
  if (options.json && !options.emit.empty() && options.emit_to.empty()) throw input_error("--emit with --json: expected --emit-to, as both are printed");
}

void plan_options::add_to(CLI::App& command) {
  command.add_option("FILE", files, "A deployment file with a job or a demand, or one for each of several that share a cluster; - is standard input");
  command.add_option("--machines", source.on, "Machines to choose from, each with at most so many: MACHINE or MACHINE=4, at the price of MACHINE@REGION or MACHINE@spot; else all with a price in the region")
      ->option_text("MACHINE,...")
      ->delimiter(',');
  command.add_option("--region", regions, "Where prices are taken from; there is no default. With several a machine may be taken in each")->option_text("REGION,...")->delimiter(',');
  command.add_option("--max-price", max_price, "At most so many dollars an hour for one machine")->option_text("PRICE");
  const auto is_of_jobs = [&](CLI::Option* of) { of_jobs.push_back(of); return of; };
  is_of_jobs(command.add_option("--held", held, "Machines that are held: used first, and nothing is paid for them; as headroom pack --on-cluster reads them")->option_text("FILE"));
  is_of_jobs(command.add_option("--services-for", serves_for, "How long those that serve, and demands, are counted beside those that train: 30days")->option_text("TIME"));
  is_of_jobs(command.add_option("--budget", budget, "The most that what is bought may cost: of a run that trains $2M, of services $60/h or $500k/month")->option_text("MONEY"));
  is_of_jobs(command.add_option("--max-gpus", max_gpus, "At most so many GPUs of a machine without a number; else 4,096")->option_text("N"));
  command.add_option("--time-limit", time_limit, "The longest that the search may take (else it ends by itself), and then the solver (else 60s): machines share it, and the best so far is told, with what is not known of the rest")
      ->option_text("TIME");
  takes_word(command.add_option("--objective", objective, "What is to be least; else cost"),
             {name(plan_amount::cost), name(plan_amount::time), name(plan_amount::gpus), name(plan_amount::rated_energy)});
  const auto is_of_training = [&](CLI::Option* of) { of_training.push_back(of->group("Of training")); };
  // Once, or once for each job of several.
  const auto by_job = [](CLI::Option* of) { return of->allow_extra_args(false); };
  is_of_training(by_job(command.add_option("--tokens", tokens, "What is to be trained on: 15e12 or 15T"))->option_text("NUMBER"));
  is_of_training(by_job(command.add_option("--deadline", deadline, "The longest that it may take: 30days"))->option_text("TIME"));
  is_of_training(command.add_option("--checkpoint-stall", stall, "What a checkpoint keeps the job from computing; with --restart failures are counted")->option_text("TIME"));
  is_of_training(command.add_option("--restart", restart, "From a failure until the job computes again")->option_text("TIME"));
  is_of_training(takes_word(command.add_option("--schedules", schedules, "Pipeline schedules to choose from; else the job's")->delimiter(','),
                         {schedule_words.begin(), schedule_words.end()}));
  is_of_training(command.add_option("--context-parallels", contexts, "Degrees of context parallelism to choose from; else the job's, or 1, 2, 4 to 16 that leave 1,024 tokens")
                     ->delimiter(',')
                     ->check(CLI::Range(count{1}, max_count))
                     ->option_text("N,..."));
  is_of_training(takes_word(command.add_option("--context-exchanges", exchanges, "How GPUs that share a sequence exchange what attention reads, to choose from; else the job's")->delimiter(','),
                         {exchange_words.begin(), exchange_words.end()}));
  is_of_training(takes_word(command.add_option("--shardings", shardings, "What replicas share out, to choose from; else the job's")->delimiter(','),
                         {sharding_words.begin(), sharding_words.end()}));
  is_of_training(takes_word(command.add_option("--recipes", recipes, "Formats of weights, gradients and products to choose from; else the job's")->delimiter(','),
                         {recipe_words.begin(), recipe_words.end()}));
  const auto is_of_serving = [&](CLI::Option* of) { of_serving.push_back(of->group("Of serving")); };
  is_of_serving(by_job(command.add_option("--requests-per-second", requests, "Requests a second that all replicas answer together"))->option_text("R"));
  is_of_serving(by_job(command.add_option("--tokens-per-second", answered, "The same in tokens of answers"))->option_text("N"));
  is_of_serving(by_job(command.add_option("--load", day, "Requests a second in equal parts of a day: 10,20,35, or a file of such numbers"))->option_text("RATES"));
  is_of_serving(command.add_option("--peak-to-trough", peak_to_trough, "The highest over the lowest rate of a day whose mean is --requests-per-second")->option_text("RATIO"));
  is_of_serving(command.add_option("--start-up", start_up, "From when a replica is asked for until it answers: what a fleet costs that is scaled with the load")->option_text("TIME"));
  is_of_serving(command.add_option("--spares", spares.replicas, "Replicas held beside those that are needed")->option_text("N"));
  is_of_serving(command.add_option("--replica-availability", spares.up, "The share of its time that a replica is up: so many spares that enough are up")->option_text("SHARE"));
  is_of_serving(command.add_option("--enough-replicas", spares.share_of_time, "The share of the time that enough are")->option_text("SHARE"));
  is_of_serving(by_job(command.add_option("--slo", limits, "Limits of the 99th percentiles: ttft=500ms,tpot=25ms"))->option_text("LIMITS"));
  is_of_serving(by_job(command.add_option("--prompt", prompt, "Tokens of a prompt; else 1,024, or what the context leaves"))->check(CLI::Range(count{1}, max_count))->option_text("TOKENS"));
  is_of_serving(by_job(command.add_option("--answer", answer, "Tokens of an answer; likewise"))->check(CLI::Range(count{1}, max_count))->option_text("TOKENS"));
  is_of_serving(command.add_option("--prompt-spread", load.latency.prompt_spread, "Standard deviation of the tokens of prompts over their mean; else 0")->option_text("SHARE"));
  is_of_serving(command.add_option("--answer-spread", load.latency.answer_spread, "The same of answers")->option_text("SHARE"));
  is_of_serving(command.add_flag("--pools", pools, "Pools of prefill and decode besides, in ratios of 1 to 8 workers of one for 1 to 8 of the other"));
  const auto is_of_power = [](CLI::Option* of) { of->group("Of power"); };
  is_of_power(command.add_option("--max-power", power.most, "The most that all machines may draw, with the building's share where --pue is given: 2MW")->option_text("POWER"));
  is_of_power(command.add_option("--power", power.drawn, "What one machine draws; else its rated power, where a source states that")->option_text("POWER or MACHINE=POWER,...")->delimiter(','));
  is_of_power(command.add_option("--energy-price", power.energy, "Dollars a kilowatt hour; there is no default")->option_text("MONEY"));
  is_of_power(command.add_option("--pue", power.usage_effectiveness, "What the building draws for each watt of the machine; there is no default")->check(CLI::Range(1.0, 5.0))->option_text("N"));
  for (CLI::Option* each : network.add_to(command)) is_of_jobs(each);
  is_of_jobs(command.add_option("--efficiencies", efficiencies, "Factors of your own, as headroom calibrate writes them")->option_text("FILE"));
  command.add_flag("--progress", shows_progress, "How far the search is, where standard error is no terminal, too");
  command.add_flag("--json", json, "The same for machines, in days and dollars");
  takes_word(command.add_option("--emit", emit, "The deployment of the first plan, in place of the answer, or with --emit-to of each of several jobs: what headroom check reads; lp or mps: the choice of machines, for a solver"), {emit_formats.begin(), emit_formats.end()});
  command.add_option("--emit-to", emit_to, "The file that --emit writes, beside the answer; of several jobs, or of two pools, plan-1.yaml, plan-2.yaml for plan.yaml")->option_text("FILE");
  mix.add_to(command);
  takes_word(command.add_option("--solver", solver, "A solver on PATH that finds the mix, or the choice of the jobs' plans, too; its answer is checked"), {solver_words.begin(), solver_words.end()});
  source.job.add_to(command);
}

}  // namespace headroom::program
