// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/shell/value.hpp>

namespace headroom::read::shell {

position position_of(const value& of, std::size_t offset) {
  origin from{0, of.at};
  for (const origin& each : of.origins) {
    if (each.offset > offset) break;
    from = each;
  }
  position result = from.at;
  for (std::size_t i = from.offset; i < offset && i < of.text.size(); ++i) {
    ++result.column;
    if (of.text[i] == '\n') result = {result.line + 1, 1};
  }
  return result;
}

}  // namespace headroom::read::shell
