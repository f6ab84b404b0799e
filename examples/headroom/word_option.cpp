// SPDX-License-Identifier: BSL-1.0
#include "word_option.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <headroom/read/common/messages.hpp>
#include <utility>

#include "reading.hpp"

namespace headroom::program {

CLI::Option* takes_word(CLI::Option* option, std::vector<std::string_view> words) {
  const std::string listed = fmt::format("{}", fmt::join(words, "|"));
  const auto understand = [words = std::move(words)](std::string& text) {
    const std::string_view found = word_called(text, words);
    if (found.empty()) return fmt::format("{}: {}", in_quotes(text), expected_of(text, words));
    text = found;
    return std::string();
  };
  return option->transform(CLI::Validator(understand, ""))->option_text(listed);
}

}  // namespace headroom::program
