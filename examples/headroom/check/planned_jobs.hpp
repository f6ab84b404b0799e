// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/deployment/rule.hpp>
#include <vector>

#include "check/checker.hpp"
#include <headroom/read/deployment.hpp>
#include "reading.hpp"

namespace headroom::program {

// What is to be said of the jobs of a file in the own format, held against the machines of the check, else of the file.
std::vector<told_finding> findings_of_jobs(const deployment_file& file, const check_terms& on);

}  // namespace headroom::program
