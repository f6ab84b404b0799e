// SPDX-License-Identifier: BSL-1.0
#include <array>

#include <headroom/catalog/azure.hpp>
#include <headroom/deployment/check.hpp>
namespace hr = headroom;

namespace nodes_needed_page {
// [breaks]
constexpr std::array h100 = hr::groups_of<hr::azure::nd96isr_h100_v5>();
constexpr std::array pods{hr::workload{.identity = {.name = "web"},
                                       .scale = {.replicas = {2, 4}, .pods = {1, 4}},
                                       .requests = {.gpus = {1, 9}, .millicpus = {60'000, 10}}}};
constexpr std::array one{hr::machine_pool{.name = "gpu", .nodes = {1, 2}}};
static_assert(hr::errors_in({.pools = one, .workloads = pods}, {.held = h100}, "nodes_needed") == 1);
// [/breaks]
// [passes]
constexpr std::array two{hr::machine_pool{.name = "gpu", .nodes = {2, 2}}};
static_assert(hr::errors_in({.pools = two, .workloads = pods}, {.held = h100}, "nodes_needed") == 0);
// [/passes]
}  // namespace nodes_needed_page
