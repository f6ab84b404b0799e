// SPDX-License-Identifier: BSL-1.0
#include <headroom/inference/serving_latencies.hpp>
namespace hr = headroom;

namespace inference_serving_latencies_reference {  // hidden
// Three requests a second with answers of 512 tokens that spread by 80 %.
constexpr hr::serving_arrivals asked{.rate = hr::requests_per_second(3), .prompt = 1'024, .answer = 512, .answer_spread = 0.8};
static_assert(hr::contradiction(asked).empty());
static_assert(hr::requests_of_mean(asked).answer == 512);
static_assert(hr::contradiction(hr::serving_arrivals{}) == "requests a second are more than 0, up to 1,000,000,000");
}  // namespace inference_serving_latencies_reference  // hidden
