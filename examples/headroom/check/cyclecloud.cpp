// SPDX-License-Identifier: BSL-1.0
#include "check/cyclecloud.hpp"

namespace headroom::program {

bool is_cyclecloud_parameters(const source_text&) { return false; }
void read_cyclecloud_parameters(deployment_file&) {}

bool is_cyclecloud(const source_text&) { return false; }
void read_cyclecloud(deployment_file&) {}

}  // namespace headroom::program
