// SPDX-License-Identifier: BSL-1.0
#include "check/terraform.hpp"

namespace headroom::program {

bool is_terraform(const source_text&) { return false; }
void read_terraform(deployment_file&) {}

}  // namespace headroom::program
