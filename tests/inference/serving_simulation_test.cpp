// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure.hpp>
#include <headroom/inference/serving_simulation.hpp>

#include <check.hpp>
#include <inference/small_server.hpp>

#include <array>
#include <cstdint>
#include <utility>

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

TEST_CASE("a single server waits as queueing theory has it") {
  const double service = seconds_of(hr::simulated(one_at_a_time, {.rate = 1e-3, .prompt = 100, .answer = 20}, {.requests = 1, .before = 0}).value_or({}).request);
  for (const double load : {0.3, 0.6}) {
    const hr::serving_arrivals asked{.rate = load / service, .prompt = 100, .answer = 20};
    const auto equal = hr::simulated(one_at_a_time, asked, many).value_or({});
    CHECK(seconds_of(equal.request) == doctest::Approx(service * (1 + load / 2 / (1 - load))).epsilon(0.03));
    hr::serving_arrivals spread = asked;
    spread.answer_spread = 1;
    const auto uneven = hr::simulated(one_at_a_time, spread, many).value_or({});
    CHECK(seconds_of(uneven.request) == doctest::Approx(service / (1 - load)).epsilon(0.08));
  }
}

TEST_CASE("sequences are the requests that come while one is answered (Little)") {
  const auto found = hr::simulated(llama, {.rate = 3, .answer = 300, .answer_spread = 0.5}, {.requests = 3'000, .before = 0}).value_or({});
  const double decoding = seconds_of(found.request) - seconds_of(found.first_token);
  CHECK(found.sequences == doctest::Approx(found.requests_per_second * decoding).epsilon(1e-2));
}

TEST_CASE("more than a replica answers is never caught up with") {
  const double most = hr::most_requests_per_second(llama, {.answer = 128});
  const auto waited = [&](double share, hr::count requests) {
    return seconds_of(hr::simulated(llama, {.rate = share * most, .answer = 128}, {.requests = requests, .before = 1'000}).value_or({}).first_token);
  };
  CHECK(waited(1.2, 4'000) > 2 * waited(1.2, 1'000));
  CHECK(waited(0.9, 4'000) < 1.3 * waited(0.9, 1'000));
}

// The bounds were stated before: 15 % of the mean and 25 % of the 99th percentile, up to 70 % of what the replica answers.
TEST_CASE("the closed form is near the simulation") {
  struct shape {
    hr::count prompt, answer;
    double spread;
  };
  for (const shape& of : {shape{1'024, 256, 0}, shape{1'024, 256, 1}, shape{4'096, 512, 0.5}, shape{200, 200, 0}})
    for (const double load : {0.3, 0.7}) {
      hr::serving_arrivals asked{.rate = 1, .prompt = of.prompt, .answer = of.answer, .prompt_spread = of.spread, .answer_spread = of.spread};
      asked.rate = load * hr::most_requests_per_second(llama, asked);
      const auto closed = hr::open_loop(llama, asked).value_or({});
      const auto simulated = hr::simulated(llama, asked).value_or({});
      CAPTURE(of.prompt);
      CAPTURE(of.spread);
      CAPTURE(load);
      for (const auto part : {&hr::serving_latencies::first_token, &hr::serving_latencies::token, &hr::serving_latencies::request}) {
        CHECK(hr::in_seconds((closed.*part).mean) == doctest::Approx(hr::in_seconds((simulated.*part).mean)).epsilon(0.15));
        CHECK(hr::in_seconds((closed.*part).p99) == doctest::Approx(hr::in_seconds((simulated.*part).p99)).epsilon(0.25));
      }
    }
}

// The same bounds, where lengths are told by quantiles and by a histogram.
TEST_CASE("the closed form is near the simulation of lengths of any distribution") {
  struct lengths {
    const char* prompts;
    const char* answers;
  };
  for (const lengths& of : {lengths{"p50=400,p90=2000,p100=8192", "p50=200,p90=500,p100=1500"}, lengths{"512=30,1024=70", "300=1"}})
    for (const double load : {0.3, 0.7}) {
      hr::serving_arrivals asked{.rate = 1, .prompts = hr::parse_request_lengths(of.prompts).value, .answers = hr::parse_request_lengths(of.answers).value};
      asked.rate = load * hr::most_requests_per_second(llama, asked);
      const auto closed = hr::open_loop(llama, asked).value_or({});
      const auto simulated = hr::simulated(llama, asked).value_or({});
      CAPTURE(of.prompts);
      CAPTURE(load);
      for (const auto part : {&hr::serving_latencies::first_token, &hr::serving_latencies::token, &hr::serving_latencies::request}) {
        CHECK(hr::in_seconds((closed.*part).mean) == doctest::Approx(hr::in_seconds((simulated.*part).mean)).epsilon(0.15));
        CHECK(hr::in_seconds((closed.*part).p99) == doctest::Approx(hr::in_seconds((simulated.*part).p99)).epsilon(0.25));
      }
    }
}

TEST_CASE("clients that follow up are those of the closed loop") {
  for (const hr::count clients : {4, 64}) {
    const hr::serving_requests asked{.prompt = 1'024, .answer = 512, .clients = clients, .each = 10};
    const auto found = hr::simulated(llama, asked).value_or({});
    const hr::serving_result mean = hr::closed_loop(llama, asked);
    CHECK(seconds_of(found.token) == doctest::Approx(hr::in_seconds(mean.token)).epsilon(0.1));
    CHECK(found.requests_per_second == doctest::Approx(mean.requests_per_second).epsilon(0.1));
  }
}

TEST_CASE("seeds differ, and each is what it is") {
  const auto of = [](std::uint64_t seed) {
    return seconds_of(hr::simulated(llama, {.rate = 2, .answer = 64}, {.requests = 200, .before = 0, .seed = seed}).value_or({}).request);
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
  const auto of_two = hr::simulated(two, {.rate = 8, .answer = 256}).value_or({});
  const auto of_one = hr::simulated(llama, {.rate = 4, .answer = 256}).value_or({});
  CHECK(seconds_of(of_two.token) == doctest::Approx(seconds_of(of_one.token)).epsilon(0.25));
}

TEST_CASE("what cannot be is said") {
  CHECK(hr::simulated(llama, {.rate = -1}).note == "requests a second are more than 0, up to 1,000,000,000");
  CHECK(hr::simulated(llama, {.rate = 1}, {.requests = 0}).note == "a simulation counts 1 to 10,000,000 requests, with those before");
  CHECK(hr::simulated(llama, hr::serving_requests{.clients = 0}).note == "clients send 1 to 10,000,000 requests");
  const hr::request_lengths all_alike = hr::parse_request_lengths("p0=100,p100=100").value;
  CHECK(hr::simulated(llama, {.rate = 1, .prompt_spread = 1, .prompts = all_alike}).note == "lengths have a spread or quantiles, not both");
  CHECK(hr::simulated(llama, hr::serving_requests{.clients = 1}, {.prompt_spread = 20}).note == "a spread of lengths is a standard deviation of 0 to 10 means");
}

}  // namespace inference_serving_simulation_test
