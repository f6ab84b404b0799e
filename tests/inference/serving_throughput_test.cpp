// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure.hpp>
#include <headroom/inference/serving_throughput.hpp>

#include <check.hpp>
#include <inference/small_server.hpp>

namespace inference_serving_throughput_test {
namespace {

constexpr hr::machine h200(hr::azure::nd96isr_h200_v5::spec);
using small_server::llama;
using small_server::tokens;

}  // namespace

TEST_CASE("throughput is what memory holds over a token's time, and a limit takes sequences away") {
  const hr::serving_replica of = *hr::replica_of(llama, h200).known();
  const hr::serving_requests asked{.prompt = 1'024, .answer = 1'024};
  const hr::serving_result most = hr::most_throughput(of, asked);
  CHECK(tokens(most) == doctest::Approx(most.sequences / hr::in_seconds(most.token)));
  const hr::serving_result limited = hr::throughput_within(of, asked, hr::milliseconds(20));
  CHECK(hr::in_milliseconds(limited.token) == doctest::Approx(20).epsilon(1e-5));
  CHECK(limited.sequences < most.sequences);
  CHECK(tokens(limited) < tokens(most));
  CHECK(hr::throughput_within(of, asked, hr::seconds(10)).sequences == most.sequences);
}

TEST_CASE("a static batch reads its prompts, then writes its answers") {
  const hr::serving_result found = hr::static_batch(small_server::replica, {.prompt = 100, .answer = 11, .clients = 4});
  const double took = hr::in_seconds(found.prefill) + 10 * hr::in_seconds(found.token);
  CHECK(tokens(found) == doctest::Approx(4 * 11 / took));
  const hr::serving_step step = small_server::step_with(small_server::job_of(small_server::one_layer), {.sequences = 4, .context = 105.5});
  CHECK(hr::in_seconds(found.token) == doctest::Approx(hr::in_seconds(step.total())));
}

}  // namespace inference_serving_throughput_test
