// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure/nd.hpp>
#include <headroom/demand/fits.hpp>
#include <headroom/model/models.hpp>
#include <headroom/training/demand.hpp>
namespace hr = headroom;

namespace training_demand_reference {  // hidden
inline constexpr hr::training_job job{.model = hr::models::llama3_1_70b,
                                      .parallelism = {.tensor = 8, .pipeline = 2, .data = 8, .sequence = true},
                                      .sequence = 8'192,
                                      .micro_batches = 32,
                                      .sharding = hr::sharding::optimizer};
static_assert(hr::demand_of(job).known()->units.of_one_kind == 16);
static_assert(hr::must_fit<hr::cluster{hr::vms<hr::azure::nd96isr_h100_v5>(16)}, job>);
static_assert(!hr::fits<hr::cluster{hr::vms<hr::azure::nd96isr_h100_v5>(15)}, job>);
}  // namespace training_demand_reference  // hidden
