// SPDX-License-Identifier: BSL-1.0
#include "commands/check_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <headroom/catalog/prices.hpp>
#include <headroom/deployment/rules.hpp>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "check/against.hpp"
#include "check/baseline.hpp"
#include "check/checker.hpp"
#include "check/files.hpp"
#include "check/options.hpp"
#include "check/print_findings.hpp"
#include "check/settings.hpp"
#include <headroom/read/common/messages.hpp>
#include "judgement.hpp"
#include "print/table.hpp"
#include "regions.hpp"
#include "page/page_options.hpp"
#include "check/findings_page.hpp"
#include "page/page_record.hpp"

namespace headroom::program {

namespace {

struct check_arguments {
  std::vector<std::string> files{};
  check_words words{};
  bool as_json = false;
  bool as_sarif = false;
  bool as_github = false;
  bool as_markdown = false;
  bool explain = false;
  bool list_rules = false;
  bool other_kinds_too = false;
  bool require_judged = false;
  std::string config{};
  std::string baseline{};
  std::vector<std::string> excluded{};
  std::string against{};
  std::string region{};
  unsigned jobs = 0;
};

void list_rules(session& s) {
  table shown({name_column("rule"), text_column("worst"), text_column("what it holds")}, 0);
  for (const rule& each : every_rule()) shown.add({std::string(each.name), std::string(name(each.worst)), std::string(each.holds)});
  s.write(shown);
}

int exit_of_check(const checked_file& file) {
  if (!file.is_readable) return bad_input;
  int exit = fits_or_nothing_to_judge;
  for (const told_finding& one : file.findings) {
    if (!one.silenced_because.empty()) continue;
    if (one.severity == finding_severity::error) exit = worse(exit, does_not_fit);
    if (one.severity == finding_severity::unjudged) exit = worse(exit, cannot_be_judged);
  }
  return exit;
}

// With --require-judged, of what would pass unjudged.
void demand_judgement(checked_file& file) {
  if ((file.is_judged() && !file.holds_nothing) || !file.findings.empty()) return;
  file.findings.push_back({.rule = readable_rule.name,
                           .severity = finding_severity::unjudged,
                           .sentence = file.nodes_out_of_service > 0 ? words_of_nothing(file.nodes_out_of_service)
                                       : file.holds_nothing ? "nothing in it asks for GPUs or holds machines" : "of no kind that can be checked",
                           .cure = "leave it out with --exclude, or name its kind with --as"});
}

// The baseline may lie in a folder that is checked, and is no deployment file there.
bool is_baseline(const file_to_check& file, const std::string& baseline) {
  const auto whole = [](const std::string& path) { return std::filesystem::absolute(path).lexically_normal(); };
  return !file.is_named && !baseline.empty() && whole(file.path) == whole(baseline);
}

void run(session& s, const check_arguments& asked) {
  if (asked.list_rules) return list_rules(s);
  if (asked.files.empty()) return s.fail("check: no file is named; see headroom check --help");
  check_request request;
  if (const std::optional<std::string> problem = request.understand(*s.outside, asked.words)) return s.fail(*problem);
  check_options options = request.options();
  options.other_kinds_too = asked.other_kinds_too;
  options.lists_needs = asked.as_json || !asked.against.empty();

  const auto check_all = [&](std::span<const std::string> named) {
    const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
    std::vector<file_to_check> files = files_to_check(*s.outside, named, asked.excluded);
    std::erase_if(files, [&](const file_to_check& each) { return is_baseline(each, asked.baseline); });
    return check_files(*s.outside, files, options, asked.jobs == 0 ? cores : asked.jobs);
  };
  baseline known;
  if (!asked.baseline.empty())
    if (std::optional<std::string> problem = known.read(*s.outside, asked.baseline)) return s.fail(std::move(*problem));
  std::vector<checked_file> checked = check_all(asked.files);
  if (asked.require_judged)
    for (checked_file& each : checked) demand_judgement(each);
  const std::size_t gone = known.silence(checked);
  needs_of_files before, after;
  if (!asked.against.empty()) {
    pricing terms{.published = catalog::prices()};
    if (!asked.region.empty()) terms.region = region_called(asked.region, terms);
    const std::vector<checked_file> old = check_all(std::array{asked.against});
    // Of a folder, what cannot be read is said to be left out.
    if (old.size() == 1 && old.front().name == asked.against && !old.front().is_readable)
      return s.fail(fmt::format("--against: {}: {}", asked.against, old.front().findings.front().sentence));
    before = needs_of_all(old, terms);
    after = needs_of_all(checked, terms);
  }

  if (asked.as_json) print_json(s, checked, asked.against.empty() ? nlohmann::ordered_json{} : json_of_change(before, after));
  else if (asked.as_sarif) print_sarif(s, checked);
  else if (asked.as_github) print_github(s, checked);
  else if (asked.as_markdown) print_markdown(s, checked);
  else print_for_people(s, checked, {.explain = asked.explain, .as_of = asked.words.as_of});
  // On a page each stands beside the line that it is of.
  if (s.page != nullptr) {
    s.page->clear();
    put_findings(*s.page, *s.outside, checked);
  }
  if (!asked.as_json && !asked.as_sarif && !asked.as_github && !asked.as_markdown) {
    if (gone > 0) s.print("gone: {} of the findings of {}; write it anew\n", gone, printable(asked.baseline));
    if (!asked.against.empty()) print_change(s, before, after);
  }
  for (const checked_file& each : checked) s.exit = worse(s.exit, exit_of_check(each));
  if (checked.empty() && !asked.other_kinds_too) s.exit = worse(s.exit, cannot_be_judged);  // a folder with its baseline alone
}

}  // namespace

void add_check_command(CLI::App& app, session& s) {
  CLI::App* command = app.add_subcommand("check", "Whether what deployment files ask for can work");
  const auto asked = std::make_shared<check_arguments>();
  command->add_option("FILE", asked->files, "Files, or folders to look for them in; - is standard input");
  CLI::Option* on = command->add_option("--on", asked->words.on, "The machine that everything runs on, as many as it takes, or MACHINE=4");
  on->option_text("MACHINE");
  command->add_option("--on-cluster", asked->words.on_cluster, "The machines held: in the format of headroom report, or as kubectl get nodes -o json or scontrol show node --json print them")
      ->option_text("FILE")
      ->excludes(on);
  add_check_options(*command, asked->words);
  command->add_flag("--explain", asked->explain, "The arithmetic of each finding, with its sources, and the day");
  CLI::Option* json = command->add_flag("--json", asked->as_json, "For programs");
  CLI::Option* sarif = command->add_flag("--sarif", asked->as_sarif, "As SARIF 2.1.0");
  CLI::Option* github = command->add_flag("--github", asked->as_github, "As annotations of a GitHub workflow");
  CLI::Option* markdown = command->add_flag("--markdown", asked->as_markdown, "As a table for a comment");
  json->excludes(sarif)->excludes(github)->excludes(markdown);
  sarif->excludes(github)->excludes(markdown);
  github->excludes(markdown);
  add_page_options(*command, s);
  command->add_option("--jobs", asked->jobs, "Files at a time; else as many as there are cores")
      ->check(CLI::Range(1U, 1024U))
      ->option_text("N");
  command->add_flag("--other-kinds-too", asked->other_kinds_too,
                    "Files may be of kinds that cannot be checked, unless they ask for GPUs");
  command->add_option("--against", asked->against, "A file or folder as it was: GPUs, nodes, racks and money before and after")
      ->option_text("OLD");
  command->add_option("--region", asked->region, "Where the prices for --against are taken from; there is no default")
      ->option_text("REGION");
  CLI::Option* config = command->add_option("--config", asked->config, fmt::format("Options by their names, in YAML; else {} where it is there", usual_settings_file));
  config->option_text("FILE");
  command->add_option("--exclude", asked->excluded, "Files in folders to leave out, by path or name: old/*, *.j2")
      ->option_text("PATTERN ...");
  command->add_option("--baseline", asked->baseline, "Findings that are known, as --json printed them: only others count")
      ->option_text("FILE");
  command->add_flag("--require-judged", asked->require_judged, "A file in which nothing is judged is an unknown");
  command->add_flag("--list-rules", asked->list_rules, "The rules, and what each holds");
  std::string formats;
  for (const file_format& each : file_formats()) formats += fmt::format("  {:<22} {}\n", each.name, each.what);
  command->footer(
      "Kinds of file:\n" + formats +
      "\n"
      "Examples:\n"
      "  headroom check deploy/\n"
      "  headroom check --on Standard_ND128isr_GB300_v6 --explain prefill-decode.yaml\n"
      "  headroom check --against old/ --region eastus deploy/\n"
      "  headroom check --on-cluster held.json --sarif deploy/ >headroom.sarif\n"
      "\n"
      "In .headroom-check.yaml, options stand by their names:\n"
      "  on: Standard_ND128isr_GB300_v6\n"
      "  exclude: [\"*.j2\", vendor/*]\n"
      "\n"
      "A comment on the line, or alone on the line above, silences a rule there:\n"
      "  # headroom: ignore gpus_stranded: spares for maintenance\n"
      "\n"
      "Exit status: 0 no error, 1 something cannot work, 2 a file cannot be read, 3 something cannot be judged;\n"
      "of several, 2 before 1 before 3.");
  command->callback([&s, asked, command, config] {
    const std::string usual(usual_settings_file);
    const std::string path = config->count() > 0 || !s.outside->is_there(usual) ? asked->config : usual;
    if (!path.empty())
      if (std::optional<std::string> problem = take_settings(*s.outside, *command, *config, path)) return s.fail(std::move(*problem));
    run(s, *asked);
  });
}

}  // namespace headroom::program
