// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/shell/detail/braces.hpp>
#include <headroom/read/shell/detail/expander.hpp>
#include <headroom/read/shell/detail/names.hpp>
#include <headroom/read/shell/lexer.ipp>

namespace headroom::read::shell::detail {

namespace expander_detail {

constexpr std::string_view digits_of_code = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.-";
constexpr std::size_t code_size = 4;
constexpr std::size_t most_codes = 262'144;  // of three digits

bool is_list(const part& what) {
  if (what.kind != part_kind::parameter) return false;
  if (what.parameter == nullptr) return what.text == "$@";
  const auto is_all = [](const word* of) { return of != nullptr && plain_text(*of) == "@"; };
  return what.parameter->operation != parameter_operator::length && (what.parameter->name == "@" || is_all(what.parameter->subscript));
}

}  // namespace expander_detail

// ---- words

void expander::expand(const word& of, std::vector<expanded_word>& into) {
  if (!of.has_braces) return expand_one(of, into);
  const std::optional<std::vector<word>> words = expand_braces(of, memory_);
  const bool are_followed = words.has_value() && (language_ == dialect::bash || words->size() < 2);
  if (!are_followed) {
    const part& first = of.parts.front();
    const cause why = words.has_value() ? cause::language : cause::too_much;
    into.push_back({.text = unknown(keep({why, first.text, of.at}), of.at), .at = of.at, .may_be_several = true});
    return;
  }
  for (const word& each : *words) expand_one(each, into);
}

void expander::expand_one(const word& of, std::vector<expanded_word>& into) {
  if (of.parts.size() == 1 && of.parts[0].kind == part_kind::literal && !of.has_tilde && encoded_.empty()) {
    into.push_back({.text = {.text = of.parts[0].text, .at = of.parts[0].at}, .at = of.at, .has_glob = of.has_glob});
    return;
  }
  field_builder fields(memory_, into, true);
  fields.begin_word(of.at);
  std::span<const part> parts = of.parts;
  if (of.has_tilde) parts = parts.subspan(add_home(of, fields, false));
  add_parts(parts, fields, false, false);
  fields.end_field();
}

bool expander::becomes_several(const word& of) {
  if (!of.has_braces) return false;
  const std::optional<std::vector<word>> words = expand_braces(of, memory_);
  return !words.has_value() || words->size() > 1;
}

value expander::text_of(const word& of) {
  if (of.parts.empty()) return {.at = of.at};
  if (of.parts.size() == 1 && !of.has_tilde && encoded_.empty() &&
      (of.parts[0].kind == part_kind::literal || of.parts[0].kind == part_kind::quoted))
    return {.text = of.parts[0].text, .at = of.parts[0].at};
  std::vector<expanded_word> all;
  field_builder fields(memory_, all, false);
  fields.begin_word(of.at);
  std::span<const part> parts = of.parts;
  if (of.has_tilde) parts = parts.subspan(add_home(of, fields, false));
  add_parts(parts, fields, false, false);
  fields.end_field();
  return all.empty() ? value{.at = of.at} : all.front().text;
}

number expander::evaluate(const word& expression) {
  evaluated_at_ = expression.at;
  std::vector<expanded_word> all;
  field_builder fields(memory_, all, false);
  add_parts(expression.parts, fields, true, false);
  fields.end_field();
  return evaluate(all.empty() ? value{.at = expression.at} : all.front().text);
}

// "~/x" at the beginning of a word or behind the "=" of one. Gives how many parts it has taken.
std::size_t expander::add_home(const word& of, field_builder& to, bool is_operand) {
  if (of.parts.empty() || of.parts.front().kind != part_kind::literal) return 0;  // empty: the first word of {,~}
  const part& first = of.parts.front();
  const std::size_t equals = first.text.find("=~");
  const bool begins = first.text.starts_with('~');
  if (!begins && (is_operand || equals == std::string_view::npos)) return 0;
  const std::size_t begin = begins ? 0 : equals + 1;
  const std::size_t end = std::min(first.text.find('/', begin), first.text.size());
  const std::string_view folder = first.text.substr(begin, end - begin);
  add_text(first.text.substr(0, begin), first.at, to, false, false);
  const binding* home = folder == "~" ? names_.find("HOME") : nullptr;
  if (home != nullptr && home->what == binding::kind::scalar)
    to.add_quoted(home->scalar);
  else
    to.add_quoted(keep({cause::home, folder, first.at}));
  add_text(first.text.substr(end), first.at, to, false, is_operand);
  return 1;
}

void expander::add_parts(std::span<const part> parts, field_builder& to, bool is_quoted, bool is_operand) {
  for (const part& each : parts) {
    if (!is_quoted) to.set_last_part(&each == &parts.back());
    add_part(each, to, is_quoted, is_operand);
  }
}

void expander::add_part(const part& what, field_builder& to, bool is_quoted, bool is_operand) {
  switch (what.kind) {
    case part_kind::literal: return add_text(what.text, what.at, to, is_quoted, is_operand);
    case part_kind::quoted: return add_text(what.text, what.at, to, true, false);
    case part_kind::double_quoted: {
      // A list of nothing leaves nothing, unless there is text beside it.
      if (std::ranges::none_of(what.parts, expander_detail::is_list)) to.make_word();
      if (what.parts.size() > 1 && std::ranges::any_of(what.parts, expander_detail::is_list)) to.mark_fleeting();
      const bool is_last = to.is_last_part();
      for (const part& each : what.parts) {
        to.set_last_part(is_last && &each == &what.parts.back());
        add_part(each, to, true, is_operand);
      }
      return;
    }
    case part_kind::parameter: return add_parameter(what, to, is_quoted);
    case part_kind::output: return add_value(commands_.output_of(what), to, is_quoted);
    case part_kind::arithmetic: {
      evaluated_at_ = what.at;
      const word expression{.parts = what.parts, .at = what.at};
      return add_value(text_of(evaluate(expression), what.at), to, true);
    }
    case part_kind::process:
      commands_.run_beside(*what.commands);
      return to.add_quoted(keep({cause::output, what.text, what.at}));
  }
}

void expander::add_text(std::string_view text, position at, field_builder& to, bool is_quoted, bool is_operand) {
  for (std::size_t begin = 0;;) {
    const std::size_t code = encoded_.empty() ? text.npos : text.find('\0', begin);
    const std::string_view piece = text.substr(begin, code - begin);
    if (is_quoted) {
      to.add_quoted(piece, at);
    } else if (is_operand) {
      to.add_split({.text = piece, .at = at});
    } else {
      to.add_literal(piece, at);
      if (piece.find_first_of("*?[") != std::string_view::npos) to.mark_glob();
    }
    if (code == std::string_view::npos) return;
    std::size_t number = 0;
    for (const char c : text.substr(code + 1, expander_detail::code_size - 1))
      number = 64 * number + std::min<std::size_t>(expander_detail::digits_of_code.find(c), 63);
    if (number < encoded_.size()) add_gap(encoded_[number], at, to, is_quoted);
    begin = std::min(code + expander_detail::code_size, text.size());
  }
}

std::string expander::encoded(const value& of) {
  std::vector<origin> origins;
  return encoded(of, origins);
}

std::string expander::encoded(const value& of, std::vector<origin>& origins) {
  std::string text;
  std::size_t from = 0;
  std::size_t next_origin = 0;
  origins.push_back({0, of.at});
  const auto take = [&](std::size_t end) {
    for (; next_origin < of.origins.size() && of.origins[next_origin].offset < end; ++next_origin)
      origins.push_back({text.size() + of.origins[next_origin].offset - from, of.origins[next_origin].at});
    text += of.text.substr(from, end - from);
    from = end;
  };
  for (const gap& each : of.gaps) {
    take(each.offset);
    const std::size_t number = encoded_.size();
    if (number == expander_detail::most_codes) continue;
    const position at = position_of(of, from);
    encoded_.push_back(each.why);
    text += '\0';
    for (std::size_t shift : {std::size_t{64} * 64, std::size_t{64}, std::size_t{1}})
      text += expander_detail::digits_of_code[number / shift % 64];
    origins.push_back({text.size(), at});
  }
  take(of.text.size());
  return text;
}

// IFS, where a script sets it to something else than blanks.
const binding* expander::other_separators() {
  const binding* found = names_.find("IFS");
  return found == nullptr || found->what == binding::kind::unset || found->scalar.is(" \t\n") ? nullptr : found;
}

// Text of a variable is parted at blanks, or at what IFS holds.
void expander::add_value(const value& what, field_builder& to, bool is_quoted) {
  if (is_quoted) return to.add_quoted(what);
  const binding* separators = to.splits() ? other_separators() : nullptr;
  if (separators == nullptr) return to.add_split(what);
  const bool is_whole = what.is_known() && separators->scalar.is_known() &&
                        what.text.find_first_of(separators->scalar.text) == std::string_view::npos;
  if (!is_whole) return to.add_split(unknown(keep({cause::expansion, "IFS", what.at}), what.at));
  if (!what.text.empty()) to.add_quoted(what);
}

void expander::add_gap(const unjudged* why, position at, field_builder& to, bool is_quoted) {
  if (is_quoted) return to.add_quoted(why);
  to.add_split(unknown(why, at));
}

// Of a nested text that is told: what marks a piece that is not known is "...".
const unjudged* expander::keep(unjudged why) {
  if (why.what.find('\0') == std::string_view::npos) return memory_.keep(why);
  std::string text(why.what);
  for (std::size_t code = 0; (code = text.find('\0', code)) != std::string::npos;) text.replace(code, expander_detail::code_size, "...");
  why.what = memory_.keep_text(text);
  return memory_.keep(why);
}

value expander::unknown(const unjudged* why, position at) {
  const gap whole{.why = why};
  return {.gaps = memory_.keep_one(whole), .at = at};
}

value expander::behind(const value& of, std::size_t offset) {
  value_builder rest(memory_);
  std::vector<gap> gaps;
  rest.add_text_of(of, offset, of.text.size(), position_of(of, offset));
  value result = rest.finish(of.at);
  for (const gap& each : of.gaps)
    if (each.offset >= offset) gaps.push_back({each.offset - offset, each.why});
  result.gaps = memory_.keep(std::span<const gap>(gaps));
  result.is_default = of.is_default;
  return result;
}

// The reason, for one of the variables that it is about.
unjudged expander::named(unjudged why, variables::slot which) {
  const bool is_of_all = why.why == cause::sourced || why.why == cause::evaluated || why.why == cause::environment || why.why == cause::outside;
  if (is_of_all) why.what = names_.name_of(which);
  return why;
}

// The same one each time: it holds what it holds.
const unjudged* expander::unknown_variable(std::string_view name, position at) {
  if (is_set_by_shell(name)) return keep({cause::variable, memory_.keep_text(name), at});
  const variables::slot which = names_.slot_of(name);
  const binding* lost = names_.find(" unset");
  const unjudged why = lost == nullptr ? unjudged{cause::variable, names_.name_of(which), at} : named(*lost->scalar.gaps.front().why, which);
  const unjudged*& known = unknown_[which];
  if (known == nullptr || known->why != why.why || (lost != nullptr && known->at != why.at)) known = keep(why);
  return known;
}

void expander::lose_unset(const unjudged* why) {
  const binding all{.scalar = unknown(why, why->at)};
  names_.set(names_.slot_of(" unset"), memory_.keep(all));
}

void expander::lose_all(const unjudged* why) {
  lose_unset(why);
  for (variables::slot each = 0; each < names_.size(); ++each) {
    const binding* now = names_.at(each);
    if (now == nullptr || !names_.is_variable(each)) continue;
    binding lost = *now;
    lost.what = binding::kind::scalar;
    lost.elements = {};
    lost.may_be_unset = true;  // or an array
    lost.scalar = unknown(keep(named(*why, each)), why->at);
    names_.set(each, memory_.keep(lost));
  }
}

// ---- patterns

bool expander::pattern_of(const word& of, pattern& into) {
  bool is_followed = !of.has_tilde;
  add_pattern_parts(of.parts, false, into, is_followed);
  return is_followed;
}

void expander::add_pattern_parts(std::span<const part> parts, bool is_quoted, pattern& into, bool& is_followed) {
  for (const part& each : parts) {
    if (each.kind == part_kind::double_quoted) {
      add_pattern_parts(each.parts, true, into, is_followed);
      continue;
    }
    const word only{.parts = {&each, 1}, .at = each.at};
    const value text = text_of(only);
    const bool is_text = is_quoted || each.kind == part_kind::quoted;
    if (is_text) into.add_quoted(text.text);
    is_followed = is_followed && text.is_known() && (is_text || into.add(text.text));
  }
}

// ---- arithmetic

number expander::evaluate(const value& expression) {
  constexpr int most_nested = 16;
  if (depth_ > most_nested) return {.unknown = keep({cause::too_much, {}, evaluated_at_})};
  ++depth_;
  number result = arithmetic(expression, *this).evaluate();
  --depth_;
  result.is_default = result.is_default || expression.is_default;
  // Of a variable all that it may be is known; what is calculated with it is something else.
  if (!result.is_known() && !result.unknown->may_be.empty()) {
    unjudged why = *result.unknown;
    why.may_be = {};
    result.unknown = keep(why);
  }
  return result;
}

number expander::number_in(const value& text) {
  number result{.is_default = text.is_default};
  return text.is_known() && read_number(text.text, result.is) ? result : evaluate(text);
}

number expander::read(std::string_view name, const value* subscript) {
  parameter_expansion parameter{.name = name};
  const part literal{.at = evaluated_at_, .text = subscript == nullptr ? std::string_view{} : subscript->text};
  const word index{.parts = {&literal, 1}, .at = evaluated_at_};
  if (subscript != nullptr && !subscript->is_known()) return {.unknown = subscript->gaps.front().why};
  if (subscript != nullptr) parameter.subscript = &index;
  const fetched found = fetch(parameter, evaluated_at_);
  if (found.is_list) return {.unknown = unknown_variable(name, evaluated_at_)};
  return number_in(found.one);
}

void expander::write(std::string_view name, const value* subscript, const number& to) {
  const std::string_view kept = memory_.keep_text(name);
  if (subscript != nullptr) {
    // One that changes something would do so once for what is read and once for what is written.
    const auto has = [&](std::string_view sign) { return subscript->text.find(sign) != std::string_view::npos; };
    if (!subscript->is_known() || has("=") || has("++") || has("--"))
      return assign_elements(kept, {{.word = {.text = unknown(not_followed(name), evaluated_at_), .at = evaluated_at_, .may_be_several = true}}});
    const part literal{.at = evaluated_at_, .text = memory_.keep_text(subscript->text)};
    return assign_element(kept, {.parts = {&literal, 1}, .at = evaluated_at_}, text_of(to, evaluated_at_), false);
  }
  if (!to.is_known()) return set_unknown(kept, to.unknown);
  assign(kept, text_of(to, evaluated_at_));
}

const unjudged* expander::not_followed(std::string_view expression) {
  return keep({cause::arithmetic, expression, evaluated_at_});
}

value expander::text_of(const number& n, position at) {
  if (!n.is_known()) return unknown(n.unknown, at);
  return {.text = memory_.keep_text(std::to_string(n.is)), .at = at, .is_default = n.is_default};
}

}  // namespace headroom::read::shell::detail
