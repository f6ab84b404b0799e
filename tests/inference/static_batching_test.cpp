// SPDX-License-Identifier: BSL-1.0
#include <headroom/inference/static_batching.hpp>

#include <check.hpp>
#include <inference/linear_server.hpp>

#include <algorithm>
#include <cmath>
#include <random>

namespace inference_static_batching_test {
namespace {

hr::request_lengths lengths(std::string_view text) { return hr::parse_request_lengths(text).value; }

}  // namespace

TEST_CASE("the longest of so many log-normal answers, drawn one by one") {
  CHECK_CONSTEXPR(hr::longest_of(1, 100, 0.5) == 100);
  CHECK_CONSTEXPR(hr::longest_of(0, 100, 0.5) == 100);
  CHECK_CONSTEXPR(hr::longest_of(64, 100, 0) == 100);
  for (const double spread : {0.1, 0.5, 1.5})
    for (const int answers : {2, 8, 64}) {
      CAPTURE(spread);
      CAPTURE(answers);
      std::mt19937_64 numbers(static_cast<unsigned>(answers));
      const double variance = std::log(1 + spread * spread);
      std::lognormal_distribution<double> length(std::log(300) - variance / 2, std::sqrt(variance));
      constexpr int batches = 8'000;
      double sum = 0;
      for (int batch = 0; batch < batches; ++batch) {
        double longest = 0;
        for (int i = 0; i < answers; ++i) longest = std::max(longest, length(numbers));
        sum += longest;
      }
      CHECK(hr::longest_of(answers, 300, spread) == doctest::Approx(sum / batches).epsilon(0.04));
    }
  // Of two, one deviation s of the logarithm: the mean times 2 Phi(s / sqrt 2), and erf is of the library.
  const double deviation = std::sqrt(std::log(1.25));
  CHECK(hr::longest_of(2, 100, 0.5) == doctest::Approx(100 * (1 + std::erf(deviation / 2))).epsilon(1e-5));
}

TEST_CASE("the longest of so many answers by their quantiles") {
  // Spread evenly from a to b: a + (b - a) n / (n + 1).
  const hr::request_lengths even = lengths("100-400=1");
  CHECK(hr::longest_of(1, even) == doctest::Approx(250));
  CHECK(hr::longest_of(3, even) == doctest::Approx(100 + 300 * 0.75));
  CHECK(hr::longest_of(1'000'000, even) == doctest::Approx(400));
  // Half of 100 tokens, half of 900: all of n are short once in 2^n.
  const hr::request_lengths two = lengths("100=1,900=1");
  CHECK(hr::longest_of(1, two) == doctest::Approx(500));
  CHECK(hr::longest_of(4, two) == doctest::Approx(900 - 800 / 16.0));
  // F rises to a third over 30 tokens, stays there over 30, and rises to 1 over 30: its square has the integral 30 / 27 + 30 / 9 + 15 x 26 / 27.
  CHECK(hr::longest_of(2, lengths("1-31=1,61-91=2")) == doctest::Approx(91 - (30.0 / 27 + 30.0 / 9 + 15 * (1 - 1.0 / 27))));
}

// Steps of decoding that are linear, with room for so many tokens.
TEST_CASE("batches one after the other, by hand") {
  const linear_server::server of{.room = 4'000, .first = 0.03};
  const hr::serving_requests asked{.prompt = 300, .answer = 100, .clients = 6, .answer_spread = 0};
  const auto batch = [&](double n, double longest) {
    const double read = std::ceil(n * 300 / 2'048) * of.fixed + n * 300 * (of.token + of.pair * 150.5);
    return std::pair(of.first + read, of.first + read + (longest - 1) * of.step(n, 300 + longest / 2));
  };
  const hr::serving_result all = hr::static_batches(of.replica(), asked, 4'096);
  CHECK(all.sequences == 6);
  CHECK(hr::in_seconds(all.first_token) == doctest::Approx(batch(6, 100).first));
  CHECK(hr::in_seconds(all.token) == doctest::Approx(of.step(6, 350)));
  CHECK(hr::in_requests_per_second(all.requests) == doctest::Approx(6 / batch(6, 100).second));

  // Ten have room for 400 tokens each: of 25 clients 15 wait one and a half batches on average.
  const hr::serving_result waiting = hr::static_batches(of.replica(), {.prompt = 300, .answer = 100, .clients = 25, .answer_spread = 0}, 4'096);
  CHECK(waiting.sequences == 10);
  CHECK(hr::in_requests_per_second(waiting.requests) == doctest::Approx(10 / batch(10, 100).second));
  CHECK(hr::in_seconds(waiting.first_token) == doctest::Approx(batch(10, 100).first + 1.5 * batch(10, 100).second));

  // All wait for the longest, of n answers of 50 to 150 tokens in the mean 50 + 100 n / (n + 1), and have room for so many.
  const hr::request_lengths spread = lengths("50-150=1");
  const hr::serving_result uneven = hr::static_batches(of.replica(), {.prompt = 300, .answer = 100, .clients = 6}, 4'096, spread);
  CHECK(hr::in_requests_per_second(uneven.requests) == doctest::Approx(6 / batch(6, 50 + 600 / 7.0).second));
  // Little's law: each client has a request under way all the time, from its last answer to its next.
  for (const hr::serving_result& each : {all, uneven})
    CHECK(hr::in_requests_per_second(each.requests) * (hr::in_seconds(each.first_token) + 99 * hr::in_seconds(each.token)) == doctest::Approx(6));
  CHECK(hr::in_tokens_per_second(uneven.output) == doctest::Approx(600 / batch(6, 50 + 600 / 7.0).second));
  const hr::serving_result full = hr::static_batches(of.replica(), {.prompt = 300, .answer = 100, .clients = 25}, 4'096, spread);
  CHECK(full.sequences == 9);  // 9 x (350 + 90) = 3,960, 10 x (350 + 90.9) = 4,409
  // The context ends the longest of them.
  const hr::serving_result cut = hr::static_batches(of.replica(), {.prompt = 300, .answer = 100, .clients = 6}, 420, spread);
  CHECK(hr::in_requests_per_second(cut.requests) == doctest::Approx(6 / batch(6, 120).second));
  // Of two log-normal answers with s of their logarithm the longest has 1 + erf(s / 2) times the mean.
  const hr::serving_result normal = hr::static_batches(of.replica(), {.prompt = 300, .answer = 100, .clients = 2, .answer_spread = 0.5}, 4'096);
  CHECK(hr::in_requests_per_second(normal.requests) == doctest::Approx(2 / batch(2, 100 * (1 + std::erf(std::sqrt(std::log(1.25)) / 2))).second).epsilon(1e-5));
  // Whoever is served is served one by one at least.
  linear_server::server small = of;
  small.room = 200;
  CHECK(hr::static_batches(small.replica(), asked, 4'096).sequences == 1);
  // The engine's own limit; and one client alone, whose answer is the longest.
  linear_server::server few = of;
  few.places = 2;
  CHECK(hr::static_batches(few.replica(), asked, 4'096).sequences == 2);
  CHECK(hr::in_requests_per_second(hr::static_batches(of.replica(), {.prompt = 300, .answer = 100, .clients = 1}, 4'096).requests) ==
        doctest::Approx(1 / batch(1, 100).second));
}

}  // namespace inference_static_batching_test
