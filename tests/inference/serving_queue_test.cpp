// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure.hpp>
#include <headroom/inference/serving_queue.hpp>
#include <headroom/inference/serving_throughput.hpp>

#include <check.hpp>
#include <inference/small_server.hpp>

namespace inference_serving_queue_test {
namespace {

constexpr hr::machine h200(hr::azure::nd96isr_h200_v5::spec);
constexpr hr::serving_replica llama = *hr::replica_of(small_server::llama, h200).known();

double ms(const hr::duration& x) { return hr::in_milliseconds(x); }

}  // namespace

// One in a thousand seconds meets nobody: its prompt is read, then its tokens are steps of one sequence.
TEST_CASE("requests far apart are each by themselves") {
  hr::serving_replica of = small_server::replica;
  of.chunk = 100'000;
  const auto found = hr::open_loop(of, {.rate = 1e-3, .prompt = 1'000, .answer = 101}).value_or({});
  const hr::serving_step step = small_server::step_with(small_server::job_of(small_server::one_layer), {.sequences = 1, .context = 1'050.5});
  const hr::serving_step read = small_server::step_with(small_server::job_of(small_server::one_layer), {.prompt_tokens = 1'000, .prompt = 1'000});
  CHECK(ms(found.token.mean) == doctest::Approx(ms(step.total())).epsilon(1e-3));
  CHECK(ms(found.token.p99) == doctest::Approx(ms(found.token.p50)).epsilon(1e-2));
  CHECK(ms(found.first_token.mean) == doctest::Approx(ms(read.total())).epsilon(1e-3));
  CHECK(ms(found.request.mean) == doctest::Approx(ms(found.first_token.mean) + 100 * ms(found.token.mean)).epsilon(1e-6));
}

// Little's law: of sequences that decode, as many are there as come in the time that each takes.
TEST_CASE("sequences are the requests that come while one is answered") {
  for (const double rate : {0.5, 2.0, 5.0}) {
    const auto found = hr::open_loop(llama, {.rate = rate}).value_or({});
    CHECK(found.sequences == doctest::Approx(rate * 1'023 * hr::in_seconds(found.token.mean)).epsilon(1e-3));
    CHECK(hr::in_tokens_per_second(found.output) == doctest::Approx(rate * 1'024));
    CHECK(hr::in_tokens_per_second(found.output_per_gpu) == doctest::Approx(rate * 256));
  }
}

TEST_CASE("more requests wait longer, and percentiles are in order") {
  hr::serving_latencies before{};
  for (double rate = 0.25; rate < 7; rate *= 2) {
    for (const double spread : {0.0, 0.8}) {
      const auto found = hr::open_loop(llama, {.rate = rate, .answer = 512, .prompt_spread = spread, .answer_spread = spread}).value_or({});
      for (const hr::latency& each : {found.first_token, found.token, found.request}) {
        CHECK(each.p50 <= each.p90);
        CHECK(each.p90 <= each.p99);
        CHECK(hr::in_seconds(each.p50) > 0);
      }
      if (spread > 0) continue;
      CHECK(found.first_token.p99 > before.first_token.p99);
      CHECK(found.token.mean > before.token.mean);
      before = found;
    }
  }
}

// As many as a replica answers that never runs out of requests, but for the token that a prompt's last step brings.
TEST_CASE("what a replica answers bounds what it can be asked") {
  const double most = hr::most_requests_per_second(llama, {});
  CHECK(most == doctest::Approx(hr::most_throughput(llama, {}).requests_per_second).epsilon(2e-3));
  CHECK(hr::open_loop(llama, {.rate = 0.99 * most}).is_known());
  CHECK(hr::open_loop(llama, {.rate = 1.01 * most}).note == "not stable: more requests a second than the replica answers");
  // Answers of one token: nothing but prompts, one after the other.
  hr::serving_replica small = small_server::replica;
  small.chunk = 1'000;
  const hr::serving_step read = small_server::step_with(small_server::job_of(small_server::one_layer), {.prompt_tokens = 1'000, .prompt = 1'000});
  CHECK(hr::most_requests_per_second(small, {.prompt = 1'000, .answer = 1}) <= 1 / hr::in_seconds(read.total()) * 1.001);
}

TEST_CASE("where all places are taken, requests wait for one") {
  hr::serving_replica few = llama;
  few.most_sequences = 32;
  const double most = hr::most_requests_per_second(few, {});
  const auto wide = hr::open_loop(llama, {.rate = 0.9 * most}).value_or({});
  const auto narrow = hr::open_loop(few, {.rate = 0.9 * most}).value_or({});
  CHECK(hr::in_seconds(narrow.first_token.mean) > 2 * hr::in_seconds(wide.first_token.mean));
}

TEST_CASE("limits of latency are kept, and no more requests would keep them") {
  const hr::duration first = hr::milliseconds(500);
  const hr::duration token = hr::milliseconds(20);
  const auto within = hr::most_requests_within(llama, {}, first, token).value_or({});
  CHECK(within.token.p99 <= token);
  CHECK(within.first_token.p99 <= first);
  CHECK(hr::open_loop(llama, {.rate = 1.01 * within.requests_per_second}).value_or({}).token.p99 > token);
  CHECK(hr::most_requests_within(llama, {}, first, hr::milliseconds(1)).note == "a request by itself takes longer");
  CHECK(hr::most_requests_within(llama, {}, hr::milliseconds(1), token).note == "a request by itself takes longer");
}

TEST_CASE("quantiles that say no more than a mean change nothing") {
  const hr::request_lengths prompts = hr::parse_request_lengths("p0=1000,p100=1000").value;
  const hr::request_lengths answers = hr::parse_request_lengths("256=1").value;
  const auto by_means = hr::open_loop(llama, {.rate = 3, .prompt = 1'000, .answer = 256}).value_or({});
  const auto by_quantiles = hr::open_loop(llama, {.rate = 3, .prompts = prompts, .answers = answers}).value_or({});
  CHECK(ms(by_quantiles.first_token.p99) == doctest::Approx(ms(by_means.first_token.p99)));
  CHECK(ms(by_quantiles.request.p99) == doctest::Approx(ms(by_means.request.p99)));
  CHECK(hr::most_requests_per_second(llama, {.prompts = prompts, .answers = answers}) ==
        doctest::Approx(hr::most_requests_per_second(llama, {.prompt = 1'000, .answer = 256})));
}

TEST_CASE("what cannot be is said") {
  CHECK(hr::open_loop(llama, {}).note == "requests a second are more than 0, up to 1,000,000,000");
  CHECK(hr::open_loop(llama, {.rate = 1, .answer = 0}).note == "tokens of a prompt and of an answer are 1 to 2^40");
  CHECK(hr::open_loop(llama, {.rate = 1, .prompt_spread = -1}).note == "a spread of lengths is a standard deviation of 0 to 10 means");
  CHECK(hr::open_loop(llama, {.rate = 1, .prompt = 100'000'000}).note == "memory has no room for a request of such a length");
  hr::serving_replica parallel = llama;
  parallel.load.data = 2;
  CHECK(hr::open_loop(parallel, {.rate = 1}).note ==
        "no closed form of ranks that attend to sequences of their own (data parallelism): simulate it");
}

TEST_CASE("in a constant expression") {
  CHECK_CONSTEXPR(hr::open_loop(llama, {.rate = 2}).value_or({}).token.p99 <= hr::milliseconds(20));
  CHECK_CONSTEXPR(hr::open_loop(llama, {.rate = 2}).basis == hr::basis::estimated);
}

}  // namespace inference_serving_queue_test
