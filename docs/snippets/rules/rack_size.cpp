// SPDX-License-Identifier: BSL-1.0
#include <array>

#include <headroom/catalog/azure.hpp>
#include <headroom/deployment/check.hpp>
namespace hr = headroom;

namespace rack_size_page {
// [breaks]
constexpr std::array gb300 = hr::groups_of<hr::azure::nd128isr_gb300_v6>();
constexpr std::array nineteen{
    hr::workload{.identity = {.name = "all-reduce"}, .scale = {.replicas = {1, 1}, .nodes = {19, 2}}, .placement = {.one_domain = {true, 3}}}};
static_assert(hr::errors_in({.workloads = nineteen}, {.held = gb300}, "rack_size") == 1);
// [/breaks]
// [passes]
constexpr std::array eighteen{
    hr::workload{.identity = {.name = "all-reduce"}, .scale = {.replicas = {1, 1}, .nodes = {18, 2}}, .placement = {.one_domain = {true, 3}}}};
static_assert(hr::errors_in({.workloads = eighteen}, {.held = gb300}, "rack_size") == 0);
// [/passes]
}  // namespace rack_size_page
