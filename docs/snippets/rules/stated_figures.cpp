// SPDX-License-Identifier: BSL-1.0
#include <array>

#include <headroom/catalog/azure.hpp>
#include <headroom/deployment/check.hpp>
namespace hr = headroom;

namespace stated_figures_page {
// [breaks]
constexpr std::array decode{hr::workload{.name = "decode",
                                         .role = hr::serving_role::decode,
                                         .replicas = {1, 5},
                                         .gpus = {32, 6},
                                         .nodes = {8, 4},
                                         .gpus_per_node = {4, 3}}};
constexpr std::array wrong{hr::remark{.what = hr::remark::about::gpus, .amount = 48, .line = 1, .text = "48 GPUs"}};
static_assert(hr::count_findings({.workloads = decode, .remarks = wrong}, {}, hr::finding_severity::warning,
                                 "stated_figures") == 1);
// [/breaks]
// [passes]
constexpr std::array as_it_is{hr::remark{.what = hr::remark::about::gpus, .amount = 32, .line = 1, .text = "32 GPUs"}};
static_assert(hr::count_findings({.workloads = decode, .remarks = as_it_is}, {}, hr::finding_severity::warning,
                                 "stated_figures") == 0);
// [/passes]
}  // namespace stated_figures_page
