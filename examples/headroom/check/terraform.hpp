// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "check/deployment_file.hpp"

namespace headroom::program {

bool is_terraform(const source_text& text);
void read_terraform(deployment_file& into);

}  // namespace headroom::program
