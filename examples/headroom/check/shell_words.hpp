// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>
#include <vector>

#include "check/command_words.hpp"

namespace headroom::program {

// The words of a script with its own variables and arrays in place: "${MODEL_ARGS[@]}", "$TP". Only those that the
// script sets once, to something that stands in it; others stay as they are.
std::vector<command_word> expanded_words(std::string_view script);

}  // namespace headroom::program
