// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include <headroom/cluster/cluster.hpp>
#include <headroom/cluster/group.hpp>
#include <headroom/count.hpp>
#include <headroom/demand/assess.hpp>
#include <headroom/demand/demand.hpp>
#include <headroom/demand/verdict.hpp>
#include <headroom/hardware/figure.hpp>

namespace headroom {

namespace detail {

// What a demand is when only its minimums count: they only get easier with more machines, its limits only harder.
constexpr demand without_limits(demand asked) {
  asked.at_most = {};
  return asked;
}

// The least n from 0 to most for which holds(n), given that it holds for all larger ones; most + 1: for none.
template <class Predicate>
constexpr count least(count most, Predicate holds) {
  count step = 1;
  count below = -1;  // fails, or is before the range
  count above = 0;
  while (above < most && !holds(above)) {
    below = above;
    above = above + step < most ? above + step : most;
    step *= 2;
  }
  if (above == most && !holds(above)) return most + 1;
  while (above - below > 1) {
    const count middle = below + (above - below) / 2;
    (holds(middle) ? above : below) = middle;
  }
  return above;
}

// The most, from 0 to `limit`, for which a predicate holds that holds for all smaller ones.
template <class Predicate>
constexpr count most(count limit, Predicate holds) {
  return least(limit, [&](count n) { return n > 0 && !holds(n); }) - 1;
}

// The outcome with so many machines of one group and all others as they are. Groups and Standings are arrays at compile
// time and vectors at run time.
template <class Groups, class Standings>
struct variation {
  Groups groups;
  Standings standings;
  std::size_t which;

  constexpr outcome with(count how_many, const demand& asked) const {
    Groups changed = groups;
    changed[which].how_many = how_many;
    basic_verdict<Standings> v;
    v.groups = standings;
    judge(v, changed, asked);
    return v.outcome;
  }
  constexpr count held() const { return groups[which].how_many; }
};

template <class Groups, class Standings>
variation(Groups, Standings, std::size_t) -> variation<Groups, Standings>;

template <class Variation>
constexpr figure<count> more_of(const Variation& cluster, const demand& asked) {
  if (cluster.with(cluster.held(), asked) == outcome::invalid) return unknown;
  const demand minimums = without_limits(asked);
  const count most = max_count - cluster.held();
  const count extra = least(most, [&](count n) { return cluster.with(cluster.held() + n, minimums) == outcome::fits; });
  if (cluster.with(cluster.held() + extra, asked) == outcome::fits) return extra;  // beyond 2^40 nothing fits
  // No number surely does. Whether one may: with fewer than `possible` the minimums fail, with more the limits do.
  const count possible =
      least(most, [&](count n) { return cluster.with(cluster.held() + n, minimums) <= outcome::cannot_be_judged; });
  const bool none = possible > most || cluster.with(cluster.held() + possible, asked) == outcome::does_not_fit;
  return none ? figure<count>(absent) : figure<count>(unknown);
}

template <class Variation>
constexpr count spare_of(const Variation& cluster, const demand& asked) {
  const count held = cluster.held();
  if (cluster.with(held, asked) != outcome::fits) return 0;
  const demand minimums = without_limits(asked);
  const count left = least(held, [&](count n) { return cluster.with(n, minimums) == outcome::fits; });
  return held - left;
}

}  // namespace detail

// How many more machines of each group's kind, alone, make the cluster meet the demand: 0 where it does, absent where no
// number does (the machines are not eligible, or a limit is in the way), unknown where a missing figure decides.
template <class... Parts>
constexpr auto how_many_more(const cluster<Parts...>& c, const demand& asked) {
  constexpr std::size_t size = cluster<Parts...>::size;
  std::array<figure<count>, size> more{};
  for (std::size_t i = 0; i < size; ++i) more[i] = detail::more_of(detail::variation{c.groups(), std::array<group_standing, size>{}, i}, asked);
  return more;
}
template <class Groups = std::vector<group>, class Standings = std::vector<group_standing>, class Counts = std::vector<figure<count>>>
Counts how_many_more(std::span<const group> groups, const demand& asked) {
  const Groups copy(groups.begin(), groups.end());
  Counts more(groups.size());
  for (std::size_t i = 0; i < groups.size(); ++i)
    more[i] = detail::more_of(detail::variation<Groups, Standings>{copy, Standings(groups.size()), i}, asked);
  return more;
}

// How many machines of each group, alone, could be given back and the demand still be met; 0 where it is not met.
template <class... Parts>
constexpr auto could_give_back(const cluster<Parts...>& c, const demand& asked) {
  constexpr std::size_t size = cluster<Parts...>::size;
  std::array<count, size> spare{};
  for (std::size_t i = 0; i < size; ++i) spare[i] = detail::spare_of(detail::variation{c.groups(), std::array<group_standing, size>{}, i}, asked);
  return spare;
}
template <class Groups = std::vector<group>, class Standings = std::vector<group_standing>, class Counts = std::vector<count>>
Counts could_give_back(std::span<const group> groups, const demand& asked) {
  const Groups copy(groups.begin(), groups.end());
  Counts spare(groups.size());
  for (std::size_t i = 0; i < groups.size(); ++i)
    spare[i] = detail::spare_of(detail::variation<Groups, Standings>{copy, Standings(groups.size()), i}, asked);
  return spare;
}

}  // namespace headroom
