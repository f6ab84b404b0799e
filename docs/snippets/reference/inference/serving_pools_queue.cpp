#include <headroom/catalog/azure.hpp>
#include <headroom/inference/serving_pools_queue.hpp>
#include <headroom/model/models.hpp>
namespace hr = headroom;

// Two workers read for one that writes; long prompts come at random times.
constexpr hr::serving_job llama{.model = hr::models::llama3_1_70b, .weights = hr::fp8, .tensor_parallel = 4, .context = 9'216};
constexpr hr::serving_pools pools = hr::pools_of(llama, 2, llama, 1, hr::azure::nd96isr_h200_v5::spec).value_or({});
constexpr auto at_random = hr::open_loop(pools, {.rate = hr::requests_per_second(2), .prompt = 8'192, .answer = 512});
static_assert(at_random.value_or({}).first_token.p99 <= hr::seconds(2));
// With 99 in 100 first tokens within 1.5 seconds, and their tokens every 40 ms:
constexpr auto within = hr::most_requests_within(pools, {.prompt = 8'192, .answer = 512}, hr::seconds(1.5), hr::milliseconds(40));
static_assert(hr::in_requests_per_second(within.value_or({}).requests) >= 1);
