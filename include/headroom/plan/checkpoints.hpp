// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/hardware/figure.hpp>
#include <headroom/math.hpp>
#include <headroom/units.hpp>

// What failures leave of the time of a long job: it writes checkpoints, and computes again what it did after the last one.
namespace headroom {

// Of a whole job. Failures come at random and at one rate, so that the time between two is exponential.
struct interruptions {
  asked_for<duration> between{};  // two of them, in the mean
  asked_for<duration> restart{};  // from a failure until the job computes again: found, replaced, loaded. Failures come meanwhile, too
};

struct checkpoints {
  asked_for<duration> interval{};  // of computing, from one to the next
  asked_for<duration> stall{};     // what one keeps the job from computing; of an asynchronous one, less than its writing takes
};

namespace detail {

// 1 - e^-x, of 0 and above.
constexpr double lost_share(double x) { return x < 1e-5 ? x - x * x / 2 : 1 - math::exponential(-x); }

constexpr bool has_rate(const interruptions& met) { return met.between > duration{} && !(met.restart < duration{}); }

}  // namespace detail

// The share of wall time in which what is computed is kept: goodput, or the effective training time ratio. An interval and its
// checkpoint are repeated until no failure meets them, and each restart until none meets it:
//   interval / (between e^(restart / between) (e^((interval + stall) / between) - 1))
// J. T. Daly, A higher order estimate of the optimum checkpoint interval for restart dumps, 2006. A stall may be longer
// than the interval, as the best one of slow storage is. Unknown without a time between two interruptions or an interval.
constexpr figure<double> effective_share(const checkpoints& taken, const interruptions& met) {
  if (!detail::has_rate(met)) return figure<double>(unknown).noted("no time between two interruptions is given");
  if (!(taken.interval > duration{}) || taken.stall < duration{}) return figure<double>(unknown).noted("no interval of checkpoints is given");
  const double mean = in_seconds(met.between);
  const double segment = in_seconds(taken.interval + taken.stall) / mean;
  const double restart = in_seconds(met.restart) / mean;
  return in_seconds(taken.interval) / mean * math::exponential(-restart - segment) / detail::lost_share(segment);
}

// How long a job takes, of so much computing.
constexpr figure<duration> with_interruptions(const duration& computing, const checkpoints& taken, const interruptions& met) {
  const figure<double> share = effective_share(taken, met);
  if (!share.is_known()) return figure<duration>(unknown).noted(share.note);
  if (!(*share.known() > 0)) return figure<duration>(unknown).noted("failures leave no time to compute");
  return computing / *share.known();
}

// The interval that keeps most, of checkpoints that stall so long. Of z = interval / between: -log(1 - z) - z = stall / between.
constexpr figure<duration> best_interval(const duration& stall, const interruptions& met) {
  if (!detail::has_rate(met)) return figure<duration>(unknown).noted("no time between two interruptions is given");
  if (!(stall > duration{})) return figure<duration>(unknown).noted("checkpoints that cost nothing have no best interval");
  const double wanted = in_seconds(stall) / in_seconds(met.between);
  const double root = math::square_root(2 * wanted);
  // Where both sides are too small to tell apart, three terms of the series, which is Daly's.
  if (wanted < 1e-6) return met.between * (root - root * root / 3 + root * root * root / 36);
  // Newton from above, where it comes down and never passes the root.
  double z = math::smaller(root, detail::lost_share(1 + wanted));
  for (int i = 0; i < 60; ++i) {
    const double next = z - (-math::log_of_rest(z) - z - wanted) * (1 - z) / z;
    if (!(next < z)) break;
    z = next;
  }
  return met.between * z;
}

// J. W. Young, A first order approximation to the optimum checkpoint interval, 1974: the square root of 2 stall between.
constexpr duration young_interval(const duration& stall, const interruptions& met) {
  return seconds(math::square_root(2 * in_seconds(stall) * in_seconds(met.between)));
}

// Daly's of higher order: Young's with two more terms, for stalls below twice the time between two interruptions, and that time beyond.
constexpr duration daly_interval(const duration& stall, const interruptions& met) {
  if (!(stall < 2 * met.between)) return met.between;
  const double half = in_seconds(stall) / (2 * in_seconds(met.between));
  return young_interval(stall, met) * (1 + math::square_root(half) / 3 + half / 9) - stall;
}

}  // namespace headroom
