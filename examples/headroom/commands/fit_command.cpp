// SPDX-License-Identifier: BSL-1.0
#include "commands/fit_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <headroom/catalog/machines.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <headroom/read/own/own_file.hpp>
#include "file.hpp"
#include "fit/fit_json.hpp"
#include "fit/fit_plan.hpp"
#include "fit/fit_report.hpp"
#include <headroom/read/own/job_fields.hpp>
#include "fit/job_options.hpp"
#include "model_lookup.hpp"
#include "print/json_output.hpp"
#include <headroom/read/own/format.hpp>
#include <headroom/read/common/messages.hpp>
#include <headroom/read/common/words.hpp>
#include "reading.hpp"
#include "regions.hpp"

namespace headroom::program {

namespace {

struct fit_options {
  std::string file{};
  job_options job{};
  std::vector<std::string> on{};
  std::vector<std::string> smallest{};
  CLI::Option* wants_smallest = nullptr;
  std::string sweep{};
  std::string region{};
  bool json = false;
};

// Machines with a GPU that a name may mean.
struct machines_of_gpu {
  std::vector<const machine*> all{};
  std::string text{};  // by the GPU's forms: "H100-NVL-94GB in Standard_NC40ads_H100_v5; ..."
};
machines_of_gpu machines_with(std::string_view name) {
  const named_alike<gpu> meant = catalog::gpus_called(name);
  machines_of_gpu found;
  for (std::size_t i = 0; i < std::min(meant.size, meant.most); ++i) {
    std::vector<std::string_view> names;
    for (const machine& each : catalog::machines()) {
      if (each.gpu() == nullptr || each.gpu()->name != meant.of[i]->name || !catalog::may_be_suggested(each)) continue;
      names.push_back(each.name());
      found.all.push_back(&each);
    }
    if (!names.empty()) found.text += fmt::format("{}{} in {}", found.text.empty() ? "" : "; ", meant.of[i]->name, fmt::join(names, ", "));
  }
  return found;
}

machine machine_called(std::string_view option, std::string_view name, const own_file& of) {
  for (const vm& each : of.sizes)
    if (each.name == name) return machine(each);
  for (const rack& each : of.racks)
    if (each.name == name) return machine(each);
  for (const board& each : of.boards)
    if (each.name == name) return machine(each);
  const catalog::lookup known = catalog::find(name);
  if (known.found != nullptr) return *known.found;
  const machines_of_gpu having = machines_with(name);
  if (having.all.size() == 1) return *having.all.front();
  if (!having.all.empty())
    throw input_error(fmt::format("{}: {} is a GPU: expected a machine with it: {}", option, in_quotes(name), having.text));
  throw input_error(fmt::format("{}: no machine is called {}: {}", option, in_quotes(name),
                                known.suggestion.empty() ? "headroom catalog lists those that are known"
                                                         : fmt::format("did you mean \"{}\"?", known.suggestion)));
}

// "NAME", or "NAME=4": so many there are.
asked_machine machine_asked(std::string_view text, const own_file& of) {
  const std::size_t equals = text.rfind('=');
  if (equals == std::string_view::npos) return {machine_called("--on", text, of)};
  const std::optional<count> how_many = whole_number_in(text.substr(equals + 1));
  if (!how_many.has_value() || *how_many == 0)
    throw input_error(
        fmt::format("--on: {} is no number of machines: expected MACHINE=4", in_quotes(text.substr(equals + 1))));
  return {machine_called("--on", text.substr(0, equals), of), how_many};
}

sweep_request sweep_asked(std::string_view text) {
  const std::size_t equals = text.find('=');
  sweep_request asked{.key = std::string(text.substr(0, equals))};
  if (asked.key.empty() && !text.empty()) throw input_error("--sweep: expected KEY or KEY=1,2,4");
  if (equals == std::string_view::npos) return asked;
  for (std::string_view rest = text.substr(equals + 1);;) {
    const std::size_t comma = rest.find(',');
    asked.values.emplace_back(rest.substr(0, comma));
    if (comma == std::string_view::npos) return asked;
    rest.remove_prefix(comma + 1);
  }
}

fit_request request_of(const fit_options& options, const own_file& of) {
  fit_request asked{.smallest = options.wants_smallest->count() > 0, .sweep = sweep_asked(options.sweep)};
  for (const std::string& each : options.on) asked.on.push_back(machine_asked(each, of));
  for (const std::string& each : options.smallest)
    if (!each.empty()) asked.on.push_back({machine_called("--smallest", each, of)});
  if (asked.smallest && asked.on.empty())
    for (const machine& each : catalog::machines())
      if (catalog::may_be_suggested(each)) asked.on.push_back({each});
  // A sweep without machines takes those of the file.
  if (!asked.sweep.key.empty() && asked.on.empty())
    for (const group& each : of.cluster) asked.on.push_back({each.machine, each.how_many});
  return asked;
}

std::unique_ptr<own_file> deployment_of(const fit_options& options) {
  const std::string given = options.job.given();
  if (options.file.empty() && given.empty())
    throw input_error("no job: expected a deployment file with a \"job\", or --model with a name or a config.json");
  if (options.file.empty()) {
    const sweep_request swept = sweep_asked(options.sweep);
    return options.job.read(options.region, whole_key(swept.key, options.job.trains),
                            swept.values.empty() ? least_swept_tokens : whole_number_in(swept.values.front()).value_or(0));
  }
  if (!given.empty()) throw input_error(fmt::format("both a file and {}: expected one of them", given));
  const file_reading content = read_file(options.file);
  if (!content.error.empty()) throw input_error(fmt::format("{}: {}", options.file, content.error));
  own_reading reading = read_own_file(content.text, models_beside(options.file));
  if (reading.read == nullptr) throw input_error(places_of(options.file, reading));
  if (reading.read->jobs.empty())
    throw input_error(
        fmt::format("{}: the file has no \"job\"", options.file == "-" ? "standard input" : options.file));
  return std::move(reading.read);
}

void run_fit(session& s, const fit_options& options) {
  const std::unique_ptr<own_file> of = deployment_of(options);
  if (!options.region.empty()) of->terms.region = region_called(options.region, of->terms);
  const fit_request asked = request_of(options, *of);
  const deployment_fit fits = fit_of(*of, asked);
  if (const std::optional<outcome> found = fits.outcome()) s.exit = exit_of(*found);
  if (options.json) {
    nlohmann::ordered_json all{{"jobs", nlohmann::ordered_json::array()}};
    for (const job_fit& each : fits.jobs) all["jobs"].push_back(fit_json(each));
    if (!fits.together.empty()) all["together"] = together_json(fits.together);
    print_json_answer(s, "fit", all);
    return;
  }
  bool is_first = true;
  for (const job_fit& each : fits.jobs) {
    if (!is_first) s.print("\n");
    is_first = false;
    write_fit(s, each);
  }
  write_together(s, fits.together);
}

}  // namespace

void add_fit_command(CLI::App& app, session& s) {
  CLI::App* command = app.add_subcommand("fit", "How much memory a job takes, and which machines have room for it");
  const auto options = std::make_shared<fit_options>();
  command->add_option("FILE", options->file, "A deployment file with a job; - is standard input");
  command->add_option("--on", options->on, "Machines to judge it on, each by itself: as many as it takes, or MACHINE=4")
      ->option_text("MACHINE ...");
  CLI::Option* sweep =
      command
          ->add_option(
              "--sweep", options->sweep,
              "One line a value of a number of the job, without values it doubles; or of weights, kv_cache and shares")
          ->option_text("KEY[=1,2,4]");
  options->wants_smallest =
      command
          ->add_option("--smallest", options->smallest, "The least of each machine that does it; without names, of all")
          ->option_text("[MACHINE ...]")
          ->expected(0, -1)
          ->excludes(sweep);
  command->add_option("--region", options->region, "Where prices are taken from; there is no default")
      ->option_text("REGION");
  command->add_flag("--json", options->json, "The same for machines, in bytes");
  options->job.add_to(*command);
  command->footer(
      "Examples:\n"
      "  headroom fit --model config.json --on Standard_ND96isr_H200_v5\n"
      "  headroom fit --model llama-3.1-405b --weights fp8 --context 32768 --sequences 64 --smallest\n"
      "  headroom fit job.json --on Standard_ND96isr_H200_v5=2 \"GB300 NVL72\"\n"
      "  headroom fit job.json --sweep context --on Standard_ND96isr_H200_v5\n"
      "\n"
      "Exit status: 0 it fits or there is nothing to judge, 1 it does not, 2 bad input, 3 it cannot be judged. Of\n"
      "alternatives (--sweep, --smallest) one that fits is enough; of several machines after --on all have to.");
  command->callback([&s, options] { run_fit(s, *options); });
}

}  // namespace headroom::program
