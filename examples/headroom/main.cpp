// SPDX-License-Identifier: BSL-1.0
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <headroom/read/common/models.hpp>
#include <headroom/version.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "commands/audit_command.hpp"
#include "commands/calibrate_command.hpp"
#include "commands/catalog_command.hpp"
#include "commands/check_command.hpp"
#include "commands/completion_command.hpp"
#include "commands/estimate_command.hpp"
#include "commands/fit_command.hpp"
#include "commands/generate_command.hpp"
#include "commands/manual_command.hpp"
#include "commands/model_command.hpp"
#include "commands/plan_command.hpp"
#include "commands/report_command.hpp"
#include "page/page_options.hpp"
#include "schema/schema.hpp"
#include "session.hpp"
#include <headroom/read/common/messages.hpp>
#include "print/help.hpp"
#include "print/terminal.hpp"
#include "commands/validate_command.hpp"
#include "reading.hpp"

namespace headroom::program {

namespace {

// What was written beyond what a command takes: an option that it has not, or one word too many.
std::string extra_words(const CLI::App& command, const std::vector<std::string>& extras) {
  const auto is_option = [](const std::string& each) { return each.size() > 1 && each.front() == '-'; };
  const auto option = std::ranges::find_if(extras, is_option);
  const std::string help = fmt::format("; see headroom {}--help", command.get_parent() == nullptr ? "" : command.get_name() + " ");
  if (option == extras.end()) return fmt::format("{}: one word too many{}", in_quotes(extras.front()), help);
  const std::string_view word = std::string_view(*option).substr(0, option->find('='));
  std::vector<std::string> names;
  for (const CLI::Option* each : command.get_options())
    for (const std::string& name : each->get_lnames()) names.push_back("--" + name);
  const std::vector<std::string_view> views(names.begin(), names.end());
  const std::string_view meant = nearest(word, views);
  return fmt::format("no option is called {}{}{}", in_quotes(word),
                     meant.empty() ? "" : fmt::format(": did you mean {}?", in_quotes(meant)), meant.empty() ? help : "");
}

void parse(session& s, CLI::App& app, int argc, const char* const* argv) {
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    const auto chosen = app.get_subcommands();
    s.write(chosen.empty() ? app.help() : chosen.front()->help("headroom"));
  } catch (const CLI::CallForVersion&) {
    s.print("headroom {}\n", version);
  } catch (const CLI::RequiredError& problem) {
    const std::string_view word = argc > 1 ? argv[1] : "";
    if (!app.get_subcommands().empty() || word.empty() || word.front() == '-')
      return s.fail(std::string(problem.what()) + "; see headroom --help");
    std::vector<std::string_view> commands;
    for (const CLI::App* each : app.get_subcommands({})) commands.push_back(each->get_name());
    s.fail(fmt::format("no command is called {}: {}", in_quotes(word), expected_of(word, commands)));
  } catch (const CLI::ExtrasError&) {
    const auto chosen = app.get_subcommands();
    s.fail(extra_words(chosen.empty() ? app : *chosen.front(), app.remaining(true)));
  } catch (const CLI::ParseError& problem) {
    s.fail(std::string(problem.what()) + "; see headroom --help");
  } catch (const std::exception& problem) {
    s.fail(problem.what());
  }
}

// A command alone, without all that it needs, asks what that is.
void add_help(session& s, const CLI::App& app, int argc) {
  const auto chosen = app.get_subcommands();
  if (s.exit != bad_input || argc > 2 || (argc == 2 && chosen.empty())) return;
  s.help = chosen.empty() ? app.help() : chosen.front()->help("headroom");
}

void run(session& s, int argc, const char* const* argv) {
  CLI::App app("Plans GPU clusters: what there is, what it adds up to, and whether it is enough.", "headroom");
  app.formatter(std::make_shared<help_formatter>(s.width));
  app.set_version_flag("--version", "headroom " + std::string(version));
  app.require_subcommand(1);
  app.footer(
      "Examples:\n"
      "  headroom report my-cluster.json        what it adds up to, and the verdict\n"
      "  headroom fit job.json                  how much memory a job takes, and which machines have room\n"
      "  headroom estimate job.json             how fast it trains or serves, and what that costs\n"
      "  headroom plan job.json                 which machines do it with least, how many and how arranged\n"
      "  headroom check deploy/                 whether what deployment files ask for can work\n"
      "  headroom catalog Standard_ND96asr_v4   everything about one machine\n"
      "  headroom model Llama-3.1-405B          parameters, operations, weights and cache of a model\n"
      "  headroom schema                        what may stand in a deployment file\n"
      "\n"
      "headroom COMMAND --help says more about each.");
  add_report_command(app, s);
  add_fit_command(app, s);
  add_estimate_command(app, s);
  add_plan_command(app, s);
  add_check_command(app, s);
  add_generate_command(app, s);
  add_catalog_command(app, s);
  add_model_command(app, s);
  add_audit_command(app, s);
  add_schema_command(app, s);
  add_validate_command(app, s);
  add_calibrate_command(app, s);
  add_completion_command(app, s);
  add_manual_command(app, s);
  parse(s, app, argc, argv);
  add_help(s, app, argc);
}

// As a shell takes it.
std::string command_line(int argc, const char* const* argv) {
  std::string whole = "headroom";
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    const bool is_plain = !word.empty() && word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=+:,./@%") == std::string_view::npos;
    whole += is_plain ? " " : " '";
    for (const char letter : word) whole += letter == '\'' ? "'\\''" : std::string(1, letter);
    if (!is_plain) whole += "'";
  }
  return whole;
}

int finish(session& s) {
  if (!s.error.empty()) {
    if (!s.help.empty()) std::fprintf(stderr, "%s\n", s.help.c_str());
    // A line each of several; what is set in belongs to the line before.
    std::string_view rest = s.error;
    while (!rest.empty()) {
      const std::string_view line = rest.substr(0, rest.find('\n'));
      const std::string_view before = line.starts_with(' ') ? "" : "headroom: ";
      std::fprintf(stderr, "%s%.*s\n", before.data(), static_cast<int>(line.size()), line.data());
      rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    }
    return bad_input;
  }
  try {
    s.flush();
  } catch (const read::input_error& problem) {
    std::fprintf(stderr, "headroom: %s\n", problem.what());
    return bad_input;
  }
  return s.exit;
}

}  // namespace

}  // namespace headroom::program

int main(int argc, char** argv) {
  namespace program = headroom::program;
  program::session s;
  s.width = program::output_width();
  s.colour = program::output_has_colour();
  s.utf8 = program::output_is_utf8();
  s.command = program::command_line(argc, argv);
  program::run(s, argc, argv);
  program::write_pages(s);
  return program::finish(s);
}
