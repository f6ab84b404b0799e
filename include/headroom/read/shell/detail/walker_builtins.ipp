// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/shell/detail/names.hpp>
#include <headroom/read/shell/detail/walker_shells.ipp>

// What the commands of the shell itself do to it.
namespace headroom::read::shell::detail {

void walker::run_builtin(call& one) {
  const std::string_view name = one.text(one.name);
  const std::size_t command = emit(command_kind::builtin, one);
  status_ = truth::unknown;
  if (name == "echo" || name == "printf" || name == "pwd" || name == "type" || name == "jobs" || name == "times" ||
      name == "dirs" || name == "pushd" || name == "popd" || name == "command" || name == "help" || name == "history")
    print(one);
  if (run_status(one, name) || run_jump(one, name)) return;
  run_setting(one, name, command);
}

// Those that only succeed or fail.
bool walker::run_status(const call& one, std::string_view name) {
  std::span<const expanded_word> words = one.words.subspan(one.name + 1);
  if (name == "true" || name == ":" || name == "echo") {
    status_ = truth::yes;
  } else if (name == "false") {
    status_ = truth::no;
  } else if (name == "[" || name == "test") {
    const bool is_closed = name == "test" || (!words.empty() && words.back().text.is("]"));
    if (name == "[" && is_closed) words = words.first(words.size() - 1);
    status_ = is_closed ? test_words(words) : truth::unknown;
  } else {
    return false;
  }
  return true;
}

// Those that go on elsewhere.
bool walker::run_jump(const call& one, std::string_view name) {
  const bool is_loop = name == "break" || name == "continue";
  if (!is_loop && name != "exit" && name != "return" && name != "logout") return false;
  if (name == "return" && functions_.size() > functions_outside_) {
    way end{names_.leaving(functions_.back().names), running_};
    jumps_.push_back({jump::leave_function, functions_.size() - 1, std::move(end), constructs_++, one.at});
  } else if (is_loop) {
    const std::size_t around = loops_.size() - loops_outside_;
    if (around == 0) return true;
    std::int64_t levels = 1;
    conditions_detail::read_decimal(one.text(one.name + 1), levels);
    const std::size_t to = loops_.size() - std::min(static_cast<std::size_t>(std::max<std::int64_t>(levels, 1)), around);
    const frame& left = loops_[to];
    const bool leaves = name == "break";
    jumps_.push_back({leaves ? jump::leave_loop : jump::next_round, to, way_since(leaves ? left.begin : left.round), constructs_++, one.at});
  } else if (!is_script_) {
    // What stands behind the end of a script is only asked for where the script goes on.
    jumps_.push_back({jump::leave_subshell, 0, {}, constructs_++, one.at});
  }
  is_dead_ = true;
  return true;
}

void walker::run_setting(call& one, std::string_view name, std::size_t command) {
  if (is_one_of(name, parse_detail::declarations)) {
    run_declaration(one, name);
  } else if (name == "eval") {
    run_eval(one, command);
  } else if (name == "source" || name == ".") {
    const value* text = one.words.size() == one.name + 2 ? written_in(one.words.back().text) : nullptr;
    if (text != nullptr)
      run_here(*text, one, command);
    else
      words_.lose_unset(words_.keep({cause::sourced, {}, one.at}));
  } else if (name == "set") {
    run_set(one);
  } else if (name == "shift") {
    run_shift(one);
  } else if (name == "unset") {
    run_unset(one);
  } else if (name == "wait" || name == "kill") {
    run_wait(one, command, name == "kill");
  } else if (name == "let") {
    for (const expanded_word& each : one.words.subspan(one.name + 1)) {
      const part text[]{{.at = each.at, .text = words_.kept(words_.encoded(each.text))}};
      words_.evaluate({.parts = text, .at = each.at});
    }
  } else if (name == "read" || name == "mapfile" || name == "readarray" || name == "getopts" || name == "printf") {
    if (name == "getopts") words_.note_argument_read();
    run_read(one, name);
  }
}

// ---- export, declare and so on

void walker::run_declaration(const call& one, std::string_view name) {
  std::string flags = name == "export" ? "x" : name == "readonly" ? "r" : "";
  bool hides = false;  // from commands: "declare +x", "export -n"
  std::vector<expanded_word> names;
  for (const expanded_word& each : one.words.subspan(one.name + 1)) {
    const bool is_option = names.empty() && (starts_with(each.text, "-") || starts_with(each.text, "+")) && each.text.is_known();
    if (is_option && each.text.text[0] == '-') flags += each.text.text;
    hides = hides || (is_option && each.text.text[0] == '+' && each.text.text.find('x') != std::string_view::npos);
    if (!is_option) names.push_back(each);
  }
  if (name == "export" && flags.find('n') != std::string::npos) {
    hides = true;
    std::erase_if(flags, [](char c) { return c == 'x' || c == 'n'; });
  }
  if (flags.find('p') != std::string::npos) return;
  const bool is_function = flags.find('f') != std::string::npos || flags.find('F') != std::string::npos;
  const bool is_of_function = name != "export" && name != "readonly" && flags.find('g') == std::string::npos;
  const bool is_local = is_of_function && functions_.size() > functions_outside_;
  std::vector<expander::assigned> values;
  const bool becomes_map = flags.find('A') != std::string::npos;
  for (const assignment& each : one.declared) values.push_back(words_.assigned_by(each, becomes_map));
  for (const assignment& each : one.declared) {
    declare(each.name, flags, is_local);
    if (words_.becomes_several(each.value))
      words_.set_unknown(each.name, words_.keep({cause::expansion, each.name, each.at}));
    else
      words_.assign(each, std::move(values[static_cast<std::size_t>(&each - one.declared.data())]));
    set_attributes(each.name, flags, hides);
  }
  for (const expanded_word& each : names) {
    const std::string_view text = each.text.text;
    const std::size_t equals = std::min(text.find('='), text.size());
    const std::string_view target = text.substr(0, equals);
    const bool is_name = parse_detail::is_name(target) && (each.text.is_known() || each.text.gaps.front().offset > equals) && !each.may_be_several;
    if (is_function) {
      const binding* body = is_name ? names_.at(names_.slot_of_function(target)) : nullptr;
      if (body == nullptr || flags.find('x') == std::string::npos) continue;
      binding exported = *body;
      exported.is_exported = true;
      names_.set(names_.slot_of_function(target), memory_.keep(exported));
    } else if (!is_name) {
      if (!each.text.is_known()) words_.lose_unset(words_.keep({cause::evaluated, {}, each.at}));
    } else {
      declare(target, flags, is_local);
      if (equals < text.size()) words_.assign(words_.kept(target), words_.behind(each.text, equals + 1));
      set_attributes(target, flags, hides);
    }
  }
}

// Before it is assigned: of a function, or of a kind.
void walker::declare(std::string_view name, std::string_view flags, bool is_local) {
  const variables::slot which = names_.slot_of(name);
  if (is_local) {
    const binding* outer = names_.at(which);
    const binding nothing{.what = binding::kind::unset, .is_exported = outer != nullptr && outer->is_exported};
    names_.make_local(which);
    names_.set(which, memory_.keep(nothing));
  }
  const binding* now = names_.at(which);
  const bool has_elements = now != nullptr && (now->what == binding::kind::array || now->what == binding::kind::map);
  const bool is_map = flags.find('A') != std::string_view::npos;
  if (!is_map && (has_elements || flags.find('a') == std::string_view::npos)) return;
  binding list = now == nullptr ? binding{} : *now;
  if (now != nullptr && now->what == binding::kind::scalar) {
    const element first{.key = "0", .word = {.text = now->scalar}};
    list.elements = memory_.keep_one(first);
  }
  list.what = is_map ? binding::kind::map : binding::kind::array;
  names_.set(which, memory_.keep(list));
}

void walker::set_attributes(std::string_view name, std::string_view flags, bool hides) {
  const variables::slot which = names_.slot_of(name);
  const auto has = [&](std::string_view letters) { return flags.find_first_of(letters) != std::string_view::npos; };
  if (!hides && !has("xrilnu")) return;
  const binding* now = names_.at(which);
  binding result = now == nullptr ? binding{.scalar = words_.unknown(words_.unknown_variable(name, {}), {})} : *now;
  result.is_exported = (result.is_exported || has("x")) && !hides;
  result.is_readonly = result.is_readonly || has("r");
  result.is_reference = result.is_reference || has("n");
  result.converts = result.converts || has("ilu");
  const value any = words_.unknown(words_.keep({cause::expansion, name, {}}), {});
  const auto changes = [](const element& each) { return !expander_detail::is_plain_number(each.word.text); };
  if (has("ilu") && result.what == binding::kind::scalar && !expander_detail::is_plain_number(result.scalar)) result.scalar = any;
  if (has("ilu") && std::ranges::any_of(result.elements, changes)) {
    const element only{.word = {.text = any, .may_be_several = true}};
    result.elements = memory_.keep_one(only);
  }
  names_.set(which, memory_.keep(result));
}

// ---- others that set variables

void walker::run_set(const call& one) {
  std::size_t i = one.name + 1;
  for (;; ++i) {
    const std::string_view option = one.text(i);
    if (option == "--" || option == "-") {
      ++i;
      break;
    }
    if (!option.starts_with('-') && !option.starts_with('+')) break;
    if (option.ends_with('o')) ++i;
  }
  const bool sets = i < one.words.size() || one.text(i - 1) == "--";
  if (sets) set_arguments(one.words.subspan(std::min(i, one.words.size())));
}

void walker::run_shift(const call& one) {
  const binding* now = names_.find("@");
  std::int64_t by = 1;
  const bool is_known = one.words.size() == one.name + 1 || conditions_detail::read_decimal(one.text(one.name + 1), by);
  if (now == nullptr) return;
  std::vector<expanded_word> rest;
  for (const element& each : now->elements) rest.push_back(each.word);
  const bool are_certain = std::ranges::all_of(rest, [](const expanded_word& each) { return each.optional == nullptr && !each.may_be_several; });
  if (!is_known || !are_certain) {
    const unjudged* why = words_.keep({cause::variable, "@", one.at});
    rest.assign(1, {.text = words_.unknown(why, one.at), .at = one.at, .may_be_several = true});
  } else if (static_cast<std::uint64_t>(by) <= rest.size()) {
    rest.erase(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(by));
  }
  set_arguments(rest);
}

void walker::run_unset(const call& one) {
  bool is_function = false;
  for (std::size_t i = one.name + 1; i < one.words.size(); ++i) {
    const value& text = one.words[i].text;
    const std::string_view name = one.text(i);
    if (name == "-f") is_function = true;
    if (name == "-v" || name == "-f") continue;
    const binding* function = names_.at(names_.slot_of_function(name));
    const binding* variable = names_.find(name);
    const bool is_variable = variable != nullptr && variable->what != binding::kind::unset;
    if (is_function || (!is_variable && function != nullptr)) {
      names_.set(names_.slot_of_function(name), nullptr);
    } else if (parse_detail::is_name(name)) {
      const bool is_fixed = is_variable && (variable->is_readonly || variable->is_reference);
      const binding nothing{.what = binding::kind::unset};
      if (is_fixed)
        words_.set_unknown(name, words_.keep({cause::expansion, name, one.at}));
      else
        names_.set(names_.slot_of(name), memory_.keep(nothing));
    } else if (const std::size_t bracket = text.text.find('['); bracket != std::string_view::npos) {
      words_.assign_elements(words_.kept(text.text.substr(0, bracket)),
                             {{.word = {.text = words_.unknown(words_.keep({cause::expansion, text.text, one.at}), one.at), .may_be_several = true}}});
    } else if (!text.is_known()) {
      words_.lose_all(text.gaps.front().why);
    }
  }
  status_ = truth::yes;
}

// "read -d '' X <<END": all of the input, without the blanks around it.
bool walker::read_all(const call& one) {
  std::string_view name;
  bool is_all = false;
  for (std::size_t i = one.name + 1; i < one.words.size(); ++i) {
    const std::string_view text = one.text(i);
    if (text.starts_with('-') && text.ends_with('d') && i + 1 < one.words.size() && one.words[i + 1].text.is("")) {
      is_all = true;
      ++i;
    } else if (!text.starts_with('-')) {
      if (!name.empty() || !parse_detail::is_name(text)) return false;
      name = text;
    }
  }
  if (!is_all || !one.has_input || name.empty()) return false;
  const std::size_t begin = std::min(one.input.text.find_first_not_of(" \t\n"), one.input.text.size());
  const bool is_known = one.input.is_known() || one.input.gaps.front().offset > begin;
  value text = is_known ? words_.behind(one.input, begin) : one.input;
  while (!text.text.empty() && is_blank(text.text.back()) && (text.gaps.empty() || text.gaps.back().offset < text.text.size()))
    text.text.remove_suffix(1);
  words_.assign(words_.kept(name), text);
  return true;
}

// Each word that could be the name of a variable is taken for one: options and their arguments are not told apart.
void walker::run_read(const call& one, std::string_view name) {
  if (name == "read" && read_all(one)) return;
  const bool is_list = name == "mapfile" || name == "readarray" || (name == "read" && std::ranges::any_of(one.words, [](const expanded_word& each) {
                         return each.text.text.starts_with('-') && each.text.text.find('a') != std::string_view::npos;
                       }));
  const auto read_into = [&](std::string_view variable) {
    const unjudged* why = words_.keep({cause::input, words_.kept(variable), one.at});
    const binding* now = names_.find(variable);
    if (!is_list && (now == nullptr || now->what == binding::kind::scalar || now->what == binding::kind::unset))
      return words_.set_unknown(variable, why);
    words_.assign_elements(words_.kept(variable), {{.word = {.text = words_.unknown(why, one.at), .at = one.at, .may_be_several = true}}});
  };
  bool has_name = false;
  for (std::size_t i = one.name + 1; i < one.words.size(); ++i) {
    const std::string_view text = one.text(i);
    const bool is_variable = parse_detail::is_name(text.substr(0, text.find('['))) && (name != "printf" || one.text(i - 1) == "-v");
    if (is_variable) read_into(text.substr(0, text.find('[')));
    has_name = has_name || is_variable;
    if (!one.words[i].text.is_known() && name != "printf" && name != "getopts") words_.lose_all(one.words[i].text.gaps.front().why);
  }
  const std::string_view otherwise = name == "read" ? "REPLY" : name == "getopts" ? "OPTARG" : name == "printf" ? "" : "MAPFILE";
  if (!otherwise.empty() && (!has_name || name == "getopts")) read_into(otherwise);
}

// ---- jobs

// Ends those that it names, or all of this shell. "kill -0" only asks.
void walker::run_wait(const call& one, std::size_t command, bool is_kill) {
  std::vector<std::size_t> named;
  bool is_named = is_kill;
  bool is_any = false;  // it may be any of them
  bool asks = false;
  for (const expanded_word& each : one.words.subspan(one.name + 1)) {
    if (each.text.is_known() && each.text.text.starts_with('-')) {
      asks = asks || each.text.is("-0");
      is_any = is_any || (!is_kill && each.text.text.find('n') != std::string_view::npos);
      continue;
    }
    is_named = true;
    const bool is_job = each.text.gaps.size() == 1 && each.text.text.empty() && each.text.gaps[0].why->why == cause::process;
    if (is_job) named.push_back(each.text.gaps[0].why->job);
    is_any = is_any || !is_job;
  }
  if (asks)
    asked_ = std::move(named);
  else
    end_jobs(named, is_named, is_any, command);
}

void walker::end_jobs(const std::vector<std::size_t>& named, bool is_named, bool is_any, std::size_t command) {
  const running_job* all = running_;
  running_ = nullptr;
  for (; all != nullptr; all = all->next) {
    running_job left = *all;
    const bool is_ours = shell_of_job_[left.job] == shell_;
    const bool is_one = std::ranges::find(named, left.job) != named.end();
    const bool ends = is_named ? is_one : is_ours && !is_any;
    const bool may_end = ends || is_any;
    job& ended = into_.jobs[left.job];
    if (may_end && ended.ended_by == nowhere) ended.ended_by = command;
    left.may_have_ended = left.may_have_ended || may_end;
    left.next = running_;
    if (!ends) running_ = memory_.keep(left);
  }
}

}  // namespace headroom::read::shell::detail
