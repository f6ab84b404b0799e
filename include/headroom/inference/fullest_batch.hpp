// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>

#include <headroom/math.hpp>

// Of batches beside each other the one that reads most of the prompts that come at random: others wait for it. The formulas:
// docs/reference/inference/fullest_batch.md.
namespace headroom::detail {

// Of batches beside each other the one with most of so many chunks that come to all of them at random, of which it has room for some at most: how many it has, in the mean and in
// the mean of squares, and how many more for each that comes.
struct fullest_batch {
  double mean = 0;
  double square = 0;
  double slope = 0;
};
constexpr fullest_batch fullest_of(double batches, double come, double most) {
  const double each = come / batches;
  // None has ten standard deviations less than the mean.
  const double begin = math::smaller(most, math::larger(0, math::floor(each - 10 * math::square_root(each))));
  double chance = math::exponential(-each);  // Poisson's, of so many: by Stirling's formula where it is no number that is representable
  if (begin > 0) chance = math::exponential(begin - each - begin * math::log_of_rest(1 - begin / each)) / math::square_root(6.283185307179586 * begin);
  double no_more = chance;
  fullest_batch made{.mean = begin, .square = begin * begin};
  for (double have = begin; have == 0 || have < most; ++have) {
    const double part = have == 0 ? 1 : math::smaller(1, most - have);  // of one more, that it has room for
    double all_but_one = 1;
    for (double i = 1; i < batches; ++i) all_but_one *= no_more;
    const double more = 1 - all_but_one * no_more;
    made.mean += part * more;
    made.square += part * (2 * have + part) * more;
    made.slope += part * all_but_one * chance;
    if (more < 1e-9) break;
    chance *= each / (have + 1);
    no_more = math::smaller(1, no_more + chance);
  }
  return made;
}

// The mean of the largest of so many numbers of the standard normal distribution, which is taken to be even between some of its quantiles.
constexpr double largest_of_normal(double many) {
  constexpr std::array<double, 11> at{-3.0902323061678132, -1.2815515655446004, -0.5244005127080407, 0, 0.5244005127080407, 1.2815515655446004,
                                      1.6448536269514722,  2.3263478740408408,  3.0902323061678132,  3.7190164854556804, 4.264890793922825};
  constexpr std::array<double, 11> share{0, 0.1, 0.3, 0.5, 0.7, 0.9, 0.95, 0.99, 0.999, 0.9999, 1};  // of all, up to each
  double sum = 0;
  double below = 0;  // the chance that all are
  for (std::size_t i = 0; i + 1 < at.size(); ++i) {
    const double above = share[i + 1] < 1 ? math::exponential(many * math::log_of_rest(1 - share[i + 1])) : 1;
    const double slope = (at[i + 1] - at[i]) / (share[i + 1] - share[i]);
    sum += at[i + 1] * above - at[i] * below - slope * (above * share[i + 1] - below * share[i]) / (many + 1);
    below = above;
  }
  return sum;
}

// Of batches that read so many pieces of prompts each in the mean, at random, and no more in a step than they have room for (binomial numbers), how many more the fullest reads.
// `largest`: of as many normal numbers, by which it is where they are many.
constexpr double beyond_the_mean(double batches, double each, double room, double largest) {
  if (!(batches > 1) || !(each > 0) || !(each < room)) return 0;
  const double full = each / room;
  if (each > 20) return largest * math::square_root(each * (1 - full));
  const double places = math::smaller(1'024, math::ceil(room));
  double chance = math::exponential(places * math::log_of_rest(full));  // of so many
  double no_more = chance;
  double most = 0;
  for (double have = 0; have < places; ++have) {
    double all = 1;
    for (double i = 0; i < batches; ++i) all *= no_more;
    most += 1 - all;
    if (1 - all < 1e-9) break;
    chance *= (places - have) / (have + 1) * full / (1 - full);
    no_more = math::smaller(1, no_more + chance);
  }
  return math::larger(0, most * room / places - each);
}

struct mean_and_square {
  double mean = 0;
  double square = 0;

  constexpr double variance() const { return math::larger(0, square - mean * mean); }
};
constexpr mean_and_square mixed(const mean_and_square& a, double share, const mean_and_square& b) {
  return {share * a.mean + (1 - share) * b.mean, share * a.square + (1 - share) * b.square};
}

// Pieces of prompts that the fullest batch reads in a step. Each goes to the batch of fewest sequences: answers that end leave places here and there, which fill at random; what
// comes beyond as many is spread evenly. So of any number it has its part, and `beyond`; one at least, and no more than there are, or than it has room for.
struct fullest_batch_of_step {
  double batches = 1;
  double beyond = 0;
  double room = 1;
  double spread = 0;   // of lengths: standard deviation over mean
  double largest = 0;  // of as many normal numbers as there are batches

  constexpr double reads(double come) const {
    if (come < 0.5) return 0;
    if (come < 1.5) return 1;
    const double each = come / batches;
    const double number = math::smaller(come, math::larger(1, each + beyond));
    if (!(spread > 0)) return math::smaller(number, room);
    // Of those that read the one whose prompts are longest.
    const double readers = come < batches ? math::log_of_rest(1 - 1 / come) / math::log_of_rest(1 - 1 / batches) : 1;
    const double least = math::larger(1, each);
    const double longer = spread * math::square_root(least) * largest * readers;
    return math::smaller(least + math::square_root((number - least) * (number - least) + longer * longer), room);
  }
  // Where at random times so many come in the mean, beside so many for certain.
  constexpr mean_and_square of_random(double mean, double certain) const {
    if (mean > 60) {
      const double most = reads(mean + certain);
      return {most, most * most + mean / batches / batches};
    }
    mean_and_square made;
    double chance = math::exponential(-mean);  // Poisson's
    double rest = 1;
    for (double come = 0; rest > 1e-9 && come < 200; ++come) {
      const double has = reads(come + certain);
      made.mean += chance * has;
      made.square += chance * has * has;
      rest -= chance;
      chance *= mean / (come + 1);
    }
    return made;
  }
};

}  // namespace headroom::detail
