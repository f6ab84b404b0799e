// SPDX-License-Identifier: BSL-1.0
#include "plan/plan_asked.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <headroom/read/common/messages.hpp>
#include <headroom/read/own/job_names.hpp>
#include <headroom/text/parse.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "amount_option.hpp"
#include "calibrate/efficiencies.hpp"
#include "estimate/serving_latency.hpp"
#include "estimate/tokens_asked.hpp"
#include "fit/fit_words.hpp"
#include "fit/sized_job.hpp"
#include "plan/daily_fleet.hpp"
#include "plan/service_budget.hpp"
#include "reading.hpp"

namespace headroom::program {

namespace {

// What an option says of one job of a kind: of all the same, or of each its own.
template <class T>
T given_for(const std::vector<T>& given, std::size_t which) {
  return given.empty() ? T{} : given.size() == 1 ? given.front() : given[which];
}

// "pipeline_schedule": "pipeline schedule"
std::string spaced(std::string_view key) {
  std::string words(key);
  std::ranges::replace(words, '_', ' ');
  return words;
}

// A search keeps the global batch, whatever divides it.
void check_training(const plan_options& options, const planned_job& job, const plan_request& asked) {
  if (!(asked.asked.tokens > 0)) throw input_error("--tokens: expected what is to be trained on, such as 15T");
  const auto is_open = [&](std::string_view option, bool is_given, std::initializer_list<std::string_view> keys) {
    for (const std::string_view key : keys)
      if (is_given && job.says(key)) throw input_error(fmt::format("{}: the job says its {}: expected one of the two", option, spaced(key)));
  };
  is_open("--schedules", !options.schedules.empty(), {"pipeline_schedule"});
  is_open("--context-parallels", !options.contexts.empty(), {"context_parallel"});
  is_open("--context-exchanges", !options.exchanges.empty(), {"context_exchange"});
  is_open("--shardings", !options.shardings.empty(), {"sharding"});
  is_open("--recipes", !options.recipes.empty(), {"formats", "gradients", "primary_weights", "weight_copies", "activation_saved"});
  const auto& request = std::get<training_request>(job.asked);
  if (request.global_batch == training_request::not_said && !(job.says("micro_batches") && job.says("data_parallel")))
    throw input_error("--global-batch: expected the sequences of a step, which the search keeps");
}

// The load of a day, and what fails of its replicas.
void take_day(const io& from, const plan_options& options, fleet_request& asked, std::size_t which) {
  if (const std::string day = given_for(options.day, which); !day.empty()) {
    if (asked.requests > 0 || asked.tokens > 0) throw input_error("--load: it says the requests a second: expected no --requests-per-second or --tokens-per-second with it");
    asked.day = day_asked(from, "--load", day);
  }
  if (options.peak_to_trough.has_value()) {
    if (asked.day.size() > 1 || (asked.day.empty() && !(asked.requests > 0))) throw input_error("--peak-to-trough: expected the mean of the day with it: --requests-per-second");
    const auto rates = rates_of_day(asked.day.empty() ? requests_per_second(asked.requests) : asked.day.front(), *options.peak_to_trough);
    if (!rates.is_known()) throw input_error(fmt::format("--peak-to-trough: {}", rates.note));
    asked.day = *rates.known();
  }
  if (!asked.day.empty()) asked.requests = in_requests_per_second(std::ranges::max(asked.day));
  if (!options.start_up.empty()) {
    if (asked.day.empty()) throw input_error("--start-up: expected --load or --peak-to-trough with it");
    asked.start_up = amount_asked("--start-up", options.start_up, parse_duration, "a time, such as 5min");
  }
  asked.spares = options.spares;
  if ((asked.spares.up < 1) != (asked.spares.share_of_time > 0))
    throw input_error("--replica-availability and --enough-replicas: expected both, the share of its time that a replica is up, and that in which enough are");
  if (const figure<count> held = with_spares(1, asked.spares); !held.is_known()) throw input_error(fmt::format("--spares, --replica-availability, --enough-replicas: {}", held.note));
}

}  // namespace

job_files read_files(const io& from, const plan_options& options) {
  job_files all;
  if (options.files.empty()) all.push_back(options.source.read(from));
  for (const std::string& each : options.files) {
    job_source one = options.source;
    one.file = each;
    all.push_back(one.read(from));
    const std::size_t jobs = all.back()->jobs.size();
    if (jobs > 0 && all.back()->has_demand) throw input_error(fmt::format("{}: a job and a demand: expected a file with one of them", each));
    if (jobs > 1) throw input_error(fmt::format("{}: {} jobs: expected one in a file; those that share a cluster are files of their own", each, jobs));
  }
  return all;
}

plan_amount objective_of(const plan_options& options) {
  for (const plan_amount each : {plan_amount::time, plan_amount::gpus, plan_amount::rated_energy})
    if (options.objective == name(each)) return each;
  return plan_amount::cost;
}

plan_request training_asked(const io& from, const plan_options& options, const planned_job& job, const search_clock& clock, std::size_t which) {
  plan_request asked{.most_gpus = options.max_gpus, .clock = clock};
  asked.asked.least = objective_of(options);
  asked.asked.tokens = tokens_asked("--tokens", given_for(options.tokens, which));
  asked.asked.deadline = amount_asked("--deadline", given_for(options.deadline, which), parse_duration, "a time, such as 30days");
  asked.asked.budget = budget_of_run(options.budget);
  asked.stall = amount_asked("--checkpoint-stall", options.stall, parse_duration, "a time, such as 20s");
  asked.restart = amount_asked("--restart", options.restart, parse_duration, "a time, such as 10min");
  if ((in_seconds(asked.stall) > 0) != (in_seconds(asked.restart) > 0))
    throw input_error("--checkpoint-stall and --restart: expected both, what a checkpoint keeps the job from computing and what a failure does");
  for (const std::string& each : options.schedules) asked.schedules.push_back(value_of(schedule_names, each));
  asked.contexts = options.contexts.empty() ? open_contexts(job) : options.contexts;
  for (const std::string& each : options.exchanges) asked.exchanges.push_back(value_of(context_exchange_names, each));
  for (const std::string& each : options.shardings) asked.shardings.push_back(value_of(sharding_names, each));
  for (const auto& each : training_format_names)
    if (std::ranges::find(options.recipes, each.name) != options.recipes.end()) asked.recipes.push_back(each);
  take_efficiencies(from, options.efficiencies, measured_steps, asked.estimate);
  asked.estimate.tokens = asked.asked.tokens;
  check_training(options, job, asked);
  return asked;
}

fleet_request fleet_asked(const io& from, const plan_options& options, const planned_job& job, const search_clock& clock, std::size_t which) {
  fleet_request asked{.least = objective_of(options), .requests = given_for(options.requests, which), .tokens = given_for(options.answered, which), .most_gpus = options.max_gpus, .load = options.load, .clock = clock, .in_pools = options.pools};
  asked.load.prompt = given_for(options.prompt, which);
  asked.load.answer = given_for(options.answer, which);
  const std::string limits = given_for(options.limits, which);
  take_day(from, options, asked, which);
  if ((asked.requests > 0) == (asked.tokens > 0)) throw input_error("--requests-per-second, --tokens-per-second or --load: expected one of them, more than 0, of all replicas");
  if (!(asked.requests + asked.tokens >= 1e-6 && asked.requests <= 1e9 && asked.tokens <= 1e12))
    throw input_error("--requests-per-second, --tokens-per-second, --load: expected 1e-6 to 1e9 requests, or up to 1e12 tokens");
  if (job.says("replicas")) throw input_error("the job says its replicas: expected one that leaves their number open");
  if (job.serving()->phase != serving_phase::prefill_and_decode) throw input_error("a pool of one phase has no requests of its own: expected a job that reads prompts and answers them");
  asked.load.by = asked.least == plan_amount::time ? objective::time : objective::gpus;
  if (!limits.empty()) asked.load.latency.limits = limits_of(limits);
  check_spreads(asked.load.latency);
  if (limits.empty() && (asked.load.latency.prompt_spread > 0 || asked.load.latency.answer_spread.has_value()))
    throw input_error("--prompt-spread and --answer-spread: expected --slo with them");
  if (const std::string wrong = contradiction(asked.load, job); !wrong.empty()) throw input_error(wrong);
  take_efficiencies(from, options.efficiencies, measured_servers, asked.load);
  return asked;
}

shared_request shared_asked_of(const plan_options& options, const pricing& terms, const search_clock& clock, bool some_train, bool some_go_on) {
  shared_request asked{.terms = &terms, .least = objective_of(options), .clock = clock};
  // What is counted for no time of its own is by the hour.
  asked.budget = some_train ? budget_of_run(options.budget) : dollars(in_dollars_per_hour(budget_of_services(options.budget)));
  if (asked.least == plan_amount::time && !some_train) throw input_error("--objective time: no job of these ends: expected one that trains with it, or cost, gpus or energy");
  if (in_dollars(asked.budget) > 0 && asked.least != plan_amount::cost && asked.least != plan_amount::time)
    throw input_error(fmt::format("--budget: of several jobs, or with --held, it goes with --objective cost{}: expected no --objective {}", some_train ? " or time" : "", options.objective));
  const bool is_mixed = some_train && some_go_on;
  if (is_mixed && options.serves_for.empty()) throw input_error("--services-for: expected how long those that serve, and demands, are counted beside those that train, such as 30days");
  if (!is_mixed && !options.serves_for.empty()) throw input_error("--services-for is of jobs that serve, and of demands, beside jobs that train");
  asked.serves_for = is_mixed ? amount_asked("--services-for", options.serves_for, parse_duration, "a time, such as 30days") : hours(1);
  return asked;
}

}  // namespace headroom::program
