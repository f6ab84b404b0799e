// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/common/deployment_file.hpp>

// Values of Helm charts, of which any map may hold capacity, whatever it is called.
namespace headroom::read {

// Whether some of them hold capacity.
bool has_capacity(const tree& values);

void read_values(const tree& values, deployment_file& into);

}  // namespace headroom::read
