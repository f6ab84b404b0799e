// SPDX-License-Identifier: BSL-1.0
#include "commands/validate_command.hpp"

#include <fmt/format.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <headroom/read/common/messages.hpp>
#include "validate/errors.hpp"
#include "validate/print_rows.hpp"
#include "validate/row_files.hpp"
#include "word_option.hpp"
#include "reading.hpp"
#include "page/page_options.hpp"

namespace headroom::program {

namespace {

struct validate_arguments {
  std::string folder{};
  std::string family{};
  bool each_row = false;
  bool as_json = false;
};

std::vector<std::string_view> family_names() {
  std::vector<std::string_view> all;
  for (const validation::family& each : validation::families()) all.push_back(each.name);
  return all;
}

void validate(session& run, const validate_arguments& asked) {
  validation::rows_read read =
      asked.folder.empty() ? validation::built_in_rows() : validation::rows_of(*run.outside, asked.folder);
  if (!read.error.empty()) return run.fail(std::move(read.error));

  validation::validation_report report{.rows_from = asked.folder.empty() ? "built in" : asked.folder,
                                       .date = std::move(read.date),
                                       .found = validation::judge(read.rows, validation::family_named(asked.family))};
  report.families = validation::standings(report.found.figures);
  if (!asked.family.empty())
    std::erase_if(report.families, [&](const validation::standing& one) { return one.family->name != asked.family; });
  report.peers = validation::peer_standings(report.found.figures);
  report.rankings = validation::rankings(report.found.figures);
  asked.as_json ? print_report_json(run, report) : print_report(run, report, asked.each_row);
  run.exit = report.holds() ? fits_or_nothing_to_judge : does_not_fit;
}

}  // namespace

void add_validate_command(CLI::App& app, session& run) {
  CLI::App* command = app.add_subcommand("validate", "Published and measured figures beside ours, with the errors");
  const auto asked = std::make_shared<validate_arguments>();
  command->add_option("FOLDER", asked->folder,
                      "Rows in JSON files of the validation schema, or one such file; else those built in");
  takes_word(command->add_option("--family", asked->family, "These rows only"), family_names())->option_text("NAME");
  command->add_flag("--rows", asked->each_row, "Each row, too");
  command->add_flag("--json", asked->as_json, "Print JSON");
  add_page_options(*command, run);
  std::string names;
  for (const validation::family& each : validation::families())
    names += fmt::format("  {:<18} {:<21} {}\n", each.name, each.title, validation::bar_text(each));
  command->footer("Families, and what they have to meet:\n" + names +
                  "\n"
                  "Examples:\n"
                  "  headroom validate\n"
                  "  headroom validate my-measurements/ --family training_memory --rows\n"
                  "\n"
                  "Exit status: 0 every bar is met, 1 a family misses its bar, 2 the rows cannot be read.");
  command->callback([&run, asked] { validate(run, *asked); });
}

}  // namespace headroom::program
