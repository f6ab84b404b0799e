// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/inference/serving_queue.hpp>

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

  double at(double z) const {
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
  // Of so many places, from which `ended` a second go when all are taken, and to which `come` a second come.
  void wait_for_place(double taken, double variance_of_taken, double places, double ended, double come) {
    const double deviation = std::sqrt(variance_of_taken);
    if (come >= ended || taken >= places || !(deviation > 0)) return;
    const double z = (places - taken) / deviation;
    const double beyond = std::exp(-z * z / 2) / std::sqrt(2 * std::acos(-1.0)) / deviation / (1 - come / ended);
    const double waits = beyond / (1 - std::erfc(z / std::sqrt(2.0)) / 2 + beyond);
    const double wait = 1 / (ended - come);
    mean += waits * wait;
    variance += waits * (2 - waits) * wait * wait;
  }
};

inline void check_latency(const hr::latency& found, const times_by_hand& slow) {
  CHECK(hr::in_seconds(found.mean) == doctest::Approx(slow.mean).epsilon(1e-3).scale(1e-9));
  CHECK(hr::in_seconds(found.p50) == doctest::Approx(slow.at(0)).epsilon(1e-3).scale(1e-9));
  CHECK(hr::in_seconds(found.p90) == doctest::Approx(slow.at(1.2815515655446004)).epsilon(1e-3).scale(1e-9));
  CHECK(hr::in_seconds(found.p99) == doctest::Approx(slow.at(2.3263478740408408)).epsilon(1e-3).scale(1e-9));
}

}  // namespace latencies_by_hand
