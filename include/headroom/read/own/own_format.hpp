// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/common/deployment_file.hpp>

namespace headroom::read {

bool is_own_format(const source_text& text);
void read_own_format(deployment_file& into);

}  // namespace headroom::read
