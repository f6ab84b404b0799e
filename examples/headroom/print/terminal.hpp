// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace headroom::program {

// Columns to print in: of COLUMNS, or else of the terminal; 80 where there is neither.
int output_width();

// Whether there is either.
bool output_has_width();

// Whether standard output is a terminal that shows colour, and NO_COLOR is not set.
bool output_has_colour();

// Whether the locale's characters are UTF-8.
bool output_is_utf8();

}  // namespace headroom::program
