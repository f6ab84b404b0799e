// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure.hpp>
#include <headroom/inference/serving_throughput.hpp>
#include <headroom/model/models.hpp>
namespace hr = headroom;

namespace inference_serving_throughput_reference {  // hidden
constexpr hr::serving_job llama{.model = hr::models::llama3_1_70b, .weights = hr::fp8, .tensor_parallel = 4, .context = 2'048};
constexpr hr::serving_replica on_h200 = hr::replica_of(llama, hr::azure::nd96isr_h200_v5::spec).value_or({});
constexpr auto most = hr::most_throughput(on_h200, {.prompt = 1'024, .answer = 1'024});
// A token every 25 ms, 40 a second for each user, costs throughput.
constexpr auto fast = hr::throughput_within(on_h200, {.prompt = 1'024, .answer = 1'024}, hr::milliseconds(25));
static_assert(fast.output < most.output && fast.sequences < most.sequences);
}  // namespace inference_serving_throughput_reference  // hidden
