// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <span>
#include <string_view>

#include "check/checker.hpp"
#include "page/page_record.hpp"

namespace headroom::program {

// Findings beside the lines of the files that they are of, and what was judged in the others. Reads each file with a
// finding again; one that is not to be read twice, as standard input, is told without its lines.
void put_findings(page_record& into, const io& from, std::span<const checked_file> files);

}  // namespace headroom::program
