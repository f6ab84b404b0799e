// SPDX-License-Identifier: BSL-1.0
// expect-error: the figures of the line above are in the name of tell<...>, in the order of the rule's page
// expect-note(clang): gpus<48>
// expect-note(clang): nodes<9>
// expect-note(clang): gpus<4>
// expect-note(clang): gpus<36>
#include <headroom/deployment/assertions.hpp>

#include "machines.hpp"

namespace {

#ifdef MISTAKE
constexpr hr::count replicas = 12;  // of 4 GPUs each, on 9 nodes of 4
#else
constexpr hr::count replicas = 9;
#endif

constexpr hr::workload workloads[]{
    {.identity = {.name = "prefill", .line = 6}, .scale = {.replicas = {replicas, 6}, .pods = {1, 6}}, .requests = {.gpus = {4, 4}}}};
constexpr hr::machine_pool pools[]{{.name = "gpu", .nodes = {9, 2}, .gpus_per_node = {4, 3}}};
constexpr hr::deployment prefill{.file = "decode.yaml", .pools = pools, .workloads = workloads};
constexpr auto held = hr::held_by<here::new_vm>();
constexpr auto used = hr::lines_that_break(prefill, {.held = held}, "gpus_used", std::array<int, 2>{4, 7});

}  // namespace

#line 4 "decode.yaml"
static_assert(hr::tell_figures<used>());
