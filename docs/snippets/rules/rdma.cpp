// SPDX-License-Identifier: BSL-1.0
#include <array>

#include <headroom/catalog/azure.hpp>
#include <headroom/deployment/check.hpp>
namespace hr = headroom;

namespace rdma_page {
// [breaks]
constexpr std::array t4 = hr::groups_of<hr::azure::nc16as_t4_v3>();
constexpr std::array task{hr::workload{.identity = {.name = "task"}, .requests = {.rdma_devices = {1, 12}}}};
static_assert(hr::errors_in({.workloads = task}, {.held = t4}, "rdma") == 1);
// [/breaks]
// [passes]
constexpr std::array h100 = hr::groups_of<hr::azure::nd96isr_h100_v5>();
static_assert(hr::errors_in({.workloads = task}, {.held = h100}, "rdma") == 0);
// [/passes]
}  // namespace rdma_page
