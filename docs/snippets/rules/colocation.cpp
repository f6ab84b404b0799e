// SPDX-License-Identifier: BSL-1.0
#include <array>

#include <headroom/catalog/azure.hpp>
#include <headroom/deployment/check.hpp>
namespace hr = headroom;

namespace colocation_page {
// [breaks]
constexpr std::array twenty{hr::workload{.identity = {.name = "prefill", .role = hr::serving_role::prefill},
                                         .scale = {.replicas = {1, 5}, .gpus = {4, 6}, .nodes = {1, 4}, .gpus_per_node = {8, 3}},
                                         .placement = {.shares_nodes = true}},
                            hr::workload{.identity = {.name = "decode", .role = hr::serving_role::decode},
                                         .scale = {.replicas = {4, 8}, .gpus = {4, 9}, .nodes = {1, 7}, .gpus_per_node = {8, 3}},
                                         .placement = {.shares_nodes = true}}};
static_assert(hr::errors_in({.workloads = twenty}, {}, "colocation") == 1);
// [/breaks]
// [passes]
constexpr std::array sixteen{hr::workload{.identity = {.name = "prefill", .role = hr::serving_role::prefill},
                                          .scale = {.replicas = {1, 5}, .gpus = {4, 6}, .nodes = {1, 4}, .gpus_per_node = {8, 3}},
                                          .placement = {.shares_nodes = true}},
                             hr::workload{.identity = {.name = "decode", .role = hr::serving_role::decode},
                                          .scale = {.replicas = {3, 8}, .gpus = {4, 9}, .nodes = {1, 7}, .gpus_per_node = {8, 3}},
                                          .placement = {.shares_nodes = true}}};
static_assert(hr::errors_in({.workloads = sixteen}, {}, "colocation") == 0);
// [/passes]
}  // namespace colocation_page
