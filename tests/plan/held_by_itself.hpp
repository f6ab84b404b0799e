// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cmath>
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
