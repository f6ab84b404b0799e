// SPDX-License-Identifier: BSL-1.0
#include <array>

#include <headroom/catalog/azure.hpp>
#include <headroom/deployment/check.hpp>
namespace hr = headroom;

namespace huge_pages_page {
// [breaks]
constexpr std::array h100 = hr::groups_of<hr::azure::nd96isr_h100_v5>();
constexpr std::array both{hr::workload{.identity = {.name = "task"},
                                       .requests = {.system_memory = {hr::gibibytes(1'800), 12}, .huge_pages = {hr::gibibytes(128), 13}}}};
static_assert(hr::errors_in({.workloads = both}, {.held = h100}, "huge_pages") == 1);
// [/breaks]
// [passes]
constexpr std::array fewer{hr::workload{.identity = {.name = "task"},
                                        .requests = {.system_memory = {hr::gibibytes(1'700), 12}, .huge_pages = {hr::gibibytes(128), 13}}}};
static_assert(hr::errors_in({.workloads = fewer}, {.held = h100}, "huge_pages") == 0);
// [/passes]
}  // namespace huge_pages_page
