// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/models.hpp>
#include <headroom/parallel/stages.hpp>
namespace hr = headroom;

namespace training_stages_reference {  // hidden
// Llama 3.1 405B as it was trained: one layer less at both ends.
constexpr hr::parallelism own{.pipeline = 16, .embedding_as_layer = true, .head_as_layer = true};
static_assert(hr::layers_of_stage(hr::models::llama3_1_405b, own, 0).total() == 7);
static_assert(hr::layers_of_stage(hr::models::llama3_1_405b, own, 1).total() == 8);
static_assert(hr::micro_batches_held(own, 0, 64) == 16);
static_assert(hr::micro_batches_held(own, 15, 64) == 1);
}  // namespace training_stages_reference  // hidden
