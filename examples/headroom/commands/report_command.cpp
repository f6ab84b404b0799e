// SPDX-License-Identifier: BSL-1.0
#include "commands/report_command.hpp"

#include <fmt/format.h>

#include <headroom/text/unit_names.hpp>
#include <memory>
#include <optional>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "explain.hpp"
#include "io.hpp"
#include "fit/fit_json.hpp"
#include "fit/fit_plan.hpp"
#include <headroom/read/own/format.hpp>
#include "json_report.hpp"
#include "judgement.hpp"
#include "measure.hpp"
#include "model_lookup.hpp"
#include "print/json_output.hpp"
#include "quotient.hpp"
#include "report.hpp"
#include "word_option.hpp"
#include <headroom/read/common/messages.hpp>
#include "reading.hpp"
#include "page/page_options.hpp"

namespace headroom::program {

namespace {

struct report_options {
  std::vector<std::string> files{};
  bool json = false;
  std::string unit{};  // "binary", "decimal" or nothing
  std::string explain{};
};

std::string unknown_figure(const std::string& asked) {
  std::vector<std::string_view> names;
  std::string list;
  for (const measure& each : measures()) {
    names.push_back(each.key);
    list += fmt::format("\n  {}", each.key);
  }
  for (const std::string_view each : quotient_names) list += fmt::format("\n  {}", each);
  const std::string_view meant = nearest(asked, names);
  return fmt::format("--explain: no figure is called {}{}; expected one of{}", in_quotes(asked),
                     meant.empty() ? std::string() : fmt::format(", did you mean \"{}\"?", meant), list);
}

void run(session& s, const report_options& options) {
  const unit_system system = options.unit == "binary"    ? unit_system::binary
                             : options.unit == "decimal" ? unit_system::decimal
                                                         : unit_system::automatic;
  const measure* explained = options.explain.empty() ? nullptr : find_measure(options.explain);
  const std::optional<quotient> explained_ratio = explained == nullptr ? find_quotient(options.explain) : std::nullopt;
  if (!options.explain.empty() && explained == nullptr && !explained_ratio.has_value())
    return s.fail(unknown_figure(options.explain));

  nlohmann::ordered_json reports = nlohmann::ordered_json::array();
  bool is_first = true;
  for (const std::string& file : options.files) {
    const file_reading content = read_file(*s.outside, file);
    if (!content.error.empty()) return s.fail(fmt::format("{}: {}", file, content.error));
    const own_reading reading = read_own_file(content.text, models_beside(*s.outside, file));
    if (reading.read == nullptr) return s.fail(places_of(file, reading));
    own_file& held = *reading.read;
    if (held.name.empty()) held.name = held.texts.emplace_back(file == "-" ? "standard input" : file);

    const std::optional<judgement> found = judge(held);
    if (found.has_value()) {
      if (found->verdict.outcome == outcome::invalid) return s.fail(fmt::format("{}: the demand is not valid", file));
      s.exit = worse(s.exit, exit_of(found->verdict.outcome));
    }
    const deployment_fit jobs = fit_of(held, {});
    if (const std::optional<outcome> of_jobs = jobs.outcome()) s.exit = worse(s.exit, exit_of(*of_jobs));
    if (options.json) {
      reports.push_back(json_report(held, found));
      for (const job_fit& each : jobs.jobs) reports.back()["jobs"].push_back(fit_json(each));
      if (!jobs.together.empty()) reports.back()["jobs_together"] = together_json(jobs.together);
      reports.back()["file"] = file;
      continue;
    }
    if (!is_first) s.print("\n{}\n\n", std::string(static_cast<std::size_t>(s.width), '='));
    is_first = false;
    if (explained != nullptr) {
      write_explanation(s, held, *explained, system);
    } else if (explained_ratio.has_value()) {
      write_explanation(s, held, *explained_ratio, system);
    } else {
      write_report(s, held, found, jobs, system);
    }
  }
  if (options.json)
    print_json_answer(s, "report", {{"reports", std::move(reports)}});
}

}  // namespace

void add_report_command(CLI::App& app, session& s) {
  CLI::App* command =
      app.add_subcommand("report", "What a deployment is, what it adds up to, and whether it meets its demand");
  const auto options = std::make_shared<report_options>();
  command->add_option("FILE", options->files, "Deployment files; - is standard input")->required();
  CLI::Option* json = command->add_flag("--json", options->json, "The same for machines, in base units");
  takes_word(command->add_option("--unit", options->unit, "Print memory in binary (GiB) or decimal (GB) units only"),
             {"binary", "decimal"});
  command->add_option("--explain", options->explain, "The formula of one figure, the numbers put in, and their sources")
      ->option_text("FIGURE")
      ->excludes(json);
  add_page_options(*command, s);
  command->footer(
      "Examples:\n"
      "  headroom report my-cluster.json\n"
      "  headroom report --explain gpu_memory my-cluster.json\n"
      "  headroom report --json a.json b.json | jq '.reports[].verdict.outcome'\n"
      "\n"
      "Exit status: 0 demand and jobs are met or there are none, 1 one is not, 2 bad input, 3 it cannot be judged;\n"
      "of several files, 2 before 1 before 3.");
  command->callback([&s, options] { run(s, *options); });
}

}  // namespace headroom::program
