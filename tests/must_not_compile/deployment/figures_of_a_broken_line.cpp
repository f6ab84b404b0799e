// SPDX-License-Identifier: BSL-1.0
// expect-error: the figures of the line above are in the name of tell<...>, in the order of the rule's page
// expect-note(clang): millicores<144000>
// expect-note(clang): millicores<128000>
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
constexpr hr::deployment prefill{.file = "decode.yaml", .workloads = workloads};
constexpr auto held = hr::held_by<here::new_vm>();
constexpr auto cpus = hr::lines_that_break(prefill, {.held = held}, "cpus", std::array<int, 2>{4, 7});

}  // namespace

#line 4 "decode.yaml"
static_assert(hr::tell_figures<cpus>());
