// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure/nd.hpp>
#include <headroom/demand/fits.hpp>
#include <headroom/inference/demand.hpp>
#include <headroom/model/models.hpp>
namespace hr = headroom;

namespace inference_demand_reference {  // hidden
inline constexpr hr::serving_job chat{.model = hr::models::llama3_1_405b,
                                      .weights = hr::fp8,
                                      .kv_cache = hr::fp8,
                                      .tensor_parallel = 8,
                                      .concurrent_sequences = 64,
                                      .context = 32'768,
                                      .replicas = 2};
static_assert(hr::demand_of(chat).known()->total.gpus == 16);
static_assert(hr::must_fit<hr::cluster{hr::vms<hr::azure::nd96isr_h200_v5>(2)}, chat>);
static_assert(!hr::fits<hr::cluster{hr::vms<hr::azure::nd96isr_h100_v5>(2)}, chat>);
}  // namespace inference_demand_reference  // hidden
