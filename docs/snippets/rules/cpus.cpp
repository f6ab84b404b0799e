// SPDX-License-Identifier: BSL-1.0
#include <array>

#include <headroom/catalog/azure.hpp>
#include <headroom/deployment/check.hpp>
namespace hr = headroom;

namespace cpus_page {
// [breaks]
constexpr std::array gb300 = hr::groups_of<hr::azure::nd128isr_gb300_v6>();
constexpr std::array a_node{hr::workload{.identity = {.name = "task"}, .requests = {.millicpus = {144'000, 12}}}};
static_assert(hr::errors_in({.workloads = a_node}, {.held = gb300}, "cpus") == 1);
// [/breaks]
// [passes]
constexpr std::array a_vm{hr::workload{.identity = {.name = "task"}, .requests = {.millicpus = {120'000, 12}}}};
static_assert(hr::errors_in({.workloads = a_vm}, {.held = gb300, .reserved_millicpus = 2'000}, "cpus") == 0);
// [/passes]
}  // namespace cpus_page
