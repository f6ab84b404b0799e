// SPDX-License-Identifier: BSL-1.0
#include <array>

#include <headroom/catalog/azure/nd.hpp>
#include <headroom/deployment/check.hpp>
namespace hr = headroom;

namespace deployment_check_reference {  // hidden
constexpr std::array decode{hr::workload{.identity = {.name = "decode"},
                                         .scale = {.replicas = {1, 12}, .pods = {8, 13}},  // each figure with the line that says it
                                         .requests = {.gpus = {4, 20}, .millicpus = {130'000, 21}}}};
constexpr hr::deployment serving{.file = "decode.yaml", .workloads = decode};
constexpr std::array azure = hr::groups_of<hr::azure::nd128isr_gb300_v6>();

static_assert(serving.gpus_used() == 32);
static_assert(hr::errors_in(serving) == 0);                       // by itself
static_assert(hr::errors_in(serving, {.held = azure}) == 1);      // 130 CPUs on 128 vCPUs
static_assert(!hr::keeps(serving, {.held = azure}, "cpus", 21));  // in line 21
static_assert(hr::keeps(serving, {.held = azure}, "gpus_used", 20));
}  // namespace deployment_check_reference  // hidden
