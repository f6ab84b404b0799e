// SPDX-License-Identifier: BSL-1.0
#include "commands/plan_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <headroom/catalog/machines.hpp>
#include <headroom/text/parse.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <headroom/read/common/messages.hpp>
#include <headroom/read/own/own_file.hpp>
#include "calibrate/efficiencies.hpp"
#include "estimate/tokens_asked.hpp"
#include "fit/fit_words.hpp"
#include "fit/job_source.hpp"
#include "page/page_options.hpp"
#include "plan/training_report.hpp"
#include "plan/training_search.hpp"
#include "print/json_output.hpp"
#include "reading.hpp"
#include "word_option.hpp"

namespace headroom::program {

namespace {

struct plan_options {
  job_source source{.machine_option = "--machines"};
  std::string objective{"cost"};
  std::string tokens{};
  std::string deadline{};
  std::string budget{};
  std::string max_price{};
  count max_gpus = 4'096;
  std::string stall{};
  std::string restart{};
  std::string efficiencies{};
  bool json = false;
};

// "30 days", "$2M": more than nothing.
template <class T>
T amount_asked(std::string_view option, std::string_view text, parsed<T> (*parse)(std::string_view), std::string_view example) {
  if (text.empty()) return {};
  const parsed<T> found = parse(text);
  if (!found || !(in_base_units(found.value) > 0)) throw input_error(fmt::format("{}: {} is none: expected {}", option, in_quotes(text), example));
  return found.value;
}

// "$2M", "2e6", or dollars as files have them.
parsed<money> parse_budget(std::string_view text) {
  const std::optional<double> whole = large_number(text.substr(text.starts_with('$') ? 1 : 0));
  return whole.has_value() && *whole > 0 && *whole <= 1e15 ? parse_money(fmt::format("${:.2f}", *whole)) : parse_money(text);
}

std::optional<money_rate> most_paid(const plan_options& options) {
  if (options.max_price.empty()) return std::nullopt;
  const parsed<money_rate> whole = parse_money_rate(options.max_price);
  const parsed<money_rate> read = whole ? whole : parse_money_rate(fmt::format("${}/h", options.max_price));
  if (!read || !(in_base_units(read.value) > 0)) throw input_error(fmt::format("--max-price: {} is none: expected dollars an hour, such as 30 or $30/h", in_quotes(options.max_price)));
  return read.value;
}

plan_request asked_of(const plan_options& options) {
  plan_request asked{.most_gpus = options.max_gpus};
  for (const plan_amount each : {plan_amount::time, plan_amount::gpus, plan_amount::rated_energy})
    if (options.objective == name(each)) asked.asked.least = each;
  asked.asked.tokens = tokens_asked("--tokens", options.tokens);
  asked.asked.deadline = amount_asked("--deadline", options.deadline, parse_duration, "a time, such as 30days");
  asked.asked.budget = amount_asked("--budget", options.budget, parse_budget, "dollars, such as $2M");
  asked.stall = amount_asked("--checkpoint-stall", options.stall, parse_duration, "a time, such as 20s");
  asked.restart = amount_asked("--restart", options.restart, parse_duration, "a time, such as 10min");
  if ((in_seconds(asked.stall) > 0) != (in_seconds(asked.restart) > 0))
    throw input_error("--checkpoint-stall and --restart: expected both, what a checkpoint keeps the job from computing and what a failure does");
  if (options.max_gpus < 1 || options.max_gpus > most_layout_gpus) throw input_error(fmt::format("--max-gpus: expected 1 to {}", number_text(most_layout_gpus)));
  if (!options.efficiencies.empty()) {
    asked.estimate.constants = calibrated(efficiencies_of_file(options.efficiencies), measured_steps);
    asked.estimate.has_own_constants = true;
  }
  asked.estimate.tokens = asked.asked.tokens;
  return asked;
}

// Those that are named, those of the file, or else all that have a price in the region.
std::vector<asked_machine> machines_asked_of(const plan_options& options, const own_file& of) {
  const std::optional<money_rate> most = most_paid(options);
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
void check_training(const planned_job& job) {
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

void run_plan(session& s, const plan_options& options) {
  const std::unique_ptr<own_file> of = options.source.read();
  if (of->jobs.size() != 1) throw input_error(fmt::format("{} jobs: expected one; jobs that share machines are not planned together yet", of->jobs.size()));
  const planned_job& job = of->jobs.front();
  if (job.training() == nullptr) throw input_error("the job serves: expected one that trains (--train)");
  if (const std::string why = why_not_counted(job); !why.empty()) throw input_error(fmt::format("the model lacks what its steps are counted from: {}", why));
  const plan_request asked = asked_of(options);
  if (!(asked.asked.tokens > 0)) throw input_error("--tokens: expected what is to be trained on, such as 15T");
  check_training(job);
  const std::vector<machine_plans> all = training_plans_on(machines_asked_of(options, *of), job, of->terms, asked);
  s.exit = exit_of_plans(all);
  if (options.json) return print_json_answer(s, "plan", {{"jobs", nlohmann::ordered_json::array({training_plans_json(job, all, asked)})}});
  write_training_plans(s, job, all, asked);
}

}  // namespace

void add_plan_command(CLI::App& app, session& s) {
  CLI::App* command = app.add_subcommand("plan", "Which machines do a job with least, how many and how arranged");
  const auto options = std::make_shared<plan_options>();
  options->source.add_file_to(*command);
  command->add_option("--machines", options->source.on, "Machines to choose from, each with at most so many: MACHINE or MACHINE=4; else all with a price in the region")
      ->option_text("MACHINE,...")
      ->delimiter(',');
  options->source.add_region_to(*command);
  command->add_option("--max-price", options->max_price, "At most so many dollars an hour for one machine")->option_text("PRICE");
  command->add_option("--max-gpus", options->max_gpus, "At most so many GPUs of a machine without a number; else 4,096")->option_text("N");
  takes_word(command->add_option("--objective", options->objective, "What is to be least; else cost"),
             {name(plan_amount::cost), name(plan_amount::time), name(plan_amount::gpus), name(plan_amount::rated_energy)});
  command->add_option("--deadline", options->deadline, "The longest that it may take: 30days")->option_text("TIME");
  command->add_option("--budget", options->budget, "The most that it may cost: $2M")->option_text("MONEY");
  command->add_option("--tokens", options->tokens, "What is to be trained on: 15e12 or 15T")->option_text("NUMBER");
  command->add_option("--checkpoint-stall", options->stall, "What a checkpoint keeps the job from computing; with --restart failures are counted")->option_text("TIME");
  command->add_option("--restart", options->restart, "From a failure until the job computes again")->option_text("TIME");
  command->add_option("--efficiencies", options->efficiencies, "Factors of your own, as headroom calibrate writes them")->option_text("FILE");
  command->add_flag("--json", options->json, "The same for machines, in days and dollars");
  add_page_options(*command, s);
  options->source.job.add_to(*command);
  command->footer(
      "Examples:\n"
      "  headroom plan --train --model llama-3.1-70b --sequence 8192 --global-batch 1024 --tokens 2T \\\n"
      "      --deadline 30days --region eastus\n"
      "  headroom plan job.json --tokens 15T --machines Standard_ND96isr_H100_v5,Standard_ND96isr_H200_v5=256 --objective time\n"
      "\n"
      "What the job says of its layout, micro-batch and recomputation is kept; the rest is searched. The global batch is the job's.\n"
      "\n"
      "Exit status: 0 there is a plan, 1 none is within the limits, 2 bad input, 3 too little is known.");
  command->callback([&s, options] { run_plan(s, *options); });
}

}  // namespace headroom::program
