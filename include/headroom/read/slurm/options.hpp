// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>
#include <vector>

#include <headroom/read/common/ini_text.hpp>

namespace headroom::read {

// The options of one component of a batch job: by their long names, values as written.
struct batch_options {
  int line = 0;  // of the first
  std::vector<ini_pair> given{};

  const ini_pair* find(std::string_view name) const { return find_pair(given, name); }
};

// Of the options that are read, those with a value: sbatch takes the last, where others (--mail-type) add up.
bool has_value(std::string_view name);

// The options in the #SBATCH lines of a script, before its first command; several where it is of several components.
// Empty where it has none.
std::vector<batch_options> batch_options_in(std::string_view script);

}  // namespace headroom::read
