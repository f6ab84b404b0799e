// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <headroom/read/shell/detail/arena.hpp>
#include <headroom/read/shell/value.hpp>

namespace headroom::read::shell::detail {

// Characters that part fields where IFS is as the shell sets it.
constexpr bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n'; }

// Puts a value together. What is one piece of text stays where it is.
class value_builder {
 public:
  explicit value_builder(arena& memory) : memory_(memory) {}

  void add(std::string_view text, position at);
  void add(const unjudged* why);
  // Something that the reason is about, and nothing of what that may be.
  void add_any(const unjudged& why);
  void add(const value& other);
  // A piece of another's text, which stands there in the file.
  void add_text_of(const value& other, std::size_t begin, std::size_t end, position at);
  void mark_default() { is_default_ = true; }

  bool is_empty() const { return size() == 0 && gaps_.empty(); }
  std::size_t size() const { return is_copied_ ? copied_.size() : only_.size(); }
  value finish(position otherwise);

 private:
  arena& memory_;
  std::string_view only_{};
  position at_{};
  bool has_text_ = false;
  bool is_copied_ = false;
  bool is_default_ = false;
  std::string copied_{};
  std::vector<origin> origins_{};
  std::vector<gap> gaps_{};
};

// Whether it is one word, whatever that is.
constexpr bool is_certain(const expanded_word& of) { return of.optional == nullptr && !of.may_be_several; }

// Words with blanks between them. A piece that is not known has those around it, if it is anything.
void add_joined(value_builder& to, std::span<const expanded_word> words, position at);

// Puts the words of a command together from what their parts expand to.
class field_builder {
 public:
  // Where it splits nothing all becomes one field, as in an assignment.
  field_builder(arena& memory, std::vector<expanded_word>& into, bool splits)
      : memory_(memory), current_(memory), into_(into), splits_(splits) {}

  void begin_word(position at) { at_ = at; }
  // Whether what is added next is the last part of its word.
  void set_last_part(bool is_last) { is_last_part_ = is_last; }
  bool is_last_part() const { return is_last_part_; }
  // Text that is not split, and so makes a word even where it is empty.
  void add_quoted(std::string_view text, position at);
  void add_quoted(const value& what);
  void add_quoted(const unjudged* why);
  // Parts a field from the next at blanks.
  void add_split(const value& what);
  void add_literal(std::string_view text, position at) { current_.add(text, at); }
  // The elements of an array: fields of their own.
  void add_elements(std::span<const expanded_word> elements, bool is_quoted);

  void make_word() { is_word_ = true; }
  // It is no word where it has no text.
  void mark_fleeting() { is_fleeting_ = true; }
  void mark_glob() { has_glob_ = true; }
  // Whether what is added is the default of a variable. Gives whether it was.
  bool set_default(bool is_default) {
    if (is_default) current_.mark_default();
    return std::exchange(is_default_, is_default);
  }
  bool splits() const { return splits_; }
  void end_field();

 private:
  class reader;  // of a value, with the positions of its characters
  void add_split_text(reader& from, std::size_t end);
  void add_split_gap(const unjudged& why, bool ends_word, bool is_default);
  bool add_alternatives(const unjudged& why, bool ends_word, bool is_default);
  void add_element(const expanded_word& element, bool is_quoted);
  bool is_begun() const { return is_word_ || !current_.is_empty(); }

  arena& memory_;
  value_builder current_;
  std::vector<expanded_word>& into_;
  position at_{};
  bool splits_;
  bool is_last_part_ = false;
  bool is_word_ = false;
  bool may_be_several_ = false;
  bool has_glob_ = false;
  bool is_default_ = false;
  bool is_fleeting_ = false;
  const unjudged* optional_ = nullptr;
};

}  // namespace headroom::read::shell::detail
