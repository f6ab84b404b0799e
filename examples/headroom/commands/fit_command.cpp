// SPDX-License-Identifier: BSL-1.0
#include "commands/fit_command.hpp"

#include <fmt/format.h>

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
#include "fit/fit_json.hpp"
#include "fit/fit_plan.hpp"
#include "fit/fit_report.hpp"
#include <headroom/read/own/job_fields.hpp>
#include "fit/job_source.hpp"
#include "print/json_output.hpp"
#include <headroom/read/common/messages.hpp>
#include "reading.hpp"
#include "page/page_options.hpp"

namespace headroom::program {

namespace {

struct fit_options {
  job_source source{};
  std::vector<std::string> smallest{};
  CLI::Option* wants_smallest = nullptr;
  std::string sweep{};
  bool json = false;
};

fit_request request_of(const fit_options& options, const own_file& of) {
  fit_request asked{.smallest = options.wants_smallest->count() > 0, .sweep = sweep_asked(options.sweep)};
  asked.on = options.source.machines(of);
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

void run_fit(session& s, const fit_options& options) {
  const sweep_request swept = sweep_asked(options.sweep);
  std::optional<job_document> document;
  const std::unique_ptr<own_file> of = options.source.read(*s.outside, std::span(&swept, swept.key.empty() ? 0 : 1), &document);
  fit_request asked = request_of(options, *of);
  if (document.has_value()) asked.document = &*document;
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
  options->source.add_file_to(*command);
  options->source.add_machines_to(*command, "Machines to judge it on, each by itself: as many as it takes, or MACHINE=4");
  CLI::Option* sweep =
      command
          ->add_option(
              "--sweep", options->sweep,
              "A line for each value of a key of the job; a count doubles without values")
          ->option_text("KEY[=1,2,4|=1..64|=WORD,WORD]");
  options->wants_smallest =
      command
          ->add_option("--smallest", options->smallest, "The fewest of each machine that do it; without names, of all")
          ->option_text("[MACHINE ...]")
          ->delimiter(',')
          ->expected(0, -1)
          ->excludes(sweep);
  options->source.add_region_to(*command);
  command->add_flag("--json", options->json, "The same for machines, in bytes");
  add_page_options(*command, s);
  options->source.job.add_to(*command);
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
