// SPDX-License-Identifier: BSL-1.0
#include <array>

#include <headroom/catalog/azure.hpp>
#include <headroom/deployment/check.hpp>
namespace hr = headroom;

namespace ephemeral_storage_page {
// [breaks]
constexpr std::array gb300 = hr::groups_of<hr::azure::nd128isr_gb300_v6>();
constexpr std::array scratch{hr::workload{.identity = {.name = "task"}, .requests = {.ephemeral_storage = {hr::tebibytes(20), 12}}}};
static_assert(hr::count_findings({.workloads = scratch}, {.held = gb300}, hr::finding_severity::warning,
                                 "ephemeral_storage") == 1);
// [/breaks]
// [passes]
constexpr std::array less{hr::workload{.identity = {.name = "task"}, .requests = {.ephemeral_storage = {hr::tebibytes(8), 12}}}};
static_assert(hr::count_findings({.workloads = less}, {.held = gb300}, hr::finding_severity::warning,
                                 "ephemeral_storage") == 0);
// [/passes]
}  // namespace ephemeral_storage_page
