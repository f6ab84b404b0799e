// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure.hpp>
#include <headroom/model/models.hpp>
#include <headroom/training/step_time.hpp>
namespace hr = headroom;

namespace training_step_time_reference {  // hidden
// Llama 3.1 405B on 1,024 H100: 8 tensor ranks, 16 stages, 8 replicas of 32 micro-batches.
constexpr hr::training_job llama{.model = hr::models::llama3_1_405b,
                                 .parallelism = {.tensor = 8, .pipeline = 16, .data = 8, .sequence = true},
                                 .sequence = 8'192,
                                 .micro_batches = 32,
                                 .sharding = hr::sharding::optimizer};
constexpr auto step = hr::step_time(llama, hr::machine(hr::azure::nd96isr_h100_v5::spec));
static_assert(step.value_or({}).total() <= hr::seconds(20));
static_assert(step.value_or({})[hr::step_part::bubble].exposed > step.value_or({})[hr::step_part::attention].exposed);
}  // namespace training_step_time_reference  // hidden
