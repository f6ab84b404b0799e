// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/inference/serving_latencies.hpp>

#include <algorithm>
#include <check.hpp>
#include <cmath>
#include <vector>

// Distributions of times in plain doubles, for what docs/reference/inference says of requests that come at random times.
namespace latencies_by_hand {

struct length {
  double tokens = 0;
  double share = 1;
};

// The three lengths that stand for a log-normal distribution: Gauss-Hermite quadrature.
inline std::vector<length> log_normal(double mean, double spread) {
  if (spread == 0) return {{mean, 1}};
  const double deviation = std::sqrt(std::log(1 + spread * spread));
  std::vector<length> made;
  for (const double z : {-std::sqrt(3.0), 0.0, std::sqrt(3.0)})
    made.push_back({std::round(mean * std::exp(deviation * z - deviation * deviation / 2)), z == 0 ? 4.0 / 6 : 1.0 / 6});
  return made;
}

// A gamma distribution above a floor, or a log-normal one.
struct times_by_hand {
  double floor = 0, mean = 0, variance = 0;
  bool spreads = false;
  // A part that is evenly spread between none and all of a limit, with a chance, and the time without it.
  double limit = 0, chance = 0;
  double most = 0;  // that it can take; 0: there is no such
  double limited_mean = 0, limited_variance = 0;  // of a part up to the limit, however it is spread
  times_by_hand without_limited() const {
    return {floor, mean - chance * limit / 2 - limited_mean, variance - (chance * limit * limit / 3 - std::pow(chance * limit / 2, 2)) - limited_variance, spreads};
  }

  double at(double z) const { return most > 0 ? std::min(most, of_parts(z)) : of_parts(z); }
  double of_parts(double z) const { return limit > 0 ? std::min(of_sum(z), without_limited().of_sum(z) + limit) : of_sum(z); }
  double of_sum(double z) const {
    const double above = mean - floor;
    if (above <= 0 || variance <= 0) return mean;
    if (spreads) {
      const double deviation = std::sqrt(std::log(1 + variance / above / above));
      return floor + above * std::exp(deviation * z - deviation * deviation / 2);
    }
    if (variance > above * above) {  // exponential of a share, and nothing of the others
      const double mean_of_share = (variance / above + above) / 2;
      const double rest = std::erfc(z / std::sqrt(2.0)) / 2 * mean_of_share / above;
      return floor + std::max(0.0, -mean_of_share * std::log(rest));
    }
    const double ninth = variance / above / above / 9;
    return floor + above * std::pow(std::max(0.0, 1 - ninth + z * std::sqrt(ninth)), 3);
  }
};

// Nothing, or with this chance a time that is exponential.
struct wait_by_hand {
  double chance = 0, mean = 0;
};
inline wait_by_hand wait_of_moments(double mean, double mean_of_squares) {
  if (mean <= 0) return {};
  return {std::min(1.0, 2 * mean * mean / mean_of_squares), std::max(mean, mean_of_squares / mean / 2)};
}

// Of so many places, each held for `seconds_of(how many are)`: as many are held as of a birth-death process, all probabilities summed up.
template <class F>
wait_by_hand wait_for_place(double places, double come, double spread, F seconds_of) {
  const double most = std::floor(places), full = come * seconds_of(most) / most;
  double weight = 1, fewer = 0;
  for (double held = 1; held <= most; ++held) {
    fewer += weight;
    weight *= come * seconds_of(held) / held;
    if (weight > 1e100) fewer /= weight, weight = 1;
  }
  const double all = weight / (1 - full);
  return {all / (fewer + all), (1 + spread * spread) / 2 * seconds_of(most) / most / (1 - full)};
}

// A time behind two waits, by parts of the time between those of its quantiles that docs/reference/inference/random_times.md names.
struct behind_by_hand {
  times_by_hand time{};
  wait_by_hand one{}, other{};

  double mean() const { return time.mean + one.chance * one.mean + other.chance * other.mean; }
  static double survives(const wait_by_hand& of, double t) { return of.chance > 0 ? std::exp(-t / of.mean) : 0; }
  // Both waits together are longer than t.
  double longer(double t) const {
    if (t <= 0) return 1;
    double sum = 1;  // of both, of which each is exponential
    if (one.chance > 0 && other.chance > 0) {
      sum = std::abs(one.mean - other.mean) < 1e-6 * one.mean ? (1 + t / one.mean) * std::exp(-t / one.mean)
                                                             : (one.mean * std::exp(-t / one.mean) - other.mean * std::exp(-t / other.mean)) / (one.mean - other.mean);
    }
    return one.chance * other.chance * sum + one.chance * (1 - other.chance) * survives(one, t) + other.chance * (1 - one.chance) * survives(other, t);
  }
  double at(double z) const {
    if (one.chance == 0 && other.chance == 0) return time.at(z);
    const double share = std::erfc(z / std::sqrt(2.0)) / 2;  // that takes longer
    const double deviations[]{-3.0902323, -1.2815516, -0.5244005, 0, 0.5244005, 1.2815516, 1.6448536, 2.3263479, 3.0902323};
    const double shares[]{0, 0.1, 0.3, 0.5, 0.7, 0.9, 0.95, 0.99, 1};
    const auto longer_than = [&](double t) {
      double sum = 0;
      const int parts = 300;
      for (int piece = 0; piece < 8; ++piece) {
        const double low = time.at(deviations[piece]), high = time.at(deviations[piece + 1]);
        for (int i = 0; i < parts; ++i) sum += (shares[piece + 1] - shares[piece]) / parts * longer(t - low - (high - low) * (i + 0.5) / parts);
      }
      return sum;
    };
    double low = time.at(z), high = time.at(3.1) + 50 * (one.mean + other.mean) + 1e-9;
    for (int i = 0; i < 40; ++i) {
      const double middle = (low + high) / 2;
      (longer_than(middle) > share ? low : high) = middle;
    }
    return low;
  }
};

struct latency_by_hand {
  double mean = 0, p50 = 0, p90 = 0, p99 = 0;
};
inline latency_by_hand latency_of(const times_by_hand& of) { return {of.mean, of.at(0), of.at(1.2815515655446004), of.at(2.3263478740408408)}; }
inline latency_by_hand latency_of(const behind_by_hand& of) { return {of.mean(), of.at(0), of.at(1.2815515655446004), of.at(2.3263478740408408)}; }
inline latency_by_hand larger(const latency_by_hand& a, const latency_by_hand& b) {
  return {std::max(a.mean, b.mean), std::max(a.p50, b.p50), std::max(a.p90, b.p90), std::max(a.p99, b.p99)};
}
inline latency_by_hand smaller(const latency_by_hand& a, const latency_by_hand& b) {
  return {std::min(a.mean, b.mean), std::min(a.p50, b.p50), std::min(a.p90, b.p90), std::min(a.p99, b.p99)};
}

inline void check_latency(const hr::latency& found, const latency_by_hand& slow) {
  CHECK(hr::in_seconds(found.mean) == doctest::Approx(slow.mean).epsilon(1e-3).scale(1e-9));
  CHECK(hr::in_seconds(found.p50) == doctest::Approx(slow.p50).epsilon(1e-3).scale(1e-9));
  CHECK(hr::in_seconds(found.p90) == doctest::Approx(slow.p90).epsilon(1e-3).scale(1e-9));
  CHECK(hr::in_seconds(found.p99) == doctest::Approx(slow.p99).epsilon(1e-3).scale(1e-9));
}
inline void check_latency(const hr::latency& found, const times_by_hand& slow) { check_latency(found, latency_of(slow)); }

}  // namespace latencies_by_hand
