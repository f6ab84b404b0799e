// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/models.hpp>
#include <headroom/training/job.hpp>
namespace hr = headroom;

namespace training_job_reference {  // hidden
constexpr hr::training_job job{.model = hr::models::llama3_1_8b,
                               .parallelism = {.tensor = 2, .data = 4, .sequence = true},
                               .sequence = 8'192,
                               .micro_batches = 16,
                               .sharding = hr::sharding::optimizer};
static_assert(job.global_batch() == 64);
static_assert(hr::contradiction(job).empty());
}  // namespace training_job_reference  // hidden
