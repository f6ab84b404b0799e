// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <string_view>

#include <headroom/text/nearest_name.hpp>

// Whether a name that somebody writes is that of a thing: "nd96asr_v4" is "Standard_ND96asr_v4".
namespace headroom {

// begins: the thing's name goes on, with a part of its own: "h100" of "H100-SXM5-80GB".
// shortens: parts, letters or whole numbers are left out, behind where it begins: "H100 SXM", "h100-80gb".
// within: it begins with a later part: "sxm5".
enum class name_match { none, within, shortens, begins, same };

// A name of C++ without its namespaces but the last: "azure::nd96asr_v4" of "headroom::azure::nd96asr_v4".
constexpr std::string_view in_last_namespace(std::string_view name) {
  const std::size_t last = name.rfind("::");
  if (last == std::string_view::npos || last == 0) return name;
  const std::size_t before = name.rfind("::", last - 1);
  return before == std::string_view::npos ? name : name.substr(before + 2);
}

// What stands in a name behind a first word; the name where it begins otherwise or is the word.
constexpr std::string_view behind_word(std::string_view word, std::string_view name) {
  const auto is_sign = [](char c) { return !ascii::is_letter(c) && !ascii::is_digit(c); };
  std::size_t at = word.size();
  if (at == 0 || at >= name.size() || !is_sign(name[at]) || !ascii::starts_with(name, word)) return name;
  while (at < name.size() && is_sign(name[at])) ++at;
  return at < name.size() ? name.substr(at) : name;
}

namespace detail {

// Whether one name shortens another but for the order of what follows its first part: "a100_80gb_sxm".
constexpr bool shortens_in_any_order(const plain_name& asked, const plain_name& name) {
  if (asked.letters[0] != name.letters[0] || shapes_only_in(asked, name) > 0) return false;
  bool is_taken[plain_name::longest]{};
  for (std::size_t part = 0; part < asked.size;) {
    const std::size_t part_end = asked.next_part(part + 1);
    bool is_there = false;
    for (std::size_t at = 0; at < name.size && !is_there; at = name.next_part(at + 1)) {
      if (is_taken[at] || (part == 0) != (at == 0)) continue;
      is_there = is_taken[at] = shortens_part(asked, part, part_end, name, at, name.next_part(at + 1));
    }
    if (!is_there) return false;
    part = part_end;
  }
  return true;
}

constexpr name_match match_of(const plain_name& asked, const plain_name& name) {
  if (asked.text() == name.text()) return name_match::same;
  const bool begins = name.text().substr(0, asked.size) == asked.text() && name.begins_part[asked.size];
  if (begins) return name_match::begins;
  const std::size_t left_out = letters_left_out(asked, name);
  if (left_out == no_name_match && shortens_in_any_order(asked, name)) return name_match::shortens;
  // Two letters from the middle of a name say too little.
  if (left_out == no_name_match || (left_out >= inside_name && asked.size < 3)) return name_match::none;
  return left_out < inside_name ? name_match::shortens : name_match::within;
}

// Of two names and what is plain of them.
constexpr name_match match_of(std::string_view asked, const plain_name& a, std::string_view name, const plain_name& b, std::string_view in_front) {
  // A name that is too long for a plain one is no other's.
  if (a.size == 0 || b.size == 0) return asked == name ? name_match::same : name_match::none;
  const name_match whole = match_of(a, b);
  const std::string_view written = behind_word(in_front, asked), called = behind_word(in_front, name);
  if (whole == name_match::same || (written.size() == asked.size() && called.size() == name.size())) return whole;
  const plain_name left(written);  // nothing, of a vendor and a word that all names may have in front
  const name_match behind = left.size == 0 ? name_match::none : match_of(left, plain_name(called));
  return behind > whole ? behind : whole;
}

}  // namespace detail

// After case, spaces and signs, and with or without what the name may have in front: its vendor's.
constexpr name_match match_of(std::string_view asked, std::string_view name, std::string_view in_front = {}) {
  return detail::match_of(asked, plain_name(asked), name, plain_name(name), in_front);
}

// The things that a name may mean, in the order of a list: those of the same name, or else those whose names it begins
// or shortens, or else those that have it within. More than it holds are counted.
template <class Thing>
struct named_alike {
  static constexpr std::size_t most = 12;
  const Thing* of[most]{};
  std::size_t size = 0;
  name_match as = name_match::none;  // of the best of them

  constexpr void consider(const Thing& one, name_match match) {
    const auto is_behind = [](name_match a, name_match b) { return a < b && !(a == name_match::shortens && b == name_match::begins); };
    if (match == name_match::none || is_behind(match, as)) return;
    if (is_behind(as, match)) size = 0;
    if (as < match || size == 0) as = match;
    if (size < most) of[size] = &one;
    ++size;
  }
  // The only one, else nullptr. A part from the middle of a name means none alone.
  constexpr const Thing* one() const { return size == 1 && as != name_match::within ? of[0] : nullptr; }
};

}  // namespace headroom
