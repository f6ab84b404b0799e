// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>

#include <headroom/inference/serving_latencies.hpp>
#include <headroom/math.hpp>
#include <headroom/units.hpp>

// Times that differ at random: their percentiles from their moments, and waits before them. The formulas: docs/reference/inference/random_times.md.
namespace headroom::detail {

// The logarithm of a log-normal length has this standard deviation.
constexpr double log_deviation(double spread) {
  const double variance = spread * spread;
  return math::square_root(-math::log_of_rest(variance / (1 + variance)));
}

// e to the power of x, of any sign.
constexpr double power_of_e(double x) { return x > 0 ? 1 / math::exponential(-x) : math::exponential(x); }

// A wait that few have: nothing, or with this chance a time that is exponential, with this mean.
struct chance_of_wait {
  double chance = 0;
  double mean = 0;

  constexpr double expected() const { return chance * mean; }
  constexpr double variance() const { return chance * (2 - chance) * mean * mean; }
};

// The wait with this mean and this mean of squares, in which all wait where that would take more than all.
constexpr chance_of_wait wait_of_moments(double mean, double mean_square) {
  if (!(mean > 0)) return {};
  const double chance = math::smaller(1, 2 * mean * mean / mean_square);
  return {chance, mean / chance};
}

// Of the standard normal distribution, below -z: Abramowitz and Stegun 26.2.17, of z from 0.
constexpr double normal_density(double z) { return 0.3989422804014327 * math::exponential(-z * z / 2); }
constexpr double normal_tail(double z) {
  const double t = 1 / (1 + 0.2316419 * z);
  return normal_density(z) * t * (0.319381530 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
}

// Of a part of a time that is never more than this.
struct bounded_moments {
  double mean = 0;
  double variance = 0;
  double most = 0;
};

// Of a sum of times: a floor, and above it a distribution with these moments. It is gamma, or log-normal where lengths are; and where it spreads
// more widely than an exponential one, as where few wait at all, exponential of a part, and nothing of the others.
struct time_moments {
  double floor = 0;
  double mean = 0;
  double variance = 0;
  bool is_log_normal = false;
  bounded_moments bounded{};  // of the mean and the variance
  double most = 0;            // that it can take; 0: there is no end to it

  // Where a normal distribution is so many standard deviations above its mean: no further than what is bounded may be beyond the others.
  constexpr double quantile(double z) const {
    const double found = quantile_of_parts(z);
    return most > 0 ? math::smaller(most, found) : found;
  }
  constexpr double quantile_of_parts(double z) const {
    const double of_all = unbounded_quantile(z);
    if (!(bounded.most > 0)) return of_all;
    const time_moments others{.floor = floor, .mean = mean - bounded.mean, .variance = variance - bounded.variance, .is_log_normal = is_log_normal};
    return math::smaller(of_all, others.unbounded_quantile(z) + bounded.most);
  }
  // Of gamma by Wilson and Hilferty.
  constexpr double unbounded_quantile(double z) const {
    const double above = mean - floor;
    if (!(above > 0) || !(variance > 0)) return mean;
    if (is_log_normal) {
      const double deviation = log_deviation(math::square_root(variance) / above);
      return floor + above * power_of_e(deviation * (z - deviation / 2));
    }
    if (variance > above * above) {
      const double of_those = (variance + above * above) / (2 * above);
      const double rarer = above / of_those / normal_tail(z);
      return rarer > 1 ? floor - of_those * math::log_of_rest(1 - 1 / rarer) : floor;
    }
    const double ninth = variance / (above * above) / 9;
    const double root = math::larger(0, 1 - ninth + z * math::square_root(ninth));
    return floor + above * root * root * root;
  }
  constexpr latency latencies() const {
    return {seconds(mean), seconds(quantile(0)), seconds(quantile(1.2815515655446004)), seconds(quantile(2.3263478740408408))};
  }
};

// A time behind two waits that do not depend on each other. No distribution with the mean and variance of the sum would do: it is the time by itself for those
// who do not wait, and many times as long for others. So the time is spread evenly between some of its quantiles, and each piece has the waits before it.
struct time_behind_waits {
  static constexpr std::size_t pieces = 8;
  static constexpr std::array<double, pieces + 1> deviations{-3.0902323061678132, -1.2815515655446004, -0.5244005127080407, 0, 0.5244005127080407,
                                                             1.2815515655446004,  1.6448536269514722,  2.3263478740408408,  3.0902323061678132};
  static constexpr std::array<double, pieces + 1> shares{0, 0.1, 0.3, 0.5, 0.7, 0.9, 0.95, 0.99, 1};  // of all, up to each

  time_moments time{};
  chance_of_wait first{};
  chance_of_wait second{};
  double waits_first = 0;   // what each exponential counts in the sum of both
  double waits_second = 0;
  std::array<double, pieces + 1> at{};

  constexpr time_behind_waits(const time_moments& of, const chance_of_wait& one, const chance_of_wait& other) : time(of), first(one), second(other) {
    // Of two exponential times the sum is longer with the chances of both, weighted, unless their means are the same: then with those of nearly the same.
    if (math::absolute(first.mean - second.mean) < 1e-3 * second.mean) first.mean *= 1 + 2e-3;
    const double both = first.chance * second.chance;
    const double apart = first.mean - second.mean;
    waits_first = first.chance - both + (apart != 0 ? both * first.mean / apart : 0);
    waits_second = second.chance - both - (apart != 0 ? both * second.mean / apart : 0);
    for (std::size_t i = 0; i <= pieces; ++i) at[i] = time.quantile(deviations[i]);
  }

  // The share of all that take longer for a wait with this mean: that it lasts still which began at any time of each piece.
  constexpr double still_waiting(double mean, double limit) const {
    double sum = 0;
    double from_begin = 0;  // of a wait that began with the piece
    for (std::size_t i = 0; i < pieces && limit > at[i]; ++i) {
      const double width = at[i + 1] - at[i];
      if (i == 0) from_begin = math::exponential((at[0] - limit) / mean);
      const double from_end = limit > at[i + 1] ? math::exponential((at[i + 1] - limit) / mean) : 1;
      sum += (shares[i + 1] - shares[i]) * (width > 1e-6 * mean ? mean / width * (from_end - from_begin) : from_begin);
      from_begin = from_end;
    }
    return sum;
  }
  // The share of all that take longer.
  constexpr double longer_than(double limit) const {
    double sum = 0;
    for (std::size_t i = 0; i < pieces; ++i) {
      const double share = shares[i + 1] - shares[i];
      if (limit <= at[i]) sum += share;
      else if (limit < at[i + 1]) sum += share * (at[i + 1] - limit) / (at[i + 1] - at[i]);
    }
    if (waits_first != 0) sum += waits_first * still_waiting(first.mean, limit);
    if (waits_second != 0) sum += waits_second * still_waiting(second.mean, limit);
    return sum;
  }

  // Whether 99 in 100 take no longer.
  constexpr bool most_are_within(double limit) const {
    if (!(first.chance + second.chance > 0)) return at[pieces - 1] <= limit;
    return longer_than(limit) <= 1 - shares[pieces - 1];
  }

  // What such a share of all do not exceed. Of the normal distribution that share is below so many standard deviations.
  constexpr double quantile(double deviation, double share) const {
    double low = time.quantile(deviation);
    if (!(first.chance + second.chance > 0)) return low;
    double high = math::larger(low, at[pieces]) - (first.mean + second.mean) * math::log_of_rest(share);
    double above = longer_than(low) - (1 - share);
    double below = longer_than(high) - (1 - share);
    if (!(above > 0 && below < 0)) return above > 0 ? high : low;
    // Regula falsi, halving the side that stays (the Illinois method).
    for (int round = 0; round < 40 && high - low > 1e-5 * high; ++round) {
      const double next = low + (high - low) * above / (above - below);
      const double found = longer_than(next) - (1 - share);
      if (found > 0) {
        low = next;
        above = found;
        below /= 2;
      } else {
        high = next;
        below = found;
        above /= 2;
      }
    }
    return low;
  }
  constexpr double mean() const { return time.mean + first.expected() + second.expected(); }
  constexpr latency latencies() const {
    return {seconds(mean()), seconds(quantile(0, 0.5)), seconds(quantile(1.2815515655446004, 0.9)), seconds(quantile(2.3263478740408408, 0.99))};
  }
};

// What a request waits for one of so many places, for which `rate` come a second, and which is held for `seconds_of(how many are)`; `spread` is the standard
// deviation over the mean of what a request takes of the server. How many are held is a birth-death process, up by as many as come, and down by as many as go; where all are,
// requests queue, and the queue is that of a single server that is as busy, by Pollaczek and Khinchine. Erlang's C where places are held for as long however many are.
template <class Seconds>
constexpr chance_of_wait wait_for_place(double places, double rate, double spread, const Seconds& seconds_of) {
  const double most = math::floor(places);
  const double of_place = seconds_of(most) / most;
  const double full = rate * of_place;
  if (!(full < 1)) return {};
  // The chance of fewer held than all, over that of all: by stretches of places in which it hardly changes.
  int doublings = 0;
  double stretch = 1;
  for (; 64 * stretch * stretch < most; stretch *= 2) ++doublings;
  double of_each = 1;
  double fewer = 0;
  for (double held = most; held >= 1 && of_each > 1e-6 * fewer && fewer < 1e9; held -= stretch) {
    const double middle = math::larger(1, held - (stretch - 1) / 2);
    double next = middle / (rate * seconds_of(middle));
    for (int i = 0; i < doublings; ++i) next *= next;
    next *= of_each;
    fewer += stretch * (of_each + next) / 2 + (next - of_each) / 2;
    of_each = next;
  }
  const double chance = 1 / (1 + (1 - full) * fewer);
  if (chance < 1e-9) return {};
  return {chance, (1 + spread * spread) / 2 * of_place / (1 - full)};
}

}  // namespace headroom::detail
