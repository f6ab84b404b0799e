// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include "validate/row_files.hpp"

namespace headroom::program::validation {

// Whether a text is a table of measurements: values between commas, with a column of what a server or a training step takes.
bool is_table_of_rows(std::string_view text);

// Its rows, in the schema of the others.
void read_table(rows_read& into, std::string_view name, std::string_view text);

}  // namespace headroom::program::validation
