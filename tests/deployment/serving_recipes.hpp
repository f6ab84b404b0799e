// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <string_view>

#include <headroom/count.hpp>

// Small serving recipes of our own, with the sums that they come to, counted by hand.
namespace serving_recipes {

using headroom::count;

struct recipe {
  std::string_view name;
  std::string_view gpu_type;
  count per_node;
  count prefill_nodes, prefill_workers, prefill_gpus;
  count decode_nodes, decode_workers, decode_gpus;
  bool colocated;
  count used, nodes, held, stranded;
};

inline constexpr std::array small{
    recipe{"one node each", "b200", 8, 1, 1, 8, 1, 1, 8, false, 16, 2, 16, 0},
    recipe{"half a node is left", "b300", 8, 1, 1, 4, 2, 2, 8, false, 20, 3, 24, 4},
    recipe{"two workers a node", "h100", 8, 3, 6, 4, 2, 1, 16, false, 40, 5, 40, 0},
    recipe{"a worker of two nodes", "gb200", 4, 2, 1, 8, 6, 3, 8, false, 32, 8, 32, 0},
    recipe{"the last node half empty", "h200", 8, 2, 3, 4, 1, 2, 2, false, 16, 3, 24, 8},
    recipe{"workers of one GPU", "h100", 8, 1, 5, 1, 1, 7, 1, false, 12, 2, 16, 4},
    recipe{"a whole rack", "gb300", 4, 10, 10, 4, 8, 1, 32, false, 72, 18, 72, 0},
    recipe{"both on one node", "b200", 8, 1, 1, 4, 0, 1, 4, true, 8, 1, 8, 0},
    recipe{"both on one node that is larger", "b300", 8, 1, 1, 2, 0, 1, 4, true, 6, 1, 8, 2},
    recipe{"the first decode worker beside prefill", "b200", 8, 1, 1, 4, 1, 3, 4, true, 16, 2, 16, 0},
};

}  // namespace serving_recipes
