// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "check/deployment_file.hpp"

namespace headroom::program {

bool is_kubernetes(const source_text& text);
void read_kubernetes(deployment_file& into);

}  // namespace headroom::program
