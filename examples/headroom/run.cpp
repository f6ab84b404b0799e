// SPDX-License-Identifier: BSL-1.0
#include "run.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstddef>
#include <exception>
#include <headroom/text/characters.hpp>
#include <headroom/version.hpp>
#include <memory>
#include <span>
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
#include "commands/fabric_command.hpp"
#include "commands/grow_command.hpp"
#include "commands/manual_command.hpp"
#include "commands/model_command.hpp"
#include "commands/pack_command.hpp"
#include "commands/plan_command.hpp"
#include "commands/report_command.hpp"
#include "commands/sweep_command.hpp"
#include "page/page_options.hpp"
#include "schema/schema.hpp"
#include <headroom/read/common/messages.hpp>
#include <headroom/read/own/job_fields.hpp>
#include <headroom/text/same_name.hpp>
#include "print/help.hpp"
#include "print/terminal.hpp"
#include "commands/validate_command.hpp"
#include "reading.hpp"

namespace headroom::program {

namespace {

// The option that a word names otherwise: "--on MACHINE ..." by its argument, "--machine", and "--tensor-parallel" as the key of a job
// has a short name, "--tp". Empty where none is.
std::string option_otherwise_called(std::string_view word, const CLI::App& command) {
  const std::string_view bare = word.substr(std::min(word.find_first_not_of('-'), word.size()));
  const std::string_view one = bare.substr(0, bare.size() - (bare.ends_with('s') ? 1 : 0));  // of "--machines"
  for (const CLI::Option* each : command.get_options()) {
    if (each->get_lnames().empty()) continue;
    const std::string& name = each->get_lnames().front();
    const std::string argument = each->get_option_text();
    const auto is_called = [&](std::string_view text) { return match_of(text, name) == name_match::same; };
    const std::string_view taken = std::string_view(argument).substr(0, argument.find(' '));
    if (match_of(bare, taken) == name_match::same || match_of(one, taken) == name_match::same ||
        is_called(whole_key(bare, false)) || is_called(whole_key(bare, true)))
      return "--" + name;
  }
  return {};
}

std::string see_help(const CLI::App& command) {
  return fmt::format("; see headroom {}--help", command.get_parent() == nullptr ? "" : command.get_name() + " ");
}

// What was written beyond what a command takes: an option that it has not, or one word too many.
std::string extra_words(const CLI::App& command, const std::vector<std::string>& extras) {
  const auto is_option = [](const std::string& each) { return each.size() > 1 && each.front() == '-'; };
  const auto option = std::ranges::find_if(extras, is_option);
  const std::string help = see_help(command);
  if (option == extras.end()) return fmt::format("{}: one word too many{}", in_quotes(extras.front()), help);
  const std::string_view word = std::string_view(*option).substr(0, option->find('='));
  std::vector<std::string> names;
  for (const CLI::Option* each : command.get_options())
    for (const std::string& name : each->get_lnames()) names.push_back("--" + name);
  const std::vector<std::string_view> options(names.begin(), names.end());
  std::string meant = option_otherwise_called(word, command);
  if (meant.empty()) meant = nearest(word, options);
  if (meant.empty()) meant = shorter_key(word, options);
  return fmt::format("no option is called {}{}{}", in_quotes(word),
                     meant.empty() ? "" : fmt::format(": did you mean {}?", in_quotes(meant)), meant.empty() ? help : "");
}

std::string value_is_missing(const CLI::App& command, const CLI::Option& of) {
  const std::string& takes = of.get_description();
  return fmt::format("{}: a value is missing: {}{}", of.get_name(), takes.substr(0, takes.find(';')), see_help(command));
}

// Of an option at the end, or before another: CLI11 names the type of what it takes ("1 required TEXT missing").
std::string missing_value(const CLI::App& command, std::string_view said) {
  const std::string name(said.substr(0, said.find(':')));
  const CLI::Option* option = command.get_option_no_throw(name);
  if (option == nullptr || !said.ends_with("missing")) return std::string(said) + see_help(command);
  return value_is_missing(command, *option);
}

// Of what is no number, where one is expected.
std::string not_converted(const CLI::App& command, std::string_view said) {
  constexpr std::string_view begins = "Could not convert: ";  // "Could not convert: --months = many"
  const std::size_t between = said.find(" = ");
  const CLI::Option* option = !said.starts_with(begins) || between == said.npos ? nullptr : command.get_option_no_throw(std::string(said.substr(begins.size(), between - begins.size())));
  if (option == nullptr) return std::string(said) + see_help(command);
  std::string takes = option->get_description();
  if (!takes.empty()) takes.front() = ascii::small_letter(takes.front());
  return fmt::format("{}: {} is no such number: expected {}{}", option->get_name(), in_quotes(said.substr(between + 3)), takes, see_help(command));
}

// CLI11 leaves out what is empty between commas, and an option with an empty value, as of --budget "$UNSET", would be as if nobody had said it.
void refuse_empty_values(const CLI::App& app, std::span<const std::string> words) {
  const auto named = app.get_subcommands([&](const CLI::App* each) { return !words.empty() && each->get_name() == words.front(); });
  if (named.empty()) return;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::size_t end = std::min(words[i].find('='), words[i].size());
    const CLI::Option* option = words[i].starts_with("--") ? named.front()->get_option_no_throw(words[i].substr(0, end)) : nullptr;
    const bool has_value = end < words[i].size() || i + 1 < words.size();
    if (option == nullptr || option->get_items_expected_max() == 0 || !has_value) continue;  // a flag takes none
    const std::string text = end < words[i].size() ? words[i].substr(end + 1) : words[i + 1];
    if (text.empty()) throw input_error(value_is_missing(*named.front(), *option));
    if (option->get_delimiter() != ',') continue;
    if (const std::size_t place = ("," + text + ",").find(",,"); place != std::string::npos)
      throw input_error(fmt::format("{}: value {} is empty: expected one between commas", option->get_name(), 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(place), ',')));
  }
}

void parse(session& s, CLI::App& app, std::span<const std::string> words) {
  try {
    refuse_empty_values(app, words);
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));  // as CLI11 takes them
  } catch (const CLI::CallForHelp&) {
    const auto chosen = app.get_subcommands();
    s.write(chosen.empty() ? app.help() : chosen.front()->help("headroom"));
  } catch (const CLI::CallForVersion&) {
    s.print("headroom {}\n", version);
  } catch (const CLI::RequiredError& problem) {
    const auto chosen = app.get_subcommands();
    const std::vector<std::string> extras = app.remaining(true);
    if (!chosen.empty() && !extras.empty()) return s.fail(extra_words(*chosen.front(), extras));
    const std::string_view word = words.empty() ? "" : std::string_view(words.front());
    if (!chosen.empty() || word.empty() || word.front() == '-')
      return s.fail(problem.what() + see_help(chosen.empty() ? app : *chosen.front()));
    std::vector<std::string_view> commands;
    for (const CLI::App* each : app.get_subcommands({})) commands.push_back(each->get_name());
    s.fail(fmt::format("no command is called {}: {}", in_quotes(word), expected_of(word, commands)));
  } catch (const CLI::ExtrasError&) {
    const auto chosen = app.get_subcommands();
    s.fail(extra_words(chosen.empty() ? app : *chosen.front(), app.remaining(true)));
  } catch (const CLI::ArgumentMismatch& problem) {
    const auto chosen = app.get_subcommands();
    s.fail(missing_value(chosen.empty() ? app : *chosen.front(), problem.what()));
  } catch (const CLI::ConversionError& problem) {
    const auto chosen = app.get_subcommands();
    s.fail(not_converted(chosen.empty() ? app : *chosen.front(), problem.what()));
  } catch (const CLI::ParseError& problem) {
    const auto chosen = app.get_subcommands();
    s.fail(problem.what() + see_help(chosen.empty() ? app : *chosen.front()));
  } catch (const std::exception& problem) {
    s.fail(problem.what());
  }
}

// A command alone, without all that it needs, asks what that is.
void add_help(session& s, const CLI::App& app, std::size_t words) {
  const auto chosen = app.get_subcommands();
  if (s.exit != bad_input || words > 1 || (words == 1 && chosen.empty())) return;
  s.help = chosen.empty() ? app.help() : chosen.front()->help("headroom");
}

// As a shell takes it.
std::string command_line(std::span<const std::string> words) {
  std::string whole = "headroom";
  for (const std::string& word : words) {
    const bool is_plain = !word.empty() && word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=+:,./@%") == std::string::npos;
    whole += is_plain ? " " : " '";
    for (const char letter : word) whole += letter == '\'' ? "'\\''" : std::string(1, letter);
    if (!is_plain) whole += "'";
  }
  return whole;
}

struct command {
  std::string_view name{};
  void (*add)(CLI::App&, session&) = nullptr;
  bool tells_of_others = false;
};

constexpr command commands[] = {
    {"report", add_report_command},
    {"fit", add_fit_command},
    {"estimate", add_estimate_command},
    {"plan", add_plan_command},
    {"sweep", add_sweep_command},
    {"pack", add_pack_command},
    {"grow", add_grow_command},
    {"fabric", add_fabric_command},
    {"check", add_check_command},
    {"generate", add_generate_command},
    {"catalog", add_catalog_command},
    {"model", add_model_command},
    {"audit", add_audit_command},
    {"schema", add_schema_command},
    {"validate", add_validate_command},
    {"calibrate", add_calibrate_command},
    {"completion", add_completion_command, true},
    {"manual", add_manual_command, true},
};

// All of them, or the one that the first word names: adding the options of all takes longer than most answers.
void add_commands(CLI::App& app, session& s, std::span<const std::string> words) {
  const command* named = words.empty() ? std::ranges::end(commands) : std::ranges::find(commands, words.front(), &command::name);
  const bool is_alone = named != std::ranges::end(commands) && !named->tells_of_others;
  for (const command& each : commands)
    if (!is_alone || &each == named) each.add(app, s);
}

}  // namespace

void run(session& s, std::span<const std::string> words) {
  s.command = command_line(words);
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
      "  headroom grow cluster.json             until when a cluster is enough, and what to order when\n"
      "  headroom sweep spec.json --into out    estimates of a grid of jobs, machines and settings\n"
      "  headroom check deploy/                 whether what deployment files ask for can work\n"
      "  headroom catalog Standard_ND96asr_v4   everything about one machine\n"
      "  headroom model Llama-3.1-405B          parameters, operations, weights and cache of a model\n"
      "  headroom schema                        what may stand in a deployment file\n"
      "\n"
      "headroom COMMAND --help says more about each.");
  add_commands(app, s, words);
  parse(s, app, words);
  add_help(s, app, words.size());
  write_pages(s);
  if (!s.error.empty()) s.exit = bad_input;
}

session session_of_terminal() {
  session s;
  s.width = output_width();
  s.breaks_findings = output_has_width();
  s.colour = output_has_colour();
  s.utf8 = output_is_utf8();
  return s;
}

void finish(session& s) {
  try {
    if (s.error.empty()) s.flush();
  } catch (const std::exception& problem) {
    s.fail(problem.what());
  }
  s.outside->tell(text_of_error(s));
}

std::string text_of_error(const session& s) {
  std::string text = s.help.empty() ? "" : s.help + "\n";
  // What is set in belongs to the line before.
  for (std::string_view rest = s.error; !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    text += fmt::format("{}{}\n", line.starts_with(' ') ? "" : "headroom: ", line);
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
  }
  return text;
}

}  // namespace headroom::program
