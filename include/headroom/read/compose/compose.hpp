// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/common/deployment_file.hpp>

// Compose files of Docker: services, with the GPUs that each reserves on the host.
namespace headroom::read {

bool is_compose(const source_text& text);
void read_compose(deployment_file& into);

}  // namespace headroom::read
