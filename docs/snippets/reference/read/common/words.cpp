// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/common/words.hpp>
namespace hr = headroom;

static_assert(hr::read::is_of_identifier('_') && !hr::read::is_of_identifier('-'));
static_assert(hr::read::is_one_of("b", std::array<std::string_view, 2>{"a", "b"}));
inline bool says_utf8(std::string_view locale) { return hr::read::in_small_letters(locale).ends_with("utf-8"); }
