// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

namespace headroom::program {

// Of so many columns, a bar as long as a share from 0 to 1.
std::string bar(double share, int columns, bool utf8);

// A piece of a stacked bar: after the share before it, in full what is shown, and pale what lies beside the next pieces.
std::string stacked_bar(double before, double share, double pale, int columns, bool utf8);

}  // namespace headroom::program
