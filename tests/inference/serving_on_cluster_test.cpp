// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure/nd.hpp>
#include <headroom/inference/serving_on_cluster.hpp>
#include <headroom/model/models/meta.hpp>

#include "check.hpp"

namespace hr = headroom;

namespace serving_on_cluster_cases {

constexpr hr::serving_job chat(hr::count sequences = 32) {
  return {.model = hr::models::llama3_1_70b, .weights = hr::fp8, .tensor_parallel = 8, .concurrent_sequences = sequences, .context = 4'096, .replicas = 2};
}
inline constexpr hr::serving_job asked = chat();
inline constexpr hr::serving_requests requests{.prompt = 2'000, .answer = 500, .clients = 8};
constexpr hr::cluster h100_machines{hr::vms<hr::azure::nd96isr_h100_v5>(2)};
constexpr hr::cluster both{hr::vms<hr::azure::nd96isr_h100_v5>(2), hr::vms<hr::azure::nd96isr_h200_v5>(2)};

constexpr bool forty_are_kept() {
  for (hr::count sequences = 1; sequences <= 40; ++sequences)
    if (!(hr::time_per_token(chat(sequences), h100_machines) <= hr::milliseconds(50))) return false;
  return true;
}
static_assert(forty_are_kept());

}  // namespace serving_on_cluster_cases

TEST_CASE("servers on a cluster are those on its machine, of several kinds on that which answers most") {
  using namespace serving_on_cluster_cases;
  const hr::serving_result h200 = hr::serving_time(chat(), requests, hr::machine(hr::azure::nd96isr_h200_v5::spec)).value_or({});
  CHECK(hr::time_per_token(chat(), both, requests) <= h200.token);
  CHECK(!(hr::time_per_token(chat(), h100_machines, requests) <= h200.token));
  CHECK(hr::time_to_first_token(chat(), both, requests) <= h200.first_token);
  CHECK(hr::tokens_served(chat(), both, requests) >= h200.output * 2.0);  // replicas
  CHECK(!(hr::tokens_served(chat(), both, requests) >= h200.output * 2.01));
}

TEST_CASE("of a job that does not fit nothing is promised") {
  using namespace serving_on_cluster_cases;
  constexpr hr::cluster one{hr::vms<hr::azure::nd96isr_h100_v5>(1)};
  CHECK(!(hr::time_per_token(chat(), one) <= hr::seconds(1e9)));
  CHECK(!(hr::tokens_served(chat(), one) >= hr::tokens_per_second(0)));
  CHECK(hr::serving_time(chat(), requests, one).note == "the job does not fit on the cluster");
}

TEST_CASE("what is reached is what a promise is held against") {
  using namespace serving_on_cluster_cases;
  const hr::serving_result alone = hr::serving_time(chat(), requests, hr::machine(hr::azure::nd96isr_h100_v5::spec)).value_or({});
  CHECK(hr::reached(chat(), h100_machines, hr::in::tokens_per_second{}, requests).value_or(0) == doctest::Approx(2 * hr::in_tokens_per_second(alone.output)));
  CHECK(hr::reached(chat(), h100_machines, hr::in::tokens_per_second_per_gpu{}, requests).value_or(0) == doctest::Approx(hr::in_tokens_per_second(alone.output) / 8));
  CHECK(hr::reached(chat(), h100_machines, hr::in::milliseconds_per_token{}, requests).value_or(0) == hr::in_seconds(alone.token));
  CHECK(hr::reached(chat(), h100_machines, hr::in::milliseconds_to_first_token{}, requests).value_or(0) == hr::in_seconds(alone.first_token));
  CHECK_CONSTEXPR(hr::must_reach<h100_machines, asked, hr::at_most<hr::in::milliseconds_per_token, 100>, requests>);
  CHECK_CONSTEXPR(!hr::reaches<h100_machines, asked, hr::at_most<hr::in::milliseconds_to_first_token, 1>, requests>);
}
