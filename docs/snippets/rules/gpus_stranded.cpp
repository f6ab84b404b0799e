// SPDX-License-Identifier: BSL-1.0
#include <array>

#include <headroom/catalog/azure.hpp>
#include <headroom/deployment/check.hpp>
namespace hr = headroom;

namespace gpus_stranded_page {
// [breaks]
constexpr std::array six{hr::workload{.identity = {.name = "decode", .role = hr::serving_role::decode},
                                      .scale = {.replicas = {2, 5}, .gpus = {6, 6}, .nodes = {2, 4}, .gpus_per_node = {8, 3}}}};
static_assert(hr::count_findings({.workloads = six}, {}, hr::finding_severity::warning, "gpus_stranded") == 1);
// [/breaks]
// [passes]
constexpr std::array eight{hr::workload{.identity = {.name = "decode", .role = hr::serving_role::decode},
                                        .scale = {.replicas = {2, 5}, .gpus = {8, 6}, .nodes = {2, 4}, .gpus_per_node = {8, 3}}}};
static_assert(hr::count_findings({.workloads = eight}, {}, hr::finding_severity::warning, "gpus_stranded") == 0);
// [/passes]
}  // namespace gpus_stranded_page
