// SPDX-License-Identifier: BSL-1.0
#include "check/kubernetes.hpp"

namespace headroom::program {

bool is_kubernetes(const source_text&) { return false; }
void read_kubernetes(deployment_file&) {}

}  // namespace headroom::program
