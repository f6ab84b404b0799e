// SPDX-License-Identifier: BSL-1.0
#include <headroom/inference/serving_settings.hpp>

#include <headroom/catalog/azure.hpp>
#include <headroom/inference/serving_simulation.hpp>
#include <headroom/inference/serving_time.hpp>

#include <check.hpp>
#include <inference/small_server.hpp>
#include <unsaid.hpp>

namespace inference_serving_settings_test {
namespace {

using settings = hr::serving_settings;
using requests = hr::serving_requests;

constexpr hr::machine h200(hr::azure::nd96isr_h200_v5::spec);

// Requests a second of Llama 70B, which runs eight sequences at once.
constexpr double served(const requests& asked, const settings& as) {
  hr::serving_job job = small_server::llama;
  job.concurrent_sequences = 8;
  return hr::in_requests_per_second(hr::serving_time(job, asked, h200, as).value_or({}).requests);
}
constexpr double served_as(const settings& as) { return served({}, as); }
constexpr double served_of(const requests& asked) { return served(asked, {}); }

template <auto Member>
constexpr bool is_usual(auto value, auto another, const settings& of = {}) {
  return is_unless_said<Member>(served_as, of, value, another);
}
template <auto Member>
constexpr bool is_asked(auto value, auto another, const requests& of = {}) {
  return is_unless_said<Member>(served_of, of, value, another);
}

}  // namespace

TEST_CASE("nothing is drafted, graphs are replayed, and the host works at each step, unless said") {
  CHECK_CONSTEXPR(is_usual<&settings::without_graphs>(false, true));
  CHECK_CONSTEXPR(is_usual<&settings::scheduler_steps>(1, 9));
  CHECK_CONSTEXPR(is_usual<&settings::stream_interval>(1, 4));
  CHECK_CONSTEXPR(is_usual<&settings::most_sequences>(0, 2));
  CHECK_CONSTEXPR(is_usual<&settings::drafted>(0, 3));
  CHECK_CONSTEXPR(is_usual<&settings::accepted>(0.0, 0.5, {.drafted = 3}));
}

// A KiB of tokens of each, of as many clients as the job runs sequences, which send ten requests.
TEST_CASE("a replica is asked for 1,024 tokens and answers as many, unless said") {
  CHECK_CONSTEXPR(is_asked<&requests::prompt>(1 << 10, 1'023));
  CHECK_CONSTEXPR(is_asked<&requests::answer>(1 << 10, 1'023));
  CHECK_CONSTEXPR(is_asked<&requests::clients>(8, 7));
  CHECK_CONSTEXPR(is_asked<&requests::each>(10, 9));
  CHECK_CONSTEXPR(is_asked<&requests::answer_spread>(0.5, 0.0));
}

// The steady state tells no spread from another beyond 0.4; drawn answers do.
TEST_CASE("answers are half as spread as they are long, unless said") {
  const hr::serving_replica replica = hr::replica_of(small_server::llama, h200).value_or({});
  const auto drawn = [&](const requests& asked) {
    return hr::in_requests_per_second(hr::simulated(replica, asked, {}, {.requests = 50, .before = 0}).value_or({}).requests);
  };
  CHECK(is_unless_said<&requests::answer_spread>(drawn, requests{.clients = 4}, 0.5, 0.51));
}

}  // namespace inference_serving_settings_test
