// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cmath>
#include <headroom/plan/serving_search.hpp>
#include <headroom/plan/spares.hpp>

// What is needed with its spares: numbers tried one after the other, each with every number of those that are up, by logarithms of factorials.
inline double held_by_itself(double needed, const hr::fleet_spares& of) {
  const auto enough = [&](double held) {
    double share = 0;
    for (double up = needed; up <= held; ++up)
      share += std::exp(std::lgamma(held + 1) - std::lgamma(up + 1) - std::lgamma(held - up + 1) + up * std::log(of.up) + (held - up) * std::log1p(-of.up));
    return share;
  };
  double held = needed;
  // Of so few that fewer than are needed are up on average, the median is no more than that either: half of the time is not enough.
  if (of.share_of_time > 0.5) held = std::max(needed, std::floor((needed - 1) / of.up));
  if (of.share_of_time > 0)
    while (enough(held) < of.share_of_time) ++held;
  return held + static_cast<double>(of.replicas);
}

// The fewest that answer so many requests; and of those of least time each number more that is paid for.
inline double fewest_by_itself(double requests, double of_each) { return std::max(1.0, std::ceil(requests / of_each * (1 - 1e-12))); }
inline bool is_each_number_asked(const hr::serving_objective& of) { return of.least == hr::plan_amount::time && of.has_limits() && hr::in_dollars(of.budget) > 0; }
