// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/commands/assignments.hpp>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include <headroom/read/common/words.hpp>

namespace headroom::read {

namespace {

// Of one variable, and of what encloses a command.
constexpr std::size_t most_assignments = 64;
constexpr std::size_t most_enclosing = 64;

bool is_bracket(const command_word& word, std::string_view which) { return word.ends_command && word.text == which; }

// "TP=8", "ARGS+=": the name and what comes after the sign.
struct assigned {
  std::string_view name{};
  std::string_view value{};
  bool adds = false;
};

assigned assigned_in(std::string_view word) {
  const std::size_t end = static_cast<std::size_t>(std::ranges::find_if_not(word, is_of_identifier) - word.begin());
  if (end == 0 || is_digit(word[0])) return {};
  const bool adds = word.substr(end).starts_with("+=");
  if (!adds && !word.substr(end).starts_with('=')) return {};
  return {word.substr(0, end), word.substr(end + (adds ? 2 : 1)), adds};
}

}  // namespace

std::string_view variable_in(std::string_view text) {
  if (text.size() < 2 || text.front() != '$') return {};
  text.remove_prefix(1);
  if (text.front() == '{' && text.back() == '}') {
    text = text.substr(1, text.size() - 2);
    if (text.ends_with("[@]") || text.ends_with("[*]")) text.remove_suffix(3);
  }
  return is_identifier(text) ? text : std::string_view{};
}

shell_assignments::shell_assignments(const std::vector<command_word>& words)
    : words_(words), section_of_(words.size()) {
  collect();
}

const shell_assignments::array* shell_assignments::array_at(std::size_t at) const {
  const auto found = arrays_.find(at);
  return found == arrays_.end() ? nullptr : &found->second;
}

// ---- the sections of the script, and what is set in each

void shell_assignments::collect() {
  for (std::size_t i = 0; i < words_.size(); ++i) {
    if (words_[i].ends_command) {
      end_of_command(i);
    } else if (at_begin_ && !take_keyword(i)) {
      at_begin_ = !assigned_in(words_[i].text).name.empty();
      if (at_begin_)
        i = take_assignment(i);
      else
        forget_those_of_command(i);
    }
    section_of_[i] = current();
  }
}

void shell_assignments::end_of_command(std::size_t at) {
  const std::string_view sign = words_[at].text;
  const bool is_empty = command_ == at;
  if (sign == "(") {
    if (is_empty) open(opened::subshell, at);
    names_function_ = names_function_ || (command_ + 1 == at && words_[command_].text != "for");
  } else if (sign == ")" && !(at > 0 && is_bracket(words_[at - 1], "("))) {
    close_chains();
    if (!frames_.empty() && frames_.back().by == opened::subshell)
      close(opened::subshell);
    else
      next_section(at);  // a pattern of "case"
  } else if (sign == "&&" || sign == "||") {
    if (sign == "||") close_chains();
    open(opened::chain, at);
  } else if (sign != ")" && !(is_empty && at > 0 && (words_[at - 1].text == "&&" || words_[at - 1].text == "||"))) {
    close_chains();
  }
  at_begin_ = true;
  is_local_ = false;
  command_ = at + 1;
}

// "TP=8 srun ...": what it is in the words of the command and behind it is left open.
void shell_assignments::forget_those_of_command(std::size_t at) {
  if (assigned_in(words_[command_].text).name.empty()) return;  // "export TP=8 PP"
  for (std::size_t i = command_; i < at; ++i) {
    const auto found = made_.find(assigned_in(words_[i].text).name);
    if (found != made_.end() && found->second.back().at == i) found->second.back().is_known = false;
  }
}

// Goes on to its last word. False: none.
bool shell_assignments::take_keyword(std::size_t& at) {
  constexpr std::array<std::string_view, 4> passed{"then", "do", "!", "time"};
  constexpr std::array<std::string_view, 4> setting{"export", "declare", "readonly", "typeset"};
  constexpr std::array<std::string_view, 6> unknown{"for", "select", "read", "unset", "mapfile", "readarray"};
  const std::string& word = words_[at].text;
  const bool is_first = command_ == at;
  if (word == "if" || word == "case") {
    open(opened::branch, at);
    at_begin_ = word == "if";
  } else if (word == "while" || word == "until") {
    open(opened::loop, at);
  } else if (word == "elif" || word == "else") {
    next_section(at);
  } else if (word == "fi" || word == "esac") {
    close(opened::branch);
  } else if (word == "done") {
    close(opened::loop);
  } else if (word == "{") {
    open(names_function_ ? opened::function : opened::group, at);
  } else if (word == "}") {
    close(opened::group);
  } else if (word == "function") {
    names_function_ = true;
    at = std::min(at + 1, words_.size() - 1);
  } else if (is_one_of(word, unknown)) {
    if (word == "for" || word == "select") open(opened::loop, at);
    take_unknown(at);
    at_begin_ = false;
  } else if (word == "local" || is_one_of(word, setting) ||
             (word.starts_with('-') && (is_local_ || is_one_of(words_[command_].text, setting)))) {
    is_local_ = is_local_ || word == "local";
  } else if (!is_one_of(word, passed)) {
    return false;
  }
  // What follows is the first of a command of its own.
  if (is_first && at_begin_ && !is_local_ && !is_one_of(word, setting)) command_ = at + 1;
  return true;
}

void shell_assignments::take_unknown(std::size_t at) {
  const bool is_one = words_[at].text == "for" || words_[at].text == "select";
  for (std::size_t i = at + 1; i < words_.size() && !words_[i].ends_command; ++i) {
    made_[words_[i].text].push_back({.at = at, .section = current(), .is_known = false});
    if (is_one) return;
  }
}

// The place of its last word.
std::size_t shell_assignments::take_assignment(std::size_t at) {
  const assigned one = assigned_in(words_[at].text);
  assignment made{.at = at, .section = current(), .adds = one.adds, .is_local = is_local_};
  std::size_t end = at;
  section_of_[at] = current();
  if (!one.value.empty() || at + 1 == words_.size() || !is_bracket(words_[at + 1], "(")) {
    made.words.push_back({std::string(one.value), words_[at].line});
  } else {
    made.is_array = true;
    for (end = at + 2; end < words_.size() && !is_bracket(words_[end], ")"); ++end) {
      section_of_[end] = current();
      if (!words_[end].ends_command) made.words.push_back(words_[end]);
    }
    end = std::min(end, words_.size() - 1);
    arrays_[at] = {one.name, end};
  }
  made_[std::string(one.name)].push_back(std::move(made));
  return end;
}

void shell_assignments::open(opened by, std::size_t at) {
  if (by == opened::group || frames_.size() > most_enclosing) {
    frames_.push_back({by, current()});
    return;
  }
  sections_.push_back({current(), at, by == opened::loop, by == opened::function});
  frames_.push_back({by, static_cast<int>(sections_.size()) - 1});
  if (by == opened::function) names_function_ = false;
}

// Of a branch: what was set in the last section is not in this one.
void shell_assignments::next_section(std::size_t at) {
  close_chains();
  if (frames_.empty() || frames_.back().by != opened::branch) return;
  frames_.pop_back();
  open(opened::branch, at);
}

void shell_assignments::close(opened by) {
  close_chains();
  if (frames_.empty()) return;
  const opened last = frames_.back().by;
  if (last == by || (by == opened::group && last == opened::function)) frames_.pop_back();
}

void shell_assignments::close_chains() {
  while (!frames_.empty() && frames_.back().by == opened::chain) frames_.pop_back();
}

// ---- what a variable is

bool shell_assignments::is_within(int inner, int outer) const {
  while (inner != outer && inner != 0) inner = sections_[static_cast<std::size_t>(inner)].parent;
  return inner == outer;
}

// 0: none.
int shell_assignments::function_of(int of) const {
  while (of != 0 && !sections_[static_cast<std::size_t>(of)].is_function)
    of = sections_[static_cast<std::size_t>(of)].parent;
  return of;
}

bool shell_assignments::is_same(const assignment& a, const assignment& b) {
  return a.is_known && b.is_known && !a.adds && !b.adds && a.is_array == b.is_array &&
         std::ranges::equal(a.words, b.words, {}, &command_word::text, &command_word::text);
}

// Whether a loop around a use goes on to what is set behind it.
bool shell_assignments::may_run_again_before(const assignment& other, const assignment& since, int use) const {
  for (int b = use; b != 0; b = sections_[static_cast<std::size_t>(b)].parent) {
    const script_section& around = sections_[static_cast<std::size_t>(b)];
    if (around.is_loop && is_within(other.section, b) && !is_within(since.section, b)) return true;
  }
  return false;
}

// False: which of two values counts depends on what runs. What is added without a size is taken in any case.
bool shell_assignments::add(const assignment& other, bool runs, value& into) {
  const auto is_size = [](const command_word& each) { return each.text.find("parallel") != std::string::npos; };
  if (!other.adds || other.is_array != into.is_array) return false;
  if (!runs && (!other.is_array || std::ranges::any_of(other.words, is_size))) return false;
  if (other.is_array)
    std::ranges::copy(other.words, std::back_inserter(into.words));
  else
    into.words.front().text += other.words.front().text;
  return true;
}

std::optional<shell_assignments::value> shell_assignments::value_at(std::string_view name, std::size_t at) const {
  const auto found = made_.find(name);
  if (found == made_.end() || found->second.size() > most_assignments) return std::nullopt;
  const int use = section_of_[at];
  const int its_function = function_of(use);
  const auto is_seen = [&](const assignment& each) {
    return !each.is_local || function_of(each.section) == its_function;
  };
  // A function runs where it is called: what is set outside of it, it finds.
  const auto runs_before = [&](const assignment& each) {
    if (each.at < at && is_within(use, each.section)) return true;
    return its_function != 0 && function_of(each.section) != its_function && is_within(its_function, each.section);
  };
  const assignment* set = nullptr;
  for (const assignment& each : found->second)
    if (is_seen(each) && !each.adds && runs_before(each) && (set == nullptr || each.at < at)) set = &each;
  if (set == nullptr || !set->is_known) return std::nullopt;

  value is{set->words, set->is_array, set->at};
  for (const assignment& other : found->second) {
    if (&other == set || !is_seen(other) || is_same(other, *set)) continue;
    const bool is_between = other.at > set->at && other.at < at;
    if (is_between && other.adds) {
      if (!add(other, runs_before(other), is)) return std::nullopt;
      continue;
    }
    const int of_other = function_of(other.section);
    const bool may_be_called = of_other != its_function && (of_other != 0 || function_of(set->section) != its_function);
    if (is_between || may_be_called || may_run_again_before(other, *set, use)) return std::nullopt;
  }
  return is;
}

}  // namespace headroom::read
