// SPDX-License-Identifier: BSL-1.0
#include <array>

#include <headroom/catalog/azure.hpp>
#include <headroom/deployment/check.hpp>
namespace hr = headroom;

namespace limits_match_page {
// [breaks]
constexpr std::array differ{hr::workload{.identity = {.name = "web"}, .requests = {.gpus = {4, 8}}, .limits = {.gpus = {8, 10}}}};
static_assert(hr::errors_in({.workloads = differ}, {}, "limits_match") == 1);
// [/breaks]
// [passes]
constexpr std::array same{hr::workload{.identity = {.name = "web"}, .requests = {.gpus = {8, 8}}, .limits = {.gpus = {8, 10}}}};
static_assert(hr::errors_in({.workloads = same}, {}, "limits_match") == 0);
// [/passes]
}  // namespace limits_match_page
