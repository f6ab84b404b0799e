// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/count.hpp>
#include <string>
#include <vector>

#include "session.hpp"
#include "sweep/sweep_folder.hpp"

// All chunks of a sweep put together, in order, one chunk held at a time.
namespace headroom::program {

// What the rows have in all.
struct sweep_columns {
  std::vector<std::string> names{};
  std::vector<bool> are_texts{};
  std::vector<std::size_t> widths{};  // the longest text of each, in bytes
  count rows = 0;
  exit_code exit = cannot_be_judged;  // of the best outcome
};

// These throw input_error where a chunk cannot be read, or a file cannot be written.
sweep_columns columns_of(const sweep_folder& from);
void print_csv(session& s, const sweep_folder& from);
void print_json(session& s, const sweep_folder& from);  // an object a line
void write_csv(const std::string& file, const sweep_folder& from);
// NAME.npy of each column (NPY 1.0): 64-bit floating point, NaN where there is nothing, or bytes of UTF-8.
void write_npy(const std::string& folder, const sweep_folder& from, const sweep_columns& of);

}  // namespace headroom::program
