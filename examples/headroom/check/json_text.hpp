// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "check/tree.hpp"

namespace headroom::program {

// A JSON text made one that a YAML parser takes, line by line the same, and the comments that were in it (as ARM
// templates have them). Comments' texts lie in the text that was given.
struct json_text {
  std::string text{};
  std::vector<comment> comments{};
};

// Whether the first thing in the text is a JSON list or object.
bool looks_like_json(std::string_view text);

// Writes pairs of escaped surrogates as one character, and blanks comments and tabs out. Nothing else in JSON is not YAML.
json_text json_as_yaml(std::string_view text);

}  // namespace headroom::program
