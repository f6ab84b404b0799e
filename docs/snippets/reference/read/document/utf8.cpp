// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/document/utf8.hpp>

inline bool is_utf8(std::string_view text) { return headroom::read::first_not_utf8(text) == text.size(); }
