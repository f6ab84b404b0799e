// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <string_view>

#include <headroom/text/nearest_name.hpp>

// Whether a name that somebody writes is that of a thing: "nd96asr_v4" is "Standard_ND96asr_v4".
namespace headroom {

// begins: the thing's name goes on, with a part of its own: "h100" of "H100-SXM5-80GB".
enum class name_match { none, begins, same };

// After case, spaces and signs, and with or without what the name may have in front: its vendor's.
constexpr name_match match_of(std::string_view asked, std::string_view name, std::string_view in_front = {}) {
  const auto without = [in_front](const plain_name& whole) {
    const std::size_t size = plain_name(in_front).size;
    const bool has = size > 0 && size < whole.size && whole.begins_part[size] &&
                     whole.text().substr(0, size) == plain_name(in_front).text();
    return has ? size : 0;
  };
  const plain_name a(asked), b(name);
  // A name that is too long for a plain one is no other's.
  if (a.size == 0 || b.size == 0) return asked == name ? name_match::same : name_match::none;
  const std::string_view written = a.text().substr(without(a));
  const std::size_t from = without(b);
  const std::string_view called = b.text().substr(from);
  if (written == called || a.text() == b.text()) return name_match::same;
  const bool begins = called.substr(0, written.size()) == written && b.begins_part[from + written.size()];
  return begins ? name_match::begins : name_match::none;
}

// The things that a name may mean, in the order of a list: those of the same name, or else those whose names begin so.
// More than it holds are counted.
template <class Thing>
struct named_alike {
  static constexpr std::size_t most = 12;
  const Thing* of[most]{};
  std::size_t size = 0;
  name_match as = name_match::none;

  constexpr void consider(const Thing& one, name_match match) {
    if (match == name_match::none || match < as) return;
    if (match > as) size = 0;
    as = match;
    if (size < most) of[size] = &one;
    ++size;
  }
  // The only one, else nullptr.
  constexpr const Thing* one() const { return size == 1 ? of[0] : nullptr; }
};

}  // namespace headroom
