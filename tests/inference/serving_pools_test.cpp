// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <headroom/catalog/azure.hpp>
#include <headroom/inference/serving_pools.hpp>
#include <headroom/inference/serving_time.hpp>

#include <check.hpp>
#include <inference/small_server.hpp>

namespace inference_serving_pools_test {
namespace {

constexpr hr::machine h200(hr::azure::nd96isr_h200_v5::spec);
using small_server::llama;
using small_server::tokens;

// Seconds that a prompt waits for others, of which so many a second come to a worker at random times: it meets a step half of which is left,
// and prompts before it.
double wait_for_prompts(const hr::detail::prompt_seconds& prompt, double rate) {
  return std::min(1.0, rate * prompt.alone) * prompt.alone / (2 * (1 - rate * prompt.occupied));
}

}  // namespace

TEST_CASE("pools: decoding is not interrupted, and prompts bind where they are read too slowly") {
  hr::serving_job reads = llama;
  const hr::serving_requests asked{.prompt = 8'000, .answer = 100, .clients = 256};
  const auto with = [&](hr::count readers, hr::count writers) {
    return hr::closed_loop(*hr::pools_of(reads, readers, llama, writers, h200).known(), asked);
  };
  const hr::serving_result few = with(1, 1);
  const hr::serving_result enough = with(8, 1);
  CHECK(enough.first_token < few.first_token);
  // One worker reads no more prompts than one after the other.
  CHECK(few.requests_per_second <= 1.01 / hr::in_seconds(few.occupied));
  CHECK(few.requests_per_second == doctest::Approx(1 / hr::in_seconds(few.occupied)).epsilon(0.02));
  CHECK(enough.token < hr::closed_loop(*hr::replica_of(llama, h200).known(), asked).token);
  CHECK(hr::in_tokens_per_second(enough.output_per_gpu) == doctest::Approx(tokens(enough) / 36));
  CHECK(hr::pools_of(reads, 0, llama, 1, h200).note == "each pool has 1 to 2^40 workers");
}

// Pollaczek and Khinchine: with a deterministic service S and a load r the wait is r S / (2 (1 - r)).
TEST_CASE("prompts wait for one another as before a single server") {
  constexpr hr::detail::prompt_seconds prompt{.alone = 2, .occupied = 2};
  for (const double load : {0.1, 0.5, 0.9})
    CHECK(wait_for_prompts(prompt, load / 2) == doctest::Approx(load * 2 / (2 * (1 - load))));
  // Eight ranks that read together: a step is under way nearly always, half of it is left, and half full they wait for one more half.
  constexpr hr::detail::prompt_seconds of_ranks{.alone = 2, .occupied = 0.25};
  CHECK(wait_for_prompts(of_ranks, 1e-9) == doctest::Approx(0));
  CHECK(wait_for_prompts(of_ranks, 2) == doctest::Approx(2));
}

// Requests come as often as the answers to those before them let them.
TEST_CASE("the first token and the rate of requests follow from each other") {
  constexpr hr::detail::prompt_seconds one_by_one{.alone = 1, .occupied = 1};
  constexpr hr::detail::prompt_seconds eight_ranks{.alone = 2, .occupied = 0.25};
  for (const hr::detail::prompt_seconds& prompt : {one_by_one, eight_ranks})
    for (const double others : {0.0, 0.5, 3.0, 12.0, 40.0, 400.0}) {
      const double first = hr::detail::first_with_waiting(prompt, others, 1.5, 20);
      CHECK(first == doctest::Approx(1.5 + wait_for_prompts(prompt, others / (first + 20))));
      CHECK(others * prompt.occupied < first + 20);
    }
  CHECK(hr::detail::first_with_waiting(one_by_one, 0, 1.5, 20) == doctest::Approx(1.5));
}

}  // namespace inference_serving_pools_test
