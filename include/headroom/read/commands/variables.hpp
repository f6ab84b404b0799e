// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <headroom/read/commands/words.hpp>

namespace headroom::read {

// Variables that a script finds set, with what they hold.
using given_variables = std::map<std::string, std::string, std::less<>>;

// Words with variables and arrays in place, split as the shell does: "${MODEL_ARGS[@]}", "$TP", "--tp=$TP",
// "$((2 * N))". Of those that the script sets, only what it sets in any case, before and to what stands in it; others
// stay as they are.
std::vector<command_word> with_variables(std::vector<command_word> words, const given_variables& given = {});

// The words of a script with its own variables in place.
std::vector<command_word> expanded_words(std::string_view script);

}  // namespace headroom::read
