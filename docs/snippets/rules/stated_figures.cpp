// SPDX-License-Identifier: BSL-1.0
#include <array>

#include <headroom/catalog/azure.hpp>
#include <headroom/deployment/check.hpp>
namespace hr = headroom;

namespace stated_figures_page {
// [breaks]
constexpr std::array decode{hr::workload{.identity = {.name = "decode", .role = hr::serving_role::decode},
                                         .scale = {.replicas = {1, 5}, .gpus = {32, 6}, .nodes = {8, 4}, .gpus_per_node = {4, 3}}}};
constexpr std::array wrong{hr::remark{.gpus = {48, 1}, .nodes = {8, 1}, .line = 1, .text = "48 GPUs on 8 nodes"}};
static_assert(hr::count_findings({.workloads = decode, .remarks = wrong}, {}, hr::finding_severity::warning,
                                 "stated_figures") == 1);
// [/breaks]
// [passes]
constexpr std::array as_it_is{hr::remark{.gpus = {32, 1}, .nodes = {8, 1}, .line = 1, .text = "32 GPUs on 8 nodes"}};
static_assert(hr::count_findings({.workloads = decode, .remarks = as_it_is}, {}, hr::finding_severity::warning,
                                 "stated_figures") == 0);
// [/passes]
}  // namespace stated_figures_page
