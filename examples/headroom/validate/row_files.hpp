// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io.hpp"
#include "validate/judge.hpp"

namespace headroom::program::validation {

// A file of rows that is part of the program: tests/validation, put in when it is built.
struct built_in_file {
  std::string_view name{};
  std::string_view text{};
};
std::span<const built_in_file> built_in_files();

struct rows_read {
  std::vector<read_row> rows{};
  std::string date{};   // of the latest file that names one
  std::string error{};  // one message; empty: all was read
};

// A list of rows, or {"rows": [...]}. Errors begin with the name.
void read_rows(rows_read& into, std::string_view name, std::string_view text);

rows_read built_in_rows();
// Of each *.json of a folder and each table *.csv of measured servers, by name; or of one file.
rows_read rows_of(const io& from, const std::string& path);

}  // namespace headroom::program::validation
