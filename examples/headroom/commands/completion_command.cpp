// SPDX-License-Identifier: BSL-1.0
#include "commands/completion_command.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "word_option.hpp"

namespace headroom::program {

namespace {

struct completed_option {
  std::vector<std::string> names{};  // as they are typed: "--on", "-h"
  std::vector<std::string> words{};  // that it takes; none: any
  std::string meaning{};
  bool takes_value = false;
};

struct completed_command {
  std::string name{};
  std::string meaning{};
  std::vector<completed_option> options{};
  std::vector<std::string> words{};  // that its argument takes; none: files
};

completed_command command_of(CLI::App& command) {
  completed_command made{.name = command.get_name(), .meaning = command.get_description()};
  for (const CLI::Option* each : command.get_options()) {
    CLI::Option& option = *command.get_option(each->get_name());
    if (option.get_positional()) {
      made.words = words_of(option);
      continue;
    }
    completed_option one{.words = words_of(option),
                         .meaning = option.get_description(),
                         .takes_value = option.get_items_expected_max() > 0};
    for (const std::string& name : option.get_lnames()) one.names.push_back("--" + name);
    for (const std::string& name : option.get_snames()) one.names.push_back("-" + name);
    made.options.push_back(one);
  }
  return made;
}

std::vector<completed_command> commands_of(CLI::App& app) {
  std::vector<completed_command> made;
  for (CLI::App* each : app.get_subcommands({})) made.push_back(command_of(*each));
  return made;
}

std::vector<std::string> names_of(const std::vector<completed_command>& commands) {
  std::vector<std::string> names;
  for (const completed_command& each : commands) names.push_back(each.name);
  return names;
}

// In a shell's single quotes.
std::string quoted(std::string_view text, std::string_view apostrophe) {
  std::string made = "'";
  for (const char c : text) c == '\'' ? made += apostrophe : made += c;
  return made + "'";
}

std::string for_bash(const std::vector<completed_command>& commands) {
  std::string cases;
  std::string values;
  for (const completed_command& command : commands) {
    std::vector<std::string> names;
    for (const completed_option& option : command.options) {
      names.insert(names.end(), option.names.begin(), option.names.end());
      if (option.words.empty()) continue;
      for (const std::string& name : option.names)
        values += fmt::format("    {}:{}) COMPREPLY=($(compgen -W '{}' -- \"$word\")); return ;;\n", command.name, name,
                              fmt::join(option.words, " "));
    }
    cases += fmt::format("    {}) options='{}' words='{}' ;;\n", command.name, fmt::join(names, " "),
                         fmt::join(command.words, " "));
  }
  return fmt::format(R"(# Completion of headroom for bash: source this, or put it where bash-completion looks.
_headroom() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} options= words=
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W '{} --help --version' -- "$word"))
    return
  fi
  case ${{COMP_WORDS[1]}}:$before in
{}  esac
  case ${{COMP_WORDS[1]}} in
{}  esac
  if [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$word"))
  elif [[ $words ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$word"))
  else
    COMPREPLY=($(compgen -f -- "$word"))
  fi
}}
complete -o filenames -F _headroom headroom
)",
                     fmt::join(names_of(commands), " "), values, cases);
}

// In a description of _arguments, brackets and colons would end it.
std::string for_arguments(std::string_view text) {
  std::string made;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') made += '\\';
    made += c;
  }
  return made;
}

std::string for_zsh(const std::vector<completed_command>& commands) {
  constexpr std::string_view apostrophe = R"('\'')";
  std::string listed;
  std::string cases;
  for (const completed_command& command : commands) {
    listed += fmt::format("    {}\n", quoted(fmt::format("{}:{}", command.name, command.meaning), apostrophe));
    cases += fmt::format("    {})\n      _arguments", command.name);
    for (const completed_option& option : command.options)
      for (const std::string& name : option.names) {
        std::string spec = fmt::format("*{}[{}]", name, for_arguments(option.meaning));
        if (!option.words.empty())
          spec += fmt::format(":word:({})", fmt::join(option.words, " "));
        else if (option.takes_value)
          spec += ":value:_files";
        cases += " \\\n        " + quoted(spec, apostrophe);
      }
    cases += command.words.empty() ? " \\\n        '*:file:_files' ;;\n"
                                   : fmt::format(" \\\n        '*:word:({})' ;;\n", fmt::join(command.words, " "));
  }
  return fmt::format(R"(#compdef headroom
# Completion of headroom for zsh: source this, or make it a file _headroom in a folder of fpath.
compdef _headroom headroom
_headroom() {{
  local -a commands
  commands=(
{}  )
  if ((CURRENT == 2)); then
    _describe command commands
    return
  fi
  shift words
  ((CURRENT--))
  case $words[1] in
{}  esac
}}
if [[ $funcstack[1] == _headroom ]]; then
  _headroom
fi
)",
                     listed, cases);
}

std::string for_fish(const std::vector<completed_command>& commands) {
  constexpr std::string_view apostrophe = R"(\')";
  std::string made = "# Completion of headroom for fish: a file headroom.fish in ~/.config/fish/completions.\n";
  for (const completed_command& command : commands) {
    made += fmt::format("complete -c headroom -n __fish_use_subcommand -f -a {} -d {}\n", command.name,
                        quoted(command.meaning, apostrophe));
    const std::string only = fmt::format("complete -c headroom -n '__fish_seen_subcommand_from {}'", command.name);
    for (const completed_option& option : command.options) {
      made += only;
      for (const std::string& name : option.names)
        made += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      if (!option.words.empty())
        made += fmt::format(" -x -a '{}'", fmt::join(option.words, " "));
      else if (option.takes_value)
        made += " -r";
      made += fmt::format(" -d {}\n", quoted(option.meaning, apostrophe));
    }
    if (!command.words.empty()) made += fmt::format("{} -f -a '{}'\n", only, fmt::join(command.words, " "));
  }
  return made;
}

struct shell {
  std::string_view name;
  std::string (*completion)(const std::vector<completed_command>&);
};
constexpr shell shells[] = {{"bash", for_bash}, {"zsh", for_zsh}, {"fish", for_fish}};

}  // namespace

void add_completion_command(CLI::App& app, session& run) {
  CLI::App* command = app.add_subcommand("completion", "What a shell needs to complete commands, options and their words");
  const auto asked = std::make_shared<std::string>();
  std::vector<std::string_view> names;
  for (const shell& each : shells) names.push_back(each.name);
  takes_word(command->add_option("SHELL", *asked, "Shell to complete in")->required(), names);
  command->footer("Example:\n  source <(headroom completion bash)");
  command->callback([&app, &run, asked] {
    for (const shell& each : shells)
      if (each.name == *asked) run.write(each.completion(commands_of(app)));
  });
}

}  // namespace headroom::program
