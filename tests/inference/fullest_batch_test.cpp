// SPDX-License-Identifier: BSL-1.0
#include <headroom/inference/fullest_batch.hpp>
#include <headroom/inference/serving_simulation.hpp>

#include <algorithm>
#include <check.hpp>
#include <cmath>
#include <cstddef>
#include <inference/linear_server.hpp>
#include <vector>

namespace inference_fullest_batch_test {

// Means of the largest of n normal numbers: Tippett (1925); of 1 it is that of the distribution.
TEST_CASE("the largest of normal numbers is that of tables") {
  CHECK(std::abs(hr::detail::largest_of_normal(1)) < 0.05);
  CHECK(hr::detail::largest_of_normal(2) == doctest::Approx(0.56419).epsilon(0.05));
  CHECK(hr::detail::largest_of_normal(5) == doctest::Approx(1.16296).epsilon(0.05));
  CHECK(hr::detail::largest_of_normal(10) == doctest::Approx(1.53875).epsilon(0.05));
  CHECK(hr::detail::largest_of_normal(100) == doctest::Approx(2.50759).epsilon(0.05));
  CHECK_CONSTEXPR(hr::detail::largest_of_normal(16) > 1.7);
}

// By the chance of each number, with the logarithms of factorials.
TEST_CASE("the fullest of batches that read at random has more than the mean") {
  const auto by_hand = [](double batches, double each, double room) {
    double sum = 0, fewer = 0;
    for (double have = 0; have < room; ++have) {
      const double ways = std::lgamma(room + 1) - std::lgamma(have + 1) - std::lgamma(room - have + 1);
      fewer += std::exp(ways + have * std::log(each / room) + (room - have) * std::log1p(-each / room));
      sum += 1 - std::pow(std::min(1.0, fewer), batches);
    }
    return sum - each;
  };
  for (const double batches : {2.0, 8.0, 16.0})
    for (const double room : {1.0, 2.0, 8.0, 64.0})
      for (const double full : {0.1, 0.5, 0.9}) {
        const double each = full * room;
        if (each > 20) continue;
        CHECK(hr::detail::beyond_the_mean(batches, each, room, 0) == doctest::Approx(by_hand(batches, each, room)).epsilon(1e-6));
      }
  // One batch has no other, and batches that are full are all alike.
  CHECK(hr::detail::beyond_the_mean(1, 2, 8, 0) == 0);
  CHECK(hr::detail::beyond_the_mean(8, 8, 8, 0) == 0);
  CHECK(hr::detail::beyond_the_mean(8, 0, 8, 0) == 0);
  // Of many it is so many standard deviations.
  CHECK(hr::detail::beyond_the_mean(8, 36, 72, 1.4) == doctest::Approx(1.4 * std::sqrt(18)));
  CHECK(by_hand(8, 36, 72) == doctest::Approx(1.4236 * std::sqrt(18)).epsilon(0.03));
}

TEST_CASE("a step's fullest batch reads its part, and what answers that ended left of others") {
  const hr::detail::fullest_batch_of_step of{.batches = 4, .beyond = 1.5, .room = 6};
  CHECK(of.reads(0) == 0);
  CHECK(of.reads(1) == 1);
  CHECK(of.reads(2) == 2);    // no more than there are
  CHECK(of.reads(8) == 3.5);  // 8/4 and 1.5
  CHECK(of.reads(100) == 6);  // no more than it has room for
  CHECK(hr::detail::fullest_batch_of_step{.batches = 4, .room = 6}.reads(3) == 1);  // one at least
  // Four batches with one prompt each, whose lengths spread by a half: the longest of four.
  CHECK(hr::detail::fullest_batch_of_step{.batches = 4, .room = 6, .spread = 0.5, .largest = 1.03}.reads(4) == doctest::Approx(1 + 0.5 * 1.03));
  // Poisson numbers, by sums of their own; one's own beside them.
  double mean = 0, square = 0;
  for (int come = 0; come < 60; ++come) {
    const double chance = std::exp(come * std::log(5.0) - 5 - std::lgamma(come + 1));
    mean += chance * of.reads(come + 1);
    square += chance * of.reads(come + 1) * of.reads(come + 1);
  }
  CHECK(of.of_random(5, 1).mean == doctest::Approx(mean).epsilon(1e-6));
  CHECK(of.of_random(5, 1).square == doctest::Approx(square).epsilon(1e-6));
  CHECK(of.of_random(5, 1).variance() == doctest::Approx(square - mean * mean).epsilon(1e-4));
  CHECK(of.of_random(61, 0).mean == 6);
  CHECK_CONSTEXPR(hr::detail::fullest_of(1, 0.5, 8).mean < 0.5001);
}

TEST_CASE("of a Poisson number for each batch the fullest is as their chances have it") {
  for (const double batches : {1.0, 4.0, 16.0})
    for (const double come : {0.3, 5.0, 40.0}) {
      const linear_server::fullest_by_hand slow = linear_server::fullest_of(batches, come, 7);
      CHECK(hr::detail::fullest_of(batches, come, 7).mean == doctest::Approx(slow.mean).epsilon(1e-6));
      CHECK(hr::detail::fullest_of(batches, come, 7).square == doctest::Approx(slow.square).epsilon(1e-6));
    }
}

// The larger of two normal numbers is 1/sqrt(pi) standard deviations above their mean: Poisson's of 10,000 have 100, and are nearly normal. No more than there is room for.
TEST_CASE("of very many chunks the fullest of two batches has as many as the larger of two normal numbers") {
  const hr::detail::fullest_batch found = hr::detail::fullest_of(2, 20'000, 1e9);
  CHECK(found.mean == doctest::Approx(10'000 + 100 / std::sqrt(std::acos(-1.0))).epsilon(1e-5));
  CHECK(found.square - found.mean * found.mean == doctest::Approx(1e4 * (1 - 1 / std::acos(-1.0))).epsilon(1e-2));
  CHECK(hr::detail::fullest_of(2, 20'000, 9'000).mean == doctest::Approx(9'000));
  CHECK(hr::detail::fullest_of(2, 20'000, 500).mean == doctest::Approx(500));
}

// Requests that come at random, each to the batch of fewest, which leave after 32 to 96 steps, and steps that are longer by what the fullest reads.
TEST_CASE("batches that are filled by numbers of sequences read as is said" * doctest::test_suite("slow")) {
  hr::random_numbers numbers(3);
  for (const std::size_t batches : {2U, 8U})
    for (const double load : {0.3, 0.5, 0.7}) {
      const double longer = 25, room = 8, rate = load * static_cast<double>(batches) * room / (1 + longer * room);
      std::vector<double> sequences(batches), waiting(batches);
      std::vector<std::vector<double>> leave(256, std::vector<double>(batches));
      double took = 1, steps = 0, come = 0, most = 0;
      for (std::size_t step = 0; step < 60'000; ++step) {
        std::vector<double>& left = leave[step % 256];
        for (std::size_t i = 0; i < batches; ++i) sequences[i] -= left[i], left[i] = 0;
        for (double at = numbers.exponential() / rate; at < took; at += numbers.exponential() / rate) {
          const std::size_t to = static_cast<std::size_t>(std::ranges::min_element(sequences) - sequences.begin());
          ++sequences[to], ++waiting[to], ++come;
          const auto until = step + 32 + static_cast<std::size_t>(64 * numbers.uniform() + waiting[to] / room);
          ++leave[until % 256][to];
        }
        double fullest = 0;
        for (double& each : waiting) {
          const double read = std::min(each, room);
          each -= read;
          fullest = std::max(fullest, read);
        }
        took = 1 + longer * fullest;
        most += fullest, ++steps;
      }
      // The chain of two states, at the step that was found.
      const double mean_come = come / steps, mean_step = 1 + longer * most / steps;
      const hr::detail::fullest_batch_of_step of{.batches = static_cast<double>(batches),
                                                 .beyond = hr::detail::beyond_the_mean(static_cast<double>(batches), mean_come / static_cast<double>(batches), room, 0), .room = room};
      const double reads = linear_server::root_of([&](double x) {
        const double none = std::exp(-rate * x) / (1 - std::exp(-rate) + std::exp(-rate * x));
        return none + (1 - none) * x - mean_step;
      }, 1, 1 + longer * room);
      const double none = std::exp(-rate * reads) / (1 - std::exp(-rate) + std::exp(-rate * reads));
      CAPTURE(batches);
      CAPTURE(load);
      CHECK(none * of.of_random(rate, 0).mean + (1 - none) * of.of_random(rate * reads, 0).mean == doctest::Approx(most / steps).epsilon(0.12).scale(0));
    }
}

}  // namespace inference_fullest_batch_test
