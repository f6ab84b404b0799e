// SPDX-License-Identifier: BSL-1.0
#include <array>

#include <headroom/catalog/azure.hpp>
#include <headroom/deployment/check.hpp>
namespace hr = headroom;

namespace model_memory_page {
// [breaks]
constexpr std::array h100 = hr::groups_of<hr::azure::nd96isr_h100_v5>();
constexpr std::array in_16_bits{hr::workload{.identity = {.name = "llama"},
                                             .parallel = {.engine = hr::engine::vllm,
                                                          .line = 9,
                                                          .tensor = {8, 11},
                                                          .serves = {.name = {"meta-llama/Meta-Llama-3.1-405B", 10}}}}};
static_assert(hr::errors_in({.workloads = in_16_bits}, {.held = h100}, "model_memory") == 1);
// [/breaks]
// [passes]
constexpr std::array in_8_bits{hr::workload{.identity = {.name = "llama"},
                                            .parallel = {.engine = hr::engine::vllm,
                 .line = 9,
                 .tensor = {8, 11},
                 .serves = {.name = {"meta-llama/Meta-Llama-3.1-405B", 10}, .weight_bits = {8, 12}}}}};
static_assert(hr::errors_in({.workloads = in_8_bits}, {.held = h100}, "model_memory") == 0);
// [/passes]
}  // namespace model_memory_page
