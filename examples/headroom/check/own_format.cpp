// SPDX-License-Identifier: BSL-1.0
#include "check/own_format.hpp"

namespace headroom::program {

bool is_own_format(const source_text&) { return false; }
void read_own_format(deployment_file&) {}

}  // namespace headroom::program
