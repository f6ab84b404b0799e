// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/common/deployment_file.hpp>

namespace headroom::read {

bool is_cyclecloud_parameters(const source_text& text);
void read_cyclecloud_parameters(deployment_file& into);

bool is_cyclecloud(const source_text& text);
void read_cyclecloud(deployment_file& into);

}  // namespace headroom::read
