// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure.hpp>
#include <headroom/inference/serving_queue.hpp>
#include <headroom/model/models.hpp>
namespace hr = headroom;

namespace inference_serving_queue_reference {  // hidden
constexpr hr::serving_job llama{.model = hr::models::llama3_1_70b, .weights = hr::fp8, .tensor_parallel = 4, .context = 8'192};
constexpr hr::serving_replica on_h200 = hr::replica_of(llama, hr::azure::nd96isr_h200_v5::spec).value_or({});
constexpr auto at_random = hr::open_loop(on_h200, {.rate = hr::requests_per_second(3), .prompt = 1'024, .answer = 512, .answer_spread = 0.8});
static_assert(at_random.value_or({}).first_token.p99 <= hr::milliseconds(250));
// How many requests a second, if 99 in 100 are to begin within half a second and go on at 40 tokens a second?
constexpr auto most = hr::most_requests_within(on_h200, {.prompt = 1'024, .answer = 512}, hr::milliseconds(500), hr::milliseconds(25));
static_assert(hr::in_requests_per_second(most.value_or({}).requests) > 7);
static_assert(hr::open_loop(on_h200, {.rate = hr::requests_per_second(100)}).note == "not stable: more requests a second than the replica answers");
}  // namespace inference_serving_queue_reference  // hidden
