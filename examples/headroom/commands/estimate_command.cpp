// SPDX-License-Identifier: BSL-1.0
#include "commands/estimate_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <headroom/read/common/messages.hpp>
#include <headroom/read/own/own_file.hpp>
#include "amount_option.hpp"
#include "calibrate/efficiencies.hpp"
#include "estimate/objective.hpp"
#include "estimate/serving_estimate.hpp"
#include "estimate/serving_json.hpp"
#include "estimate/serving_report.hpp"
#include "estimate/step_estimate.hpp"
#include "estimate/step_json.hpp"
#include "estimate/step_report.hpp"
#include "estimate/step_words.hpp"
#include "estimate/sweep.hpp"
#include "estimate/tokens_asked.hpp"
#include "fit/fit_words.hpp"
#include "fit/job_source.hpp"
#include "fit/network_options.hpp"
#include "judgement.hpp"
#include "print/json_output.hpp"
#include "reading.hpp"
#include "word_option.hpp"
#include "page/page_options.hpp"

namespace headroom::program {

namespace {

struct estimate_options {
  job_source source{};
  network_options network{};
  std::string tokens{};
  std::string objective{"time"};
  std::string efficiencies{};
  step_settings settings{};
  std::string tensor_overlap{"measured"};
  bool no_data_overlap = false;
  load_request load{};
  std::optional<double> token_limit{};  // milliseconds
  std::string limits{};    // of latency
  std::vector<CLI::Option*> of_training{};
  std::vector<CLI::Option*> of_serving{};
  std::string jitter{};
  std::string interval{};
  std::string stall{};
  std::string size{};
  std::string storage{};
  bool explains = false;
  bool compares = false;
  std::vector<std::string> sweeps{};
  bool shows_progress = false;
  bool json = false;
};

objective objective_asked(const estimate_options& options) {
  for (const objective each : {objective::money, objective::gpus})
    if (options.objective == name(each)) return each;
  return objective::time;
}

// What a run loses besides its steps.
void take_losses(const estimate_options& options, step_settings& to) {
  if (!(to.slowest_gpu >= 1 && to.slowest_gpu <= 100))
    throw input_error("--slowest-gpu: expected how many times as long as the usual GPU the slowest computes, from 1 to 100");
  to.jitter = amount_asked("--jitter", options.jitter, parse_duration, "a time, such as 20ms");
  if (in_seconds(to.jitter) > in_seconds(hours(1))) throw input_error(fmt::format("--jitter: {} is more than a step waits for late ranks: expected an hour at most", in_quotes(options.jitter)));
  to.checkpoint_interval = amount_asked("--checkpoint-interval", options.interval, parse_duration, "a time, such as 30min");
  to.checkpoint_stall = amount_asked("--checkpoint-stall", options.stall, parse_duration, "a time, such as 20s");
  const bool says_interval = !options.interval.empty();
  const bool says_stall = !options.stall.empty();
  const bool says_size = !options.size.empty();
  const bool says_storage = !options.storage.empty();
  if ((says_size && (says_stall || !says_storage)) || (says_stall && !says_interval) || (says_interval && !says_stall && !says_storage))
    throw input_error("--checkpoint-interval: expected with it --checkpoint-stall, or --storage-bandwidth and perhaps --checkpoint-size");
}

storage_asked storage_of(const estimate_options& options) {
  return {amount_asked("--storage-bandwidth", options.storage, parse_bandwidth, "a bandwidth, such as 128GB/s"),
          amount_asked("--checkpoint-size", options.size, parse_memory, "a size, such as 2.3TB")};
}

estimate_request training_asked(const io& from, const estimate_options& options) {
  estimate_request asked{.settings = options.settings, .tokens = tokens_asked("--tokens", options.tokens)};
  asked.settings.tensor_overlap = value_of(tensor_overlap_names, options.tensor_overlap);
  asked.settings.overlaps_data = !options.no_data_overlap;
  asked.by = objective_asked(options);
  take_efficiencies(from, options.efficiencies, measured_steps, asked);
  if (!(asked.settings.months >= 0 && asked.settings.months <= 600))
    throw input_error("--months: expected a number of months from 0 to 600");
  take_losses(options, asked.settings);
  asked.storage = storage_of(options);
  return asked;
}

load_request load_asked(const io& from, const estimate_options& options) {
  load_request asked = options.load;
  asked.storage = storage_of(options);
  asked.by = objective_asked(options);
  take_efficiencies(from, options.efficiencies, measured_servers, asked);
  if (const std::string_view wrong = contradiction(asked.settings); !wrong.empty()) throw input_error(fmt::format("--drafted, --accepted: {}", wrong));
  if (options.token_limit.has_value()) {
    if (!(*options.token_limit > 0 && *options.token_limit <= 1e6)) throw input_error("--token-limit: expected milliseconds, more than 0, up to 1,000,000");
    asked.token_limit = milliseconds(*options.token_limit);
  }
  for (const double rate : asked.latency.rates)
    if (!(rate >= 1e-6 && rate <= 1e6)) throw input_error("--request-rate: expected requests a second, from 0.000001 to 1,000,000");
  check_spreads(asked.latency);
  if (asked.latency.seed < 0) throw input_error("--seed: expected a whole number from 0");
  if (!options.limits.empty()) asked.latency.limits = limits_of(options.limits);
  if (!asked.latency.is_asked() && asked.latency.seed != 1) throw input_error("--seed: expected --simulate or --request-rate with it");
  if (!asked.latency.is_asked() && asked.latency.prompt_spread > 0)
    throw input_error("--prompt-spread: expected --request-rate, --slo or --simulate with it");
  return asked;
}

// An option of the other kind of job would change nothing.
void refuse_options(const std::vector<CLI::Option*>& wrong, std::string_view kind) {
  for (const CLI::Option* each : wrong)
    if (each->count() > 0) throw input_error(fmt::format("{} is of a job that {}", each->get_name(), kind));
}

// Those that were named, or those of the file.
std::vector<asked_machine> machines_asked(const estimate_options& options, own_file& of) {
  std::vector<asked_machine> all = options.source.machines(of);
  if (all.empty())
    for (const group& each : of.cluster) all.push_back({each.machine, each.how_many});
  if (all.empty()) throw input_error("no machine: expected --on with a machine of the catalogue, such as Standard_ND96isr_H100_v5");
  return options.network.on(std::move(all), of);
}

template <class Estimate>
exit_code exit_of_estimates(const std::vector<Estimate>& all) {
  // Machines are alternatives: one that does it is enough.
  outcome best = outcome::invalid;
  for (const Estimate& each : all) best = std::min(best, each.is_known ? outcome::fits : each.fit.outcome);
  return exit_of(best);
}

using answers = nlohmann::ordered_json;

void estimate_training(session& s, const estimate_options& options, const planned_job& job, const std::vector<asked_machine>& machines,
                       const pricing& terms, answers& all) {
  estimate_request asked = training_asked(*s.outside, options);
  asked.settings = with_checkpoints(asked.settings, asked.storage, *job.training());
  std::vector<step_estimate> on;
  for (const asked_machine& each : machines) on.push_back(step_estimate_on(each, job, terms, asked));
  put_best_first(on, asked.by);
  s.exit = worse(s.exit, exit_of_estimates(on));
  if (options.json) return all.push_back(step_estimates_json(job, on, asked));
  write_step_estimates(s, job, on, asked, {options.explains, options.compares});
}

// A job, or that of decoding with a pool of its own for prefill.
void estimate_serving(session& s, const estimate_options& options, const planned_job& job, const planned_job* prefill, const std::vector<asked_machine>& machines,
                      const pricing& terms, answers& all) {
  load_request asked = load_asked(*s.outside, options);
  asked.with_twice = options.explains || options.json;
  if (const std::string wrong = contradiction(asked, job); !wrong.empty()) throw input_error(wrong);
  if (prefill == nullptr && job.serving()->phase != serving_phase::prefill_and_decode)
    throw input_error("a pool of one phase has no requests of its own: expected a pool for prefill and one for decode");
  if (prefill != nullptr && asked.latency.answer_spread.has_value())
    throw input_error("--answer-spread: expected one pool; clients of two go out of step by themselves");
  if (prefill != nullptr && asked.is_static) throw input_error("--static-batching: expected one pool; a batch that begins and ends together is of one");
  if (prefill != nullptr && asked.latency.simulates) throw input_error("--simulate: expected one pool; two are not simulated");
  std::vector<serving_estimate> on;
  for (const asked_machine& each : machines)
    on.push_back(prefill != nullptr ? pools_estimate_on(each, *prefill, job, terms, asked) : serving_estimate_on(each, job, terms, asked));
  put_best_first(on, asked.by);
  s.exit = worse(s.exit, exit_of_estimates(on));
  if (options.json) return all.push_back(serving_estimates_json(job, on, asked));
  write_serving_estimates(s, job, on, asked, {options.explains, options.compares});
}

// Of two pools that for prefill; null: there are no two pools.
const planned_job* prefill_of(const own_file& of) {
  if (of.jobs.size() != 2) return nullptr;
  for (const planned_job& each : of.jobs)
    if (each.serving() != nullptr && each.serving()->phase == serving_phase::prefill) return &each;
  return nullptr;
}

void sweep_estimates(session& s, const estimate_options& options, std::vector<sweep_request> sweeps, const own_file& of, const job_document& document,
                     const std::vector<asked_machine>& machines) {
  if (of.jobs.size() > 1) throw input_error(fmt::format("--sweep: expected one job, the file has {}", of.jobs.size()));
  const planned_job& job = of.jobs.front();
  const estimate_sweep sweep{std::move(sweeps), options.json, options.shows_progress};
  if (job.training() != nullptr) {
    estimate_request asked = training_asked(*s.outside, options);
    asked.with_twice = false;
    s.exit = write_sweep(s, job, document, machines, of.terms, asked, sweep);
    return;
  }
  if (job.serving()->phase != serving_phase::prefill_and_decode) throw input_error("--sweep: expected a job that reads prompts and answers them");
  if (!options.storage.empty()) throw input_error("--storage-bandwidth: expected no --sweep of a job that serves with it: no column has what it tells");
  load_request asked = load_asked(*s.outside, options);
  asked.is_of_job = true;
  s.exit = write_sweep(s, job, document, machines, of.terms, asked, sweep);
}

void run_estimate(session& s, const estimate_options& options) {
  std::vector<sweep_request> sweeps;
  for (const std::string& each : options.sweeps) sweeps.push_back(sweep_asked(each));
  std::optional<job_document> document;
  const std::unique_ptr<own_file> of = options.source.read(*s.outside, sweeps, sweeps.empty() ? nullptr : &document);
  const std::vector<asked_machine> machines = machines_asked(options, *of);
  answers jobs = answers::array();
  for (const planned_job& job : of->jobs) {
    const bool trains = job.training() != nullptr;
    refuse_options(trains ? options.of_serving : options.of_training, trains ? "serves" : "trains");
    if (const std::string why = why_no_steps(job); !why.empty()) throw input_error(why);
  }
  if (document.has_value()) return sweep_estimates(s, options, std::move(sweeps), *of, *document, machines);
  for (const planned_job& job : of->jobs) {
    if (!s.out.empty()) s.print("\n");
    if (job.training() != nullptr) {
      estimate_training(s, options, job, machines, of->terms, jobs);
    } else if (const planned_job* prefill = prefill_of(*of); prefill == nullptr || &job != prefill) {
      estimate_serving(s, options, job, prefill, machines, of->terms, jobs);
    }
  }
  if (options.json) print_json_answer(s, "estimate", {{"jobs", std::move(jobs)}});
}

}  // namespace

void add_estimate_command(CLI::App& app, session& s) {
  CLI::App* command = app.add_subcommand("estimate", "How fast a job trains or serves, and what that costs");
  const auto options = std::make_shared<estimate_options>();
  options->source.add_file_to(*command);
  options->source.add_machines_to(*command, "Machines to estimate it on, each by itself: as many as it takes, or MACHINE=4");
  takes_word(command->add_option("--best-by", options->objective, "What makes a layout or a machine the best; else time"),
             {name(objective::time), name(objective::money), name(objective::gpus)});
  options->source.add_region_to(*command);
  command->add_option("--efficiencies", options->efficiencies, "Factors of your own, as headroom calibrate writes them")->option_text("FILE");
  command->add_option("--storage-bandwidth", options->storage, "Rate at which all GPUs together write and read: how long a checkpoint takes, or loading the weights")->option_text("RATE");
  CLI::Option* compare = command->add_flag("--compare", options->compares, "The next best layouts of each machine, too");
  CLI::Option* sweep = command
                           ->add_option("--sweep", options->sweeps,
                                        "A row of CSV for each value of a key of the job, as fit has it; several make a grid")
                           ->option_text("KEY[=1,2,4|=1..64|=WORD,WORD]")
                           ->allow_extra_args(false)
                           ->excludes(compare);
  command->add_flag("--explain", options->explains, "What binds, and what twice of each rate would bring")->excludes(sweep);
  command->add_flag("--progress", options->shows_progress, "How far a sweep is, where standard error is no terminal, too")->needs(sweep);
  command->add_flag("--json", options->json, "The same for machines, in seconds; of a sweep an object a line");
  add_page_options(*command, s);
  for (const char* page : {"--html", "--vega-lite"}) sweep->excludes(command->get_option(page));
  options->network.add_to(*command);
  constexpr auto overlap_words = names_of(tensor_overlap_names);
  const auto of_training = [&](CLI::Option* of) { options->of_training.push_back(of->group("Of training, what no job says")); };
  of_training(command->add_option("--tokens", options->tokens, "What is to be trained on, for days, money and energy: 15e12 or 15T")->option_text("NUMBER"));
  of_training(takes_word(command->add_option("--tensor-overlap", options->tensor_overlap, "Which products go on beside tensor parallelism's exchanges; else as measured"),
                         {overlap_words.begin(), overlap_words.end()}));
  of_training(command->add_flag("--no-data-overlap", options->no_data_overlap, "Gradients and weights are exchanged with nothing beside"));
  of_training(command->add_flag("--sum-shards-once", options->settings.sums_shards_once, "Where some replicas share gradients out, those with the same shard sum it with the last micro-batch alone"));
  of_training(command->add_flag("--expert-overlap", options->settings.overlaps_experts, "In 1F1B experts' exchanges go on beside the other pass of the next micro-batch"));
  of_training(command->add_flag("--graphs", options->settings.replays_graphs, "Layers with experts are launched as graphs"));
  of_training(command->add_flag("--balanced-stages", options->settings.balanced_stages, "Pipeline stages are made even by hand"));
  of_training(command->add_flag("--early-stop", options->settings.stops_early, "Full recomputation leaves out a layer's last product"));
  of_training(command->add_option("--document", options->settings.document, "Tokens of the documents that a sequence is packed with; else it is one")->check(CLI::Range(count{1}, max_count))->option_text("TOKENS"));
  of_training(command->add_option("--months", options->settings.months, "Months by which the software is older than the newest measured; else 0")->option_text("N"));
  of_training(command->add_option("--slowest-gpu", options->settings.slowest_gpu, "How many times as long as the usual GPU the slowest computes, for which all wait; else 1")->option_text("TIMES"));
  of_training(command->add_option("--jitter", options->jitter, "What a step waits for late ranks, in the mean; else 0")->option_text("TIME"));
  of_training(command->add_option("--checkpoint-interval", options->interval, "Training between one checkpoint and the next; else none is written")->option_text("TIME"));
  of_training(command->add_option("--checkpoint-stall", options->stall, "What a checkpoint keeps the job from training")->option_text("TIME"));
  of_training(command->add_option("--checkpoint-size", options->size, "What a checkpoint writes while the job waits, with --storage-bandwidth; else it is counted")->option_text("SIZE"));
  const auto of_serving = [&](CLI::Option* of) { options->of_serving.push_back(of->group("Of serving, what no job says")); };
  of_serving(command->add_option("--prompt", options->load.prompt, "Tokens of a prompt; else 1,024, or what the context leaves")->check(CLI::Range(count{1}, max_count))->option_text("TOKENS"));
  of_serving(command->add_option("--answer", options->load.answer, "Tokens of an answer; likewise")->check(CLI::Range(count{1}, max_count))->option_text("TOKENS"));
  of_serving(command->add_option("--concurrency", options->load.clients, "Clients of a replica at a time; else from 1 to as many as it holds")
                 ->option_text("N,...")
                 ->delimiter(','));
  of_serving(command->add_option("--token-limit", options->token_limit, "Milliseconds that a token may take: the most sequences with which it does")->option_text("MS"));
  of_serving(command->add_option("--request-rate", options->load.latency.rates, "Requests a second of a replica, at random times: percentiles of TTFT and TPOT")
                 ->option_text("R,...")
                 ->delimiter(','));
  of_serving(command->add_option("--slo", options->limits, "Limits of the 99th percentiles, ttft=500ms,tpot=25ms: the most requests a second within them")->option_text("LIMITS"));
  of_serving(command->add_option("--prompt-spread", options->load.latency.prompt_spread, "Standard deviation of the tokens of prompts over their mean; else 0")->option_text("SHARE"));
  of_serving(command->add_option("--answer-spread", options->load.latency.answer_spread, "The same of answers; else 0 of requests at random times, and of clients 0.5")->option_text("SHARE"));
  of_serving(command->add_flag("--simulate", options->load.latency.simulates, "Each request is simulated: those of --request-rate, or of each number of clients"));
  of_serving(command->add_option("--seed", options->load.latency.seed, "Seed of what is simulated; else 1")->option_text("N"));
  for (const char* percentiles : {"--request-rate", "--slo", "--simulate"}) sweep->excludes(command->get_option(percentiles));  // no column has them
  CLI::Option* in_batches = command->add_flag("--static-batching", options->load.is_static, "Requests are answered in batches, each until its longest answer ends; else each is followed by the next as it ends");
  of_serving(in_batches);
  for (const char* other : {"--token-limit", "--request-rate", "--slo", "--simulate"}) in_batches->excludes(command->get_option(other));  // of what is batched continuously
  of_serving(command->add_flag("--eager", options->load.settings.without_graphs, "The host launches every kernel"));
  of_serving(command->add_option("--scheduler-steps", options->load.settings.scheduler_steps, "Steps that the host plans at once; else 1")->check(CLI::Range(count{1}, count{1'024}))->option_text("N"));
  of_serving(command->add_option("--stream-interval", options->load.settings.stream_interval, "Tokens that are sent to a client at once; else 1")->check(CLI::Range(count{1}, count{1'024}))->option_text("N"));
  CLI::Option* drafted = command->add_option("--drafted", options->load.settings.drafted, "Tokens drafted in a step (speculative decoding)")->option_text("N");
  of_serving(drafted);
  of_serving(command->add_option("--accepted", options->load.settings.accepted, "Chance, 0 to 1, that a draft is accepted where all before it in the step were: a step makes 1 + a + a^2 ... tokens")->option_text("SHARE")->needs(drafted));
  drafted->needs(options->of_serving.back());
  options->source.job.add_to(*command);
  command->footer(
      "Examples:\n"
      "  headroom estimate job.json --on Standard_ND96isr_H200_v5=64 --tokens 15T --region eastus\n"
      "  headroom estimate --train --model llama-3.1-70b --sequence 8192 --global-batch 512 \\\n"
      "      --on Standard_ND96isr_H100_v5=16 Standard_ND96isr_H200_v5=16\n"
      "  headroom estimate job.json --on Standard_ND96isr_H200_v5 --sweep tp=1,2,4,8 --sweep batch=1..16 > rows.csv\n"
      "  headroom estimate --model llama-3.1-70b --weights fp8 --prompt 2048 --answer 512 --on Standard_ND96isr_H200_v5\n"
      "\n"
      "A job that names neither tensor nor pipeline parallelism takes the best layout that has room; one that trains with\n"
      "--global-batch its micro-batch, recomputation and virtual stages, too, unless it says them.\n"
      "\n"
      "Exit status: 0 there is an estimate, 1 the job does not fit, 2 bad input, 3 it cannot be judged. Of several\n"
      "machines after --on one is enough.");
  command->callback([&s, options] { run_estimate(s, *options); });
}

}  // namespace headroom::program
