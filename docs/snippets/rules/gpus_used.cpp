// SPDX-License-Identifier: BSL-1.0
#include <array>

#include <headroom/catalog/azure.hpp>
#include <headroom/deployment/check.hpp>
namespace hr = headroom;

namespace gpus_used_page {
// [breaks]
constexpr std::array web{
    hr::workload{.identity = {.name = "web"}, .scale = {.replicas = {12, 4}, .pods = {1, 4}}, .requests = {.gpus = {4, 9}}}};
constexpr std::array nine{hr::machine_pool{.name = "gpu", .nodes = {9, 2}, .gpus_per_node = {4, 3}}};
static_assert(hr::errors_in({.pools = nine, .workloads = web}, {}, "gpus_used") == 1);
// [/breaks]
// [passes]
constexpr std::array twelve{hr::machine_pool{.name = "gpu", .nodes = {12, 2}, .gpus_per_node = {4, 3}}};
static_assert(hr::errors_in({.pools = twelve, .workloads = web}, {}, "gpus_used") == 0);
// [/passes]
}  // namespace gpus_used_page
