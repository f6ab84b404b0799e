// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/shell/detail/walker_compound.ipp>

// Loops: round by round where their rounds are known, else one round that stands for any.
namespace headroom::read::shell::detail {

namespace walker_detail {

constexpr std::size_t most_rounds = 128;
constexpr int most_passes = 4;

}  // namespace walker_detail

void walker::run_what(const while_command& one, const command& all) {
  loop it{.at = all.at, .body = one.body};
  std::size_t condition = 0;  // its command
  std::vector<std::size_t> asked;
  it.condition = [&] {
    const std::size_t before = words_.argument_reads();
    condition = into_.commands.size();
    asked_.clear();
    run(*one.condition);
    if (into_.commands.size() != condition + 1) asked_.clear();
    asked = asked_;
    it.is_over_arguments = it.is_over_arguments || words_.argument_reads() != before;
    return one.is_until ? negated(status_) : status_;
  };
  run_loop(it);
  // "while kill -0 $PID" goes on until it has ended.
  if (!one.is_until && !asked.empty()) end_jobs(asked, true, false, condition);
}

void walker::run_what(const arithmetic_for& one, const command& all) {
  words_.evaluate(one.begin);
  loop it{.at = all.at, .body = one.body};
  it.condition = [&] {
    if (one.condition.parts.empty()) return truth::yes;
    const number is = words_.evaluate(one.condition);
    return is.is_known() && !is.is_default ? truth_of(is.is != 0) : truth::unknown;
  };
  it.step = [&] { words_.evaluate(one.step); };
  run_loop(it);
}

void walker::run_what(const for_command& one, const command& all) {
  const std::size_t first = stack_.size();
  const std::size_t reads_before = words_.argument_reads();
  if (one.has_words) {
    for (const word& each : one.words) words_.expand(each, stack_);
  } else {
    const part arguments{.kind = part_kind::parameter, .at = all.at, .text = "$@"};
    const part quoted{.kind = part_kind::double_quoted, .at = all.at, .parts = {&arguments, 1}};
    words_.expand({.parts = {&quoted, 1}, .at = all.at}, stack_);
  }
  const std::span<const expanded_word> words = memory_.keep(std::span<const expanded_word>(stack_).subspan(first));
  stack_.resize(first);
  const bool are_known = !one.is_select && std::ranges::all_of(words, [](const expanded_word& each) {
    return each.optional == nullptr && !each.may_be_several && !each.has_glob;
  });
  std::vector<std::string_view> texts;
  for (const expanded_word& each : words)
    if (each.text.is_known() && texts.size() < 16) texts.push_back(each.text.text);

  loop it{.at = all.at, .body = one.body};
  it.is_over_arguments = words_.argument_reads() != reads_before && std::ranges::none_of(words, is_certain);
  if (are_known) it.rounds = words.size();
  unjudged any{cause::rounds, one.variable, all.at};
  if (are_known && texts.size() == words.size()) any.may_be = memory_.keep(std::span<const std::string_view>(texts));
  it.begin = [&](std::optional<std::size_t> round) {
    if (round.has_value())
      words_.assign(one.variable, words[*round].text);
    else
      words_.set_unknown(one.variable, words_.keep(any));
  };
  run_loop(it);
}

void walker::run_loop(const loop& one) {
  if (++depth_ > 200) is_over_ = true;
  if (!is_over_ && !run_rounds(one)) run_any_rounds(one);
  status_ = truth::unknown;
  --depth_;
}

// ---- rounds that are known

// False, and nothing has happened: it is not known how many there are, or they are too many.
bool walker::run_rounds(const loop& one) {
  if (!one.rounds.has_value() && !one.condition) return false;
  if (one.rounds.has_value() && *one.rounds > std::min(walker_detail::most_rounds, rounds_left_)) return false;
  const place begin = here();
  const output before = output_now();
  const std::size_t frame_number = loops_.size();
  loops_.push_back({begin, begin});
  bool is_last = false;
  bool is_followed = true;
  for (std::size_t i = 0; is_followed && !is_last && i < one.rounds.value_or(i + 1); ++i) {
    is_followed = i < walker_detail::most_rounds && rounds_left_ > 0 && run_round(one, i, is_last);
    // A loop that changes nothing goes on for as long as it does.
    if (!one.rounds.has_value() && !is_last && names_.here().changed == begin.names.changed) is_followed = false;
  }
  ways ends = taken(before.jumps, jump::leave_loop, frame_number);
  loops_.pop_back();
  if (is_followed) {
    if (!ends.empty()) join(begin, ends, {cause::rounds, {}, one.at});
    return true;
  }
  // Whether it goes on behind a "break" is not known.
  return_to(begin);
  undo(before);
  is_dead_ = false;
  return false;
}

// False: whether there is another is not known.
bool walker::run_round(const loop& one, std::size_t number, bool& is_last) {
  const std::size_t frame_number = loops_.size() - 1;
  const std::size_t jumps = jumps_.size();
  const place begin = loops_.back().round = here();
  if (one.condition) {
    const truth goes_on = one.condition();
    is_last = goes_on == truth::no || is_stopped();
    if (is_last || goes_on == truth::unknown) return is_last;
  }
  --rounds_left_;
  if (one.begin) one.begin(number);
  const scope inner(*this, [&](circumstances& in) {
    repetition round{.at = one.at, .round = static_cast<count>(number), .around = in.loop};
    if (one.rounds.has_value()) round.rounds = static_cast<count>(*one.rounds);
    in.loop = memory_.keep(round);
  });
  run(*one.body);
  ways ends = taken(jumps, jump::next_round, frame_number);
  if (!ends.empty()) {
    if (!is_stopped()) ends.push_back(way_since(begin));
    join(begin, ends, {cause::branch, {}, one.at});
  }
  const bool may_have_left = std::ranges::any_of(jumps_, [&](const jumped& each) { return each.how == jump::leave_loop && each.to == frame_number; });
  is_last = is_stopped();
  if (!is_last && may_have_left) return false;
  if (one.step) one.step();
  return true;
}

// ---- any round

// Goes through the body again and again, with what it may have changed joined to what it began with, until that is all.
void walker::run_any_rounds(const loop& one) {
  const place begin = here();
  const output before = output_now();
  const std::size_t frame_number = loops_.size();
  const unjudged why{cause::rounds, {}, one.at};
  variables::changes from;
  truth condition = truth::unknown;
  way behind_condition;
  const running_job* behind_round = nullptr;
  bool is_lost = false;
  for (int pass = 0;; ++pass) {
    loops_.push_back({begin, begin});
    ways ends = run_any_round(one, begin, condition, behind_condition);
    loops_.pop_back();
    ends.insert(ends.begin(), way{{}, begin.running});
    behind_round = merged_jobs(ends);
    variables::changes next = merged(ends, why, pass > 0);
    const auto are_alike = [](const variables::change& a, const variables::change& b) {
      return a.which == b.which && detail::are_alike(a.now, b.now);
    };
    if (pass >= walker_detail::most_passes)
      for (variables::change& each : next) {
        const auto is_it = [&](const variables::change& other) { return are_alike(each, other); };
        if (pass < 2 * walker_detail::most_passes && std::ranges::any_of(from, is_it)) continue;
        binding lost{.is_exported = each.now != nullptr && each.now->is_exported, .may_be_unset = true};
        lost.scalar = words_.unknown(words_.keep(why), one.at);
        if (!names_.is_variable(each.which)) lost = {};
        each.now = names_.is_file(each.which) ? nullptr : memory_.keep(lost);
      }
    const bool is_all = std::ranges::equal(from, next, are_alike);
    if (is_all || is_over_ || pass > 3 * walker_detail::most_passes) {
      is_lost = !is_all;
      break;
    }
    from = std::move(next);
    undo(before);
    return_to(begin);
    apply(from);
  }
  ways ends = taken(before.jumps, jump::leave_loop, frame_number);
  if (condition != truth::yes) ends.push_back(std::move(behind_condition));
  // What a round has left in the background may run behind the loop.
  for (way& each : ends)
    for (const running_job* left = behind_round; left != nullptr; left = left->next)
      if (left->job >= before.jobs && !runs(each, left->job)) each.running = memory_.keep(running_job{left->job, true, each.running});
  join(begin, ends, why);
  if (one.is_over_arguments) take_defaults_of(begin);
  if (is_lost) words_.lose_all(words_.keep(why));
}

// What a loop over the arguments of the script sets keeps what it was, as its default, as "${1:-8}" has one.
void walker::take_defaults_of(const place& begin) {
  const place end = here();
  variables::changes all = names_.since(begin.names);
  return_to(begin);
  for (variables::change& each : all) {
    const binding* before = names_.at(each.which);
    if (before == nullptr || before->what != binding::kind::scalar) continue;
    if (!before->scalar.is_known() || before->scalar.text.empty()) continue;
    binding kept = *before;
    kept.scalar.is_default = true;
    each.now = memory_.keep(kept);
  }
  apply(all);
  running_ = end.running;
}

// The ways that go on with another round.
walker::ways walker::run_any_round(const loop& one, const place& begin, truth& condition, way& behind_condition) {
  const std::size_t frame_number = loops_.size() - 1;
  const std::size_t jumps = jumps_.size();
  condition = truth::unknown;
  const scope inner(*this, [&](circumstances& in) {
    repetition any{.at = one.at, .around = in.loop};
    if (one.rounds.has_value()) any.rounds = static_cast<count>(*one.rounds);
    in.loop = memory_.keep(any);
  });
  if (one.condition) condition = one.condition();
  behind_condition = way_since(begin);
  if (is_stopped()) {
    condition = truth::yes;  // nothing goes on behind it
    return_to(begin);
    is_dead_ = false;
    return {};
  }
  if (one.begin) one.begin(std::nullopt);
  run(*one.body);
  ways ends = taken(jumps, jump::next_round, frame_number);
  if (!is_stopped()) ends.push_back(way_since(begin));
  if (!ends.empty() && one.step) {
    join(begin, ends, {cause::branch, {}, one.at});
    one.step();
    ends.assign(1, way_since(begin));
  }
  return_to(begin);
  is_dead_ = false;
  return ends;
}

walker::output walker::output_now() const {
  return {into_.commands.size(), into_.jobs.size(), jumps_.size(), into_.pieces_outside.size()};
}

void walker::undo(const output& to) {
  into_.commands.resize(to.commands);
  into_.jobs.resize(to.jobs);
  shell_of_job_.resize(to.jobs);
  into_.pieces_outside.resize(to.pieces);
  jumps_.resize(to.jumps);
  for (job& each : into_.jobs)
    if (each.ended_by != nowhere && each.ended_by >= to.commands) each.ended_by = nowhere;
}

}  // namespace headroom::read::shell::detail
