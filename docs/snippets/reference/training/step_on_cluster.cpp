// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure/nd.hpp>
#include <headroom/model/models/meta.hpp>
#include <headroom/training/step_on_cluster.hpp>
namespace hr = headroom;

namespace training_step_on_cluster_reference {  // hidden
inline constexpr hr::cluster held{hr::vms<hr::azure::nd96isr_h100_v5>(16)};
inline constexpr hr::training_job llama{.model = hr::models::llama3_1_70b,
                                        .parallelism = {.tensor = 8, .pipeline = 4, .data = 4, .sequence = true},
                                        .sequence = 8'192,
                                        .micro_batches = 128,
                                        .sharding = hr::sharding::optimizer};
static_assert(hr::step_time(llama, held) <= hr::seconds(40));
static_assert(hr::must_reach<held, llama, hr::at_least<hr::in::tokens_per_second, 100'000>>);
static_assert(!hr::reaches<held, llama, hr::at_most<hr::in::milliseconds_per_step, 10'000>>);
}  // hidden
