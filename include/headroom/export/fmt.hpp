// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <fmt/format.h>
#include <string_view>

#include <headroom/export/text_of.hpp>

// The library's values in fmt::format and fmt::print. Opt-in: needs fmt.
// What may stand behind the colon is what may for a string: width, alignment, fill.
template <headroom::formatted_value Value>
struct fmt::formatter<Value, char> : fmt::formatter<std::string_view, char> {
  template <class Context>
  auto format(const Value& x, Context& to) const {
    return fmt::formatter<std::string_view, char>::format(headroom::text_of(x), to);
  }
};
