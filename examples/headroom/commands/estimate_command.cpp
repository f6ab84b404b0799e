// SPDX-License-Identifier: BSL-1.0
#include "commands/estimate_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <headroom/read/common/messages.hpp>
#include <headroom/read/own/own_file.hpp>
#include "estimate/step_estimate.hpp"
#include "estimate/step_json.hpp"
#include "estimate/step_report.hpp"
#include "estimate/step_words.hpp"
#include "fit/fit_words.hpp"
#include "fit/job_source.hpp"
#include "judgement.hpp"
#include "print/json_output.hpp"
#include "reading.hpp"
#include "word_option.hpp"

namespace headroom::program {

namespace {

struct estimate_options {
  job_source source{};
  std::string tokens{};
  std::string objective{"time"};
  step_settings settings{};
  bool no_tensor_overlap = false;
  bool explains = false;
  bool compares = false;
  bool json = false;
};

// "15e12", or "15T".
double tokens_asked(std::string_view text) {
  if (text.empty()) return 0;
  constexpr std::array<std::pair<char, double>, 4> suffixes{{{'K', 1e3}, {'M', 1e6}, {'B', 1e9}, {'T', 1e12}}};
  double found = 0;
  const char* const end = text.data() + text.size();
  auto [at, wrong] = std::from_chars(text.data(), end, found);
  if (wrong == std::errc{} && at + 1 == end)
    for (const auto& [letter, times] : suffixes)
      if (*at == letter) {
        found *= times;
        ++at;
        break;
      }
  if (wrong != std::errc{} || at != end || !(found >= 1 && found <= 1e18))
    throw input_error(fmt::format("--tokens: {} is no number of tokens: expected 15e12 or 15T", in_quotes(text)));
  return found;
}

estimate_request request_of(const estimate_options& options) {
  estimate_request asked{.settings = options.settings, .tokens = tokens_asked(options.tokens)};
  asked.settings.overlaps_tensor = !options.no_tensor_overlap;
  for (const objective each : {objective::time, objective::money, objective::gpus})
    if (options.objective == name(each)) asked.by = each;
  if (!(asked.settings.months >= 0 && asked.settings.months <= 600))
    throw input_error("--months: expected a number of months from 0 to 600");
  if (asked.settings.document < 0) throw input_error("--document: expected a number of tokens");
  return asked;
}

// Those that were named, or those of the file.
std::vector<asked_machine> machines_asked(const estimate_options& options, const own_file& of) {
  std::vector<asked_machine> all = options.source.machines(of);
  if (all.empty())
    for (const group& each : of.cluster) all.push_back({each.machine, each.how_many});
  if (all.empty()) throw input_error("no machine: expected --on with a machine of the catalogue, such as Standard_ND96isr_H100_v5");
  return all;
}

exit_code exit_of_estimates(const std::vector<step_estimate>& all) {
  // Machines are alternatives: one that does it is enough.
  outcome best = outcome::invalid;
  for (const step_estimate& each : all) best = std::min(best, each.is_known ? outcome::fits : each.fit.outcome);
  return exit_of(best);
}

void run_estimate(session& s, const estimate_options& options) {
  const estimate_request asked = request_of(options);
  const std::unique_ptr<own_file> of = options.source.read();
  const std::vector<asked_machine> machines = machines_asked(options, *of);
  nlohmann::ordered_json jobs = nlohmann::ordered_json::array();
  bool is_first = true;
  for (const planned_job& job : of->jobs) {
    if (job.training() == nullptr)
      throw input_error("the job serves: headroom estimate tells how long the steps of training take");
    if (const std::string why = why_not_counted(job); !why.empty())
      throw input_error(fmt::format("the model lacks what its steps are counted from: {}", why));
    std::vector<step_estimate> on;
    for (const asked_machine& each : machines) on.push_back(step_estimate_on(each, job, of->terms, asked));
    put_best_first(on, asked.by);
    s.exit = worse(s.exit, exit_of_estimates(on));
    if (options.json) {
      jobs.push_back(step_estimates_json(job, on, asked));
      continue;
    }
    if (!is_first) s.print("\n");
    is_first = false;
    write_step_estimates(s, job, on, asked, {options.explains, options.compares});
  }
  if (options.json) print_json_answer(s, "estimate", {{"jobs", std::move(jobs)}});
}

}  // namespace

void add_estimate_command(CLI::App& app, session& s) {
  CLI::App* command = app.add_subcommand("estimate", "How long a training step takes, and what a number of tokens takes in days and money");
  const auto options = std::make_shared<estimate_options>();
  options->source.add_file_to(*command);
  options->source.add_machines_to(*command, "Machines to estimate it on, each by itself: as many as it takes, or MACHINE=4");
  command->add_option("--tokens", options->tokens, "What is to be trained on, for days, money and energy: 15e12 or 15T")->option_text("NUMBER");
  takes_word(command->add_option("--best-by", options->objective, "What makes a layout or a machine the best; else time"),
             {name(objective::time), name(objective::money), name(objective::gpus)});
  options->source.add_region_to(*command);
  command->add_flag("--explain", options->explains, "What binds, and what twice of each rate would bring");
  command->add_flag("--compare", options->compares, "The next best layouts of each machine, too");
  command->add_flag("--json", options->json, "The same for machines, in seconds");
  const auto setting = [&](CLI::Option* of) { of->group("What no job says of a step"); };
  setting(command->add_flag("--no-tensor-overlap", options->no_tensor_overlap, "Tensor parallelism's exchanges do not go on beside matrix products"));
  setting(command->add_flag("--graphs", options->settings.replays_graphs, "Layers with experts are launched as graphs"));
  setting(command->add_flag("--balanced-stages", options->settings.balanced_stages, "Pipeline stages are made even by hand"));
  setting(command->add_flag("--early-stop", options->settings.stops_early, "Full recomputation leaves out a layer's last product"));
  setting(command->add_option("--document", options->settings.document, "Tokens of the documents that a sequence is packed with; else it is one")->option_text("TOKENS"));
  setting(command->add_option("--months", options->settings.months, "That the software is older than the newest measured; else 0")->option_text("N"));
  options->source.job.add_to(*command);
  command->footer(
      "Examples:\n"
      "  headroom estimate job.json --on Standard_ND96isr_H200_v5=64 --tokens 15T --region eastus\n"
      "  headroom estimate --train --model llama-3.1-70b --sequence 8192 --global-batch 512 \\\n"
      "      --on Standard_ND96isr_H100_v5=16 Standard_ND96isr_H200_v5=16\n"
      "\n"
      "A job that names neither tensor nor pipeline parallelism takes the best layout that has room.\n"
      "\n"
      "Exit status: 0 there is an estimate, 1 the job does not fit, 2 bad input, 3 it cannot be judged. Of several\n"
      "machines after --on one is enough.");
  command->callback([&s, options] { run_estimate(s, *options); });
}

}  // namespace headroom::program
