// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/shell/detail/walker.ipp>

// Pipelines and compound commands but for loops.
namespace headroom::read::shell::detail {

template <class Body>
void walker::in_branch(std::size_t construct, std::size_t branch, position at, Body body) {
  const scope inner(*this, [&](circumstances& in) { in.branch = memory_.keep(choice{construct, branch, at, in.branch}); });
  body();
}

void walker::run(const pipeline& all) {
  if (all.commands.size() == 1) {
    run(all.commands.front());
  } else {
    const std::size_t number = constructs_++;
    capture* outer = std::exchange(capture_, nullptr);
    for (std::size_t i = 0; i < all.commands.size(); ++i) {
      const place begin = here();
      const scope inner(*this, [&](circumstances& in) {
        in.pipeline = memory_.keep(stage{number, i, in.pipeline});
        in.is_in_subshell = true;
      });
      in_subshell([&] { run(all.commands[i]); });
      leave_shell(begin);
    }
    capture_ = outer;
    print_unknown(all.commands.front().at);
    status_ = truth::unknown;
  }
  if (all.is_negated) status_ = negated(status_);
}

void walker::run(const command& one) {
  if (const auto* simple = std::get_if<simple_command>(&one.what)) return run_what(*simple, one);
  if (++depth_ > 200) is_over_ = true;  // of the stack that this needs
  if (!is_over_) {
    call redirected{};
    run_redirections(one.redirections, redirected);
    if (!redirected.file.empty()) names_.set(names_.slot_of_file(redirected.file), nullptr);
    capture* outer = capture_;
    if (redirected.prints_elsewhere) capture_ = nullptr;
    std::visit([&](const auto& what) { run_what(what, one); }, one.what);
    capture_ = outer;
  }
  --depth_;
}

void walker::run_what(const subshell& one, const command&) {
  const place begin = here();
  const scope inner(*this, [](circumstances& in) { in.is_in_subshell = true; });
  in_subshell([&] { run(*one.body); });
  if (is_dead_) status_ = truth::unknown;
  leave_shell(begin);
}

void walker::run_what(const test_command& one, const command&) { status_ = test(*one.expression, words_); }

void walker::run_what(const arithmetic_command& one, const command&) {
  const number result = words_.evaluate(one.expression);
  status_ = result.is_known() && !result.is_default ? truth_of(result.is != 0) : truth::unknown;
}

void walker::run_what(const function_definition& one, const command&) {
  const binding function{.body = one.body};
  names_.set(names_.slot_of_function(one.name), memory_.keep(function));
  status_ = truth::yes;
}

void walker::run_what(const coprocess& one, const command& all) {
  run_in_background(all.at, [&] { run(*one.body); });
  const std::string_view name = one.name.empty() ? "COPROC" : one.name;
  words_.set_unknown(name, words_.keep({cause::process, name, all.at}));
}

// What stands outside the grammar may set what it names.
void walker::run_what(const outside& piece, const command&) {
  into_.pieces_outside.push_back(piece);
  const std::string_view text = piece.text;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t begin = i;
    while (i < text.size() && lexer_detail::is_of_name(text[i])) ++i;
    if (i == begin) {
      ++i;
      continue;
    }
    if (lexer_detail::is_digit(text[begin])) continue;
    const std::string_view name = text.substr(begin, i - begin);
    words_.set_unknown(name, words_.keep({cause::outside, words_.kept(name), piece.at}));
    const binding function{};
    if (names_.at(names_.slot_of_function(name)) != nullptr) names_.set(names_.slot_of_function(name), memory_.keep(function));
  }
  status_ = truth::unknown;
}

// ---- branches

void walker::run_if(const if_command& one, position at, std::size_t from) {
  if (from == one.branches.size()) {
    status_ = truth::yes;
    if (one.otherwise != nullptr) run(*one.otherwise);
    return;
  }
  const if_branch& first = one.branches[from];
  run(*first.condition);
  if (is_stopped()) return;
  if (status_ == truth::yes) return run(*first.body);
  if (status_ == truth::no) return run_if(one, at, from + 1);

  const place begin = here();
  const std::size_t construct = constructs_++;
  ways ends;
  in_branch(construct, 0, at, [&] { run(*first.body); });
  end_way(begin, ends);
  if (++depth_ > 200) is_over_ = true;
  in_branch(construct, 1, at, [&] { run_if(one, at, from + 1); });
  --depth_;
  end_way(begin, ends);
  join(begin, ends, {cause::branch, {}, at});
  status_ = truth::unknown;
}

// Whether a pattern of an item matches.
truth walker::matches(const case_item& item, const value& subject) {
  truth result = truth::no;
  for (const word& each : item.patterns) {
    if (plain_text(each) == "*") return truth::yes;
    pattern one;
    const bool is_followed = words_.pattern_of(each, one) && subject.is_known() && !subject.is_default && one.is_sure_of(subject.text);
    if (is_followed && one.matches(subject.text)) return result == truth::no ? truth::yes : truth::unknown;
    if (!is_followed) result = truth::unknown;
  }
  return result;
}

void walker::run_what(const case_command& one, const command& all) {
  const value subject = words_.text_of(one.subject);
  const bool leaves = std::ranges::all_of(one.items, [](const case_item& each) { return each.ending == case_ending::leave; });
  status_ = truth::yes;
  if (!leaves) return run_cases_in_turn(one, all.at);
  for (const case_item& each : one.items) {
    const truth is_one = matches(each, subject);
    if (is_one == truth::yes) return run(*each.body);
    if (is_one == truth::unknown) return run_any_case(one, all.at);
  }
}

// Which one is not known.
void walker::run_any_case(const case_command& one, position at) {
  const place begin = here();
  const std::size_t construct = constructs_++;
  ways ends;
  bool takes_rest = false;
  for (std::size_t i = 0; i < one.items.size() && !takes_rest; ++i) {
    in_branch(construct, i, at, [&] { run(*one.items[i].body); });
    end_way(begin, ends);
    takes_rest = std::ranges::any_of(one.items[i].patterns, [](const word& each) { return plain_text(each) == "*"; });
  }
  if (!takes_rest) end_way(begin, ends);
  join(begin, ends, {cause::branch, {}, at});
  status_ = truth::unknown;
}

// One may run behind another.
void walker::run_cases_in_turn(const case_command& one, position at) {
  for (const case_item& each : one.items) {
    if (is_stopped()) return;
    const place begin = here();
    ways ends{way_since(begin)};
    in_branch(constructs_++, 0, at, [&] { run(*each.body); });
    end_way(begin, ends);
    join(begin, ends, {cause::branch, {}, at});
  }
  status_ = truth::unknown;
}

}  // namespace headroom::read::shell::detail
