// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace headroom::program {

// Columns of a terminal that a UTF-8 text takes: one for each code point.
int columns_of(std::string_view text);

// The text in lines of at most so many columns, broken at spaces; a longer word is broken after one of "_-/" in its
// second half of a line, or else where it has to be. At least one line, perhaps empty. Where something
// stands on the first one, so many of its columns are `taken`, and a space comes behind it.
std::vector<std::string> wrap(std::string_view text, int columns, int taken = 0);

// The same as one text, each line ended, with the first line after `first` and the others after as many spaces. Where
// `first` leaves too little room it is broken with the text, and the others are two spaces further in than it begins.
std::string paragraph(std::string_view first, std::string_view text, int columns);

}  // namespace headroom::program
