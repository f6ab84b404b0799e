// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include <headroom/read/common/remark_words.hpp>

// The grammar of figures in words: which number is stated of the file, and which is in passing.
namespace headroom::read {

// A number in a text, and what it counts.
struct counted_words {
  std::string_view text{};
  const std::vector<remark_word>& words;
  std::size_t number = 0;
  std::size_t what = 0;
};

// What else than the file's own figures may be spoken of.
struct remark_surroundings {
  bool holds_machines = false;  // the file has pools or quotas: a cluster that is spoken of is its own
  bool holds_blocks = false;    // and so are its racks and switches
};

// Whether the number is one of what the file asks for. Not a bound, a rate, a part left over, what is not so or another
// time or place, what a model or a rack takes or has, or a compound such as "2 node pools".
bool is_stated_of_file(const counted_words& of, remark_surroundings around);

// Whether a full rack, whose first word is given, is what there is: not in "not a full rack", "part of a full rack".
bool is_stated_rack(std::string_view text, const std::vector<remark_word>& words, std::size_t at);

}  // namespace headroom::read
