// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/document/tree_maker.hpp>
#include <string_view>

// JSON as RFC 8259 has it, into trees.
namespace headroom::read {

struct json_terms {
  bool allows_comments = false;  // "//" to the end of a line and "/* */", which are kept
};

// One document. False: the error is set.
bool read_json(std::string_view text, const json_terms& terms, tree_maker& into);

// Whether the first thing in a text is a JSON list or object, or may be: "{" begins a map of YAML, too.
bool looks_like_json(std::string_view text);
// Whether it can be nothing but JSON: a string, a list or the end follows its first sign.
bool is_written_as_json(std::string_view text);

}  // namespace headroom::read
