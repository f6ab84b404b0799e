// SPDX-License-Identifier: BSL-1.0
#include <array>

#include <headroom/catalog/azure.hpp>
#include <headroom/deployment/check.hpp>
namespace hr = headroom;

namespace claims_page {
// [breaks]
constexpr std::array roles{hr::workload{.identity = {.name = "prefill"}, .scale = {.replicas = {1, 4}, .gpus = {40, 5}, .nodes = {10, 6}}},
                           hr::workload{.identity = {.name = "decode"}, .scale = {.replicas = {1, 8}, .gpus = {32, 9}, .nodes = {8, 10}}}};
constexpr std::array ten{hr::node_claim{.name = "channel", .kind = "ComputeDomain", .nodes = {10, 2}}};
static_assert(hr::errors_in({.workloads = roles, .claims = ten}, {}, "claims") == 1);
// [/breaks]
// [passes]
constexpr std::array eighteen{hr::node_claim{.name = "channel", .kind = "ComputeDomain", .nodes = {18, 2}}};
static_assert(hr::errors_in({.workloads = roles, .claims = eighteen}, {}, "claims") == 0);
// [/passes]
}  // namespace claims_page
