// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <CLI/CLI.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headroom::program {

// An option takes one of these words, as files do: after case, spaces and signs, with a suggestion for a slip. The help
// lists them, and the option's value is the word as it stands here.
CLI::Option* takes_word(CLI::Option* option, std::vector<std::string_view> words);

// What completes an option whose words are judged later, with all else that is said; one of several words in one.
void names_words(CLI::Option* option, std::span<const std::string_view> words);

// The words that an option takes; none where any text may stand.
std::vector<std::string> words_of(CLI::Option& option);

}  // namespace headroom::program
