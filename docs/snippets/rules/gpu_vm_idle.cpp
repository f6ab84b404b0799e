// SPDX-License-Identifier: BSL-1.0
#include <array>

#include <headroom/catalog/azure.hpp>
#include <headroom/deployment/check.hpp>
namespace hr = headroom;

namespace gpu_vm_idle_page {
// [breaks]
constexpr std::array idle{hr::workload{.identity = {.name = "web"},
                                       .scale = {.pods = {1, 3}},
                                       .requests = {.gpus = {0, 8}},
                                       .placement = {.instance_type = {"Standard_ND96isr_H100_v5", 6}}}};
static_assert(hr::count_findings({.workloads = idle}, {}, hr::finding_severity::warning, "gpu_vm_idle") == 1);
// [/breaks]
// [passes]
constexpr std::array busy{hr::workload{.identity = {.name = "web"},
                                       .scale = {.pods = {1, 3}},
                                       .requests = {.gpus = {8, 8}},
                                       .placement = {.instance_type = {"Standard_ND96isr_H100_v5", 6}}}};
static_assert(hr::count_findings({.workloads = busy}, {}, hr::finding_severity::warning, "gpu_vm_idle") == 0);
// [/passes]
}  // namespace gpu_vm_idle_page
