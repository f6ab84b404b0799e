// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/models.hpp>
#include <headroom/training/memory.hpp>
#include <headroom/training/rank_layers.hpp>
namespace hr = headroom;

namespace training_rank_layers_reference {  // hidden
// The largest micro-batch of a job: the layers are counted once.
constexpr hr::count largest_micro_batch(hr::training_job job, const hr::memory& most) {
  const hr::rank_layers layers = hr::layers_on_rank(job);
  job.micro_batch = 1;
  while (hr::training_memory(job, layers).known()->total() <= most) ++job.micro_batch;
  return job.micro_batch - 1;
}
constexpr hr::training_job job{.model = hr::models::llama3_1_8b,
                               .parallelism = {.tensor = 2, .data = 8, .sequence = true},
                               .sequence = 8'192,
                               .sharding = hr::sharding::optimizer};
static_assert(largest_micro_batch(job, hr::gibibytes(79)) == 2);
}  // namespace training_rank_layers_reference  // hidden
