// SPDX-License-Identifier: BSL-1.0
#include "check/recipe_values.hpp"

namespace headroom::program {

bool has_capacity(const tree&) { return false; }
void read_values(const tree&, deployment_file&) {}

}  // namespace headroom::program
