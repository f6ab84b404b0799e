// SPDX-License-Identifier: BSL-1.0
#include <array>

#include <headroom/catalog/azure.hpp>
#include <headroom/deployment/check.hpp>
namespace hr = headroom;

namespace worker_nodes_page {
// [breaks]
constexpr std::array three_nodes{hr::workload{.identity = {.name = "prefill", .role = hr::serving_role::prefill},
                                              .scale = {.replicas = {2, 5}, .gpus = {12, 6}, .nodes = {3, 4}, .gpus_per_node = {8, 3}}}};
static_assert(hr::errors_in({.workloads = three_nodes}, {}, "worker_nodes") == 1);
// [/breaks]
// [passes]
constexpr std::array four_nodes{hr::workload{.identity = {.name = "prefill", .role = hr::serving_role::prefill},
                                             .scale = {.replicas = {2, 5}, .gpus = {12, 6}, .nodes = {4, 4}, .gpus_per_node = {8, 3}}}};
static_assert(hr::errors_in({.workloads = four_nodes}, {}, "worker_nodes") == 0);
// [/passes]
}  // namespace worker_nodes_page
