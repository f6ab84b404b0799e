// SPDX-License-Identifier: BSL-1.0
#include "check/recipe.hpp"

namespace headroom::program {

bool is_recipe(const source_text&) { return false; }
void read_recipe(deployment_file&) {}

}  // namespace headroom::program
