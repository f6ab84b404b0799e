// SPDX-License-Identifier: BSL-1.0
#include <array>

#include <headroom/catalog/azure.hpp>
#include <headroom/deployment/check.hpp>
namespace hr = headroom;

namespace parallel_product_page {
// [breaks]
constexpr std::array eight_gpus{
    hr::workload{.identity = {.name = "vllm"},
                 .scale = {.replicas = {1, 4}, .pods = {1, 4}},
                 .requests = {.gpus = {8, 9}},
                 .parallel = {.engine = hr::engine::vllm, .line = 7, .tensor = {8, 7}, .pipeline = {2, 7}}}};
static_assert(hr::errors_in({.workloads = eight_gpus}, {}, "parallel_product") == 1);
// [/breaks]
// [passes]
constexpr std::array sixteen_gpus{
    hr::workload{.identity = {.name = "vllm"},
                 .scale = {.replicas = {1, 4}, .pods = {2, 4}},
                 .requests = {.gpus = {8, 9}},
                 .parallel = {.engine = hr::engine::vllm, .line = 7, .tensor = {8, 7}, .pipeline = {2, 7}}}};
static_assert(hr::errors_in({.workloads = sixteen_gpus}, {}, "parallel_product") == 0);
// [/passes]
}  // namespace parallel_product_page
