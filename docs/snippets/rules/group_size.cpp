// SPDX-License-Identifier: BSL-1.0
#include <array>

#include <headroom/catalog/azure.hpp>
#include <headroom/deployment/check.hpp>
namespace hr = headroom;

namespace group_size_page {
// [breaks]
constexpr std::array pair{
    hr::workload{.identity = {.name = "vllm", .group = "vllm"},
                 .scale = {.replicas = {1, 4}, .pods = {2, 5}},
                 .requests = {.gpus = {8, 9}},
                 .parallel = {.engine = hr::engine::vllm, .line = 7, .tensor = {8, 7}, .pipeline = {4, 7}}}};
static_assert(hr::errors_in({.workloads = pair}, {}, "group_size") == 1);
// [/breaks]
// [passes]
constexpr std::array four{
    hr::workload{.identity = {.name = "vllm", .group = "vllm"},
                 .scale = {.replicas = {1, 4}, .pods = {4, 5}},
                 .requests = {.gpus = {8, 9}},
                 .parallel = {.engine = hr::engine::vllm, .line = 7, .tensor = {8, 7}, .pipeline = {4, 7}}}};
static_assert(hr::errors_in({.workloads = four}, {}, "group_size") == 0);
// [/passes]
}  // namespace group_size_page
