// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure.hpp>
#include <headroom/inference/serving_simulation.hpp>

#include <check.hpp>
#include <inference/linear_server.hpp>
#include <inference/small_server.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace inference_serving_simulation_test {
namespace {

constexpr hr::machine h200(hr::azure::nd96isr_h200_v5::spec);
constexpr hr::serving_replica llama = *hr::replica_of(small_server::llama, h200).known();

// One request at a time: a single server, whose service is as long as a request by itself.
constexpr hr::serving_replica one_at_a_time = [] {
  hr::serving_replica of = small_server::replica;
  of.chunk = 100'000;
  of.most_sequences = 1;
  return of;
}();
constexpr hr::simulation_settings many{.requests = 20'000, .before = 1'000};

double seconds_of(const hr::latency& x) { return hr::in_seconds(x.mean); }

}  // namespace

// The test vectors of xoshiro256** that its ports share, from the state 1, 2, 3, 4; splitmix64 of 0 begins with e220a8397b1dcdaf.
TEST_CASE("random numbers are the published ones") {
  hr::random_numbers of_state(std::array<std::uint64_t, 4>{1, 2, 3, 4});
  CHECK(of_state.bits() == 11520);
  CHECK(of_state.bits() == 0);
  CHECK(of_state.bits() == 1509978240);
  CHECK(of_state.bits() == 1215971899390074240);
  hr::random_numbers seeded(0);
  // The second word of the state is 6e789e6aa1b965f4; times 5, rotated by 7, times 9.
  CHECK(seeded.bits() == std::rotl(std::uint64_t{0x6e789e6aa1b965f4} * 5, 7) * 9);
}

TEST_CASE("lengths and times have the moments that were asked for") {
  hr::random_numbers numbers(7);
  double sum = 0;
  double squares = 0;
  double times = 0;
  for (int i = 0; i < 100'000; ++i) {
    const auto length = static_cast<double>(numbers.length(1'000, 0.5));
    sum += length / 1e5;
    squares += length * length / 1e5;
    times += numbers.exponential() / 1e5;
  }
  CHECK(sum == doctest::Approx(1'000).epsilon(0.01));
  CHECK(squares - sum * sum == doctest::Approx(250'000).epsilon(0.04));
  CHECK(times == doctest::Approx(1).epsilon(0.01));
  CHECK(numbers.length(1'000, 0) == 1'000);
}

// Pollaczek and Khinchine: the wait is rate x E[S^2] / (2 (1 - load)). Of equal requests that is M/D/1; where a standard deviation is a
// mean, that of M/M/1.
TEST_CASE("requests are known by the order in which they are sent") {
  hr::detail::simulated_replica replica(one_at_a_time);
  CHECK(replica.send({.sent = 0, .prompt = 100, .answer = 10}) == 0);
  CHECK(replica.send({.sent = 1, .prompt = 100, .answer = 10}) == 1);
  CHECK(replica.requests.size() == 2);
}

TEST_CASE("a single server waits as queueing theory has it" * doctest::test_suite("slow")) {
  const double service = seconds_of(hr::simulated(one_at_a_time, {.rate = hr::requests_per_second(1e-3), .prompt = 100, .answer = 20}, {.requests = 1, .before = 0}).value_or({}).request);
  for (const double load : {0.3, 0.6}) {
    const hr::serving_arrivals asked{.rate = hr::requests_per_second(load / service), .prompt = 100, .answer = 20};
    const auto equal = hr::simulated(one_at_a_time, asked, many).value_or({});
    CHECK(seconds_of(equal.request) == doctest::Approx(service * (1 + load / 2 / (1 - load))).epsilon(0.03).scale(0));
    hr::serving_arrivals spread = asked;
    spread.answer_spread = 1;
    const auto uneven = hr::simulated(one_at_a_time, spread, many).value_or({});
    CHECK(seconds_of(uneven.request) == doctest::Approx(service / (1 - load)).epsilon(0.08).scale(0));
  }
}

TEST_CASE("sequences are the requests that come while one is answered (Little)") {
  const auto found = hr::simulated(llama, {.rate = hr::requests_per_second(3), .answer = 300, .answer_spread = 0.5}, {.requests = 3'000, .before = 0}).value_or({});
  const double decoding = seconds_of(found.request) - seconds_of(found.first_token);
  CHECK(found.sequences == doctest::Approx(hr::in_requests_per_second(found.requests) * decoding).epsilon(1e-2));
}

TEST_CASE("more than a replica answers is never caught up with") {
  const hr::request_rate most = hr::most_requests(llama, {.answer = 128});
  const auto waited = [&](double share, hr::count requests) {
    return seconds_of(hr::simulated(llama, {.rate = share * most, .answer = 128}, {.requests = requests, .before = 1'000}).value_or({}).first_token);
  };
  CHECK(waited(1.2, 4'000) > 2 * waited(1.2, 1'000));
  CHECK(waited(0.9, 4'000) < 1.3 * waited(0.9, 1'000));
}

// Servers with more places than are ever held: prompts bind, of which a step reads one at most, or several, whose experts are read once for all. It was stated before that
// 10 % less than what is answered is caught up with, and 15 % more is not.
TEST_CASE("what is answered is what the simulation catches up with, however many places there are" * doctest::test_suite("slow")) {
  struct load_of {
    hr::serving_job job{};
    hr::count places = 0;
    hr::serving_arrivals asked{};
  };
  const std::vector<load_of> loads{
      {{.model = hr::models::llama3_1_8b, .weights = hr::fp8, .tensor_parallel = 8}, 1'024, {.prompt = 8'192, .answer = 64}},
      {{.model = hr::models::gpt_oss_120b, .weights = hr::fp8, .tensor_parallel = 8}, 0, {.prompt = 512, .answer = 64}},
      {{.model = hr::models::qwen3_235b_a22b, .weights = hr::fp8, .tensor_parallel = 4}, 1'024, {.prompt = 512, .answer = 16, .prompt_spread = 0.5, .answer_spread = 0.5}},
      {{.model = hr::models::gpt_oss_120b, .weights = hr::fp8, .data_parallel = 8, .expert_parallel = true, .concurrent_sequences = 8}, 1'024, {.prompt = 1'024, .answer = 128}},
      {{.model = hr::models::gpt_oss_120b, .weights = hr::fp8, .data_parallel = 2, .expert_parallel = true, .concurrent_sequences = 2}, 1'024, {.prompt = 512, .answer = 1}},
      {{.model = hr::models::llama3_1_70b, .weights = hr::fp8, .tensor_parallel = 2, .pipeline_parallel = 2}, 1'024, {.prompt = 4'096, .answer = 16}},
  };
  for (const load_of& each : loads) {
    hr::serving_job job = each.job;
    job.context = each.asked.prompt + each.asked.answer;
    const hr::serving_replica of = *hr::replica_of(job, h200, {.most_sequences = each.places}).known();
    hr::serving_arrivals asked = each.asked;
    asked.rate = hr::requests_per_second(1);
    const hr::request_rate most = hr::most_requests(of, asked);
    const auto waited = [&](double share, hr::count requests) {
      asked.rate = share * most;
      return seconds_of(hr::simulated(of, asked, {.requests = requests, .before = 1'000}).value_or({}).first_token);
    };
    CAPTURE(most);
    CHECK(waited(0.9, 4'000) < 1.5 * waited(0.9, 1'000));
    CHECK(waited(1.15, 4'000) > 1.5 * waited(1.15, 1'000));
  }
}

// The bounds were stated before: 15 % of the mean and 25 % of the 99th percentile, up to 70 % of what the replica answers. Where lengths spread by
// as much as they are long, 99th percentiles are up to 29 % too short there, and are held to 30.
TEST_CASE("the closed form is near the simulation" * doctest::test_suite("slow")) {
  struct shape {
    hr::count prompt, answer;
    double spread;
  };
  for (const shape& of : {shape{1'024, 256, 0}, shape{1'024, 256, 1}, shape{4'096, 512, 0.5}, shape{200, 200, 0}})
    for (const double load : {0.3, 0.7}) {
      hr::serving_arrivals asked{.rate = hr::requests_per_second(1), .prompt = of.prompt, .answer = of.answer, .prompt_spread = of.spread, .answer_spread = of.spread};
      asked.rate = load * hr::most_requests(llama, asked);
      const auto closed = hr::open_loop(llama, asked).value_or({});
      const auto simulated = hr::simulated(llama, asked).value_or({});
      CAPTURE(of.prompt);
      CAPTURE(of.spread);
      CAPTURE(load);
      for (const auto part : {&hr::serving_latencies::first_token, &hr::serving_latencies::token, &hr::serving_latencies::request}) {
        CHECK(hr::in_seconds((closed.*part).mean) == doctest::Approx(hr::in_seconds((simulated.*part).mean)).epsilon(0.15).scale(0));
        CHECK(hr::in_seconds((closed.*part).p99) == doctest::Approx(hr::in_seconds((simulated.*part).p99)).epsilon(of.spread < 1 ? 0.25 : 0.3).scale(0));
      }
    }
}

// Engines that wait for three, eight and thirteen ends of steps. What measured servers are held to: 18 % in the median, and none beyond 35. The 99th percentile was up to 97 % too long of SGLang,
// while the steps that are waited for were thought to follow from each other.
TEST_CASE("the 99th percentile of the first token is near the simulation, however many steps it waits for" * doctest::test_suite("slow")) {
  struct lengths {
    hr::count prompt, answer;
  };
  std::vector<double> errors;
  for (const hr::serving_engine& engine : {hr::engines::vllm, hr::engines::sglang, hr::engines::tensorrt_llm})
    for (const hr::count ranks : {1, 4})
      for (const lengths& each : {lengths{128, 64}, lengths{1'024, 16}, lengths{1'024, 256}, lengths{4'096, 64}})
        for (const double load : {0.5, 0.7, 0.85}) {
          const hr::serving_replica of = value_of(hr::replica_of({.model = ranks == 1 ? hr::models::llama3_1_8b : hr::models::llama3_1_70b, .weights = hr::fp8, .tensor_parallel = ranks, .context = 8'192, .engine = engine}, h200, {.most_sequences = 256}));
          hr::serving_arrivals asked{.rate = hr::requests_per_second(1), .prompt = each.prompt, .answer = each.answer};
          asked.rate = load * hr::most_requests(of, asked);
          const double closed = hr::in_seconds(value_of(hr::open_loop(of, asked)).first_token.p99);
          const double found = hr::in_seconds(value_of(hr::simulated(of, asked, {.requests = 12'000, .before = 3'000})).first_token.p99);
          CAPTURE(engine.name);
          CAPTURE(ranks);
          CAPTURE(each.prompt);
          CAPTURE(each.answer);
          CAPTURE(load);
          CHECK(closed == doctest::Approx(found).epsilon(0.35).scale(0));
          errors.push_back(std::abs(closed / found - 1));
        }
  std::sort(errors.begin(), errors.end());
  CHECK(errors[errors.size() / 2] < 0.18);
}

namespace {

// That sets the caches of whole requests aside.
hr::serving_replica replica_of(const hr::transformer& model, hr::count tensor, hr::count context, hr::count most, bool in_8_bits = true) {
  hr::serving_job job{.model = model, .weights = in_8_bits ? hr::fp8 : hr::bf16, .tensor_parallel = tensor, .context = context};
  job.engine.admission = hr::cache_admission::whole_request;
  return hr::replica_of(job, hr::azure::nd96isr_h100_v5::spec, {.most_sequences = most}).value_or({});
}

}  // namespace

// Near what is answered a time says little, since it grows as 1 / (1 - load): the closed form has to be that of a load a little off. It was stated before that these are 4 % of what
// is answered less and 3 % more. Requests that are counted are enough for means to be known to some 10 %, and for 99th percentiles to 30.
TEST_CASE("near what is answered the closed form is the simulation's at nearly that load" * doctest::test_suite("slow")) {
  struct load_of {
    hr::serving_replica of{};
    hr::serving_arrivals asked{};
  };
  const std::vector<load_of> loads{
      {replica_of(hr::models::llama3_1_70b, 4, 8'192, 4), {.rate = hr::requests_per_second(1), .prompt = 4'000, .answer = 50}},
      {replica_of(hr::models::llama3_1_70b, 4, 8'192, 16), {.rate = hr::requests_per_second(1), .prompt = 1'000, .answer = 200}},
      {replica_of(hr::models::llama3_1_70b, 4, 8'192, 1), {.rate = hr::requests_per_second(1), .prompt = 1'000, .answer = 100}},
      {replica_of(hr::models::llama3_1_70b, 4, 8'192, 2), {.rate = hr::requests_per_second(1), .prompt = 1'000, .answer = 100, .prompt_spread = 1, .answer_spread = 1}},
      {replica_of(hr::models::llama3_1_405b, 8, 32'768, 0), {.rate = hr::requests_per_second(1), .prompt = 8'000, .answer = 500}},
      {replica_of(hr::models::llama3_1_8b, 1, 131'072, 0, false), {.rate = hr::requests_per_second(1), .prompt = 60'000, .answer = 500}},
  };
  for (const load_of& each : loads) {
    hr::serving_arrivals asked = each.asked;
    const hr::request_rate most = hr::most_requests(each.of, asked);
    const auto simulated_at = [&](double load) {
      asked.rate = load * most;
      return hr::simulated(each.of, asked, {.requests = 8'000, .before = 2'000}).value_or({});
    };
    CAPTURE(most);
    for (const double load : {0.8, 0.9, 0.95}) {
      CAPTURE(load);
      asked.rate = load * most;
      const hr::serving_latencies closed = hr::open_loop(each.of, asked).value_or({});
      const hr::serving_latencies less = simulated_at(load - 0.04), same = simulated_at(load), more = simulated_at(load + 0.03);
      CHECK(closed.first_token.mean > less.first_token.mean);
      CHECK(closed.first_token.mean < more.first_token.mean);
      CHECK(closed.first_token.p99 > 0.75 * less.first_token.p99);
      CHECK(closed.first_token.p99 < 1.3 * more.first_token.p99);
      CHECK(hr::in_seconds(closed.token.mean) == doctest::Approx(seconds_of(same.token)).epsilon(0.2).scale(0));
      CHECK(hr::in_seconds(closed.token.p99) == doctest::Approx(hr::in_seconds(same.token.p99)).epsilon(0.1).scale(0));
      CHECK(closed.sequences == doctest::Approx(same.sequences).epsilon(0.2).scale(0));
    }
    // More than is answered is answered at that rate: all places are held all the time.
    asked.rate = 3 * most;
    CHECK(hr::in_requests_per_second(hr::simulated(each.of, asked, {.requests = 4'000, .before = 0}).value_or({}).requests) == doctest::Approx(hr::in_requests_per_second(most)).epsilon(0.04).scale(0));
  }
}

// The same bounds, where lengths are told by quantiles and by a histogram.
// Three times as many clients as places, where memory binds, and what is answered at most: each request reads as many tokens again as it writes, which where
// nothing is read again would be up to 33 % more, and with the caches of whole requests set aside from 25 % less to 14 more.
TEST_CASE("what is answered where caches grow is what the simulation answers" * doctest::test_suite("slow")) {
  hr::serving_job job{.model = hr::models::llama3_1_70b, .weights = hr::fp8, .context = 32'768};
  job.engine.most_sequences = 0;
  const hr::serving_replica of = value_of(hr::replica_of(job, h200));
  struct lengths {
    hr::count prompt = 0;
    hr::count answer = 0;
  };
  for (const lengths& each : {lengths{1'024, 1'024}, lengths{1'024, 8'192}, lengths{8'192, 1'024}, lengths{128, 2'048}, lengths{4'000, 2'000}})
    for (const double spread : {0.2, 0.5}) {
      hr::serving_requests asked{.prompt = each.prompt, .answer = each.answer, .answer_spread = spread};
      asked.clients = static_cast<hr::count>(3 * hr::closed_loop(of, asked).most_sequences);
      const double found = hr::in_requests_per_second(value_of(hr::simulated(of, asked)).requests);
      const hr::request_rate most = hr::most_requests(of, {.prompt = each.prompt, .answer = each.answer, .answer_spread = spread});
      CAPTURE(each.prompt);
      CAPTURE(each.answer);
      CAPTURE(spread);
      CHECK(hr::in_requests_per_second(most) == doctest::Approx(found).epsilon(0.06).scale(0));
      if (spread < 0.5) CHECK(hr::in_requests_per_second(hr::closed_loop(of, asked).requests) == doctest::Approx(found).epsilon(0.08).scale(0));
    }
}

TEST_CASE("the closed form is near the simulation of lengths of any distribution" * doctest::test_suite("slow")) {
  struct lengths {
    const char* prompts;
    const char* answers;
  };
  for (const lengths& of : {lengths{"p50=400,p90=2000,p100=8192", "p50=200,p90=500,p100=1500"}, lengths{"512=30,1024=70", "300=1"}})
    for (const double load : {0.3, 0.7}) {
      hr::serving_arrivals asked{.rate = hr::requests_per_second(1), .prompts = hr::parse_request_lengths(of.prompts).value, .answers = hr::parse_request_lengths(of.answers).value};
      asked.rate = load * hr::most_requests(llama, asked);
      const auto closed = hr::open_loop(llama, asked).value_or({});
      const auto simulated = hr::simulated(llama, asked).value_or({});
      CAPTURE(of.prompts);
      CAPTURE(load);
      for (const auto part : {&hr::serving_latencies::first_token, &hr::serving_latencies::token, &hr::serving_latencies::request}) {
        CHECK(hr::in_seconds((closed.*part).mean) == doctest::Approx(hr::in_seconds((simulated.*part).mean)).epsilon(0.15).scale(0));
        CHECK(hr::in_seconds((closed.*part).p99) == doctest::Approx(hr::in_seconds((simulated.*part).p99)).epsilon(0.25).scale(0));
      }
    }
}

TEST_CASE("clients that follow up are those of the closed loop") {
  for (const hr::count clients : {4, 64}) {
    const hr::serving_requests asked{.prompt = 1'024, .answer = 512, .clients = clients, .each = 10};
    const auto found = hr::simulated(llama, asked).value_or({});
    const hr::serving_result mean = hr::closed_loop(llama, asked);
    CHECK(seconds_of(found.token) == doctest::Approx(hr::in_seconds(mean.token)).epsilon(0.1).scale(0));
    CHECK(hr::in_requests_per_second(found.requests) == doctest::Approx(hr::in_requests_per_second(mean.requests)).epsilon(0.1));
  }
}

// The time to the first token, and from token to token. Of 128 clients prompts take more chunks than an answer takes steps, or nearly as many, where
// the closed loop has no queue yet.
TEST_CASE("the closed loop is near the simulation, however answers spread" * doctest::test_suite("slow")) {
  hr::serving_replica of = llama;
  of.engine.first = {};  // of the host, by which the closed loop has requests wait that begin together
  for (const hr::count chunk : {1'024, 8'192, 32'768})
    for (const hr::count prompt : {512, 1'024, 4'096})
      for (const hr::count answer : {256, 1'024})
        for (const hr::count clients : {8, 32, 128})
          for (const double spread : {0.0, 0.05, 0.15, 0.5}) {
            if (clients == 128 && answer == 1'024) continue;  // to simulate these takes as long as all others
            of.chunk = chunk;
            const hr::serving_requests asked{.prompt = prompt, .answer = answer, .clients = clients, .answer_spread = spread};
            const hr::serving_result mean = hr::closed_loop(of, asked);
            const auto found = hr::simulated(of, asked).value_or({});
            CAPTURE(chunk);
            CAPTURE(prompt);
            CAPTURE(answer);
            CAPTURE(clients);
            CAPTURE(spread);
            CHECK(hr::in_seconds(mean.first_token) == doctest::Approx(seconds_of(found.first_token)).epsilon(0.32).scale(0));
            CHECK(hr::in_seconds(mean.token) == doctest::Approx(seconds_of(found.token)).epsilon(0.11).scale(0));
          }
}

// Where clients mostly wait for prompts, of others and their own: a replica answers no more than it reads. With equal answers of four tokens the first requests are all there is.
TEST_CASE("the closed loop of short answers is near the simulation" * doctest::test_suite("slow")) {
  for (const hr::count prompt : {1'024, 7'000})
    for (const hr::count answer : {1, 4, 16, 64})
      for (const hr::count clients : {4, 16, 32})
        for (const double spread : {0.0, 0.5}) {
          const hr::serving_requests asked{.prompt = prompt, .answer = answer, .clients = clients, .answer_spread = spread};
          const hr::serving_result mean = hr::closed_loop(llama, asked);
          const auto found = hr::simulated(llama, asked).value_or({});
          CAPTURE(prompt);
          CAPTURE(answer);
          CAPTURE(clients);
          CAPTURE(spread);
          CHECK(hr::in_requests_per_second(mean.requests) == doctest::Approx(hr::in_requests_per_second(found.requests)).epsilon(0.15).scale(0));
          CHECK(hr::in_seconds(mean.first_token) == doctest::Approx(seconds_of(found.first_token)).epsilon(0.32).scale(0));
        }
}

// One client by itself has one rank, beside which the others wait: the time is that of one GPU, and one prompt is read by one. TPOT is held to 10 %; TTFT to 20 % of one
// client, and 45 % of several, whose first requests come in the same step, as those of equal answers do.
TEST_CASE("the closed loop of data-parallel ranks is near the simulation" * doctest::test_suite("slow")) {
  const auto on = [](const hr::transformer& model, hr::count ranks) {
    const hr::serving_job job{.model = model, .weights = hr::fp8, .data_parallel = ranks, .expert_parallel = hr::has_experts(model), .concurrent_sequences = 16, .context = 32'768};
    return hr::replica_of(job, h200).value_or({});
  };
  const auto near = [](const hr::duration& x, double share) { return doctest::Approx(hr::in_seconds(x)).epsilon(share).scale(0); };
  for (const hr::serving_replica& of : {on(hr::models::llama3_1_8b, 8), on(hr::models::deepseek_v3, 8), on(hr::models::qwen3_30b_a3b, 4)})
    for (const hr::count prompt : {1'024, 16'000})
      for (const hr::count clients : {1, 3, 8, 12, 64})
        for (const double spread : {0.0, 0.5}) {
          const hr::serving_requests asked{.prompt = prompt, .answer = 500, .clients = clients, .answer_spread = spread};
          const hr::serving_result mean = hr::closed_loop(of, asked);
          const auto found = hr::simulated(of, asked).value_or({});
          CAPTURE(of.load.experts[0].experts);
          CAPTURE(of.load.data);
          CAPTURE(prompt);
          CAPTURE(clients);
          CAPTURE(spread);
          CHECK(hr::in_seconds(mean.token) == near(found.token.mean, 0.1));
          CHECK(hr::in_seconds(mean.first_token) == near(found.first_token.mean, clients == 1 ? 0.2 : 0.45));
        }
}

TEST_CASE("the closed loop of a pipeline is near the simulation" * doctest::test_suite("slow")) {
  for (const hr::count stages : {2, 4, 8})
    for (const hr::count prompt : {1'024, 6'000})
      for (const hr::count clients : {1, 16, 64}) {
        const hr::serving_job job{.model = hr::models::llama3_1_8b, .pipeline_parallel = stages, .concurrent_sequences = 16, .context = 8'192};
        const hr::serving_replica of = hr::replica_of(job, h200).value_or({});
        const hr::serving_requests asked{.prompt = prompt, .answer = 256, .clients = clients};
        const hr::serving_result mean = hr::closed_loop(of, asked);
        const auto found = hr::simulated(of, asked).value_or({});
        CAPTURE(stages);
        CAPTURE(prompt);
        CAPTURE(clients);
        CHECK(hr::in_requests_per_second(mean.requests) == doctest::Approx(hr::in_requests_per_second(found.requests)).epsilon(0.16).scale(0));
        CHECK(hr::in_seconds(mean.first_token) == doctest::Approx(seconds_of(found.first_token)).epsilon(0.2).scale(0));
        CHECK(hr::in_seconds(mean.token) == doctest::Approx(seconds_of(found.token)).epsilon(0.1).scale(0));
      }
}

// More clients than an engine runs at once: who waits for a place has done with the steps that the engine waits for. What measured servers are held to: in requests a second 10 % in the median,
// in TPOT 11 and in TTFT 18, and none beyond 35, which is where nine of ten measured ones are. Up to 2.4 times as many were answered (4.2 of answers of a token) as were told.
TEST_CASE("the closed loop of few places is near the simulation" * doctest::test_suite("slow")) {
  std::vector<double> requests, tokens, firsts;
  for (const hr::serving_engine& engine : {hr::engines::vllm, hr::engines::sglang, hr::engines::tensorrt_llm})
    for (const hr::count ranks : {1, 4})
      for (const hr::count places : {1, 2, 8, 32})
        for (const hr::count times : {1, 2, 4})
          for (const hr::count prompt : {128, 1'024, 8'192})
            for (const hr::count answer : {16, 128})
              for (const double spread : {0.0, 0.5}) {
                const hr::serving_replica of = value_of(hr::replica_of(
                    {.model = ranks == 1 ? hr::models::llama3_1_8b : hr::models::llama3_1_70b, .weights = hr::fp8, .tensor_parallel = ranks, .context = 16'384, .engine = engine}, h200, {.most_sequences = places}));
                const hr::serving_requests asked{.prompt = prompt, .answer = answer, .clients = times * places, .each = 20, .answer_spread = spread};
                const hr::serving_result mean = hr::closed_loop(of, asked);
                const hr::serving_latencies found = value_of(hr::simulated(of, asked));
                CAPTURE(engine.name);
                CAPTURE(ranks);
                CAPTURE(places);
                CAPTURE(times);
                CAPTURE(prompt);
                CAPTURE(answer);
                CAPTURE(spread);
                const auto near = [](double closed, double simulated, std::vector<double>& errors) {
                  CHECK(closed == doctest::Approx(simulated).epsilon(0.35).scale(0));
                  errors.push_back(std::abs(closed / simulated - 1));
                };
                near(hr::in_requests_per_second(mean.requests), hr::in_requests_per_second(found.requests), requests);
                near(hr::in_seconds(mean.token), seconds_of(found.token), tokens);
                near(hr::in_seconds(mean.first_token), seconds_of(found.first_token), firsts);
              }
  const auto median = [](std::vector<double>& of) {
    std::sort(of.begin(), of.end());
    return of[of.size() / 2];
  };
  CHECK(median(requests) < 0.1);
  CHECK(median(tokens) < 0.11);
  CHECK(median(firsts) < 0.18);
}

// However many clients there are: those that come evenly are as many as come together from 143 on.
TEST_CASE("a client more takes no tokens from data-parallel ranks, as in the simulation" * doctest::test_suite("slow")) {
  const hr::serving_job job{.model = hr::models::llama3_1_8b, .weights = hr::fp8, .data_parallel = 8, .concurrent_sequences = 16, .context = 32'768};
  const hr::serving_replica of = hr::replica_of(job, h200).value_or({});
  for (const hr::count clients : {140, 142, 143, 150, 200}) {
    CAPTURE(clients);
    const hr::serving_requests asked{.prompt = 16'000, .answer = 64, .clients = clients, .answer_spread = 0};
    CHECK(hr::in_requests_per_second(hr::closed_loop(of, asked).requests) == doctest::Approx(hr::in_requests_per_second(hr::simulated(of, asked).value_or({}).requests)).epsilon(0.05).scale(0));
  }
}

// Where ranks mostly read prompts the closed form is worse: docs/reference/inference/serving_queue.md.
TEST_CASE("requests at random times meet what the simulation finds of data-parallel ranks" * doctest::test_suite("slow")) {
  struct layout {
    hr::transformer model{};
    hr::count tensor = 1;
    hr::count ranks = 1;
  };
  for (const layout& each : {layout{hr::models::qwen3_30b_a3b, 1, 4}, layout{hr::models::qwen3_235b_a22b, 2, 4}, layout{hr::models::deepseek_r1, 1, 8}}) {
    const hr::serving_job job{.model = each.model, .weights = hr::fp8, .tensor_parallel = each.tensor, .data_parallel = each.ranks, .expert_parallel = true, .concurrent_sequences = 8, .context = 8'192};
    const hr::serving_replica of = hr::replica_of(job, h200).value_or({});
    for (const hr::count answer : {512, 1'024})
      for (const double load : {0.2, 0.5, 0.7}) {
        hr::serving_arrivals asked{.rate = hr::requests_per_second(1), .prompt = 2 * answer, .answer = answer};
        asked.rate = load * hr::most_requests(of, asked);
        const auto closed = hr::open_loop(of, asked).value_or({});
        const auto found = hr::simulated(of, asked).value_or({});
        CAPTURE(each.model.name);
        CAPTURE(answer);
        CAPTURE(load);
        const auto near = [](const hr::duration& x, double share) { return doctest::Approx(hr::in_seconds(x)).epsilon(share).scale(0); };
        CHECK(hr::in_seconds(closed.first_token.mean) == near(found.first_token.mean, 0.08));
        CHECK(hr::in_seconds(closed.first_token.p99) == near(found.first_token.p99, 0.15));
        CHECK(hr::in_seconds(closed.token.mean) == near(found.token.mean, 0.08));
        CHECK(hr::in_seconds(closed.token.p99) == near(found.token.p99, 0.1));
        CHECK(closed.sequences == doctest::Approx(found.sequences).epsilon(0.12));
      }
  }
}

// Several prompts are read in a step, and all that come to it wait for the fullest batch. It was stated before that means are held to 20 %.
TEST_CASE("short prompts at random times meet what the simulation finds of ranks and of pipelines" * doctest::test_suite("slow")) {
  struct layout {
    hr::count ranks = 1;
    hr::count stages = 1;
  };
  for (const layout& each : {layout{2, 1}, layout{8, 1}, layout{1, 4}, layout{1, 8}})
    for (const hr::count prompt : {128, 1'024})
      for (const double load : {0.2, 0.5, 0.7}) {
        const hr::serving_job job{.model = hr::models::llama3_1_8b, .weights = hr::fp8, .pipeline_parallel = each.stages, .data_parallel = each.ranks, .concurrent_sequences = 16, .context = 8'192};
        const hr::serving_replica of = hr::replica_of(job, h200, {.most_sequences = 256 * each.ranks * each.stages}).value_or({});
        hr::serving_arrivals asked{.rate = hr::requests_per_second(1), .prompt = prompt, .answer = 64};
        asked.rate = load * hr::most_requests(of, asked);
        const auto closed = hr::open_loop(of, asked).value_or({});
        const auto found = hr::simulated(of, asked, {.requests = 8'000, .before = 3'000}).value_or({});
        CAPTURE(each.ranks);
        CAPTURE(each.stages);
        CAPTURE(prompt);
        CAPTURE(load);
        CHECK(hr::in_seconds(closed.first_token.mean) == doctest::Approx(seconds_of(found.first_token)).epsilon(0.2).scale(0));
        CHECK(hr::in_seconds(closed.token.mean) == doctest::Approx(seconds_of(found.token)).epsilon(0.2).scale(0));
        CHECK(hr::in_seconds(closed.first_token.p99) == doctest::Approx(hr::in_seconds(found.first_token.p99)).epsilon(0.3).scale(0));
      }
}

// The bounds of the loop above, and of requests at random times; clients beyond the places, too.
TEST_CASE("closed forms are near the simulation where prompts share a prefix" * doctest::test_suite("slow")) {
  hr::serving_replica of = llama;
  of.engine.first = {};
  of.chunk = 512;
  for (const double shared : {0.25, 0.9})
    for (const hr::count clients : {8, 64}) {
      of.shared_prefix = shared;
      CAPTURE(shared);
      CAPTURE(clients);
      const hr::serving_requests asked{.prompt = 4'096, .answer = 256, .clients = clients};
      const hr::serving_result mean = hr::closed_loop(of, asked);
      const auto found = hr::simulated(of, asked).value_or({});
      CHECK(hr::in_seconds(mean.first_token) == doctest::Approx(seconds_of(found.first_token)).epsilon(0.32).scale(0));
      CHECK(hr::in_seconds(mean.token) == doctest::Approx(seconds_of(found.token)).epsilon(0.11).scale(0));
      hr::serving_arrivals at_random{.rate = hr::requests_per_second(1), .prompt = 4'096, .answer = 256};
      at_random.rate = 0.6 * hr::most_requests(of, at_random);
      const auto closed = hr::open_loop(of, at_random).value_or({});
      const auto simulated = hr::simulated(of, at_random).value_or({});
      for (const auto part : {&hr::serving_latencies::first_token, &hr::serving_latencies::token, &hr::serving_latencies::request})
        CHECK(hr::in_seconds((closed.*part).mean) == doctest::Approx(hr::in_seconds((simulated.*part).mean)).epsilon(0.15).scale(0));
    }
  // Answers of fewer steps than prompts take queue for their turn to be read.
  of.shared_prefix = 0.75;
  const hr::serving_requests queueing{.prompt = 4'096, .answer = 4, .clients = 64};
  const auto queued = hr::simulated(of, queueing).value_or({});
  CHECK(hr::closed_loop(of, queueing).sequences == doctest::Approx(queued.sequences).epsilon(0.25).scale(0));
  CHECK(hr::in_requests_per_second(hr::closed_loop(of, queueing).requests) == doctest::Approx(hr::in_requests_per_second(queued.requests)).epsilon(0.15).scale(0));
  // Room for the prefix and four sequences of their own.
  of.shared_prefix = 0.5;
  of.cache_room = hr::detail::cache_of_prefix(of, 4'352) + 4.5 * hr::detail::cache_of_own(of, 4'352);
  const hr::serving_requests many_clients{.prompt = 4'096, .answer = 256, .clients = 16};
  const auto found = hr::simulated(of, many_clients).value_or({});
  of.cache_room = llama.cache_room;
  of.most_sequences = 4;
  CHECK(hr::in_requests_per_second(found.requests) == hr::in_requests_per_second(hr::simulated(of, many_clients).value_or({}).requests));
}

// Nothing but the seed is drawn from: a second run in the same program finds the same to the last digit.
TEST_CASE("a seed gives the same again, another seed something else") {
  const auto of = [](std::uint64_t seed) {
    return seconds_of(hr::simulated(llama, {.rate = hr::requests_per_second(2), .answer = 64}, {.requests = 200, .before = 0, .seed = seed}).value_or({}).request);
  };
  CHECK(of(1) == of(1));
  CHECK(of(1) != of(2));
}

TEST_CASE("data-parallel ranks have sequences of their own") {
  hr::serving_job job = small_server::llama;
  job.tensor_parallel = 4;
  job.data_parallel = 2;
  job.concurrent_sequences = 2;
  const hr::serving_replica two = hr::replica_of(job, h200).value_or({});
  const auto of_two = hr::simulated(two, {.rate = hr::requests_per_second(8), .answer = 256}).value_or({});
  const auto of_one = hr::simulated(llama, {.rate = hr::requests_per_second(4), .answer = 256}).value_or({});
  CHECK(seconds_of(of_two.token) == doctest::Approx(seconds_of(of_one.token)).epsilon(0.25).scale(0));
}

TEST_CASE("what cannot be is said") {
  CHECK(hr::simulated(llama, {.rate = hr::requests_per_second(-1)}).note == "requests a second are more than 0, up to 1,000,000,000");
  CHECK(hr::simulated(llama, {.rate = hr::requests_per_second(1)}, {.requests = 0}).note == "a simulation counts 1 to 10,000,000 requests, with those before");
  CHECK(hr::simulated(llama, hr::serving_requests{.clients = 0}).note == "clients send 1 to 10,000,000 requests");
  const hr::request_lengths all_alike = hr::parse_request_lengths("p0=100,p100=100").value;
  CHECK(hr::simulated(llama, {.rate = hr::requests_per_second(1), .prompt_spread = 1, .prompts = all_alike}).note == "lengths have a spread or quantiles, not both");
  CHECK(hr::simulated(llama, hr::serving_requests{.clients = 1}, {.prompt_spread = 20}).note == "a spread of lengths is a standard deviation of 0 to 10 means");
}

namespace {

using linear_server::server;

// ---- The engine of a server whose steps are linear, in plain doubles: lists that are searched whole, and nothing kept in order.

struct request_by_hand {
  double sent = 0;
  double prompt = 0;
  double answer = 0;
  double first = -1;
  double ended = -1;
  double unread = 0;
  double written = 0;
  bool decodes = false;
  int ends_left = -1;  // of steps until it may be taken up; -1: it has not reached the engine
  int rank = -1;
  int batch = 0;  // of the pipeline's
};

struct engine_by_hand {
  const server& of;
  double exchange = 0;  // seconds of a token, of the mean of the ranks
  std::vector<request_by_hand> all{};
  double now = 0;
  double sequence_seconds = 0;
  int times_put_off = 0;

  double tokens_of(int rank) const {
    double sum = 0;
    for (const request_by_hand& each : all)
      if (each.rank == rank && each.ended < 0) sum += each.prompt + (of.grows() ? each.written + static_cast<double>(each.decodes ? 1 + of.drafted : 1) : each.answer);
    return sum;
  }
  double tokens() const { return of.room / of.bytes_of_token(); }
  // Of one rank: the last that came gives its place back, and comes before those that never had one.
  void put_off() {
    while (of.grows() && tokens_of(0) > tokens() && running() > 1)
      for (auto each = all.rbegin(); each != all.rend(); ++each)
        if (each->rank == 0 && each->ended < 0) {
          each->rank = -1, each->ends_left = 0, each->decodes = false;
          ++times_put_off;
          break;
        }
  }
  std::ptrdiff_t in_batch(int rank, int batch) const {
    return std::ranges::count_if(all, [&](const request_by_hand& each) { return each.rank == rank && each.batch == batch && each.ended < 0; });
  }
  int running() const { return static_cast<int>(std::ranges::count_if(all, [](const request_by_hand& each) { return each.rank >= 0 && each.ended < 0; })); }
  int waiting() const { return static_cast<int>(std::ranges::count_if(all, [](const request_by_hand& each) { return each.ends_left >= 0 && each.rank < 0; })); }

  // Requests are in the order in which they reach the engine.
  bool take_in() {
    const int ends = std::max(1, static_cast<int>(of.steps_waited + 1)) - 1;
    put_off();
    if (running() + waiting() == 0) {
      const auto next = std::ranges::find(all, -1, &request_by_hand::ends_left);
      if (next == all.end()) return false;
      now = std::max(now, next->sent + of.first);
    }
    for (request_by_hand& each : all)
      if (each.ends_left < 0 && each.sent + of.first <= now) each.ends_left = ends;
    for (request_by_hand& each : all) {
      if (each.rank >= 0 || each.ends_left < 0) continue;
      if (each.ends_left > 0 || (of.places > 0 && running() == of.places)) break;
      int emptiest = 0;
      for (int rank = 1; rank < of.data; ++rank)
        if (tokens_of(rank) < tokens_of(emptiest)) emptiest = rank;
      if (tokens_of(emptiest) > 0 && tokens_of(emptiest) + each.prompt + (of.grows() ? each.written + 1 : each.answer) > tokens()) break;
      int batch = 0;
      for (int other = 1; other < of.stages; ++other)
        if (in_batch(emptiest, other) < in_batch(emptiest, batch)) batch = other;
      each.rank = emptiest, each.batch = batch, each.unread = each.prompt + each.written;
    }
    return true;
  }

  void run() {
    while (take_in()) {
      // What each of the pipeline's batches has of each rank: sequences that decode, and tokens of prompts that it reads.
      const auto ranks = static_cast<double>(of.data), batches = ranks * static_cast<double>(of.stages);
      std::vector<double> decoding(static_cast<std::size_t>(of.data * of.stages)), read(decoding.size());
      double all_decoding = 0, contexts = 0, all_read = 0, weighted = 0;
      for (request_by_hand& each : all) {
        if (each.rank < 0 || each.ended >= 0) continue;
        const auto place = static_cast<std::size_t>(each.batch * of.data + each.rank);
        if (each.decodes) {
          decoding[place] += 1, all_decoding += 1, contexts += each.prompt + each.written;
          continue;
        }
        const double now_read = std::min(static_cast<double>(of.chunk) - read[place], each.unread);
        read[place] += now_read, each.unread -= now_read, all_read += now_read, weighted += now_read * (each.prompt + each.written);
      }
      const double context = all_decoding > 0 ? contexts / all_decoding : 1;
      const double mean_prompt = all_read > 0 ? std::floor(weighted / all_read) : 0;
      double longest = 0;
      for (int batch = 0; batch < of.stages; ++batch) {
        double most_decoding = 0, batch_decoding = 0, most_read = 0, batch_read = 0;
        for (int rank = 0; rank < of.data; ++rank) {
          const auto place = static_cast<std::size_t>(batch * of.data + rank);
          most_decoding = std::max(most_decoding, decoding[place]), batch_decoding += decoding[place];
          most_read = std::max(most_read, read[place]), batch_read += read[place];
        }
        double took = 0;
        if (batch_decoding + batch_read == 0) {  // it only waits, as though for one
          took = of.step(1, context) + of.on_rank(1) * exchange * static_cast<double>(1 + of.drafted);
        } else {
          took = of.step(most_decoding * batches, context) + most_read * (of.token + of.pair * (mean_prompt + 1) / 2);
          if (batch_read > 0) took += of.drafts_read(1, most_read) - of.drafts(most_decoding * batches, context);
          took += exchange * (batch_decoding / ranks * static_cast<double>(1 + of.drafted) + batch_read / ranks);
        }
        longest = std::max(longest, took);
      }
      now += longest;
      sequence_seconds += all_decoding * longest;
      for (request_by_hand& each : all) {
        if (each.ends_left > 0) --each.ends_left;
        if (each.rank < 0 || each.ended >= 0) continue;
        if (each.decodes) each.written += 1 + of.accepted * static_cast<double>(of.drafted);  // all are accepted, or none
        else if (each.unread == 0) each.first = each.first < 0 ? now : each.first, each.written += 1, each.decodes = true;
        if (each.first >= 0 && each.written >= each.answer - 1e-9) each.ended = now;
      }
    }
  }
};

hr::serving_replica replica_with(const server& of, double exchange) {
  hr::serving_replica made = of.replica();
  made.terms.exchange_token = exchange;
  return made;
}

// Bursts of different lengths: long and short prompts, answers of one token and of many, alone and together.
std::vector<request_by_hand> some_requests(double apart, double longer) {
  std::vector<request_by_hand> made;
  for (int i = 0; i < 30; ++i)
    made.push_back({.sent = apart * (i / 3 + i / 10), .prompt = static_cast<double>(i * 577 % 1'901 + 1), .answer = longer * static_cast<double>(i * 37 % 53 + 1)});
  return made;
}

// How often one was put off.
int check_engine(const server& of, double apart = 0.1, double exchange = 0, double longer_answers = 1) {
  engine_by_hand slow{of, exchange, some_requests(apart, longer_answers)};
  slow.run();
  const hr::serving_replica made = replica_with(of, exchange);
  hr::detail::simulated_replica replica(made);
  for (const request_by_hand& each : slow.all) replica.send({.sent = each.sent, .prompt = static_cast<hr::count>(each.prompt), .answer = static_cast<hr::count>(each.answer)});
  std::size_t ended = 0;
  while (const std::size_t more = replica.advance().size()) ended += more;
  CHECK(ended == slow.all.size());
  for (std::size_t i = 0; i < slow.all.size(); ++i) {
    CAPTURE(i);
    CHECK(replica.requests[i].first == doctest::Approx(slow.all[i].first).epsilon(1e-9));
    CHECK(replica.requests[i].ended == doctest::Approx(slow.all[i].ended).epsilon(1e-9));
  }
  CHECK(replica.now == doctest::Approx(slow.now).epsilon(1e-9));
  CHECK(replica.sequence_seconds == doctest::Approx(slow.sequence_seconds).epsilon(1e-9));
  return slow.times_put_off;
}

void check_latency(const hr::latency& found, std::vector<double> all) {
  std::ranges::sort(all);
  const auto n = static_cast<double>(all.size());
  double sum = 0;
  for (const double each : all) sum += each / n;
  // The first that so many per cent are no larger than.
  const auto at = [&](double percent) {
    std::size_t i = 0;
    while (100 * static_cast<double>(i + 1) < percent * n) ++i;
    return all[i];
  };
  CHECK(hr::in_seconds(found.mean) == doctest::Approx(sum).epsilon(1e-9));
  CHECK(hr::in_seconds(found.p50) == doctest::Approx(at(50)).epsilon(1e-9));
  CHECK(hr::in_seconds(found.p90) == doctest::Approx(at(90)).epsilon(1e-9));
  CHECK(hr::in_seconds(found.p99) == doctest::Approx(at(99)).epsilon(1e-9));
}

void check_simulated(const hr::serving_latencies& found, const engine_by_hand& slow, std::size_t from) {
  std::vector<double> first, token, whole;
  double tokens = 0, end = 0;
  for (std::size_t i = from; i < slow.all.size(); ++i) {
    const request_by_hand& one = slow.all[i];
    first.push_back(one.first - one.sent), whole.push_back(one.ended - one.sent);
    if (one.answer > 1) token.push_back((one.ended - one.first) / (one.answer - 1));
    tokens += one.answer, end = std::max(end, one.ended);
  }
  const double took = end - slow.all[from].sent;
  check_latency(found.first_token, first);
  check_latency(found.token, token);
  check_latency(found.request, whole);
  CHECK(found.sequences == doctest::Approx(slow.sequence_seconds / slow.now).epsilon(1e-9));
  CHECK(hr::in_requests_per_second(found.requests) == doctest::Approx(static_cast<double>(first.size()) / took).epsilon(1e-9));
  CHECK(hr::in_tokens_per_second(found.output) == doctest::Approx(tokens / took).epsilon(1e-9));
  CHECK(hr::in_tokens_per_second(found.output_per_gpu) == doctest::Approx(tokens / took / static_cast<double>(slow.of.tensor)).epsilon(1e-9));
}

}  // namespace

TEST_CASE("an engine takes up, reads, writes and ends each request at its time") {
  SUBCASE("all at once") { check_engine({}, 0); }
  SUBCASE("few at a time, in chunks") { check_engine({.chunk = 300, .first = 0.013}, 0.05); }
  SUBCASE("far apart") { check_engine({.chunk = 1'000}, 5); }
  SUBCASE("after some steps") { check_engine({.first = 0.02, .steps_waited = 2.5}, 0.07); }
  SUBCASE("long before anything runs") { check_engine({.steps_waited = 9}, 2); }
  SUBCASE("few places") { check_engine({.places = 4}, 0.03); }
  SUBCASE("little room, less than some need") { check_engine({.room = 1'500}, 0.02); }
  SUBCASE("caches that grow beyond the room, in some of which one has none") {
    constexpr auto grows = hr::cache_admission::as_it_grows;
    CHECK(check_engine({.room = 1'500, .admission = grows}, 0.02, 0, 20) > 5);
    CHECK(check_engine({.chunk = 300, .room = 4'000, .admission = grows, .first = 0.013, .steps_waited = 2.5}, 0.01, 0, 20) > 5);
    CHECK(check_engine({.room = 9'000, .admission = grows, .drafted = 2, .accepted = 1, .draft = 0.002}, 0.01, 0, 20) > 5);
    CHECK(check_engine({.room = 1'000, .admission = grows, .stages = 4}, 0.01, 0, 20) > 5);
    CHECK(check_engine({.room = 1e6, .admission = grows}, 0.01, 0, 20) == 0);
  }
  SUBCASE("stages, each with room of its own") { check_engine({.room = 1'100, .stages = 3}, 0.01); }
  SUBCASE("ranks with sequences of their own") { check_engine({.chunk = 500, .room = 4'000, .data = 3}, 0.01, 3e-6); }
  SUBCASE("ranks and stages with drafts") { check_engine({.chunk = 500, .data = 2, .stages = 2, .drafted = 2, .draft = 0.001, .draft_sequence = 1e-4}, 0.03, 4e-6); }
  SUBCASE("drafts that are always accepted") { check_engine({.drafted = 1, .accepted = 1, .draft = 0.002}, 0.04); }
}

// One request after another, of which each answer takes steps until it has its tokens.
TEST_CASE("which drafts are accepted is drawn") {
  const server of{.context = 1e-15, .drafted = 3, .accepted = 0.7};
  const double step = of.step(1, 0);
  for (const hr::count answer : {3, 8, 64}) {
    const auto with_seed = [&](std::uint64_t seed) { return value_of(hr::simulated(of.replica(), {.rate = hr::requests_per_second(1e-6), .prompt = 100, .answer = answer}, {.requests = 4'000, .before = 0, .seed = seed})); };
    const hr::serving_latencies found = with_seed(1);
    const auto steps = of.steps_of(static_cast<double>(answer));
    const double tokens = static_cast<double>(answer - 1), error = step * std::sqrt(steps.variance() / 4'000) / tokens;
    CHECK(std::abs(hr::in_seconds(found.token.mean) - step * steps.mean / tokens) < 4 * error);
    CHECK(hr::in_seconds(with_seed(1).token.mean) == hr::in_seconds(found.token.mean));
    CHECK(hr::in_seconds(with_seed(2).token.mean) != hr::in_seconds(found.token.mean));
    CHECK(hr::in_seconds(found.token.p99) == doctest::Approx(hr::in_seconds(value_of(hr::open_loop(of.replica(), {.rate = hr::requests_per_second(1e-6), .prompt = 100, .answer = answer})).token.p99)).scale(1e-20).epsilon(0.05));
  }
}

// A token of the cache takes a tenth of a byte, of which sums in doubles are not exact.
TEST_CASE("an engine that has nothing left to do has all of its room") {
  for (hr::count i = 1; i < 40; ++i) {
    hr::serving_replica of = server{}.replica();
    of.load.mixers[0].token_bytes = 0.1;
    const auto bytes = [&](hr::count tokens) { return hr::detail::cache_of_sequence(of.load, static_cast<double>(tokens)); };
    of.cache_room = bytes(7 * i + 9) + bytes(11 * i + 9);
    hr::detail::simulated_replica replica(of);
    for (const hr::count prompt : {3 * i, 5 * i, 2 * i}) replica.send({.prompt = prompt, .answer = 5});
    for (const hr::count prompt : {7 * i, 11 * i}) replica.send({.sent = 1'000, .prompt = prompt, .answer = 9});
    while (!replica.advance().empty()) continue;
    CHECK(replica.requests[3].first == replica.requests[4].first);
  }
}

TEST_CASE("requests at random times are those of the engine, with the lengths that are drawn") {
  const server of{.tensor = 3, .first = 0.01, .steps_waited = 1.2};
  const auto check = [&](const hr::serving_arrivals& asked, bool by_quantiles) {
    engine_by_hand slow{of};
    hr::random_numbers numbers(11);
    double sent = 0;
    for (int i = 0; i < 130; ++i) {
      sent -= std::log(1 - numbers.uniform()) / hr::in_requests_per_second(asked.rate);
      const auto length = [&](const hr::request_lengths& lengths, hr::count mean, double spread) {
        return by_quantiles ? std::max(1.0, std::round(lengths.at(numbers.uniform()))) : static_cast<double>(numbers.length(mean, spread));
      };
      const double prompt = length(asked.prompts, asked.prompt, asked.prompt_spread);
      slow.all.push_back({.sent = sent, .prompt = prompt, .answer = length(asked.answers, asked.answer, asked.answer_spread)});
    }
    slow.run();
    const auto found = hr::simulated(of.replica(), asked, {.requests = 101, .before = 29, .seed = 11});
    CHECK(found.basis == hr::basis::estimated);
    check_simulated(value_of(found), slow, 29);
  };
  check({.rate = hr::requests_per_second(9), .prompt = 400, .answer = 30, .prompt_spread = 0.7, .answer_spread = 1.3}, false);
  check({.rate = hr::requests_per_second(9), .prompts = hr::parse_request_lengths("p50=200,p100=900").value, .answers = hr::parse_request_lengths("1=1,2-90=3").value}, true);
}

// Four clients with three requests each, of fixed lengths, and of answers that spread.
TEST_CASE("clients send the next request as one is answered") {
  const server of{.chunk = 700, .tensor = 2};
  for (const double spread : {0.0, 0.9})
    for (const hr::count clients : {1, 4}) {
      hr::random_numbers numbers(1);
      const auto drawn = [&](double sent) {
        return request_by_hand{.sent = sent, .prompt = static_cast<double>(numbers.length(500, 0)), .answer = static_cast<double>(numbers.length(20, spread))};
      };
      // Each request by itself again, with those before it known: what they are answered at does not depend on those that come later.
      engine_by_hand slow{of};
      for (hr::count i = 0; i < clients; ++i) slow.all.push_back(drawn(0));
      for (hr::count i = 0; i < 2 * clients; ++i) {
        engine_by_hand so_far{of, 0, slow.all};
        so_far.run();
        std::vector<double> ends;
        for (const request_by_hand& each : so_far.all) ends.push_back(each.ended);
        std::ranges::sort(ends);
        slow.all.push_back(drawn(ends[static_cast<std::size_t>(i)]));
      }
      slow.run();
      const auto found = hr::simulated(of.replica(), hr::serving_requests{.prompt = 500, .answer = 20, .clients = clients, .each = 3, .answer_spread = spread});
      CHECK(found.basis == hr::basis::estimated);
      check_simulated(value_of(found), slow, 0);
      if (spread > 0) {  // what is said of lengths goes before
        const hr::serving_requests other{.prompt = 500, .answer = 20, .clients = clients, .each = 3, .answer_spread = 0.1};
        check_simulated(value_of(hr::simulated(of.replica(), other, {.answer_spread = spread})), slow, 0);
      }
    }
}

// From uniform numbers by the polar method: a pair x, y in the unit circle gives x sqrt(-2 ln(s) / s) with s = x^2 + y^2; a log-normal length of a mean m is
// m exp(d z - d^2 / 2) with d^2 = ln(1 + spread^2).
TEST_CASE("normal numbers and lengths are made of uniform ones") {
  hr::random_numbers made(5), source(5);
  for (int i = 0; i < 50; ++i) {
    double x = 0, s = 2;
    while (s >= 1) {
      x = 2 * source.uniform() - 1;
      s = std::pow(2 * source.uniform() - 1, 2) + x * x;
    }
    const double z = x * std::sqrt(-2 * std::log(s) / s);
    if (i % 2 == 0) {
      CHECK(made.normal() == doctest::Approx(z).epsilon(1e-9));
    } else {
      const double d = std::sqrt(std::log(1 + 0.49));
      CHECK(static_cast<double>(made.length(1'000'000, 0.7)) == doctest::Approx(1e6 * std::exp(d * z - d * d / 2)).epsilon(2e-5));
    }
  }
  hr::count shortest = 5, longest = 0;
  for (int i = 0; i < 100; ++i) {
    shortest = std::min(shortest, made.length(1, 5));
    longest = std::max(longest, made.length(hr::max_count, 5));
  }
  CHECK(shortest == 1);
  CHECK(longest == hr::max_count);
  CHECK(made.length(7, 1) >= 1);
}

// As docs/program.md says of requests.
TEST_CASE("unless said, 4,000 requests are counted after 1,000 others") {
  const server of{};
  const hr::serving_arrivals asked{.rate = hr::requests_per_second(9), .prompt = 50, .answer = 3, .answer_spread = 1};
  const hr::serving_latencies unsaid = value_of(hr::simulated(of.replica(), asked));
  const hr::serving_latencies said = value_of(hr::simulated(of.replica(), asked, {.requests = 4'000, .before = 1'000, .seed = 1}));
  CHECK(unsaid.request.mean == said.request.mean);
  CHECK(hr::in_requests_per_second(unsaid.requests) == hr::in_requests_per_second(said.requests));
  CHECK(unsaid.sequences == said.sequences);
}

TEST_CASE("each bound of a simulation, from both sides") {
  const hr::serving_replica of = server{}.replica();
  const hr::serving_arrivals asked{.rate = hr::requests_per_second(100), .prompt = 1, .answer = 1};
  const auto words = "a simulation counts 1 to 10,000,000 requests, with those before";
  const auto said = [&](const hr::simulation_settings& how) { return hr::detail::why_not_simulated(of, asked, how); };
  CHECK(said({.requests = 1, .before = 0}).empty());
  CHECK(said({.requests = 0, .before = 1}) == words);
  CHECK(said({.requests = 1, .before = -1}) == words);
  CHECK(said({.requests = 9'999'999, .before = 1}).empty());
  CHECK(said({.requests = 9'999'999, .before = 2}) == words);
  CHECK(said({.requests = 5'000, .before = 5'000}).empty());
  CHECK(hr::simulated(of, asked, {.requests = 0}).note == words);
  CHECK(hr::simulated(of, hr::serving_requests{.clients = 1}, {}, {.requests = 0}).note == words);
  hr::serving_replica unread = of;
  unread.chunk = 0;
  CHECK(hr::simulated(unread, asked).note == "the engine reads no tokens of prompts in a step");
  unread.chunk = 1;
  CHECK(hr::simulated(unread, asked, {.requests = 1, .before = 0}).is_known());
  const auto clients = [&](hr::count n, hr::count each) { return hr::simulated(of, hr::serving_requests{.prompt = 1, .answer = 1, .clients = n, .each = each}).note; };
  CHECK(clients(1, 1).empty());
  CHECK(clients(1, 0) == "clients send 1 to 10,000,000 requests");
  CHECK(clients(0, 1) == "clients send 1 to 10,000,000 requests");
  CHECK(clients(10'000'001, 1) == "clients send 1 to 10,000,000 requests");
  CHECK(clients(5'000'001, 2) == "clients send 1 to 10,000,000 requests");
  CHECK(hr::simulated(of, hr::serving_requests{.prompt = 0, .clients = 1}).note == "tokens of a prompt and of an answer are 1 to 2^40");
  CHECK(hr::in_seconds(hr::detail::latency_of({}).p99) == 0);
  CHECK(hr::in_seconds(hr::detail::latency_of({3}).p50) == 3);
}

}  // namespace inference_serving_simulation_test
