// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure.hpp>
#include <headroom/inference/serving_time.hpp>
#include <headroom/model/models.hpp>

#include <check.hpp>
#include <inference/small_server.hpp>

namespace inference_serving_time_test {
namespace {

constexpr hr::machine h200(hr::azure::nd96isr_h200_v5::spec);
using small_server::llama;
using small_server::tokens;

}  // namespace

TEST_CASE("the loop closes: every client's request is answered before its next") {
  for (const hr::count clients : {1, 16, 300}) {
    const hr::serving_requests asked{.prompt = 1'000, .answer = 500, .clients = clients};
    const hr::serving_result found = hr::closed_loop(*hr::replica_of(llama, h200).known(), asked);
    const double took = hr::in_seconds(found.first_token) + 499 * hr::in_seconds(found.token);
    CHECK(found.requests_per_second * took == doctest::Approx(static_cast<double>(clients)));
    CHECK(found.sequences <= static_cast<double>(clients));
    CHECK(tokens(found) == doctest::Approx(found.requests_per_second * 500));
    CHECK(hr::in_tokens_per_second(found.output_per_gpu) == doctest::Approx(tokens(found) / 4));
    CHECK(hr::in_tokens_per_second(found.output_per_user) == doctest::Approx(1 / hr::in_seconds(found.token)));
    // Tokens are decoded at the rate at which sequences that decode get them.
    CHECK(found.sequences / hr::in_seconds(found.token) == doctest::Approx(tokens(found)).epsilon(0.02));
  }
}

// One client: nobody shares its steps but its own prompt, whose time between two answers is that of half a token.
TEST_CASE("a single client's tokens are steps of one sequence") {
  const hr::serving_result found = hr::closed_loop(small_server::replica, {.prompt = 10, .answer = 1'000'000, .clients = 1, .each = 0});
  const hr::serving_step step = small_server::step_with(small_server::job_of(small_server::one_layer), {.sequences = 1, .context = 10 + 500'000});
  CHECK(hr::in_seconds(found.token) == doctest::Approx(hr::in_seconds(step.total())).epsilon(1e-4));
}

TEST_CASE("more clients serve more tokens, each of which comes later") {
  const hr::serving_replica of = *hr::replica_of(llama, h200).known();
  double before = 0;
  double each = 0;
  for (hr::count clients = 1; clients <= 512; clients *= 2) {
    const hr::serving_result found = hr::closed_loop(of, {.clients = clients});
    CHECK(tokens(found) > before);
    CHECK(hr::in_seconds(found.token) >= each);
    before = tokens(found);
    each = hr::in_seconds(found.token);
  }
}

TEST_CASE("a machine with more of everything serves no fewer tokens") {
  const hr::serving_result on_h100 = hr::serving_time(llama, {.clients = 64}, hr::azure::nd96isr_h100_v5::spec).value_or({});
  const hr::serving_result on_h200 = hr::serving_time(llama, {.clients = 64}, h200).value_or({});
  CHECK(on_h200.token < on_h100.token);
  CHECK(on_h200.most_sequences > on_h100.most_sequences);
}

TEST_CASE("whom memory leaves no place waits for a turn") {
  hr::serving_replica of = *hr::replica_of(llama, h200).known();
  of.most_sequences = 16;
  const hr::serving_result found = hr::closed_loop(of, {.clients = 32});
  const hr::serving_result fits = hr::closed_loop(of, {.clients = 16});
  CHECK(found.sequences <= 16);
  // Another sixteen have to be answered first.
  CHECK(hr::in_seconds(found.first_token) - hr::in_seconds(fits.first_token) > 1'000 * hr::in_seconds(fits.token));
}

// Three drafts, of which each is accepted with one in two: 1 + 1/2 + 1/4 + 1/8 tokens a step.
TEST_CASE("accepted drafts make steps go further, refused ones make them longer") {
  const auto with = [](hr::count drafted, double accepted) {
    return hr::closed_loop(*hr::replica_of(llama, h200, {.drafted = drafted, .accepted = accepted}).known(), {.clients = 4});
  };
  CHECK(with(3, 0).token > with(0, 0).token);
  CHECK(with(3, 0.9).token < with(0, 0).token);
  CHECK(hr::detail::tokens_of_step(*hr::replica_of(llama, h200, {.drafted = 3, .accepted = 0.5}).known()) == 1.875);
  hr::serving_job deepseek{.model = hr::models::deepseek_r1, .weights = hr::fp8, .tensor_parallel = 8, .context = 2'048};
  const auto drafting = [&](bool by_modules) {
    deepseek.with_predicting = by_modules;
    return hr::closed_loop(*hr::replica_of(deepseek, h200, {.drafted = 1, .accepted = 0.8}).known(), {.clients = 4}).token;
  };
  CHECK(drafting(true) > drafting(false));  // modules take their time; a guess from the prompt takes none
}

TEST_CASE("what cannot be is said") {
  hr::serving_job large = llama;
  large.tensor_parallel = 1;
  large.model = hr::models::llama3_1_405b;
  CHECK(hr::replica_of(large, h200).note == "the weights and the rest leave no room for a KV cache");
  CHECK(hr::serving_time(llama, {.prompt = 0}, h200).note == "tokens of a prompt and of an answer are 1 to 2^40");
  CHECK(hr::replica_of(llama, h200, {.scheduler_steps = 0}).note == "the host plans 1 to 1,024 steps at once");
  CHECK(hr::replica_of(llama, h200, {.stream_interval = 0}).note == "the host sends 1 to 1,024 tokens at once");
  CHECK(hr::replica_of(llama, h200, {.drafted = 1, .accepted = 2}).note == "accepted drafts are a share from 0 to 1");
  CHECK(hr::serving_rates_of(h200, hr::fp4).note == "the GPU has no tensor units for the format, or their rate is not known");
}

// Of nine steps that are planned at once it waits for four more on average.
TEST_CASE("a request waits for the steps that are planned") {
  const double usual = hr::replica_of(llama, h200).known()->engine.steps_waited;
  CHECK(hr::replica_of(llama, h200, {.scheduler_steps = 9}).known()->engine.steps_waited == doctest::Approx(usual + 4));
}

TEST_CASE("in a constant expression") {
  constexpr hr::figure<hr::serving_result> found = hr::serving_time(llama, {.clients = 64}, h200);
  CHECK_CONSTEXPR(found.value_or({}).token <= hr::milliseconds(20));
  CHECK_CONSTEXPR(found.basis == hr::basis::estimated);
}

TEST_CASE("each data-parallel rank runs as many sequences as its engine does, and an old engine takes longer") {
  hr::serving_job job = small_server::job_of(small_server::one_layer, 1, 4);
  job.engine.most_sequences = 3;
  CHECK(hr::replica_of(job, small_server::rates, hr::gibibytes(16), {}, small_server::constants).known()->most_sequences == 12);
  const hr::serving_requests asked{.prompt = 1'024, .answer = 128, .clients = 4};
  const hr::serving_result now = *hr::serving_time(small_server::llama, asked, h200).known();
  hr::serving_job old = small_server::llama;
  old.engine.month = 202'311;
  const hr::serving_result then = *hr::serving_time(old, asked, h200).known();
  CHECK(then.token > now.token + hr::milliseconds(8));
}

TEST_CASE("steps are as much longer as they read of a prompt") {
  const hr::serving_replica of = *hr::replica_of(small_server::llama, h200).known();
  hr::serving_requests asked{.prompt = 20'000, .answer = 512, .clients = 16};
  const hr::serving_result found = hr::closed_loop(of, asked);
  const hr::serving_step read = hr::prompt_step(of, asked, found.sequences);
  const double chunks = 3;  // of 8,192 tokens at most
  CHECK(hr::in_seconds(found.occupied) == doctest::Approx(chunks * hr::in_seconds(read.total() - found.step.total())));
  CHECK(hr::in_seconds(found.prefill) == doctest::Approx(chunks * hr::in_seconds(read.total())));
}

}  // namespace inference_serving_time_test
