// SPDX-License-Identifier: BSL-1.0
// expect-error: A pod's CPUs fit its machine [cpus]
#include <headroom/deployment/assertions.hpp>

#include "machines.hpp"

namespace {

#ifdef MISTAKE
constexpr hr::count millicpus = 144'000;  // of which here::new_vm has 128
#else
constexpr hr::count millicpus = 128'000;
#endif

constexpr hr::workload workloads[]{
    {.identity = {.name = "prefill", .line = 6},
     .scale = {.replicas = {1, 6}, .pods = {1, 6}},
     .requests = {.gpus = {4, 7}, .millicpus = {millicpus, 4}}}};
constexpr hr::deployment prefill{.file = "prefill.yaml", .workloads = workloads};
constexpr auto held = hr::held_by<here::new_vm>();
constexpr auto cpus = hr::lines_that_break(prefill, {.held = held}, "cpus", std::array<int, 2>{4, 7});

}  // namespace

#line 4 "prefill.yaml"
static_assert(cpus.keeps(4), "A pod's CPUs fit its machine [cpus]");
