// SPDX-License-Identifier: BSL-1.0
#include "check/resource_manager.hpp"

namespace headroom::program {

bool is_resource_manager(const source_text&) { return false; }
void read_resource_manager(deployment_file&) {}

}  // namespace headroom::program
