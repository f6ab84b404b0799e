// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>
#include <vector>

#include "check/checker.hpp"
#include <headroom/read/deployment.hpp>
#include "reading.hpp"

namespace headroom::program {

// Of workloads that may run on any of several sizes, and of pools that may be of any: what is found whichever of them
// it is, and not without one.
std::vector<told_finding> findings_of_several_sizes(const deployment_file& file, std::string_view name,
                                                    const check_options& options);

// The choices of workloads, in the place of a size, of which one is right or none can be: nothing is left to judge.
std::vector<said<std::string_view>> decided_choices(const deployment_file& file, std::string_view name,
                                                     const check_options& options);

}  // namespace headroom::program
