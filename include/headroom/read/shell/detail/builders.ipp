// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>

#include <headroom/read/shell/detail/builders.hpp>

namespace headroom::read::shell::detail {

// ---- values

void value_builder::add(std::string_view text, position at) {
  if (text.empty()) return;
  if (!has_text_) {
    only_ = text;
    at_ = at;
    has_text_ = true;
    return;
  }
  if (!is_copied_) copied_ = only_;
  is_copied_ = true;
  origins_.push_back({copied_.size(), at});
  copied_ += text;
}

void value_builder::add(const unjudged* why) { gaps_.push_back({size(), why}); }

void value_builder::add_any(const unjudged& why) {
  unjudged any = why;
  any.may_be = {};
  add(why.may_be.empty() ? &why : memory_.keep(any));
}

void value_builder::add_text_of(const value& other, std::size_t begin, std::size_t end, position at) {
  const std::size_t shift = size();
  add(other.text.substr(begin, end - begin), at);
  for (const origin& each : other.origins)
    if (each.offset > begin && each.offset < end) origins_.push_back({each.offset - begin + shift, each.at});
}

void value_builder::add(const value& other) {
  const std::size_t shift = size();
  for (const gap& each : other.gaps) gaps_.push_back({each.offset + shift, each.why});
  add_text_of(other, 0, other.text.size(), other.at);
  is_default_ = is_default_ || other.is_default;
}

value value_builder::finish(position otherwise) {
  value result{.text = is_copied_ ? memory_.keep_text(copied_) : only_,
               .gaps = memory_.keep(std::span<const gap>(gaps_)),
               .at = has_text_ ? at_ : otherwise,
               .origins = memory_.keep(std::span<const origin>(origins_)),
               .is_default = is_default_};
  only_ = {};
  has_text_ = is_copied_ = is_default_ = false;
  origins_.clear();
  gaps_.clear();
  return result;
}

void add_joined(value_builder& to, std::span<const expanded_word> words, position at) {
  const auto is_there = [](const expanded_word& word) {
    return word.optional == nullptr && (!word.may_be_several || !word.text.text.empty());
  };
  bool was_there = true;
  for (const expanded_word& each : words) {
    if (&each != &words.front() && was_there && is_there(each)) to.add(" ", at);
    if (each.optional != nullptr)
      to.add_any(*each.optional);
    else
      to.add(each.text);
    was_there = is_there(each);
  }
}

// ---- fields

void field_builder::add_quoted(std::string_view text, position at) {
  current_.add(text, at);
  is_word_ = true;
}

void field_builder::add_quoted(const value& what) {
  current_.add(what);
  is_word_ = true;
}

void field_builder::add_quoted(const unjudged* why) {
  current_.add(why);
  is_word_ = true;
}

void field_builder::end_field() {
  if (is_begun()) {
    into_.push_back({.text = current_.finish(at_),
                     .at = at_,
                     .may_be_several = may_be_several_,
                     .has_glob = has_glob_,
                     .optional = optional_});
    if (is_fleeting_ && into_.back().text.text.empty() && optional_ == nullptr)
      into_.back().optional = memory_.keep(unjudged{cause::expansion, "$@", at_});
  }
  is_word_ = may_be_several_ = has_glob_ = is_fleeting_ = false;
  optional_ = nullptr;
  if (is_default_) current_.mark_default();
}

class field_builder::reader {
 public:
  explicit reader(const value& what) : of(what), at_(what.at) {}

  // Asked in the order of the text.
  position at(std::size_t offset) {
    while (next_ < of.origins.size() && of.origins[next_].offset <= offset) {
      from_ = of.origins[next_].offset;
      at_ = of.origins[next_++].at;
    }
    for (; from_ < offset; ++from_) {
      ++at_.column;
      if (of.text[from_] == '\n') at_ = {at_.line + 1, 1};
    }
    return at_;
  }

  const value& of;
  std::size_t done = 0;  // of its text

 private:
  std::size_t from_ = 0;
  position at_;
  std::size_t next_ = 0;
};

void field_builder::add_split(const value& what) {
  if (!splits_) return current_.add(what);
  reader from(what);
  for (std::size_t i = 0; i < what.gaps.size(); ++i) {
    const gap& here = what.gaps[i];
    add_split_text(from, here.offset);
    const bool is_last = here.offset == what.text.size() && i + 1 == what.gaps.size();
    const bool is_before_blank = here.offset < what.text.size() && is_blank(what.text[here.offset]) &&
                                 (i + 1 == what.gaps.size() || what.gaps[i + 1].offset > here.offset);
    add_split_gap(*here.why, is_before_blank || (is_last && is_last_part_), what.is_default);
  }
  add_split_text(from, what.text.size());
}

void field_builder::add_split_text(reader& from, std::size_t end) {
  const std::string_view text = from.of.text;
  while (from.done < end) {
    if (is_blank(text[from.done])) {
      end_field();
      ++from.done;
      continue;
    }
    const std::size_t begin = from.done;
    while (from.done < end && !is_blank(text[from.done])) ++from.done;
    current_.add_text_of(from.of, begin, from.done, from.at(begin));
    if (from.of.is_default) current_.mark_default();
    has_glob_ = has_glob_ || text.substr(begin, from.done - begin).find_first_of("*?[") != std::string_view::npos;
  }
}

// What is not known may be several words, unless all that it may be is known.
void field_builder::add_split_gap(const unjudged& why, bool ends_word, bool is_default) {
  const auto has_blank = [](std::string_view text) { return std::ranges::any_of(text, is_blank); };
  const auto is_empty = [](std::string_view text) { return text.empty(); };
  const bool are_words = !why.may_be.empty() && std::ranges::none_of(why.may_be, has_blank) &&
                         (is_begun() || std::ranges::none_of(why.may_be, is_empty));
  if (!are_words && add_alternatives(why, ends_word, is_default)) return;
  current_.add(&why);
  if (is_default) current_.mark_default();
  may_be_several_ = may_be_several_ || !are_words;
}

// The words of all that it may be, each of which may not be there. False: they are not words of their own.
bool field_builder::add_alternatives(const unjudged& why, bool ends_word, bool is_default) {
  const auto may_follow = [&](std::string_view text) { return text.empty() || is_blank(text.front()); };
  const auto may_precede = [&](std::string_view text) { return text.empty() || is_blank(text.back()); };
  if (why.may_be.empty()) return false;
  if (is_begun() && !std::ranges::all_of(why.may_be, may_follow)) return false;
  if (!ends_word && !std::ranges::all_of(why.may_be, may_precede)) return false;
  end_field();
  for (const std::string_view each : why.may_be) {
    const value text{.text = each, .at = why.at, .is_default = is_default};
    reader from(text);
    while (from.done < each.size()) {
      while (from.done < each.size() && is_blank(each[from.done])) ++from.done;
      add_split_text(from, std::min(each.find_first_of(" \t\n", from.done), each.size()));
      if (is_begun()) optional_ = &why;
      end_field();
    }
  }
  return true;
}

void field_builder::add_elements(std::span<const expanded_word> elements, bool is_quoted) {
  if (!splits_) return add_joined(current_, elements, at_);
  // Which of them stands beside other text of the word is not known where some may not be there.
  const bool is_glued = is_begun() || !is_last_part_;
  const auto uncertain = std::ranges::find_if_not(elements, is_certain);
  if (is_glued && uncertain != elements.end()) {
    current_.add_any(uncertain->optional != nullptr ? *uncertain->optional : *uncertain->text.gaps.front().why);
    may_be_several_ = true;
    return;
  }
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (i > 0) end_field();
    add_element(elements[i], is_quoted);
  }
}

void field_builder::add_element(const expanded_word& element, bool is_quoted) {
  if (is_quoted) may_be_several_ = may_be_several_ || element.may_be_several;
  const std::size_t before = into_.size();
  if (is_quoted)
    add_quoted(element.text);
  else
    add_split(element.text);
  if (element.optional == nullptr) return;
  end_field();
  for (std::size_t i = before; i < into_.size(); ++i) into_[i].optional = element.optional;
}

}  // namespace headroom::read::shell::detail
