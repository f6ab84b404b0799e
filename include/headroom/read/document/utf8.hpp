// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/requires_cpp20.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace headroom::read {

inline constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

// Offset of the first byte that is not UTF-8; the size of the text if there is none.
std::size_t first_not_utf8(std::string_view text);

// Puts a character behind a text.
void append_utf8(std::string& into, std::uint32_t character);

}  // namespace headroom::read
