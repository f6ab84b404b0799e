// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include <headroom/read/shell/position.hpp>

namespace headroom::read::shell::detail {

// The positions of a text's characters. Asked in about the order of the text: the search begins at the last answer.
class positions {
 public:
  positions(std::string_view text, std::span<const origin> origins);

  position at(std::size_t offset);
  // Where the pieces of a part of the text stand that begins here.
  std::vector<origin> within(std::size_t begin, std::size_t end);

 private:
  std::vector<origin> starts_;  // of lines, and of pieces that stand elsewhere
  std::size_t last_ = 0;
};

}  // namespace headroom::read::shell::detail
