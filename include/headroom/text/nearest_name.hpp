// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <headroom/text/characters.hpp>

// Which of several names was meant by one that is none of them.
namespace headroom {

namespace detail {

// What a small letter or a digit looks like: O like 0, and l like 1.
constexpr char shape_of(char c) { return c == 'o' ? '0' : c == 'l' ? '1' : c; }

}  // namespace detail

// The letters and digits of a name, small, without "Standard", and where its parts begin: those between other
// characters. Nothing of a name that is too long.
struct plain_name {
  // Plain arrays: each std::array here would be in everybody's way to compile.
  static constexpr std::size_t longest = 48;
  char letters[longest]{};
  bool begins_part[longest + 1]{};
  std::size_t size = 0;
  std::uint64_t shapes = 0;  // of its letters and digits, a bit each

  constexpr plain_name() = default;
  constexpr explicit plain_name(std::string_view name) {
    bool is_first = true;
    for (const char c : name) {
      const char small = ascii::small_letter(c);
      const bool counts = ('a' <= small && small <= 'z') || ascii::is_digit(small);
      if (counts && size == longest) {
        size = 0;
        shapes = 0;
        return;
      }
      if (counts) {
        begins_part[size] = is_first;
        letters[size++] = small;
        const char shape = detail::shape_of(small);
        shapes |= std::uint64_t{1} << (ascii::is_digit(shape) ? shape - '0' : shape - 'a' + 10);
      }
      is_first = !counts;
      if (size == 8 && text() == "standard") {
        size = 0;
        shapes = 0;
        is_first = true;
      }
    }
    begins_part[size] = true;
  }
  constexpr std::string_view text() const { return {letters, size}; }

  // Behind the letter or the whole number at a place.
  constexpr std::size_t behind(std::size_t at) const {
    const bool is_number = ascii::is_digit(letters[at++]);
    while (is_number && at < size && ascii::is_digit(letters[at]) && !begins_part[at]) ++at;
    return at;
  }
  constexpr std::size_t next_part(std::size_t at) const {
    while (!begins_part[at]) ++at;
    return at;
  }
};

// What it takes to make one name of another: letters put in, taken out, changed or swapped.
struct name_slips {
  std::size_t weight = 0;
  std::size_t edits = 0;
  constexpr bool operator<(const name_slips& other) const { return weight < other.weight; }
  constexpr name_slips operator+(std::size_t more) const { return {weight + more, edits + (more > 0 ? 1 : 0)}; }
};

namespace detail {

// How heavy a slip in a name is, letter by letter. What a part begins with, up to its number, is a series, a GPU or a
// version: "ND96", "GB300", "v6". Another letter or number there says another machine.
struct letter_weights {
  static constexpr std::size_t heavy = 4;
  std::size_t of[plain_name::longest]{};

  constexpr explicit letter_weights(const plain_name& name) {
    for (std::size_t at = 0; at < name.size;) {
      const std::size_t end = name.next_part(at + 1);
      std::size_t number = at;
      while (number < end && !ascii::is_digit(name.letters[number])) ++number;
      for (std::size_t i = at; i < end; ++i)
        of[i] = number < end && (i < number || ascii::is_digit(name.letters[i])) ? heavy : 1;
      at = end;
    }
  }
};

}  // namespace detail

// The lightest slips that make one name of the other; where they are heavier than what is asked for, some heavier ones.
constexpr name_slips slips_between(const plain_name& a, const plain_name& b, std::size_t heaviest = static_cast<std::size_t>(-1)) {
  const std::size_t more = a.size > b.size ? a.size - b.size : b.size - a.size;
  if (more > heaviest) return {more, more};
  const detail::letter_weights a_weights(a), b_weights(b);
  name_slips rows[3][plain_name::longest + 1]{};  // of the last letters of a
  for (std::size_t j = 1; j <= b.size; ++j) rows[0][j] = rows[0][j - 1] + b_weights.of[j - 1];
  for (std::size_t i = 1; i <= a.size; ++i) {
    name_slips* const row = rows[i % 3];
    const name_slips* const before = rows[(i - 1) % 3];
    const std::size_t from = a_weights.of[i - 1];
    row[0] = before[0] + from;
    name_slips lightest = row[0];
    for (std::size_t j = 1; j <= b.size; ++j) {
      const std::size_t to = b_weights.of[j - 1];
      const std::size_t heavier = from > to ? from : to;
      const bool is_same = a.letters[i - 1] == b.letters[j - 1];
      name_slips least = before[j - 1] + (is_same ? 0 : heavier);
      // What only looks like it is lighter than any slip, and is none.
      if (!is_same && detail::shape_of(a.letters[i - 1]) == detail::shape_of(b.letters[j - 1]))
        least = {before[j - 1].weight + 1, before[j - 1].edits};
      const name_slips taken_out = before[j] + from;
      const name_slips put_in = row[j - 1] + to;
      if (taken_out < least) least = taken_out;
      if (put_in < least) least = put_in;
      if (i > 1 && j > 1 && a.letters[i - 1] == b.letters[j - 2] && a.letters[i - 2] == b.letters[j - 1]) {
        const name_slips swapped = rows[(i - 2) % 3][j - 2] + heavier;
        if (swapped < least) least = swapped;
      }
      row[j] = least;
      if (least < lightest) lightest = least;
    }
    // Each further row comes of this one, or of the one before by a swap, which weighs no less than taking this row's letter out.
    if (lightest.weight > heaviest) return lightest;
  }
  return rows[a.size % 3][b.size];
}

namespace detail {

// How many letters and digits, by their shapes, one name has and another not: a quick look before all others.
constexpr std::size_t shapes_only_in(const plain_name& one, const plain_name& other) {
  std::size_t count = 0;
  for (std::uint64_t left = one.shapes & ~other.shapes; left != 0; left &= left - 1) ++count;
  return count;
}

// Whether two names have most letters in common by their shapes, in any order: a quick look before the distance.
constexpr bool have_in_common(const plain_name& a, const plain_name& b, std::size_t all_but) {
  if (shapes_only_in(a, b) > all_but || shapes_only_in(b, a) > all_but) return false;
  int count[128]{};
  for (std::size_t i = 0; i < a.size; ++i) ++count[static_cast<unsigned char>(shape_of(a.letters[i]))];
  std::size_t only_in_b = 0;
  for (std::size_t j = 0; j < b.size; ++j)
    if (--count[static_cast<unsigned char>(shape_of(b.letters[j]))] < 0) ++only_in_b;
  return only_in_b <= all_but && a.size + only_in_b <= b.size + all_but;
}

inline constexpr std::size_t no_name_match = 1000;
inline constexpr std::size_t inside_name = 100;

// Whether letters and whole numbers of a part of a name, but not the first, can be left out to leave a part of another.
constexpr bool shortens_part(const plain_name& shortened, std::size_t i, std::size_t i_end, const plain_name& name, std::size_t at,
                             std::size_t end) {
  for (std::size_t j = at; j < end && i < i_end; j = name.behind(j)) {
    const std::string_view wanted = shortened.text().substr(i, shortened.behind(i) - i);
    if (name.text().substr(j, name.behind(j) - j) == wanted)
      i += wanted.size();
    else if (j == at)
      return false;
  }
  return i >= i_end;
}

// Whether one name shortens another: its parts are, in order, some of the other's with letters and whole numbers left
// out, but not the first. "ND H100 v5" and "H100" shorten "Standard_ND96isr_H100_v5"; "A10" does not shorten
// "A100-SXM4-40GB". Returns the letters left out of these parts, and `inside_name` more where the name's first part is left
// out.
constexpr std::size_t letters_left_out(const plain_name& shortened, const plain_name& name) {
  if (shapes_only_in(shortened, name) > 0) return no_name_match;
  std::size_t at = 0;
  std::size_t left_out = 0;
  bool is_inside = false;
  for (std::size_t part = 0; part < shortened.size;) {
    const std::size_t part_end = shortened.next_part(part + 1);
    for (;; at = name.next_part(at + 1)) {  // the first part that this one shortens
      if (at == name.size) return no_name_match;
      const std::size_t end = name.next_part(at + 1);
      if (!shortens_part(shortened, part, part_end, name, at, end)) continue;
      if (part == 0) is_inside = at > 0;
      left_out += (end - at) - (part_end - part);
      at = end;
      break;
    }
    part = part_end;
  }
  return left_out + (is_inside ? inside_name : 0);
}

}  // namespace detail

// Finds the name that was meant among those it is shown: the best one that the asked name shortens, or else the one
// with the lightest slips of the pen. Of equally near ones it keeps the first, of those that begin as it does the
// one with the fewest digits and then letters: a number more is another version. Upper case, separators and "Standard" do not matter.
class nearest_name {
 public:
  constexpr explicit nearest_name(std::string_view asked) : asked_(asked) {}

  constexpr void consider(std::string_view name) { consider(name, name); }
  // One that is written otherwise to be compared.
  constexpr void consider(std::string_view written, std::string_view name) { consider(plain_name(written), name); }
  constexpr void consider(const plain_name& candidate, std::string_view name) {
    if (asked_.size == 0) return;
    std::size_t away = detail::letters_left_out(asked_, candidate);
    // Two letters from the middle of a name say too little.
    if (away >= detail::inside_name && asked_.size < 3) away = detail::no_name_match;
    if (away == detail::no_name_match) away = slips_to(candidate);
    const bool goes_on_for_less = away == away_ && away < detail::inside_name && beyond(candidate) < beyond_;
    if (away >= away_ && !goes_on_for_less) return;
    away_ = away;
    beyond_ = beyond(candidate);
    found_ = name;
  }

  // Empty: none is near.
  constexpr std::string_view found() const { return found_; }
  // Whether another is as near as that one.
  constexpr bool is_as_near(const nearest_name& other) const { return !found_.empty() && away_ == other.away_; }

 private:
  static constexpr std::size_t shortened = 200;  // nearer than any slip

  static constexpr std::size_t beyond(const plain_name& name) {
    std::size_t sum = name.size;
    for (std::size_t i = 0; i < name.size; ++i)
      if (ascii::is_digit(name.letters[i])) sum += plain_name::longest;
    return sum;
  }

  constexpr std::size_t slips_to(const plain_name& candidate) const {
    // Further off, a suggestion is a guess: more slips than this, or more than one heavy one among as many.
    const std::size_t most = asked_.size / 3;
    if (away_ < shortened || !detail::have_in_common(asked_, candidate, most)) return detail::no_name_match;
    // Nor does a heavier one matter than that of the best so far.
    const std::size_t heaviest = std::min(most + detail::letter_weights::heavy, away_ - shortened);
    const name_slips found = slips_between(asked_, candidate, heaviest);
    const bool is_near = found.edits <= most && found.weight <= heaviest;
    return is_near ? shortened + found.weight : detail::no_name_match;
  }

  plain_name asked_;
  std::string_view found_{};
  std::size_t away_ = detail::no_name_match;
  std::size_t beyond_ = 0;
};

}  // namespace headroom
