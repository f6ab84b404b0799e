// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <string>

#include <headroom/read/shell/detail/builders.hpp>
#include <headroom/read/shell/detail/merge.hpp>

namespace headroom::read::shell::detail {

namespace merge_detail {

constexpr std::size_t most_alternatives = 16;

template <class SameGap>
bool equal_values(const value& a, const value& b, SameGap same_gap) {
  return a.text == b.text && a.is_default == b.is_default &&
         std::ranges::equal(a.gaps, b.gaps,
                            [&](const gap& x, const gap& y) { return x.offset == y.offset && same_gap(x.why, y.why); });
}

template <class SameGap>
bool equal_words(const expanded_word& a, const expanded_word& b, SameGap same_gap) {
  const bool are_optional = (a.optional == nullptr) == (b.optional == nullptr);
  return are_optional && a.may_be_several == b.may_be_several && equal_values(a.text, b.text, same_gap);
}

template <class SameGap>
bool equal_bindings(const binding* a, const binding* b, SameGap same_gap) {
  if (a == b) return true;
  if (a == nullptr || b == nullptr) return false;
  const auto same_element = [&](const element& x, const element& y) {
    return x.index == y.index && x.key == y.key && equal_words(x.word, y.word, same_gap);
  };
  return a->what == b->what && a->is_exported == b->is_exported && a->is_readonly == b->is_readonly &&
         a->converts == b->converts && a->may_be_unset == b->may_be_unset && a->is_reference == b->is_reference && a->body == b->body &&
         equal_values(a->scalar, b->scalar, same_gap) && std::ranges::equal(a->elements, b->elements, same_element);
}

// How much of two values is the same from the beginning, up to where a word begins.
struct common {
  std::size_t characters = 0;
  std::size_t gaps = 0;
};

common common_begin(const value& a, const value& b) {
  const auto [x, y] = std::ranges::mismatch(a.text, b.text);
  auto end = static_cast<std::size_t>(x - a.text.begin());
  std::size_t gaps = 0;
  while (gaps < a.gaps.size() && gaps < b.gaps.size() && a.gaps[gaps].offset == b.gaps[gaps].offset &&
         a.gaps[gaps].why == b.gaps[gaps].why && a.gaps[gaps].offset <= end)
    ++gaps;
  for (const value* each : {&a, &b})
    if (gaps < each->gaps.size()) end = std::min(end, each->gaps[gaps].offset);
  const auto ends_word = [&](const value& of) {
    return (end == of.text.size() || is_blank(of.text[end])) && (gaps == of.gaps.size() || of.gaps[gaps].offset > end);
  };
  const auto begins_word = [&] {
    return end == 0 || is_blank(a.text[end - 1]) || (gaps > 0 && a.gaps[gaps - 1].offset == end);
  };
  while (!begins_word() && !(ends_word(a) && ends_word(b))) --end;
  return {end, gaps};
}

// The same from the end, of what the beginning leaves.
common common_end(const value& a, const value& b, const common& begin) {
  const std::size_t most = std::min(a.text.size(), b.text.size()) - begin.characters;
  common end{};
  while (end.characters < most &&
         a.text[a.text.size() - end.characters - 1] == b.text[b.text.size() - end.characters - 1])
    ++end.characters;
  const auto last = [&](const value& of) { return of.gaps.size() - end.gaps - 1; };
  const auto has_more = [&](const value& of) { return of.gaps.size() - end.gaps > begin.gaps; };
  const auto from_end = [&](const value& of) { return of.text.size() - of.gaps[last(of)].offset; };
  while (has_more(a) && has_more(b) && from_end(a) == from_end(b) && a.gaps[last(a)].why == b.gaps[last(b)].why) ++end.gaps;
  for (const value* each : {&a, &b})
    if (has_more(*each)) end.characters = std::min(end.characters, from_end(*each));
  while (end.characters > 0 && !is_blank(a.text[a.text.size() - end.characters])) --end.characters;
  while (end.gaps > 0 && a.text.size() - a.gaps[a.gaps.size() - end.gaps].offset > end.characters) --end.gaps;
  return end;
}

value piece_of(const value& of, const common& begin, const common& end, arena& memory) {
  value_builder piece(memory);
  const std::span<const gap> gaps = of.gaps.subspan(begin.gaps, of.gaps.size() - end.gaps - begin.gaps);
  std::size_t from = begin.characters;
  const auto add_text = [&](std::size_t to) {
    if (from < to) piece.add_text_of(of, from, to, position_of(of, from));
    from = to;
  };
  for (const gap& each : gaps) {
    add_text(each.offset);
    piece.add(each.why);
  }
  add_text(of.text.size() - end.characters);
  return piece.finish(of.at);
}

}  // namespace merge_detail

bool are_same(const value& a, const value& b) {
  return merge_detail::equal_values(a, b, [](const unjudged* x, const unjudged* y) { return x == y; });
}
bool are_same(const binding* a, const binding* b) {
  return merge_detail::equal_bindings(a, b, [](const unjudged* x, const unjudged* y) { return x == y; });
}
bool are_alike(const binding* a, const binding* b) {
  return merge_detail::equal_bindings(a, b, [](const unjudged* x, const unjudged* y) { return std::ranges::equal(x->may_be, y->may_be); });
}

const binding* merger::merge(const binding* first, const binding* second) {
  if (are_same(first, second)) return first;
  binding result = unknown_like(first, second);
  const auto is_set = [](const binding* of) { return of != nullptr && of->what != binding::kind::unset; };
  // A shell that is started then finds it or does not.
  const bool may_be_handed_on = is_set(first) && is_set(second) && first->is_exported != second->is_exported;
  result.may_be_unset = result.may_be_unset || may_be_handed_on;
  // An array that only one way sets is empty in the other: what starts a script hands it none.
  const auto is_array = [&](const binding* of) { return !is_set(of) || of->what == binding::kind::array; };
  if (is_array(first) && is_array(second) && is_set(first) != is_set(second)) {
    const std::span<const element> none{};
    result.elements = merge_elements(is_set(first) ? first->elements : none, is_set(second) ? second->elements : none);
  }
  if (first != nullptr && second != nullptr && !may_be_handed_on) {
    const bool are_lists = first->what == second->what && first->what != binding::kind::scalar;
    if (are_lists && first->what == binding::kind::array) result.elements = merge_elements(first->elements, second->elements);
    // A variable that is not set is as one that is empty, to whom asks for no more than its text.
    const auto is_text = [](const binding* of) {
      return of->what == binding::kind::scalar || of->what == binding::kind::unset;
    };
    if (is_text(first) && is_text(second)) result.scalar = merge_values(first->scalar, second->scalar);
  }
  return memory_.keep(result);
}

binding merger::unknown_like(const binding* first, const binding* second) {
  binding result{};
  for (const binding* each : {first, second}) {
    if (each == nullptr) continue;
    result.what = std::max(result.what, each->what);
    result.is_exported = result.is_exported || each->is_exported;
    result.is_readonly = result.is_readonly || each->is_readonly;
    result.converts = result.converts || each->converts;
    result.is_reference = result.is_reference || each->is_reference;
  }
  const auto may_be_unset = [](const binding* of) {
    return of == nullptr || of->what == binding::kind::unset || of->may_be_unset;
  };
  result.may_be_unset = may_be_unset(first) || may_be_unset(second);
  const unjudged* why = memory_.keep(why_);
  const gap whole{.why = why};
  result.scalar = {.gaps = memory_.keep_one(whole), .at = why_.at};
  const element any{.word = {.text = result.scalar, .at = why_.at, .may_be_several = true}};
  if (result.what == binding::kind::array || result.what == binding::kind::map) result.elements = memory_.keep_one(any);
  return result;
}

value merger::merge_values(const value& first, const value& second) {
  value alike = first;
  alike.is_default = second.is_default;
  if (are_same(alike, second)) {  // but for where it comes from
    alike.is_default = first.is_default || second.is_default;
    return alike;
  }
  const merge_detail::common begin = merge_detail::common_begin(first, second);
  const merge_detail::common end = merge_detail::common_end(first, second, begin);
  const auto middle = [&](const value& of) { return merge_detail::piece_of(of, begin, end, memory_); };
  unjudged why = why_;
  if (!is_endless_) why.may_be = alternatives(middle(first), middle(second));

  value_builder result(memory_);
  const auto rest = [](const value& of, const merge_detail::common& less) {
    return merge_detail::common{of.text.size() - less.characters, of.gaps.size() - less.gaps};
  };
  result.add(merge_detail::piece_of(first, {}, rest(first, begin), memory_));
  result.add(memory_.keep(why));
  result.add(merge_detail::piece_of(first, rest(first, end), {}, memory_));
  if (first.is_default || second.is_default) result.mark_default();
  return result.finish(first.at);
}

// All that a piece may be, where either of two is known.
std::span<const std::string_view> merger::alternatives(const value& first, const value& second) {
  std::vector<std::string_view> all;
  for (const value* each : {&first, &second}) {
    std::span<const std::string_view> texts(&each->text, 1);
    if (!each->is_known()) {
      texts = each->gaps.front().why->may_be;
      if (texts.empty() || each->gaps.size() > 1 || !each->text.empty()) return {};
    }
    for (const std::string_view text : texts)
      if (std::ranges::find(all, text) == all.end()) all.push_back(text);
  }
  if (all.size() > merge_detail::most_alternatives) return {};
  return memory_.keep(std::span<const std::string_view>(all));
}

std::span<const element> merger::merge_elements(std::span<const element> first, std::span<const element> second) {
  const auto same = [](const element& x, const element& y) {
    return merge_detail::equal_words(x.word, y.word, [](const unjudged* a, const unjudged* b) { return a == b; });
  };
  const bool are_even = std::ranges::equal(first, second, {}, &element::index, &element::index);
  std::vector<element> all;
  if (are_even) {
    for (std::size_t i = 0; i < first.size(); ++i) {
      all.push_back(first[i]);
      if (same(first[i], second[i])) continue;
      all.back().word.text = merge_values(first[i].word.text, second[i].word.text);
      all.back().word.may_be_several = first[i].word.may_be_several || second[i].word.may_be_several;
      if (all.back().word.optional == nullptr) all.back().word.optional = second[i].word.optional;
    }
    return memory_.keep(std::span<const element>(all));
  }
  const auto same_place = [&](const element& x, const element& y) { return x.index == y.index && same(x, y); };
  const auto begin = static_cast<std::size_t>(std::ranges::mismatch(first, second, same_place).in1 - first.begin());
  std::size_t end = 0;
  // As many of them stand in other places: none is where it was.
  while (first.size() != second.size() && begin + end < std::min(first.size(), second.size()) &&
         same(first[first.size() - end - 1], second[second.size() - end - 1]))
    ++end;
  all.assign(first.begin(), first.begin() + static_cast<std::ptrdiff_t>(begin));
  const unjudged* why = memory_.keep(why_);
  if (is_endless_) {
    const gap whole{.why = why};
    all.push_back({.word = {.text = {.gaps = memory_.keep_one(whole), .at = why_.at}, .at = why_.at, .may_be_several = true}});
  }
  for (const std::span<const element> each : {first, second}) {
    if (is_endless_) break;
    for (const element& one : each.subspan(begin, each.size() - end - begin)) {
      all.push_back(one);
      if (one.word.optional == nullptr) all.back().word.optional = why;
    }
  }
  all.insert(all.end(), first.end() - static_cast<std::ptrdiff_t>(end), first.end());
  return memory_.keep(std::span<const element>(all));
}

}  // namespace headroom::read::shell::detail
