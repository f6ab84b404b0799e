// SPDX-License-Identifier: BSL-1.0
// expect-error: the cluster has fewer GPUs that fill whole units than the demand needs
// expect-note(clang): needed<headroom::in::gpus, 32>
#include <headroom/catalog/azure/nd.hpp>
#include <headroom/model/models/meta.hpp>
#include <headroom/training/step_on_cluster.hpp>

namespace hr = headroom;

#ifdef MISTAKE
constexpr hr::count machines = 3;
#else
constexpr hr::count machines = 4;
#endif
inline constexpr hr::cluster held{hr::vms<hr::azure::nd96isr_h100_v5>(machines)};
inline constexpr hr::training_job job{
    .model = hr::models::llama3_1_8b, .parallelism = {.tensor = 4, .data = 8}, .sequence = 8'192, .micro_batches = 16, .sharding = hr::sharding::optimizer};
inline constexpr auto limit = hr::seconds(3'600);
static_assert(hr::must_reach<held, job, hr::at_most_as<hr::in::milliseconds_per_step, limit>>);
