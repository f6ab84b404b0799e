// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure/nd.hpp>
#include <headroom/model/models.hpp>
#include <headroom/training/room.hpp>
namespace hr = headroom;

namespace training_room_reference {  // hidden
using h100 = hr::azure::nd96isr_h100_v5;
constexpr hr::training_job job{.model = hr::models::llama3_1_8b,
                               .parallelism = {.tensor = 2, .data = 8, .sequence = true},
                               .sequence = 8'192,
                               .sharding = hr::sharding::optimizer};
static_assert(*hr::largest_micro_batch(job, h100::spec).known() == 2);
static_assert(*hr::longest_sequence(job, h100::spec).known() > 2 * 8'192);
static_assert(hr::fewest_gpus(job, h100::spec).known()->gpus() == 16);  // of eight replicas
}  // namespace training_room_reference  // hidden
