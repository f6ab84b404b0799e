// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include "validate/row_files.hpp"

namespace headroom::program::validation {

// Whether a text is a table of measured servers: values between commas, with columns of the times to a first and a further token.
bool is_table_of_servers(std::string_view text);

// Whether it is a table of training steps: with a column of the time of a step or of a throughput.
bool is_table_of_steps(std::string_view text);

// Its rows, in the schema of the others.
void read_table(rows_read& into, std::string_view name, std::string_view text);

}  // namespace headroom::program::validation
