// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure.hpp>
#include <headroom/inference/serving_throughput.hpp>

#include <check.hpp>
#include <inference/linear_server.hpp>
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

TEST_CASE("a static batch reads the rest of prompts that a prefix cache has the begin of") {
  hr::serving_replica of = small_server::replica;
  const hr::serving_requests asked{.prompt = 1'000, .answer = 100, .clients = 4};
  of.chunk = 400;
  of.shared_prefix = 0.9;  // 4 x 100 tokens in one chunk, in place of ten
  const double one = hr::in_seconds(hr::static_batch(of, asked).prefill);
  const hr::serving_step step = small_server::step_with(small_server::job_of(small_server::one_layer), {.prompt_tokens = 400, .prompt = 1'000, .cached = 900});
  CHECK(one == doctest::Approx(hr::in_seconds(step.total())));
}

// Two ranks and two stages of a server whose steps are linear, with a draft.
TEST_CASE("with so many sequences, and as many as fit, by hand") {
  const linear_server::server of{.data = 2, .stages = 2, .drafted = 2, .accepted = 0.6, .draft = 0.001, .draft_sequence = 2e-5};
  const auto check = [&](const hr::serving_result& found, double n) {
    const double occupied = of.longer(3'000, n, 3'050) / 4;  // a prompt by each rank, in each stage
    const double token = of.step(n, 3'050) / of.further(100) + n / 100 * occupied;
    CHECK(found.sequences == doctest::Approx(n));
    CHECK(found.most_sequences == doctest::Approx(n));
    CHECK(hr::in_seconds(found.token) == doctest::Approx(token));
    CHECK(hr::in_seconds(found.first_token) == doctest::Approx(of.longer(3'000, n, 3'050) + 2 * of.step(n, 3'050)));
    CHECK(hr::in_requests_per_second(found.requests) == doctest::Approx(n / token / 100));
  };
  const hr::serving_requests asked{.prompt = 3'000, .answer = 100};
  check(hr::saturated(of.replica(), asked, 7), 7);
  const double most = of.room / (3'100 * (0.5 + 2)) * 2;  // half of the layers, and the draft's two bytes, on each of two ranks
  check(hr::most_throughput(of.replica(), asked), most);
  const hr::duration limit = hr::saturated(of.replica(), asked, 10).token;
  check(hr::throughput_within(of.replica(), asked, limit * (1 + 1e-12)), 10);
  CHECK(hr::throughput_within(of.replica(), asked, hr::most_throughput(of.replica(), asked).token).sequences == doctest::Approx(most));
  CHECK(hr::throughput_within(of.replica(), asked, hr::microseconds(1)).sequences < 1e-3);
}

// Of requests that never run out what is put off is read again, as many tokens as are written, but where the engine's own places bind.
TEST_CASE("with as many sequences as fit whose caches grow, by hand") {
  linear_server::server of{.room = 20'000, .admission = hr::cache_admission::as_it_grows};
  const auto check = [&](double n, double reads) {
    const double token = of.step(n, 1'320) + n / 640 * reads * of.longer(1'000, n, 1'320);
    const hr::serving_result found = hr::most_throughput(of.replica(), {.prompt = 1'000, .answer = 640});
    CHECK(found.sequences == doctest::Approx(n));
    CHECK(hr::in_seconds(found.token) == doctest::Approx(token));
    CHECK(hr::in_requests_per_second(found.requests) == doctest::Approx(n / token / 640));
  };
  check(20'000.0 / 1'320, 1.64);
  of.places = 15;
  check(15, 1);
  of.places = 16;
  check(20'000.0 / 1'320, 1.64);
  of.admission = hr::cache_admission::whole_request;
  check(20'000.0 / 1'640, 1);
}

TEST_CASE("a static batch of two ranks, by hand") {
  const linear_server::server of{.chunk = 700, .data = 2, .drafted = 1, .accepted = 0.5};
  const hr::serving_result found = hr::static_batch(of.replica(), {.prompt = 500, .answer = 40, .clients = 6});
  const double read = 3 * of.fixed + 3 * 500 * (of.token + of.pair * 250.5);  // 1,500 tokens of each rank in three chunks
  const double token = of.step(6, 520) / of.further(40);
  CHECK(hr::in_seconds(found.first_token) == doctest::Approx(read));
  CHECK(hr::in_seconds(found.prefill) == doctest::Approx(read));
  CHECK(hr::in_seconds(found.occupied) == doctest::Approx(read / 6));
  CHECK(hr::in_seconds(found.token) == doctest::Approx(token));
  CHECK(hr::in_requests_per_second(found.requests) == doctest::Approx(6 / (read + 39 * token)));
  CHECK(found.sequences == 6);
  CHECK(found.most_sequences == doctest::Approx(of.room / 540 * 2));
  // A prompt that one step reads, and none at all, where the first token is written, too.
  CHECK(hr::in_seconds(hr::static_batch(of.replica(), {.prompt = 100, .answer = 40, .clients = 6}).prefill) ==
        doctest::Approx(of.fixed + 300 * (of.token + of.pair * 50.5)));
  const hr::serving_result unread = hr::static_batch(of.replica(), {.prompt = 0, .answer = 40, .clients = 6});
  CHECK(hr::in_seconds(unread.prefill) == 0);
  CHECK(hr::in_seconds(unread.occupied) == 0);
  CHECK(hr::in_requests_per_second(unread.requests) == doctest::Approx(6 / (40 * of.step(6, 20) / of.further(40))));
}

}  // namespace inference_serving_throughput_test
