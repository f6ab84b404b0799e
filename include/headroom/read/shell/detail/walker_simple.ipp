// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/shell/detail/outputs.hpp>
#include <headroom/read/shell/detail/walker_loops.ipp>

// Simple commands, and what they start.
namespace headroom::read::shell::detail {

namespace walker_detail {

bool runs_commands(std::span<const part> parts) {
  return std::ranges::any_of(parts, [](const part& each) {
    return each.kind == part_kind::output || (each.kind == part_kind::double_quoted && runs_commands(each.parts));
  });
}

// The same for two paths where what is not known of them is the same.
std::string file_of(const value& path) {
  if (path.is_known()) return std::string(plain_path(path.text));
  std::string result;
  for (const gap& each : path.gaps) {
    const position at = each.why->why == cause::variable ? position{} : each.why->at;
    result += std::string(each.why->what) + ' ' + std::to_string(at.line) + ' ' + std::to_string(at.column) + ' ' + std::to_string(each.offset) + '\0';
  }
  return result + std::string(path.text);
}

}  // namespace walker_detail

void walker::run_what(const simple_command& one, const command& all) {
  // Deep in functions that call each other a command takes more of them.
  steps_ += 1 + functions_.size() * functions_.size() / 16;
  if (steps_ > options_.most_steps) is_over_ = true;
  if (is_over_) return;
  call it{.assignments = one.assignments, .declared = one.declared, .at = all.at};
  const std::size_t first = stack_.size();
  for (const word& each : one.words) words_.expand(each, stack_);
  it.words = memory_.keep(std::span<const expanded_word>(stack_).subspan(first));
  stack_.resize(first);
  run_redirections(all.redirections, it);
  write_file(it);
  if (!it.words.empty()) return run_call(it);

  status_ = truth::yes;
  for (const assignment& each : one.assignments) {
    words_.assign(each);
    bool runs_commands = walker_detail::runs_commands(each.value.parts);
    for (const array_element& element : each.elements)
      runs_commands = runs_commands || walker_detail::runs_commands(element.value.parts);
    if (runs_commands) status_ = truth::unknown;  // it is theirs
  }
  if (one.words.empty() && one.assignments.empty() && !all.redirections.empty()) print_unknown(all.at);  // $(< file)
}

void walker::run_redirections(std::span<const redirection> all, call& into) {
  for (const redirection& each : all) {
    using enum redirection_kind;
    const bool writes = each.kind == output || each.kind == append || each.kind == clobber || each.kind == duplicate_output ||
                        each.kind == output_and_error || each.kind == append_both;
    std::int64_t descriptor = 1;
    const bool is_output = each.descriptor.empty() || conditions_detail::read_decimal(each.descriptor, descriptor);
    if (writes && is_output && descriptor == 1) into.prints_elsewhere = true;
    if (each.kind == here_document) {
      into.input = words_.text_of(*each.body);
      into.has_input = true;
      continue;
    }
    const value target = words_.text_of(each.target);
    if (writes && is_output && descriptor == 1 && each.kind != duplicate_output) {
      into.file = walker_detail::file_of(target);
      into.appends = each.kind == append || each.kind == append_both;
    }
    if (each.kind == here_string) into.input = target;
    into.has_input = each.kind == here_string || (into.has_input && each.kind != input);
  }
}

// Behind "exec", "command" and "builtin" stands what they run.
void walker::run_call(call& one) {
  bool may_be_function = true;
  bool replaces_shell = false;
  for (std::string_view text = one.text(0); text == "exec" || text == "command" || text == "builtin"; text = one.text(one.name)) {
    std::size_t next = one.name + 1;
    while (one.text(next).starts_with('-') && one.text(next).find_first_of("vV") == std::string_view::npos)
      next += one.text(next) == "-a" ? 2U : 1U;
    if (next >= one.words.size() || one.text(next).starts_with('-')) break;
    one.name = next;
    may_be_function = false;
    replaces_shell = replaces_shell || text == "exec";
  }
  const std::string_view name = one.text(one.name);
  one.variables = environment_of(one);
  const binding* function = may_be_function && !name.empty() ? names_.at(names_.slot_of_function(name)) : nullptr;
  if (function != nullptr)
    run_function(one, *function);
  else if (is_builtin(name))
    run_builtin(one);
  else
    run_program(one);
  if (replaces_shell) is_dead_ = true;
}

const environment* walker::environment_of(const call& one) {
  const environment* result = names_.exported();
  for (const assignment& each : one.assignments)
    if (!each.is_array && each.subscript == nullptr) result = names_.with(result, each.name, words_.text_handed_on(each));
  if (one.text(one.name) != "env") return result;
  for (std::size_t i = one.name + 1; i < one.words.size(); ++i) {
    const value& text = one.words[i].text;
    const std::size_t equals = text.text.find('=');
    if (starts_with(text, "-")) continue;
    if (equals == std::string_view::npos || !starts_with(text, text.text.substr(0, equals + 1))) break;
    result = names_.with(result, text.text.substr(0, equals), words_.behind(text, equals + 1));
  }
  return result;
}

// Where another way may have left the loop or the function before, whether this one runs depends on it.
const circumstances* walker::circumstances_now() {
  if (jumps_.empty()) return in_;
  circumstances now = *in_;
  now.branch = memory_.keep(choice{jumps_.back().construct, 0, jumps_.back().at, now.branch});
  return memory_.keep(now);
}

std::size_t walker::emit(command_kind kind, const call& one) {
  into_.commands.push_back({.kind = kind,
                            .at = one.at,
                            .words = one.words,
                            .name = one.name,
                            .variables = one.variables,
                            .in = circumstances_now(),
                            .beside = running_});
  return into_.commands.size() - 1;
}

void walker::run_program(const call& one) {
  const std::size_t command = emit(command_kind::program, one);
  print(one);
  status_ = truth::unknown;
  follow_shell(one, command);
}

// ---- what is printed where it is wanted

void walker::print(const call& one) {
  if (capture_ == nullptr || one.prints_elsewhere) return;
  const repetition* round = in_->loop;
  while (round != nullptr && round != capture_->loop && round->round.has_value()) round = round->around;
  const bool is_certain = in_->branch == capture_->branch && round == capture_->loop && jumps_.size() == capture_->jumps;
  if (!add_printed(one, capture_->text)) print_unknown(one.at);
  capture_->is_lost = capture_->is_lost || !is_certain;
}

bool walker::add_printed(const call& one, value_builder& to) {
  const bool copies = one.text(one.name) == "cat" && one.words.size() == one.name + 1 && one.has_input;
  if (copies) to.add(one.input);
  return copies || one.words.empty() || add_output(one.words.subspan(one.name), words_.language(), words_, to);
}

// What it leaves in the file that it prints to, where that is a matter of its words.
void walker::write_file(const call& one) {
  const bool is_tee = one.text(0) == "tee" && one.words.size() == 2 && one.has_input;
  const std::string file = is_tee ? walker_detail::file_of(one.words[1].text) : one.file;
  if (file.empty()) return;
  const variables::slot which = names_.slot_of_file(file);
  const binding* before = names_.at(which);
  value_builder text(memory_);
  if (one.appends && before != nullptr) text.add(before->scalar);
  const bool is_known = is_tee || add_printed(one, text);
  if (is_tee) text.add(one.input);
  const bool is_whole = is_known && (before != nullptr || !one.appends);
  names_.set(which, is_whole ? memory_.keep(binding{.scalar = text.finish(one.at)}) : nullptr);
}

// What the script has written there; nullptr: nothing, or it is not known.
const value* walker::written_in(const value& path) {
  const std::string file = walker_detail::file_of(path);
  const binding* found = file.empty() ? nullptr : names_.find_file(file);
  return found == nullptr ? nullptr : &found->scalar;
}

void walker::print_unknown(position at) {
  if (capture_ == nullptr) return;
  capture_->text.add(words_.keep({cause::output, capture_->source, at}));
}

value walker::output_of(const part& substitution) {
  std::string_view source = substitution.text;
  source = source.starts_with("$(") ? source.substr(2, source.size() - 3) : source.substr(1, source.size() - 2);
  capture taken{.text = value_builder(memory_), .branch = in_->branch, .source = source, .jumps = jumps_.size()};
  const place begin = here();
  capture* outer = std::exchange(capture_, &taken);
  const truth status = status_;
  {
    const scope inner(*this, [](circumstances& in) { in.is_in_substitution = in.is_in_subshell = true; });
    taken.loop = in_->loop;
    in_subshell([&] { run(*substitution.commands); });
  }
  capture_ = outer;
  status_ = status;
  leave_shell(begin);
  value result = taken.text.finish(substitution.at);
  if (taken.is_lost) result = words_.unknown(words_.keep({cause::output, source, substitution.at}), substitution.at);
  // Line ends behind it are not of it. Those in front of a piece that may be nothing are left to that.
  while (result.text.ends_with('\n')) result.text.remove_suffix(1);
  std::vector<gap> gaps(result.gaps.begin(), result.gaps.end());
  for (gap& each : gaps) each.offset = std::min(each.offset, result.text.size());
  result.gaps = memory_.keep(std::span<const gap>(gaps));
  return result;
}

void walker::run_beside(const list& commands) {
  capture* outer = std::exchange(capture_, nullptr);
  const place begin = here();
  const std::size_t number = constructs_++;
  const scope inner(*this, [&](circumstances& in) {
    in.is_in_substitution = in.is_in_subshell = true;
    in.pipeline = memory_.keep(stage{number, 0, in.pipeline});
  });
  in_subshell([&] { run(commands); });
  capture_ = outer;
  leave_shell(begin);
}

// ---- functions

void walker::run_function(const call& one, const binding& what) {
  constexpr std::size_t most_calls = 24;
  const std::size_t command = emit(command_kind::function, one);
  status_ = truth::unknown;
  if (what.body == nullptr || functions_.size() >= most_calls) {
    print_unknown(one.at);
    const cause why = what.body == nullptr ? cause::branch : cause::too_much;
    return words_.lose_all(words_.keep({why, {}, one.at}));
  }
  into_.commands[command].is_followed = true;
  capture* outer = capture_;
  if (one.prints_elsewhere) capture_ = nullptr;
  const std::size_t jumps = jumps_.size();
  const std::size_t number = functions_.size();
  const std::size_t loops = std::exchange(loops_outside_, loops_.size());
  const place begin = here();
  functions_.push_back(begin);
  names_.make_local(names_.slot_of("@"));
  set_arguments(one.words.subspan(one.name + 1));
  assign_locally(one.assignments);
  {
    const scope inner(*this, [&](circumstances& in) {
      in.function = one.text(one.name);
      in.parent = command;
    });
    run(*what.body);
  }
  ways ends = taken(jumps, jump::leave_function, number);
  if (!is_stopped()) ends.push_back({names_.leaving(begin.names), running_});
  join(begin, ends, {cause::branch, {}, one.at});
  functions_.pop_back();
  loops_outside_ = loops;
  capture_ = outer;
}

// "X=1 name": for as long as the function or the text runs.
void walker::assign_locally(std::span<const assignment> all) {
  for (const assignment& each : all) {
    names_.make_local(names_.slot_of(each.name));
    assign_exported(each);
  }
}

void walker::assign_exported(const assignment& one) {
  const variables::slot which = names_.slot_of(one.name);
  words_.assign(one);
  binding exported = *names_.at(which);
  exported.is_exported = true;
  names_.set(which, memory_.keep(exported));
}

void walker::set_arguments(std::span<const expanded_word> arguments) {
  std::vector<element> all;
  for (const expanded_word& each : arguments) all.push_back({.index = static_cast<std::int64_t>(all.size()), .word = each});
  const binding list{.what = binding::kind::array, .elements = memory_.keep(std::span<const element>(all))};
  names_.set(names_.slot_of("@"), memory_.keep(list));
}

}  // namespace headroom::read::shell::detail
