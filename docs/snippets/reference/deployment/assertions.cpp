// SPDX-License-Identifier: BSL-1.0
#include <array>

#include <headroom/catalog/azure/nd.hpp>
#include <headroom/deployment/assertions.hpp>
namespace hr = headroom;

namespace deployment_assertions_reference {  // hidden
constexpr std::array decode{hr::workload{.identity = {.name = "decode"},
                                         .scale = {.replicas = {1, 12}, .pods = {8, 13}},
                                         .requests = {.gpus = {4, 20}, .millicpus = {130'000, 21}}}};
constexpr hr::deployment serving{.file = "decode.yaml", .workloads = decode};

constexpr auto held = hr::held_by<hr::azure::nd128isr_gb300_v6>();
constexpr auto cpus = hr::lines_that_break(serving, {.held = held}, "cpus", std::array{20, 21});

static_assert(cpus.keeps(20));
static_assert(!cpus.keeps(21));  // 130 CPUs on 128 vCPUs
static_assert(cpus.amounts[1][0] == 130'000 && cpus.amounts[1][1] == 128'000);
static_assert(!cpus.breaks_elsewhere);
}  // namespace deployment_assertions_reference  // hidden
