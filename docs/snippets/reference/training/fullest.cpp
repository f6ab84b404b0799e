// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/models.hpp>
#include <headroom/training/fullest.hpp>
namespace hr = headroom;

namespace training_fullest_reference {  // hidden
constexpr hr::training_job job{.model = hr::models::llama3_1_70b,
                               .parallelism = {.tensor = 8, .pipeline = 4, .sequence = true},
                               .sequence = 8'192,
                               .micro_batches = 16};
constexpr hr::fullest_rank found = *hr::find_fullest_rank(job).known();
static_assert(found.memory.stage == 0);
static_assert(found.because == "the activations that wait for the backward pass");
}  // namespace training_fullest_reference  // hidden
