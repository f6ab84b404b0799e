// SPDX-License-Identifier: BSL-1.0
#include "commands/manual_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <headroom/version.hpp>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <headroom/read/common/messages.hpp>
#include <headroom/read/common/models.hpp>
#include "io.hpp"
#include "reading.hpp"
#include "word_option.hpp"

namespace headroom::program {

namespace {

// A backslash and a hyphen mean themselves only so; a line that begins with a sign of roff's would be a request. A list of
// alternatives may be wider than a line.
std::string roff(std::string_view text) {
  std::string made;
  bool begins = true;
  for (const char c : text) {
    if (begins && (c == '.' || c == '\'')) made += "\\&";
    if (c == '\\') made += "\\e";
    else if (c == '-') made += "\\-";
    else if (c == '|') made += "|\\:";
    else made += c;
    begins = c == '\n';
  }
  return made;
}

std::string capital(std::string_view text) {
  std::string made(text);
  std::ranges::transform(made, made.begin(), [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  return made;
}

std::string section(std::string_view name) { return fmt::format(".SH {}\n", roff(capital(name))); }

void add_options(std::string& page, const CLI::App& of) {
  for (const std::string& group : of.get_groups()) {
    const auto options =
        of.get_options([&](const CLI::Option* each) { return each->get_group() == group && each->nonpositional(); });
    if (group.empty() || options.empty()) continue;
    page += section(group);
    for (const CLI::Option* each : options)
      page += fmt::format(".TP\n\\fB{}\\fR {}\n{}\n", roff(each->get_name(false, true)), roff(each->get_option_text()),
                          roff(each->get_description()));
  }
}

std::string page_of(const CLI::App& of, std::string_view name) {
  std::string page = fmt::format(".TH {} 1 \"\" \"headroom {}\" \"User Commands\"\n.ad l\n", roff(capital(name)), version);
  page += section("name") + fmt::format("{} \\- {}\n", roff(name), roff(of.get_description()));
  std::string synopsis = name == "headroom" ? "headroom" : "headroom " + of.get_name();
  page += section("synopsis") + fmt::format("\\fB{}\\fR", roff(synopsis));
  page += name == "headroom" ? " \\fICOMMAND\\fR" : "";
  page += " [\\fIoptions\\fR]";
  const auto arguments = of.get_options([](const CLI::Option* each) { return each->get_positional(); });
  for (const CLI::Option* each : arguments) page += fmt::format(" \\fI{}\\fR", roff(each->get_name(true)));
  page += "\n";
  if (!arguments.empty()) page += section("arguments");
  for (const CLI::Option* each : arguments)
    page += fmt::format(".TP\n\\fI{}\\fR\n{}\n", roff(each->get_name(true)), roff(each->get_description()));
  const auto commands = of.get_subcommands([](const CLI::App*) { return true; });
  if (!commands.empty()) page += section("commands");
  for (const CLI::App* each : commands)
    page += fmt::format(".TP\n\\fB{}\\fR(1)\n{}\n", roff("headroom-" + each->get_name()), roff(each->get_description()));
  add_options(page, of);
  page += section("exit status");
  for (const exit_meaning& each : exit_meanings) page += fmt::format(".TP\n{}\n{}\n", static_cast<int>(each.code), roff(each.text));
  // A footer's lines are as they stand.
  if (!of.get_footer().empty()) page += section("notes") + ".nf\n" + roff(of.get_footer()) + "\n.fi\n";
  return page;
}

struct manual_arguments {
  std::string command{};
  std::string folder{};
};

}  // namespace

void add_manual_command(CLI::App& app, session& run) {
  CLI::App* command = app.add_subcommand("manual", "A page for man: of headroom, or of one of its commands");
  const auto asked = std::make_shared<manual_arguments>();
  std::vector<std::string_view> names;
  for (const CLI::App* each : app.get_subcommands({})) names.emplace_back(each->get_name());
  CLI::Option* one = takes_word(command->add_option("COMMAND", asked->command, "The command; without it headroom itself"), names);
  command->add_option("--into", asked->folder, "Writes the pages of all into a folder that is there")
      ->option_text("FOLDER")
      ->excludes(one);
  command->footer("Example:\n  headroom manual fit | man -l -");
  command->callback([&app, &run, asked] {
    if (!asked->command.empty()) return run.write(page_of(*app.get_subcommand(asked->command), "headroom-" + asked->command));
    if (asked->folder.empty()) return run.write(page_of(app, "headroom"));
    std::vector<file_to_write> pages;
    const auto add = [&](const CLI::App& of, const std::string& name) {
      pages.push_back({(std::filesystem::path(asked->folder) / (name + ".1")).string(), page_of(of, name)});
    };
    add(app, "headroom");
    for (const CLI::App* each : app.get_subcommands({})) add(*each, "headroom-" + each->get_name());
    if (const std::optional<write_problem> wrong = run.outside->write(pages))
      throw input_error(fmt::format("{} cannot be written", pages[wrong->file].path));
  });
}

}  // namespace headroom::program
