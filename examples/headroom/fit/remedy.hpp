// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

#include "fit/machine_fit.hpp"

namespace headroom::program {

// The least change with which a training job fits that does not, in a sentence with the GPUs that it then takes; empty:
// none of those tried is enough, or nothing is in need of one.
std::string remedy_of(const machine_fit& fit);

}  // namespace headroom::program
