// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/common/words.hpp>
#include <headroom/read/shell/detail/names.hpp>
#include <headroom/read/shell/detail/walker_simple.ipp>

// Shells that a command starts: "bash -c TEXT", "srun sh -c TEXT", "ssh HOST TEXT", "bash <<END", "eval TEXT", "bash FILE" of a file that the script has written.
namespace headroom::read::shell::detail {

// A word that names a shell, whatever stands in front of it, and behind it options and a script; or a script that this
// one has written.
walker::started_shell walker::find_shell(const call& one) {
  const std::string_view name = program_of(one.text(one.name));
  for (std::size_t i = one.name; i < one.words.size(); ++i) {
    const std::string_view program = program_of(one.text(i));
    started_shell shell{.name = i, .language = program == "bash" ? dialect::bash : dialect::sh};
    if ((i == one.name || starts_by_path(name)) && is_written_script(one, i, shell)) return shell;
    if (!is_shell(program) || !read_shell_options(one, shell)) continue;
    // Of a name that only stands among words nothing says that the input is for it.
    if (shell.script != nowhere || i == one.name || hands_variables_on(name) || name == "ssh") return shell;
  }
  for (std::size_t i = one.name; i < one.words.size() && (i == one.name || hands_variables_on(name)); ++i)
    if (program_of(one.text(i)) == "ssh") return shell_of_ssh(one, i);
  return {};
}

// By ssh(1) the shell of the host gets the words behind that, with a space between, else the input. Of options that are not known
// the host is one.
walker::started_shell walker::shell_of_ssh(const call& one, std::size_t ssh) {
  constexpr std::string_view with_value = "BbcDEeFIiJLlmOoPpQRSWw";
  std::size_t host = ssh + 1;
  for (; host < one.words.size() && one.text(host).starts_with('-'); ++host)
    if (one.text(host).find_first_of(with_value) == one.text(host).size() - 1) ++host;
  const std::size_t begin = std::min(host + 1, one.words.size());
  if (begin == one.words.size() && !one.has_input) return {};
  value_builder joined(memory_);
  add_joined(joined, one.words.subspan(begin), one.at);
  return {.name = begin, .arguments = one.words.size(), .text = begin < one.words.size() ? joined.finish(one.at) : one.input, .language = words_.language()};
}

// What is run by its path says by its first line which shell reads it; where it does not, a shell reads it itself.
bool walker::is_written_script(const call& one, std::size_t word, started_shell& into) {
  const value& path = one.words[word].text;
  const value* text = path.text.find('/') == std::string_view::npos ? nullptr : written_in(path);
  if (text == nullptr) return false;
  into.text = *text;
  into.script = into.arguments = word;  // and $0
  into.language = words_.language();
  if (!starts_with(*text, "#!")) return word == one.name;
  const std::string_view first = text->text.substr(0, text->text.find('\n'));
  const std::string_view program = first.substr(first.find_last_of("/ ") + 1);
  into.language = program == "bash" ? dialect::bash : dialect::sh;
  return is_shell(program);
}

bool walker::read_shell_options(const call& one, started_shell& into) {
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
    if (i < one.words.size()) into.text = one.words[i].text;
    return i < one.words.size();
  }
  into.arguments = std::min(i, one.words.size());
  into.text = one.input;
  if (i < one.words.size() && !reads_input)
    if (const value* text = written_in(one.words[i].text)) {
      into.text = *text;
      into.script = i;  // and $0
      return true;
    }
  return one.has_input && (reads_input || into.arguments == one.words.size());
}

void walker::follow_shell(const call& one, std::size_t command) {
  constexpr int most_shells = 8;
  const started_shell shell = find_shell(one);
  if (shell.name == nowhere || nested_shells_ >= most_shells) return;
  into_.commands[command].is_followed = true;
  into_.commands[command].script = shell.name;
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
    in_subshell([&] { run_text(shell.text, shell.language); }, true);
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
  constexpr std::string_view export_option = "--export=";
  bool hands_on = shell.name == one.name || hands_variables_on(name);
  const value* exported = nullptr;  // "ALL,X=1"
  for (std::size_t i = one.name; i < shell.name; ++i) {
    const value& option = one.words[i].text;
    if (!starts_with(option, export_option)) continue;
    hands_on = hands_on && starts_with(option, "--export=ALL");
    exported = &option;
  }
  assign_locally(one.assignments);  // from variables that it is not given, too
  const variables::slot lost = names_.slot_of(" unset");
  for (variables::slot each = 0; each < names_.size(); ++each) {
    const binding* now = names_.at(each);
    const bool stays = now == nullptr || names_.is_file(each) || (now->is_exported && now->what != binding::kind::unset);
    if (!stays && each != lost) names_.set(each, nullptr);
  }
  if (!hands_on) words_.lose_all(words_.keep({cause::environment, name, one.at}));
  if (exported != nullptr && exported->is_known()) {
    for_each_part(exported->text.substr(export_option.size()), [&](std::string_view part) {
      const std::size_t equals = part.find('=');
      if (equals == std::string_view::npos || !parse_detail::is_name(part.substr(0, equals))) return;
      const binding given{.is_exported = true, .scalar = {.text = part.substr(equals + 1), .at = exported->at, .is_default = exported->is_default}};
      names_.set(names_.slot_of(part.substr(0, equals)), memory_.keep(given));
    });
  }
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
  value_builder joined(memory_);
  add_joined(joined, one.words.subspan(one.name + 1), one.at);
  const value text = joined.finish(one.at);
  const bool has_text = std::ranges::any_of(text.text, [](char c) { return !is_blank(c); });
  if (!text.is_known() && !has_text) return words_.lose_unset(words_.keep({cause::evaluated, {}, one.at}));
  run_here(text, one, command);
}

void walker::run_here(const value& text, const call& one, std::size_t command) {
  constexpr int most_texts = 8;
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
