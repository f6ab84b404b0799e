// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <headroom/count.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// The words of remarks, and numbers among them.
namespace headroom::read {

// Words between blanks and signs, in small letters, as the text has them. "1.5", "4/8" and "2*8" are one.
struct remark_word {
  std::string small{};
  std::size_t begin = 0;
  std::size_t end = 0;
};
std::vector<remark_word> remark_words_of(std::string_view text);

// "48" and "1,024"; nothing for "~48", "4-8", "16+", "H100".
std::optional<count> count_with_commas(std::string_view text);

}  // namespace headroom::read
