// SPDX-License-Identifier: BSL-1.0
#include <array>

#include <headroom/catalog/azure.hpp>
#include <headroom/deployment/check.hpp>
namespace hr = headroom;

namespace machine_named_page {
// [breaks]
constexpr std::array web{hr::workload{.identity = {.name = "web", .line = 1}, .requests = {.gpus = {8, 9}}}};
static_assert(hr::count_findings({.workloads = web}, {}, hr::finding_severity::unjudged, "machine_named") == 1);
// [/breaks]
// [passes]
constexpr std::array h100 = hr::groups_of<hr::azure::nd96isr_h100_v5>();
static_assert(hr::count_findings({.workloads = web}, {.held = h100}, hr::finding_severity::unjudged, "machine_named") ==
              0);
// [/passes]
}  // namespace machine_named_page
