// SPDX-License-Identifier: BSL-1.0
#include <array>

#include <headroom/catalog/azure.hpp>
#include <headroom/deployment/check.hpp>
namespace hr = headroom;

namespace gpus_per_node_page {
// [breaks]
constexpr std::array gb300 = hr::groups_of<hr::azure::nd128isr_gb300_v6>();
constexpr std::array of_eight{hr::machine_pool{.name = "gpu", .nodes = {2, 2}, .gpus_per_node = {8, 3}}};
static_assert(hr::errors_in({.pools = of_eight}, {.held = gb300}, "gpus_per_node") == 1);
// [/breaks]
// [passes]
constexpr std::array of_four{hr::machine_pool{.name = "gpu", .nodes = {4, 2}, .gpus_per_node = {4, 3}}};
static_assert(hr::errors_in({.pools = of_four}, {.held = gb300}, "gpus_per_node") == 0);
// [/passes]
}  // namespace gpus_per_node_page
