// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/shell/detail/expander.ipp>

// What "$X" and "${X...}" come to (XCU 2.6.2), and assignments.
namespace headroom::read::shell::detail {

namespace expander_detail {

constexpr std::size_t longest_changed = 4096;
constexpr std::size_t longest_replaced = 256;  // by a pattern

bool is_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 128; });
}

bool are_certain(std::span<const expanded_word> all) { return std::ranges::all_of(all, is_certain); }

bool has_list(std::span<const part> parts) {
  return std::ranges::any_of(parts, [](const part& each) {
    const bool is_inside = each.parameter != nullptr && has_list(each.parameter->operand.parts);
    return is_list(each) || is_inside || (each.kind == part_kind::double_quoted && has_list(each.parts));
  });
}

// What "declare -i" and the like leave as it is.
bool is_plain_number(const value& of) {
  return of.is_known() && lexer_detail::is_digits(of.text) && (of.text.size() == 1 || of.text[0] != '0');
}

// What is not known of a part, once something has been done with it.
unjudged without_alternatives(const value& of) {
  unjudged why = *of.gaps.front().why;
  why.may_be = {};
  return why;
}

}  // namespace expander_detail

// ---- what a name stands for

void expander::note_read(std::string_view name) {
  const variables::slot which = names_.slot_of(name);
  if (which >= is_read_.size()) is_read_.resize(which + std::size_t{1});
  if (!is_read_[which]) names_read_.push_back(names_.name_of(which));
  is_read_[which] = true;
}

expander::fetched expander::fetch(const parameter_expansion& parameter, position at) {
  if (!lexer_detail::is_name_start(parameter.name[0])) return fetch_special(parameter.name, at);
  fetched result{};
  note_read(parameter.name);
  const binding* found = names_.find(parameter.name);
  if (is_set_by_shell(parameter.name)) {
    result.one = unknown(unknown_variable(parameter.name, at), at);
    return result;
  }
  if (found == nullptr) {
    // A file that the shell reads may set it as the surroundings may: neither takes its default away.
    const binding* lost = names_.find(" unset");
    const cause why = lost == nullptr ? cause::sourced : lost->scalar.gaps.front().why->why;
    if (why == cause::sourced || why == cause::evaluated) result.is = fetched::state::never;
    result.one = unknown(unknown_variable(parameter.name, at), at);
    const bool is_list = parameter.subscript != nullptr &&
                         (plain_text(*parameter.subscript) == "@" || plain_text(*parameter.subscript) == "*");
    if (!is_list) return result;
    result.is_list = true;
    // No array comes from the surroundings.
    if (lost != nullptr) result.list.push_back({.text = result.one, .at = at, .may_be_several = true});
    return result;
  }
  if (found->is_reference) {
    result.one = unknown(keep({cause::variable, parameter.name, at}), at);
    return result;
  }
  return fetch_element(*found, parameter, at);
}

expander::fetched expander::fetch_special(std::string_view name, position at) {
  fetched result{};
  const binding* all = names_.find("@");
  if (name == "@" || name == "*" || name == "#" || lexer_detail::is_digit(name[0])) note_argument_read();
  const std::string_view kept = memory_.keep_text(name);
  result.one = unknown(keep({cause::variable, kept, at}), at);
  if (name == "@" || name == "*") {
    result.is_list = true;
    result.joins = name == "*";
    if (all == nullptr) result.list.push_back({.text = result.one, .at = at, .may_be_several = true});
    if (all != nullptr)
      for (const element& each : all->elements) result.list.push_back(each.word);
    return result;
  }
  const bool is_script = name.find_first_not_of('0') == std::string_view::npos;  // "${00}" too
  if (name == "!" || is_script) {
    if (const binding* found = names_.find(is_script ? "0" : name); found != nullptr) result.one = found->scalar;
    return result;
  }
  if (name == "#" && all != nullptr) {
    const bool are_certain = std::ranges::all_of(all->elements, is_certain, &element::word);
    if (are_certain) result.one = text_of({.is = static_cast<std::int64_t>(all->elements.size())}, at);
    return result;
  }
  if (!lexer_detail::is_digit(name[0])) return result;
  std::size_t n = 0;
  for (const char c : name) n = std::min<std::size_t>(10 * n + static_cast<std::size_t>(c - '0'), 100'000);
  if (all == nullptr) {
    result.is = fetched::state::never;
    return result;
  }
  for (std::size_t i = 0; i < std::min(n, all->elements.size()); ++i)
    if (!is_certain(all->elements[i].word)) return result;
  if (n <= all->elements.size())
    result.one = all->elements[n - 1].word.text;
  else
    result = {.is = fetched::state::unset};
  return result;
}

// What is no array is a list of what it holds, if it is set.
expanded_word expander::only_element(const binding& of, std::string_view name, position at) {
  expanded_word only{.text = of.scalar, .at = at, .may_be_several = of.may_be_unset && !of.scalar.is_known()};
  if (of.may_be_unset && of.scalar.is_known()) only.optional = keep({cause::expansion, name, at});
  return only;
}

expander::fetched expander::fetch_element(const binding& of, const parameter_expansion& parameter, position at) {
  fetched result{};
  const std::string_view plain = parameter.subscript == nullptr ? std::string_view{} : plain_text(*parameter.subscript);
  const bool is_list = plain == "@" || plain == "*";
  const bool has_elements = of.what == binding::kind::array || of.what == binding::kind::map;
  if (is_list) {
    result.is_list = true;
    result.joins = plain == "*";
    for (const element& each : of.elements) {
      result.has_holes = result.has_holes || each.index != static_cast<std::int64_t>(result.list.size());
      result.list.push_back(each.word);
    }
    if (of.what == binding::kind::scalar) result.list.push_back(only_element(of, parameter.name, at));
    // In which order the elements of a map come, only the shell knows.
    if (of.what == binding::kind::map && of.elements.size() > 1)
      result.list = {{.text = unknown(keep({cause::expansion, parameter.name, at}), at), .at = at, .may_be_several = true}};
    return result;
  }
  if (!has_elements) {
    if (of.what == binding::kind::scalar) result.one = of.scalar;
    if (of.what != binding::kind::scalar || (parameter.subscript != nullptr && plain != "0" && !of.may_be_unset)) {
      result.is = fetched::state::unset;
      result.one = {.at = at};
    }
    return result;
  }
  number index{};
  value key{};
  if (of.what == binding::kind::map)
    key = parameter.subscript == nullptr ? value{.text = "0"} : text_of(*parameter.subscript);
  else if (parameter.subscript != nullptr)
    index = evaluate(*parameter.subscript);
  const unjudged* unknown_index = index.is_known() ? nullptr : index.unknown;
  if (!key.is_known()) unknown_index = key.gaps.front().why;
  if (index.is < 0 && !of.elements.empty()) index.is += of.elements.back().index + 1;
  for (const element& each : of.elements) {
    if (!is_certain(each.word) && unknown_index == nullptr)
      unknown_index = each.word.optional != nullptr ? each.word.optional : keep(expander_detail::without_alternatives(each.word.text));
    if (unknown_index != nullptr) break;
    if (of.what == binding::kind::map ? each.key != key.text : each.index != index.is) continue;
    result.one = each.word.text;
    return result;
  }
  if (unknown_index != nullptr) {
    unjudged why = *unknown_index;
    why.may_be = {};
    result.one = unknown(keep(why), at);
  } else {
    result = {.is = fetched::state::unset};
  }
  return result;
}

expander::fetched expander::fetch_indirect(const parameter_expansion& parameter, position at) {
  const std::string_view plain = parameter.subscript == nullptr ? std::string_view{} : plain_text(*parameter.subscript);
  const binding* found = names_.find(parameter.name);
  fetched result{};
  result.one = unknown(keep({cause::expansion, parameter.name, at}), at);
  if (plain == "@" || plain == "*") {  // the numbers of the elements
    const bool is_array = found != nullptr && found->what == binding::kind::array &&
                          std::ranges::all_of(found->elements, is_certain, &element::word);
    result.is_list = true;
    result.joins = plain == "*";
    if (!is_array) result.list.push_back({.text = result.one, .at = at, .may_be_several = true});
    if (is_array)
      for (const element& each : found->elements) result.list.push_back({.text = text_of({.is = each.index}, at), .at = at});
    return result;
  }
  parameter_expansion named{.name = parameter.name, .subscript = parameter.subscript};
  const fetched name = fetch(named, at);
  if (!name.one.is_known()) return result;
  std::string_view target = name.one.text;
  static constexpr part all_elements{.text = "@"};
  static constexpr word all_of{.parts = {&all_elements, 1}};
  named = {};
  if (target.ends_with("[@]")) {
    named.subscript = &all_of;
    target.remove_suffix(3);
  }
  if (target.empty() || !lexer_detail::is_name_start(target[0]) || !std::ranges::all_of(target, lexer_detail::is_of_name)) return result;
  named.name = target;
  return fetch(named, at);
}

// ---- operations

// Whatever quotes there are: of a list it is not known how many words it is.
void expander::add_any_words(const unjudged* why, position at, field_builder& to) {
  const expanded_word any{.text = unknown(why, at), .at = at, .may_be_several = true};
  to.add_elements({&any, 1}, true);
}

void expander::add_parameter(const part& what, field_builder& to, bool is_quoted) {
  const parameter_expansion simple{.name = what.text.substr(1)};
  const parameter_expansion& parameter = what.parameter == nullptr ? simple : *what.parameter;
  using enum parameter_operator;
  if (parameter.operation == bad || parameter.operation == names)
    return add_gap(keep({cause::expansion, what.text, what.at}), what.at, to, is_quoted);
  fetched found = parameter.is_indirect ? fetch_indirect(parameter, what.at) : fetch(parameter, what.at);
  const bool is_number = parameter.name == "#" || parameter.name == "?" || parameter.name == "$" || parameter.operation == length;
  // Nothing parts a number.
  const bool is_one = is_quoted || (is_number && other_separators() == nullptr);
  if (parameter.operation == none) return add_fetched(found, to, is_one);
  if (parameter.operation <= alternative) return add_default(what, parameter, found, to, is_quoted);
  if (parameter.operation == length) return add_value(length_of(what, found), to, is_one);
  add_changed(what, parameter, found, to, is_quoted);
}

void expander::add_fetched(const fetched& what, field_builder& to, bool is_quoted) {
  if (!what.is_list) return add_value(what.one, to, is_quoted);
  if ((what.joins || !is_quoted) && other_separators() != nullptr) {
    const unjudged* why = keep({cause::expansion, "IFS", {}});
    return add_gap(why, why->at, to, is_quoted);
  }
  if (!what.joins || !is_quoted) return to.add_elements(what.list, is_quoted);
  std::vector<expanded_word> joined;
  field_builder one(memory_, joined, false);
  one.add_elements(what.list, true);
  one.end_field();
  if (!joined.empty()) to.add_quoted(joined.front().text);
}

// "${X:-word}" and the like.
void expander::add_default(const part& what, const parameter_expansion& parameter, const fetched& found,
                           field_builder& to, bool is_quoted) {
  using enum parameter_operator;
  const bool is_empty_list = found.is_list && found.list.empty();
  const bool has_text = found.is_list ? !found.list.empty() && is_certain(found.list.front()) : !found.one.text.empty();
  const bool is_empty = found.is_list ? is_empty_list : found.one.is_known() && found.one.text.empty();
  const bool is_never = found.is == fetched::state::never;
  const bool is_missing = is_never || found.is == fetched::state::unset || is_empty_list || (parameter.if_empty && is_empty);
  const bool is_there = !is_missing && (has_text || (!parameter.if_empty && is_empty));
  const auto add_operand = [&] {
    // bash parts it at blanks, quotes or not.
    if (is_quoted && expander_detail::has_list(parameter.operand.parts))
      return add_any_words(keep({cause::expansion, what.text, what.at}), what.at, to);
    const bool was_default = is_never && to.set_default(true);
    std::span<const part> parts = parameter.operand.parts;
    if (parameter.operand.has_tilde) parts = parts.subspan(add_home(parameter.operand, to, true));
    add_parts(parts, to, is_quoted, true);
    if (is_never) to.set_default(was_default);
  };
  const auto add_unknown = [&] {
    unjudged why{cause::variable, parameter.name, what.at};
    if (!found.is_list && !found.one.is_known()) why = expander_detail::without_alternatives(found.one);
    const unjudged* unknown_text = is_never ? unknown_variable(parameter.name, what.at) : keep(why);
    if (found.is_list || expander_detail::has_list(parameter.operand.parts)) return add_any_words(unknown_text, what.at, to);
    add_gap(unknown_text, what.at, to, is_quoted);
  };
  if (parameter.operation == alternative) {
    if (is_there) return add_operand();
    if (!is_missing || is_never) add_unknown();
    return;
  }
  if (is_there) return add_fetched(found, to, is_quoted);
  // A default that is empty says that nothing need be given, not what is.
  if (!is_missing || parameter.operation == refuse || (is_never && parameter.operand.parts.empty())) return add_unknown();
  if (parameter.operation == default_value) return add_operand();
  value text = text_of(parameter.operand);
  text.is_default = text.is_default || is_never;
  if (parameter.subscript != nullptr)
    assign_element(parameter.name, *parameter.subscript, text, false);
  else
    assign(parameter.name, text);
  add_value(text, to, is_quoted);
}

value expander::length_of(const part& what, const fetched& found) {
  const unjudged* why = nullptr;
  if (found.is_list) {
    if (expander_detail::are_certain(found.list)) return text_of({.is = static_cast<std::int64_t>(found.list.size())}, what.at);
    for (const expanded_word& each : found.list)
      if (!is_certain(each))
        why = each.optional != nullptr ? each.optional : each.text.gaps.empty() ? nullptr : each.text.gaps.front().why;
  } else if (found.one.is_known() && expander_detail::is_ascii(found.one.text)) {
    return text_of({.is = static_cast<std::int64_t>(found.one.text.size()), .is_default = found.one.is_default}, what.at);
  } else if (!found.one.is_known()) {
    why = keep(expander_detail::without_alternatives(found.one));
  }
  return unknown(why != nullptr ? why : keep({cause::expansion, what.text, what.at}), what.at);
}

// Operations on a text, or on each element of a list.
void expander::add_changed(const part& what, const parameter_expansion& parameter, fetched& found, field_builder& to,
                           bool is_quoted) {
  if (!found.is_list) {
    found.one = changed(what, parameter, found.one);
    return add_fetched(found, to, is_quoted);
  }
  if (parameter.operation == parameter_operator::substring) {
    // "$@" counts from 1, and "$0" stands before.
    const std::size_t first = parameter.name == "@" || parameter.name == "*" ? 1 : 0;
    std::size_t begin = 0;
    std::size_t end = 0;
    if (found.has_holes || !expander_detail::are_certain(found.list) || !slice(parameter, found.list.size() + first, begin, end) || (begin < first && end > begin))
      return add_any_words(keep({cause::expansion, what.text, what.at}), what.at, to);
    found.list = {found.list.begin() + static_cast<std::ptrdiff_t>(begin - std::min(begin, first)),
                  found.list.begin() + static_cast<std::ptrdiff_t>(end - std::min(end, first))};
  } else {
    for (expanded_word& each : found.list) each.text = changed(what, parameter, each.text);
  }
  add_fetched(found, to, is_quoted);
}

value expander::changed(const part& what, const parameter_expansion& parameter, const value& from) {
  if (!from.is_known()) return unknown(keep(expander_detail::without_alternatives(from)), what.at);
  std::string text;
  if (from.text.size() > expander_detail::longest_changed || !change(parameter, from.text, text))
    return unknown(keep({cause::expansion, what.text, what.at}), what.at);
  return {.text = memory_.keep_text(text), .at = from.at, .is_default = from.is_default};
}

bool expander::change(const parameter_expansion& parameter, std::string_view from, std::string& into) {
  using enum parameter_operator;
  const parameter_operator operation = parameter.operation;
  if (operation >= raise_first && operation <= lower_all) {
    into = from;
    const bool raises = operation == raise_first || operation == raise_all;
    const std::size_t most = operation == raise_first || operation == lower_first ? 1 : into.size();
    for (std::size_t i = 0; i < std::min(most, into.size()); ++i) {
      const char low = raises ? 'a' : 'A';
      if (into[i] >= low && into[i] <= low + 25) into[i] = static_cast<char>(into[i] ^ 0x20);
    }
    return parameter.operand.parts.empty() && expander_detail::is_ascii(from);
  }
  if (operation == substring) {
    std::size_t begin = 0;
    std::size_t end = 0;
    if (!expander_detail::is_ascii(from) || !slice(parameter, from.size(), begin, end)) return false;
    into = from.substr(begin, end - begin);
    return true;
  }
  pattern what;
  if (operation == transform || !pattern_of(parameter.operand, what)) return false;
  if (!what.is_sure_of(from)) return false;
  if (operation >= replace_first) return replace(parameter, what, from, into);
  const bool is_prefix = operation == remove_prefix || operation == remove_longest_prefix;
  const bool is_longest = operation == remove_longest_prefix || operation == remove_longest_suffix;
  for (std::size_t i = 0; i <= from.size(); ++i) {
    const std::size_t size = is_longest ? from.size() - i : i;
    if (!what.matches(is_prefix ? from.substr(0, size) : from.substr(from.size() - size))) continue;
    into = is_prefix ? from.substr(size) : from.substr(0, from.size() - size);
    return true;
  }
  into = from;
  return true;
}

bool expander::replace(const parameter_expansion& parameter, const pattern& what, std::string_view from, std::string& into) {
  using enum parameter_operator;
  const value by = parameter.has_second ? text_of(parameter.second) : value{};
  // bash puts what is replaced in the place of "&" from version 5.2 on.
  if (!by.is_known() || by.text.find_first_of("&\\") != std::string_view::npos) return false;
  if (!what.is_literal() && from.size() > expander_detail::longest_replaced) return false;
  if (parameter.operand.parts.empty()) {
    into = from;
    return parameter.operation == replace_first || parameter.operation == replace_all;
  }
  bool is_done = false;
  for (std::size_t i = 0; i < from.size();) {
    std::size_t size = is_done || (parameter.operation == replace_prefix && i > 0) ? 0 : from.size() - i;
    while (size > 0 && !what.matches(from.substr(i, size))) size = parameter.operation == replace_suffix ? 0 : size - 1;
    if (size > 0) into += by.text;
    if (size == 0) into += from[i];
    i += std::max<std::size_t>(size, 1);
    is_done = is_done || (size > 0 && parameter.operation != replace_all);
  }
  return !from.empty() || !what.matches("");
}

// The part of a text or a list that "${X:offset:length}" means.
bool expander::slice(const parameter_expansion& parameter, std::size_t size, std::size_t& begin, std::size_t& end) {
  const auto all = static_cast<std::int64_t>(size);
  number from = evaluate(parameter.operand);
  number length = parameter.has_second ? evaluate(parameter.second) : number{.is = all};
  if (!from.is_known() || !length.is_known()) return false;
  if (from.is < 0) from.is += all;
  if (from.is < 0 || from.is > all) from.is = all;
  std::int64_t to = length.is < 0 ? all + length.is : from.is + std::min(length.is, all - from.is);
  if (to < from.is) return false;
  begin = static_cast<std::size_t>(from.is);
  end = static_cast<std::size_t>(to);
  return true;
}

// ---- assignments

// What a name becomes keeps what is said of it: that it is exported and so on.
binding expander::prepared(std::string_view name) {
  const binding* now = names_.find(name);
  binding result{};
  if (now == nullptr) return result;
  result.is_exported = now->is_exported;
  result.is_readonly = now->is_readonly;
  result.converts = now->converts;
  result.is_reference = now->is_reference;
  return result;
}

void expander::set_unknown(std::string_view name, const unjudged* why) {
  binding result = prepared(name);
  if (result.is_reference) return lose_all(why);
  result.scalar = unknown(why, why->at);
  names_.set(names_.slot_of(name), memory_.keep(result));
}

value expander::appended(std::string_view name, const value& more) {
  const binding* now = names_.find(name);
  value_builder joined(memory_);
  if (now == nullptr) joined.add(unknown_variable(name, more.at));
  if (now != nullptr) joined.add(now->scalar);
  joined.add(more);
  return joined.finish(more.at);
}

value expander::text_handed_on(const assignment& from) {
  const value own = text_of(from.value);
  const binding* now = names_.find(from.name);
  if (!from.appends) return own;
  if (now != nullptr && (now->converts || !now->elements.empty())) return unknown(keep({cause::expansion, from.name, own.at}), own.at);
  return appended(from.name, own);
}

void expander::assign(std::string_view name, value to, bool appends) {
  constexpr std::size_t longest = std::size_t{256} * 1024;
  const binding* now = names_.find(name);
  binding result = prepared(name);
  const unjudged* not_followed = keep({cause::expansion, name, to.at});
  if (result.is_reference) return lose_all(not_followed);
  if (result.is_readonly || (result.converts && (appends || !expander_detail::is_plain_number(to)))) return set_unknown(name, not_followed);
  if (now != nullptr && (now->what == binding::kind::array || now->what == binding::kind::map)) {
    static constexpr part zero{.text = "0"};
    return assign_element(name, {.parts = {&zero, 1}}, to, appends);
  }
  if (appends) to = appended(name, to);
  if (to.text.size() > longest) to = unknown(keep({cause::too_much, {}, to.at}), to.at);
  result.scalar = to;
  names_.set(names_.slot_of(name), memory_.keep(result));
}

void expander::assign(const assignment& from) { assign(from, assigned_by(from)); }

expander::assigned expander::assigned_by(const assignment& from, bool becomes_map) {
  if (!from.is_array) return {.text = text_of(from.value)};
  const binding* now = names_.find(from.name);
  const bool is_map = becomes_map || (now != nullptr && now->what == binding::kind::map);
  std::int64_t first = 0;
  if (from.appends && now != nullptr && now->what == binding::kind::scalar) first = 1;
  if (from.appends && now != nullptr && !now->elements.empty()) first = now->elements.back().index + 1;
  return {.elements = elements_of(from, is_map, first)};
}

void expander::assign(const assignment& from, assigned&& to) {
  if (!from.is_array)
    return from.subscript != nullptr ? assign_element(from.name, *from.subscript, to.text, from.appends)
                                     : assign(from.name, to.text, from.appends);
  const binding* now = names_.find(from.name);
  const bool is_map = now != nullptr && now->what == binding::kind::map;
  std::vector<element> all;
  if (from.appends && now != nullptr) {
    all.assign(now->elements.begin(), now->elements.end());
    if (now->what == binding::kind::scalar) all.push_back({.word = only_element(*now, from.name, from.at)});
  }
  std::int64_t next = all.empty() ? 0 : all.back().index + 1;  // they are in order
  for (element& each : to.elements) {
    const bool is_behind = !is_map && each.index >= next;  // as most are: nothing to look for
    const auto same = is_behind ? all.end() : std::ranges::find_if(all, [&](const element& one) { return is_map ? one.key == each.key : one.index == each.index; });
    next = std::max(next, each.index + 1);
    if (same == all.end())
      all.push_back(each);
    else
      *same = each;
  }
  assign_elements(from.name, std::move(all));
}

void expander::assign_elements(std::string_view name, std::vector<element> elements) {
  constexpr std::size_t most = 20'000;
  const binding* now = names_.find(name);
  binding result = prepared(name);
  const unjudged* not_followed = keep({cause::expansion, name, {}});
  if (result.is_reference) return lose_all(not_followed);
  if (result.is_readonly || result.converts || elements.size() > most) elements = {{.word = {.text = unknown(not_followed, {}), .may_be_several = true}}};
  const bool is_map = now != nullptr && now->what == binding::kind::map;
  if (!is_map) std::ranges::sort(elements, {}, &element::index);
  result.what = is_map ? binding::kind::map : binding::kind::array;
  result.elements = memory_.keep(std::span<const element>(elements));
  names_.set(names_.slot_of(name), memory_.keep(result));
}

std::vector<element> expander::elements_of(const assignment& from, bool is_map, std::int64_t first) {
  std::vector<element> all;
  std::int64_t next = first;
  const auto give_up = [&](const unjudged* why) {
    all.push_back({.index = next++, .word = {.text = unknown(why, from.at), .at = from.at, .may_be_several = true}});
  };
  for (const array_element& each : from.elements) {
    if ((each.subscript == nullptr && is_map) || (each.subscript != nullptr && becomes_several(each.value))) {
      give_up(keep({cause::expansion, from.name, from.at}));
    } else if (each.subscript == nullptr) {
      scratch_.clear();
      std::vector<expanded_word> words = std::move(scratch_);
      expand(each.value, words);
      for (const expanded_word& one : words) all.push_back({.index = next++, .word = one});
      scratch_ = std::move(words);
    } else if (is_map) {
      const value key = text_of(*each.subscript);
      if (!key.is_known()) give_up(key.gaps.front().why);
      if (key.is_known()) all.push_back({.index = next++, .key = key.text, .word = {.text = text_of(each.value), .at = each.value.at}});
    } else {
      const number index = evaluate(*each.subscript);
      if (!index.is_known() || index.is < 0) {
        give_up(index.is_known() ? keep({cause::expansion, from.name, from.at}) : index.unknown);
        continue;
      }
      next = std::min<std::int64_t>(index.is, 1'000'000'000);
      all.push_back({.index = next++, .word = {.text = text_of(each.value), .at = each.value.at}});
    }
  }
  return all;
}

void expander::assign_element(std::string_view name, const word& subscript, const value& to, bool appends) {
  const binding* now = names_.find(name);
  const bool is_map = now != nullptr && now->what == binding::kind::map;
  std::vector<element> all;
  if (now != nullptr) all.assign(now->elements.begin(), now->elements.end());
  if (now != nullptr && now->what == binding::kind::scalar) all.push_back({.word = only_element(*now, name, to.at)});
  element one{.word = {.text = to, .at = to.at}};
  const value key = is_map ? text_of(subscript) : value{};
  const number index = is_map ? number{} : evaluate(subscript);
  one.key = key.text;
  one.index = index.is;
  if (index.is < 0 && !all.empty()) one.index += all.back().index + 1;
  const bool are_certain = std::ranges::all_of(all, is_certain, &element::word);
  if (!key.is_known() || !index.is_known() || !are_certain || one.index < 0 || one.index > 1'000'000'000 || appends) {
    const unjudged* why = !index.is_known() ? index.unknown : keep({cause::expansion, name, to.at});
    assign_elements(name, {{.word = {.text = unknown(why, to.at), .at = to.at, .may_be_several = true}}});
    return;
  }
  const auto same = std::ranges::find_if(all, [&](const element& each) { return is_map ? each.key == one.key : each.index == one.index; });
  if (same == all.end())
    all.push_back(one);
  else
    *same = one;
  assign_elements(name, std::move(all));
}

}  // namespace headroom::read::shell::detail
