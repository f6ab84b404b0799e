// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/count.hpp>
#include <headroom/inference/request_lengths.hpp>
#include <headroom/inference/request_rate.hpp>
#include <headroom/inference/serving_settings.hpp>
#include <headroom/math.hpp>
#include <headroom/units.hpp>

// Requests that come at random times, and how long they take: what is asked of a server, and what is answered.
namespace headroom {

// Requests of a replica, at random times that do not depend on each other (a Poisson process). Lengths are log-normal, or as their
// quantiles say, which then stand for mean and spread.
struct serving_arrivals {
  request_rate rate{};
  count prompt = 1'024;  // tokens, the mean
  count answer = 1'024;
  double prompt_spread{};  // standard deviation over mean; 0: all are as long
  double answer_spread{};
  request_lengths prompts{};
  request_lengths answers{};
};

// Of one kind of time, over all requests.
struct latency {
  duration mean{};
  duration p50{};
  duration p90{};
  duration p99{};
};

// The longer mean, and the longer of each percentile; or the shorter ones.
constexpr latency longer(const latency& a, const latency& b) {
  const auto of = [](duration x, duration y) { return x < y ? y : x; };
  return {of(a.mean, b.mean), of(a.p50, b.p50), of(a.p90, b.p90), of(a.p99, b.p99)};
}
constexpr latency shorter(const latency& a, const latency& b) {
  const auto of = [](duration x, duration y) { return y < x ? y : x; };
  return {of(a.mean, b.mean), of(a.p50, b.p50), of(a.p90, b.p90), of(a.p99, b.p99)};
}
// Each by so much.
constexpr latency later(const latency& a, duration by) { return {a.mean + by, a.p50 + by, a.p90 + by, a.p99 + by}; }

struct serving_latencies {
  latency first_token{};  // TTFT: from the request to its first token
  latency token{};        // TPOT: of an answer, the mean from one token to the next
  latency request{};      // from the request to its last token
  double sequences{};     // that decode at once, the mean
  request_rate requests{};       // answered
  request_rate most_requests{};  // that the replica can answer; 0: not known
  token_rate output{};           // of answers
  token_rate output_per_gpu{};
};

// Why arrivals cannot be, in words; empty: they can.
constexpr std::string_view contradiction(const serving_arrivals& of) {
  if (!(of.rate > request_rate{} && of.rate <= requests_per_second(1e9))) return "requests a second are more than 0, up to 1,000,000,000";
  for (const count n : {of.prompt, of.answer})
    if (n < 1 || n > max_count) return "tokens of a prompt and of an answer are 1 to 2^40";
  for (const double spread : {of.prompt_spread, of.answer_spread})
    if (!(spread >= 0 && spread <= 10)) return "a spread of lengths is a standard deviation of 0 to 10 means";
  if ((!of.prompts.is_empty() && of.prompt_spread > 0) || (!of.answers.is_empty() && of.answer_spread > 0))
    return "lengths have a spread or quantiles, not both";
  return {};
}

// With the means and spreads of the lengths whose quantiles it has.
constexpr serving_arrivals with_moments(serving_arrivals of) {
  if (!of.prompts.is_empty()) {
    of.prompt = static_cast<count>(math::round(of.prompts.mean()));
    of.prompt_spread = of.prompts.spread();
  }
  if (!of.answers.is_empty()) {
    of.answer = static_cast<count>(math::round(of.answers.mean()));
    of.answer_spread = of.answers.spread();
  }
  return of;
}

// Of the mean lengths.
constexpr serving_requests requests_of_mean(const serving_arrivals& of) {
  const serving_arrivals means = with_moments(of);
  return {.prompt = means.prompt, .answer = means.answer};
}

}  // namespace headroom
