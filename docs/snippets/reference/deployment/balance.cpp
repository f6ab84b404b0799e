// SPDX-License-Identifier: BSL-1.0
#include <array>

#include <headroom/deployment/balance.hpp>
namespace hr = headroom;

namespace deployment_balance_reference {  // hidden
constexpr std::array roles{hr::workload{.identity = {.name = "prefill", .role = hr::serving_role::prefill},
                                        .scale = {.replicas = {2, 1}, .gpus = {2, 2}, .nodes = {1, 3}, .gpus_per_node = {8, 4}}},
                           hr::workload{.identity = {.name = "decode", .role = hr::serving_role::decode},
                                        .scale = {.replicas = {1, 5}, .gpus = {8, 6}, .nodes = {1, 7}, .gpus_per_node = {8, 4}}}};

constexpr hr::count spare() {
  hr::count sum = 0;
  hr::for_each_balance({{.workloads = roles}, {}}, [&](const hr::gpu_balance& b) { sum += b.held - b.used; });
  return sum;
}
static_assert(spare() == 4);
}  // namespace deployment_balance_reference  // hidden
