// SPDX-License-Identifier: BSL-1.0
#include "word_option.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <headroom/read/common/messages.hpp>
#include <sstream>
#include <utility>

#include "reading.hpp"

namespace headroom::program {

namespace {

constexpr const char* validator_name = "one of the words";

}  // namespace

CLI::Option* takes_word(CLI::Option* option, std::vector<std::string_view> words) {
  const std::string listed = fmt::format("{}", fmt::join(words, "|"));
  const auto understand = [words = std::move(words)](std::string& text) {
    const std::string_view found = word_called(text, words);
    if (found.empty()) return fmt::format("{}: {}", in_quotes(text), expected_of(text, words));
    text = found;
    return std::string();
  };
  return option->transform(CLI::Validator(understand, listed, validator_name))->option_text(listed);
}

void names_words(CLI::Option* option, std::span<const std::string_view> words) {
  std::string listed = fmt::format("{}", fmt::join(words, "|"));
  std::ranges::replace(listed, ' ', '-');  // "fp8 experts", which is the same
  const auto any = [](const std::string&) { return std::string(); };
  if (!words.empty()) option->check(CLI::Validator(any, listed, validator_name));
}

std::vector<std::string> words_of(CLI::Option& option) {
  std::vector<std::string> words;
  try {
    std::istringstream listed(option.get_validator(validator_name)->get_description());
    for (std::string word; std::getline(listed, word, '|');) words.push_back(word);
  } catch (const CLI::OptionNotFound&) {
    return {};  // any text may stand there
  }
  return words;
}

}  // namespace headroom::program
