// SPDX-License-Identifier: BSL-1.0
#include <array>

#include <headroom/catalog/azure.hpp>
#include <headroom/deployment/check.hpp>
namespace hr = headroom;

namespace parallel_domain_page {
// [breaks]
constexpr std::array h100 = hr::groups_of<hr::azure::nd96isr_h100_v5>();
constexpr std::array tp16{
    hr::workload{.identity = {.name = "vllm"}, .parallel = {.engine = hr::engine::vllm, .line = 7, .tensor = {16, 7}}}};
static_assert(hr::count_findings({.workloads = tp16}, {.held = h100}, hr::finding_severity::warning,
                                 "parallel_domain") == 1);
// [/breaks]
// [passes]
constexpr std::array tp8{hr::workload{.identity = {.name = "vllm"},
                                      .parallel = {.engine = hr::engine::vllm, .line = 7, .tensor = {8, 7}, .pipeline = {2, 7}}}};
static_assert(hr::count_findings({.workloads = tp8}, {.held = h100}, hr::finding_severity::warning,
                                 "parallel_domain") == 0);
// [/passes]
}  // namespace parallel_domain_page
