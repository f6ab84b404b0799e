// SPDX-License-Identifier: BSL-1.0
#include <headroom/inference/serving_prompts.hpp>

#include <check.hpp>
#include <cmath>
#include <inference/linear_server.hpp>
#include <random>
#include <vector>

namespace inference_serving_prompts_test {
namespace {

using linear_server::server;

std::vector<double> standing(const hr::serving_arrivals& asked) {
  std::vector<double> made;
  hr::detail::for_each_standing_prompt(asked, [&](hr::count tokens, double share) { made.push_back(static_cast<double>(tokens)), made.push_back(share); });
  return made;
}

}  // namespace

// Gauss-Hermite: of a log-normal length of mean 1,000 and a deviation d = sqrt(ln 2) of its logarithm exp(d z - d^2/2) at z = 0, +-sqrt(3). Gauss-Legendre: two at 1/(2 sqrt(3)) of
// the distance from the middle.
TEST_CASE("a few prompts stand for all") {
  CHECK(standing({.prompt = 700}) == std::vector<double>{700, 1});
  const double d = std::sqrt(std::log(2));
  const auto at = [&](double z) { return std::round(1'000 * std::exp(d * z - d * d / 2)); };
  CHECK(standing({.prompt = 1'000, .prompt_spread = 1}) == std::vector<double>{at(-std::sqrt(3)), 1.0 / 6, at(0), 2.0 / 3, at(std::sqrt(3)), 1.0 / 6});
  CHECK(standing({.prompts = hr::parse_request_lengths("100-300=1,900=1").value}) == std::vector<double>{142, 0.25, 258, 0.25, 900, 0.5});
}

// A step of one batch takes 10 ms, a prompt of 500 tokens s longer: of r requests a second steps take D / (1 - r s), whatever comes together.
TEST_CASE("steps of one batch are longer by the share of time that prompts take") {
  const server of{};
  const hr::serving_replica replica = of.replica();
  const hr::serving_arrivals asked{.rate = hr::requests_per_second(10), .prompt = 500, .answer = 101};
  const hr::detail::prompt_reader reader(replica, asked, 550.5);
  const double step = of.step(3, 550.5), longer = of.longer(500, 3, 550.5);
  CHECK(reader.tokens == 500);
  CHECK(reader.pieces == 1);
  CHECK(reader.room == doctest::Approx(2'048 / 500.0));
  const hr::detail::prompt_reader::beside others = reader.beside_of(3, step);
  CHECK(reader.own_of_piece(others, 1) == doctest::Approx(longer));
  CHECK(reader.shared_of_piece(others, 1) == 0);
  for (const double rate : {1e-3, 10.0, 0.9 / longer}) {
    const hr::detail::reading_steps steps = reader.reading(rate, others);
    CHECK(steps.took == doctest::Approx(step / (1 - rate * longer)).epsilon(1e-5));
    CHECK(steps.come == doctest::Approx(rate * steps.took));
    CHECK(steps.longer() == doctest::Approx(steps.took - step).epsilon(1e-4).scale(1e-9));
  }
  CHECK_CONSTEXPR(hr::detail::has_tokens_of_all_ranks({}, 0) == false);
}

// Gated service: all that came in one step is read in the next. Of a step with variance V = come s^2 / (1 - (r s)^2) one met at random takes T + V/T, and half of who
// comes in that comes after oneself.
TEST_CASE("one batch has what queueing theory says") {
  const server of{.chunk = 100'000, .room = 1e7};
  const hr::serving_replica replica = of.replica();
  const hr::serving_arrivals asked{.rate = hr::requests_per_second(40), .prompt = 500, .answer = 101};
  const hr::detail::prompt_reader reader(replica, asked, 550.5);
  const double n = 40, step = of.step(n, 550.5), s = of.longer(500, n, 550.5), r = hr::in_requests_per_second(asked.rate), took = step / (1 - r * s);
  const hr::detail::prompt_moments found = hr::detail::moments_of(reader, r, n, step);
  CHECK(found.longer == doctest::Approx(s));
  CHECK(found.marginal == doctest::Approx(s));
  CHECK(found.alone == doctest::Approx(step + s));
  CHECK(found.whole == doctest::Approx(s + step / 200));
  CHECK(found.step_variance == doctest::Approx(r * took * s * s / (1 - r * s * r * s)).epsilon(1e-4));
  const double met = took + found.step_variance / took;
  // With all the room there is the whole wait is that of gated service: half of the step that is met, and who came in it.
  const double wait = r * s * s / (2 * (1 - r * s));
  CHECK(wait + found.left_of_step + found.others == doctest::Approx(met / 2 + r * met * s).epsilon(0.02));
  CHECK(found.variance_of_lengths == 0);
  CHECK(found.least == found.alone);
}

// Step by step, as requests meet them: what is left of a step at a random time of it, and as much again for each of the others that come in it.
TEST_CASE("what is left of a step and who came in it differ together") {
  const server of{.chunk = 100'000, .room = 1e7};
  const hr::serving_replica replica = of.replica();
  const double n = 40, step = of.step(n, 550.5), s = of.longer(500, n, 550.5);
  for (const double rate : {10.0, 40.0}) {
    const hr::serving_arrivals asked{.rate = hr::requests_per_second(rate), .prompt = 500, .answer = 101};
    std::mt19937_64 numbers(3);
    double took = step, mean = 0, square = 0;
    constexpr int steps = 400'000;
    double met = 0;
    for (int i = 0; i < steps; ++i) {
      const int come = std::poisson_distribution<int>(rate * took)(numbers);
      // Of so many that come at any time of the step the others are read with each.
      for (int each = 0; each < come; ++each) {
        const double waits = took * std::uniform_real_distribution<double>()(numbers) + s * (come - 1);
        mean += waits, square += waits * waits, ++met;
      }
      took = step + s * come;
    }
    mean /= met;
    const hr::detail::prompt_moments found = hr::detail::moments_of({replica, asked, 550.5}, rate, n, step);
    CHECK(found.variance_together == doctest::Approx(square / met - mean * mean).epsilon(0.05));
  }
  // Where nothing comes there is nobody to meet, and where hardly anything comes what is left of a step is all there is.
  CHECK(hr::detail::moments_of({replica, {.rate = hr::requests_per_second(1), .prompt = 500, .answer = 101}, 550.5}, 1e-30, n, step).variance_together == doctest::Approx(step * step / 12));
  CHECK(hr::detail::moments_of({replica, {.rate = hr::requests_per_second(1), .prompt = 500, .answer = 101}, 550.5}, 0, 0, step).variance_together == 0);
}

// A prompt in four steps of 512 tokens leaves no room for others.
TEST_CASE("a prompt longer than a step reads is read in several") {
  const server of{.chunk = 512};
  const hr::serving_replica replica = of.replica();
  const hr::serving_arrivals asked{.rate = hr::requests_per_second(1), .prompt = 2'000, .answer = 101};
  const hr::detail::prompt_reader reader(replica, asked, 2'050.5);
  CHECK(reader.pieces == 4);
  CHECK(reader.tokens == 500);
  CHECK(reader.room == doctest::Approx(1.024));
  const double step = of.step(2, 2'050.5);
  const hr::detail::prompt_moments found = hr::detail::moments_of(reader, 1, 2, step);
  CHECK(found.chunks == 4);
  CHECK(found.alone == doctest::Approx(4 * step + of.longer(2'000, 2, 2'050.5)));
  CHECK(found.full == doctest::Approx(step + 1.024 / 4 * of.longer(2'000, 2, 2'050.5)));
}

// Batches that are alike, of which each is so seldom at work that no two read in one step: as one batch, whose prompts make the steps of all longer.
TEST_CASE("few prompts of several batches are each read beside idle ones") {
  const server of{.data = 8};
  const hr::serving_replica replica = of.replica();
  const hr::serving_arrivals asked{.rate = hr::requests_per_second(1e-3), .prompt = 500, .answer = 101};
  const hr::detail::prompt_reader reader(replica, asked, 550.5);
  const double step = of.step(1, 550.5), s = of.longer(500, 1, 550.5);
  const hr::detail::prompt_moments found = hr::detail::moments_of(reader, 1e-3, 1, step);
  CHECK(found.longer == doctest::Approx(s).epsilon(1e-3));
  CHECK(found.marginal == doctest::Approx(s / 8).epsilon(1e-3));
  CHECK(found.others < 1e-4 * s);
  // A batch that reads all it can: each prompt has its part of such a step.
  CHECK(found.whole == doctest::Approx((s + step * 500 / 2'048) / 8).epsilon(1e-3));
}

}  // namespace inference_serving_prompts_test
