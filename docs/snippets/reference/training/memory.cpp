// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/models.hpp>
#include <headroom/training/memory.hpp>
namespace hr = headroom;

namespace training_memory_reference {  // hidden
constexpr hr::training_job job{
    .model = hr::models::llama3_1_405b,
    .parallelism = {.tensor = 8, .pipeline = 16, .data = 8, .sequence = true},
    .sequence = 8'192,
    .micro_batches = 32,
    .sharding = hr::sharding::optimizer,
};
constexpr hr::rank_memory fullest = *hr::training_memory(job).known();
static_assert(fullest.stage == 0);
static_assert(fullest.state() < hr::gibibytes(25));
static_assert(fullest.activations > hr::gibibytes(60));  // of 16 micro-batches in flight

constexpr hr::training_job again = [] {
  hr::training_job changed = job;
  changed.recompute = hr::full_recomputation;
  return changed;
}();
static_assert(hr::training_memory(again).known()->total() < hr::gibibytes(50));
}  // namespace training_memory_reference  // hidden
