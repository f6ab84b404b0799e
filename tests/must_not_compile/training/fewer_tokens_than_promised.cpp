// SPDX-License-Identifier: BSL-1.0
// expect-error: the job makes fewer tokens a second on the cluster than is promised
// expect-note(clang): needed<headroom::in::tokens_per_second, 
// expect-note(clang): there_is<headroom::in::tokens_per_second, 
#include <headroom/catalog/azure/nd.hpp>
#include <headroom/model/models/meta.hpp>
#include <headroom/training/step_on_cluster.hpp>

namespace hr = headroom;

inline constexpr hr::cluster held{hr::vms<hr::azure::nd96isr_h100_v5>(4)};
inline constexpr hr::training_job job{
    .model = hr::models::llama3_1_8b, .parallelism = {.tensor = 4, .data = 8}, .sequence = 8'192, .micro_batches = 16, .sharding = hr::sharding::optimizer};
#ifdef MISTAKE
constexpr std::int64_t promised = 1'100'000;
#else
constexpr std::int64_t promised = 11'000;
#endif
static_assert(hr::must_reach<held, job, hr::at_least<hr::in::tokens_per_second, promised>>);
