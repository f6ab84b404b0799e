// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/shell/detail/names.hpp>
#include <headroom/read/shell/detail/walker_simple.ipp>

// Shells that a command starts: "bash -c TEXT", "srun sh -c TEXT", "bash <<END", "eval TEXT".
namespace headroom::read::shell::detail {

// A word that names a shell, whatever stands in front of it, and behind it options and a script.
walker::started_shell walker::find_shell(const call& one) const {
  const std::string_view name = program_of(one.text(one.name));
  for (std::size_t i = one.name; i < one.words.size(); ++i) {
    if (!is_shell(program_of(one.text(i)))) continue;
    started_shell shell{.name = i};
    if (!read_shell_options(one, shell)) continue;
    // Of a name that only stands among words nothing says that the input is for it.
    if (shell.script != nowhere || i == one.name || hands_variables_on(name) || name == "ssh") return shell;
  }
  return {};
}

bool walker::read_shell_options(const call& one, started_shell& into) const {
  bool has_script = false;
  bool reads_input = false;
  std::size_t i = into.name + 1;
  for (; i < one.words.size(); ++i) {
    const std::string_view option = one.text(i);
    if (!option.starts_with('-') && !option.starts_with('+')) break;
    if (option == "-" || option == "--") {
      ++i;
      break;
    }
    if (option.starts_with("--")) {
      if (option == "--rcfile" || option == "--init-file") ++i;
      continue;
    }
    has_script = has_script || option.find('c') != std::string_view::npos;
    reads_input = reads_input || option.find('s') != std::string_view::npos;
    if (option.find('o') != std::string_view::npos || option.find('O') != std::string_view::npos) ++i;
  }
  if (has_script) {
    into.script = i;
    into.arguments = i + 1;
    return i < one.words.size();
  }
  into.arguments = std::min(i, one.words.size());
  return one.has_input && (reads_input || into.arguments == one.words.size());
}

void walker::follow_shell(const call& one, std::size_t command) {
  constexpr int most_shells = 8;
  const started_shell shell = find_shell(one);
  if (shell.name == nowhere || nested_shells_ >= most_shells) return;
  into_.commands[command].is_followed = true;
  const value& text = shell.script == nowhere ? one.input : one.words[shell.script].text;
  const dialect outer_language = words_.language();
  const place begin = here();
  capture* outer = std::exchange(capture_, nullptr);
  ++nested_shells_;
  {
    const scope inner(*this, [&](circumstances& in) {
      in.parent = command;
      in.function = {};
    });
    prepare_shell(one, shell);
    const bool is_bash = program_of(one.text(shell.name)) == "bash";
    in_subshell([&] { run_text(text, is_bash ? dialect::bash : dialect::sh); }, true);
  }
  --nested_shells_;
  capture_ = outer;
  words_.use_dialect(outer_language);
  leave_shell(begin);
  status_ = truth::unknown;
}

// A shell begins with the variables that it is given, and no others.
void walker::prepare_shell(const call& one, const started_shell& shell) {
  const std::string_view name = program_of(one.text(one.name));
  bool hands_on = shell.name == one.name || hands_variables_on(name);
  for (std::size_t i = one.name; i < shell.name; ++i) {
    const value& option = one.words[i].text;
    if (starts_with(option, "--export=") && !starts_with(option, "--export=ALL")) hands_on = false;
  }
  assign_locally(one.assignments);  // from variables that it is not given, too
  const variables::slot lost = names_.slot_of(" unset");
  for (variables::slot each = 0; each < names_.size(); ++each) {
    const binding* now = names_.at(each);
    const bool is_handed_on = now != nullptr && now->is_exported && now->what != binding::kind::unset;
    if (now != nullptr && !is_handed_on && each != lost) names_.set(each, nullptr);
  }
  if (!hands_on) words_.lose_all(words_.keep({cause::environment, name, one.at}));
  set_variables_of_env(one, shell.name);
  std::span<const expanded_word> arguments = one.words.subspan(std::min(shell.arguments, one.words.size()));
  // Behind "-c TEXT" comes what $0 is.
  if (shell.script != nowhere && !arguments.empty()) {
    const binding zero{.scalar = arguments.front().text};
    names_.set(names_.slot_of("0"), memory_.keep(zero));
    arguments = arguments.subspan(1);
  }
  set_arguments(arguments);
}

// "env X=1 bash -c TEXT", whatever stands in front of "env".
void walker::set_variables_of_env(const call& one, std::size_t end) {
  bool is_env = false;
  for (std::size_t i = one.name; i < end; ++i) {
    const value& text = one.words[i].text;
    if (program_of(one.text(i)) == "env") is_env = true;
    const std::size_t equals = text.text.find('=');
    const std::string_view name = text.text.substr(0, std::min(equals, text.text.size()));
    if (!is_env || equals == std::string_view::npos || !parse_detail::is_name(name) || !starts_with(text, text.text.substr(0, equals + 1)))
      continue;
    const binding given{.is_exported = true, .scalar = words_.behind(text, equals + 1)};
    names_.set(names_.slot_of(name), memory_.keep(given));
  }
}

// Parses a text that the script has put together, and runs it as the shell that it is in now.
void walker::run_text(const value& text, dialect language) {
  std::vector<origin> origins;
  const std::string encoded = words_.encoded(text, origins);
  parse_options options{.origins = origins};
  if (encoded.size() > options.most_bytes) {
    is_over_ = true;
    return;
  }
  into_.scripts.push_back(std::make_unique<script>(script_builder::build(encoded, options)));
  words_.use_dialect(language);
  run(into_.scripts.back()->commands());
}

void walker::run_eval(const call& one, std::size_t command) {
  constexpr int most_texts = 8;
  value_builder joined(memory_);
  add_joined(joined, one.words.subspan(one.name + 1), one.at);
  const value text = joined.finish(one.at);
  const bool has_text = std::ranges::any_of(text.text, [](char c) { return !is_blank(c); });
  if (!text.is_known() && !has_text) return words_.lose_unset(words_.keep({cause::evaluated, {}, one.at}));
  if (nested_shells_ >= most_texts) return words_.lose_all(words_.keep({cause::too_much, {}, one.at}));
  into_.commands[command].is_followed = true;
  ++nested_shells_;
  {
    const scope inner(*this, [&](circumstances& in) { in.parent = command; });
    variables::changes before;
    for (const assignment& each : one.assignments) before.push_back({names_.slot_of(each.name), names_.find(each.name)});
    for (const assignment& each : one.assignments) assign_exported(each);
    run_text(text, words_.language());
    apply(before);
  }
  --nested_shells_;
}

}  // namespace headroom::read::shell::detail
