// SPDX-License-Identifier: BSL-1.0
#include <headroom/inference/serving_latencies.hpp>

#include <check.hpp>

namespace inference_serving_latencies_test {

TEST_CASE("each bound of arrivals, from both sides") {
  const auto said = [](const hr::serving_arrivals& of) { return hr::contradiction(of); };
  const auto rates = "requests a second are more than 0, up to 1,000,000,000", tokens = "tokens of a prompt and of an answer are 1 to 2^40",
             spreads = "a spread of lengths is a standard deviation of 0 to 10 means", both = "lengths have a spread or quantiles, not both";
  CHECK(said({.rate = hr::requests_per_second(1e9)}).empty());
  CHECK(said({.rate = hr::requests_per_second(1e-9)}).empty());
  CHECK(said({.rate = hr::requests_per_second(1.001e9)}) == rates);
  CHECK(said({.rate = hr::requests_per_second(1), .prompt = 1, .answer = hr::max_count}).empty());
  CHECK(said({.rate = hr::requests_per_second(1), .prompt = 0}) == tokens);
  CHECK(said({.rate = hr::requests_per_second(1), .answer = hr::max_count + 1}) == tokens);
  CHECK(said({.rate = hr::requests_per_second(1), .prompt_spread = 10, .answer_spread = 10}).empty());
  CHECK(said({.rate = hr::requests_per_second(1), .prompt_spread = 10.01}) == spreads);
  CHECK(said({.rate = hr::requests_per_second(1), .answer_spread = 10.01}) == spreads);
  CHECK(said({.rate = hr::requests_per_second(1), .answer_spread = -0.01}) == spreads);
  const hr::request_lengths lengths = hr::parse_request_lengths("100=1,200=1").value;
  CHECK(said({.rate = hr::requests_per_second(1), .answer_spread = 1, .prompts = lengths}).empty());
  CHECK(said({.rate = hr::requests_per_second(1), .prompt_spread = 1, .answers = lengths}).empty());
  CHECK(said({.rate = hr::requests_per_second(1), .prompt_spread = 0.5, .prompts = lengths}) == both);
  CHECK(said({.rate = hr::requests_per_second(1), .answer_spread = 0.5, .answers = lengths}) == both);
  // Unless said, as many tokens as of requests in a closed loop.
  constexpr hr::serving_arrivals unsaid{};
  CHECK(unsaid.prompt == hr::serving_requests{}.prompt);
  CHECK(unsaid.answer == hr::serving_requests{}.answer);
}

// Half of the prompts are spread from 100 to 300 tokens, the others have 900: a mean of 550. Answers of 40 and of 60, as many of either, spread by 10 of 50.
TEST_CASE("lengths by quantiles have a mean and a spread") {
  const hr::serving_arrivals arrivals{.rate = hr::requests_per_second(9), .prompts = hr::parse_request_lengths("100-300=1,900=1").value, .answers = hr::parse_request_lengths("40=1,60=1").value};
  CHECK(hr::requests_of_mean(arrivals).prompt == 550);
  CHECK(hr::requests_of_mean(arrivals).answer == 50);
  CHECK(hr::requests_of_mean({.prompt = 7, .answer = 11}).prompt == 7);
  CHECK(hr::requests_of_mean({.prompt = 7, .answer = 11}).answer == 11);
  CHECK(hr::with_moments(arrivals).answer_spread == doctest::Approx(0.2));
  CHECK(hr::with_moments({.prompt = 7, .prompt_spread = 0.3}).prompt_spread == 0.3);
}

TEST_CASE("of two latencies the longer, or the shorter, in each figure") {
  CHECK(hr::longer({hr::seconds(1), hr::seconds(4)}, {hr::seconds(2), hr::seconds(3)}).p50 == hr::seconds(4));
  CHECK(hr::longer({hr::seconds(1), hr::seconds(4)}, {hr::seconds(2), hr::seconds(3)}).mean == hr::seconds(2));
  CHECK(hr::shorter({hr::seconds(1), hr::seconds(4)}, {hr::seconds(2), hr::seconds(3)}).p50 == hr::seconds(3));
  CHECK(hr::shorter({hr::seconds(1), hr::seconds(4)}, {hr::seconds(2), hr::seconds(3)}).mean == hr::seconds(1));
  CHECK_CONSTEXPR(hr::longer({}, {.p99 = hr::seconds(1)}).p99 == hr::seconds(1));
  CHECK_CONSTEXPR(hr::shorter({}, {.p99 = hr::seconds(1)}).p99 == hr::seconds(0));
  constexpr hr::latency later = hr::later({hr::seconds(1), hr::seconds(2), hr::seconds(4), hr::seconds(8)}, hr::seconds(0.5));
  CHECK_CONSTEXPR(later.mean == hr::seconds(1.5));
  CHECK_CONSTEXPR(later.p50 == hr::seconds(2.5));
  CHECK_CONSTEXPR(later.p90 == hr::seconds(4.5));
  CHECK_CONSTEXPR(later.p99 == hr::seconds(8.5));
}

}  // namespace inference_serving_latencies_test
