// SPDX-License-Identifier: BSL-1.0
#include <array>

#include <headroom/catalog/azure.hpp>
#include <headroom/deployment/check.hpp>
namespace hr = headroom;

namespace system_memory_page {
// [breaks]
constexpr std::array h100 = hr::groups_of<hr::azure::nd96isr_h100_v5>();
constexpr std::array large{hr::workload{.identity = {.name = "task"}, .requests = {.system_memory = {hr::gibibytes(2'000), 12}}}};
static_assert(hr::errors_in({.workloads = large}, {.held = h100}, "system_memory") == 1);
// [/breaks]
// [passes]
constexpr std::array fitting{hr::workload{.identity = {.name = "task"}, .requests = {.system_memory = {hr::gibibytes(1'800), 12}}}};
static_assert(hr::errors_in({.workloads = fitting}, {.held = h100}, "system_memory") == 0);
// [/passes]
}  // namespace system_memory_page
