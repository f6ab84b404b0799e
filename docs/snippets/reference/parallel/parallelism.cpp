// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/models.hpp>
#include <headroom/parallel/parallelism.hpp>
namespace hr = headroom;

namespace training_parallelism_reference {  // hidden
constexpr hr::parallelism own{.pipeline = 16, .data = 128, .expert = 64};
static_assert(own.gpus() == 2'048);
static_assert(own.expert_replicas() == 2);
static_assert(hr::contradiction(hr::models::deepseek_v3, own).empty());
static_assert(hr::contradiction(hr::models::llama3_1_70b, {.tensor = 12}) ==
              "tensor parallelism does not divide the attention heads");
}  // namespace training_parallelism_reference  // hidden
