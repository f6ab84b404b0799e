// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure.hpp>
#include <headroom/inference/serving_simulation.hpp>
#include <headroom/model/models.hpp>
namespace hr = headroom;

namespace inference_serving_simulation_reference {  // hidden
// The time from which one request in a hundred waits longer, of three a second.
inline hr::duration slowest_first_token(const hr::serving_replica& of) {
  const hr::serving_arrivals asked{.rate = hr::requests_per_second(3), .prompt = 1'024, .answer = 512, .answer_spread = 0.8};
  return hr::simulated(of, asked, {.requests = 10'000, .seed = 7}).value_or({}).first_token.p99;
}
}  // namespace inference_serving_simulation_reference  // hidden
