// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/count.hpp>
#include <headroom/demand/growth.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/units.hpp>

// How many machines, or GPUs of a rack, to hold so that enough are up: each fails and is repaired by itself.
namespace headroom {

// The share of its time that a machine is up.
constexpr figure<double> availability(const duration& between_failures, const duration& repair) {
  if (!(between_failures > duration{}) || repair < duration{}) return figure<double>(unknown).noted("no time between two failures is given");
  return in_seconds(between_failures) / in_seconds(between_failures + repair);
}

// The share of time in which at least `needed` of `held` are up: the tail of a binomial distribution. Counts of 0 to 10^7, and `up` of 0 to 1;
// unknown beyond.
constexpr figure<double> share_with_enough(count held, count needed, double up) {
  if (held < 0 || held > 10'000'000 || needed < 0 || !(up >= 0 && up <= 1))
    return figure<double>(unknown).noted("counts are from 0 to 10,000,000, and shares from 0 to 1");
  if (needed == 0) return 1.0;
  if (needed > held) return 0.0;
  if (up == 1) return 1.0;
  const auto n = static_cast<double>(held);
  // From the likeliest number both ways, so that none is too small to be told from 0, until one adds nothing.
  const auto likeliest = static_cast<count>((n + 1) * up);  // no more than are held, for none is up all of the time
  const double odds = up / (1 - up);
  double enough = 0;
  double all = 0;
  const auto add = [&](count k, double chance) {
    all += chance;
    if (k >= needed) enough += chance;
    return chance > 1e-18 * enough;
  };
  double chance = 1;
  for (count k = likeliest; k <= held && add(k, chance); ++k) chance *= (n - static_cast<double>(k)) / (static_cast<double>(k) + 1) * odds;
  chance = 1;
  for (count k = likeliest; k > 0; --k) {
    chance *= static_cast<double>(k) / (n - static_cast<double>(k) + 1) / odds;
    if (!add(k - 1, chance)) break;
  }
  return enough / all;
}

// The least number to hold so that enough are up for such a share of the time. Unknown where ten million are not enough.
constexpr figure<count> fewest_held(count needed, double up, double share_of_time) {
  constexpr count most = 10'000'000;
  if (needed < 0 || needed > most || !(up >= 0 && up <= 1) || !(share_of_time >= 0 && share_of_time <= 1))
    return figure<count>(unknown).noted("counts are from 0 to 10,000,000, and shares from 0 to 1");
  if (share_of_time == 1 && up < 1 && needed > 0) return figure<count>(unknown).noted("machines that fail are never enough for certain");
  const double least_share = share_of_time * (1 - 1e-15);  // sums are rounded
  const count held = needed + detail::least(most - needed, [&](count spares) { return *share_with_enough(needed + spares, needed, up).known() >= least_share; });
  if (held > most) return figure<count>(unknown).noted("ten million are not enough");
  return held;
}

// Replicas that are held because others fail: so many, and as many as it takes that enough are up for such a share of the time.
struct fleet_spares {
  count replicas = 0;
  double up = 1;             // the share of its time that each replica is up
  double share_of_time = 0;  // that enough are

  constexpr bool are_asked() const { return replicas > 0 || share_of_time > 0; }
};

// What is needed with its spares; of nothing nothing. Unknown as fewest_held is.
constexpr figure<count> with_spares(count needed, const fleet_spares& of) {
  if (!is_count(of.replicas)) return figure<count>(unknown).noted("the number of spare replicas is none");
  if (needed == 0) return count{0};
  const figure<count> held = fewest_held(needed, of.up, of.share_of_time);
  return held.is_known() ? figure<count>(add(*held.known(), of.replicas)) : held;
}

}  // namespace headroom
