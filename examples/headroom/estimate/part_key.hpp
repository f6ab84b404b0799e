// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <string_view>

namespace headroom::program {

// A part's name as a key for machines: "memory_bound" of "memory-bound".
inline std::string part_key(std::string_view words) {
  std::string key(words);
  for (char& each : key)
    if (each == ' ' || each == '-') each = '_';
  return key;
}

}  // namespace headroom::program
