// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/common/deployment_file.hpp>

// Tasks and services of SkyPilot: so many nodes with so many accelerators each.
namespace headroom::read {

bool is_sky_task(const source_text& text);
void read_sky_task(deployment_file& into);

}  // namespace headroom::read
