// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/document/tree_maker.hpp>
#include <string_view>

// YAML, read with libyaml, into trees.
namespace headroom::read {

// Where a text begins, and how many lines of its file one of its lines is: 1, or 0 where all of it is in that one.
struct yaml_lines {
  int first = 1;
  int each = 1;
};

// False: the error is set.
bool read_yaml(std::string_view text, yaml_lines lines, tree_maker& into);

}  // namespace headroom::read
