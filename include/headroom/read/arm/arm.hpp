// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/common/deployment_file.hpp>

namespace headroom::read {

bool is_resource_manager(const source_text& text);
void read_resource_manager(deployment_file& into);

}  // namespace headroom::read
