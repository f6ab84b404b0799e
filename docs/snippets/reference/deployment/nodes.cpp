// SPDX-License-Identifier: BSL-1.0
#include <array>

#include <headroom/catalog/azure.hpp>
#include <headroom/deployment/check.hpp>
#include <headroom/deployment/nodes.hpp>
namespace hr = headroom;

namespace deployment_nodes_reference {  // hidden
constexpr std::array web{hr::workload{.identity = {.name = "web"}, .scale = {.replicas = {5, 1}, .pods = {1, 1}}, .requests = {.gpus = {4, 2}}}};
constexpr std::array h100 = hr::groups_of<hr::azure::nd96isr_h100_v5>();  // eight GPUs
static_assert(hr::nodes_needed_of(web[0], {{.workloads = web}, {.held = h100}}).value == 3);
}  // namespace deployment_nodes_reference // hidden
