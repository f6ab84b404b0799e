// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <limits>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include <headroom/count.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/inference/request_rate.hpp>
#include <headroom/math.hpp>
#include <headroom/plan/spares.hpp>
#include <headroom/units.hpp>

// How many replicas answer a load that changes over a day: a fleet of one size, and one that is scaled with the load.
namespace headroom {

// The rate of requests in each of so many equal parts of a day: a cosine with its peak in one of them. The ratio is that of the highest to the
// lowest rate, 1 at least. Unknown, with the reason as its note, where something is no amount.
constexpr figure<std::vector<request_rate>> rates_of_day(const request_rate& mean, double peak_to_trough, count parts = 24, count peak = 12) {
  const auto refused = [](std::string_view why) { return figure<std::vector<request_rate>>(unknown).noted(why); };
  if (!(mean >= request_rate{} && mean <= requests_per_second(std::numeric_limits<double>::max()))) return refused("the mean is no rate");
  if (!(peak_to_trough >= 1 && peak_to_trough <= std::numeric_limits<double>::max())) return refused("a ratio of peak to trough is 1 at least");
  if (parts < 1 || parts > 100'000) return refused("a day has 1 to 100,000 parts");
  const double swing = (peak_to_trough - 1) / (peak_to_trough + 1);
  std::vector<request_rate> rates;
  for (count i = 0; i < parts; ++i) rates.push_back(mean * (1 + swing * math::cosine_of_turns(static_cast<double>(i - peak) / static_cast<double>(parts))));
  return rates;
}

// The fewest replicas that answer so many requests a second, but for rounding, each so many. Unknown where one answers none.
constexpr figure<count> replicas_for(const request_rate& rate, const request_rate& of_replica) {
  if (!(of_replica > request_rate{})) return figure<count>(unknown).noted("a replica answers no requests");
  if (!(rate >= request_rate{} && ratio(rate, of_replica) < 1e7)) return figure<count>(unknown).noted("the load is no rate, or takes more than ten million replicas");
  const auto whole = static_cast<count>(ratio(rate, of_replica));
  return math::close(static_cast<double>(whole), ratio(rate, of_replica)) ? whole : whole + 1;
}

struct fleet_terms {
  asked_for<duration> part = hours(1);  // of the day, that each rate holds
  figure<duration> start_up{};          // from when a replica is asked for, and paid, until it answers; no default
  fleet_spares spares{};
  count at_least = 1;            // replicas at any time, beside spares
  count gpus_of_replica = 1;
  count gpus_of_machine = 1;
  figure<money_rate> price{};    // of a machine
};

// Machines for so many replicas: one that is smaller than a machine lies on one, larger ones lie side by side.
constexpr count machines_for(count replicas, const fleet_terms& of) {
  if (of.gpus_of_replica > of.gpus_of_machine) return ceil_of(multiply(replicas, of.gpus_of_replica), of.gpus_of_machine);
  return ceil_of(replicas, of.gpus_of_machine / of.gpus_of_replica);
}

struct fleet_part {
  request_rate rate{};
  count replicas = 0;       // that are needed, with spares
  count machines = 0;
  double machine_hours = 0; // of the scaled fleet in it, those that start included
};

struct fleet_of_day {
  std::vector<fleet_part> parts{};
  count replicas{};  // of the fleet of one size: those of the highest load
  count machines{};
  double replica_hours{};
  double machine_hours{};
  figure<double> scaled_replica_hours{};  // as load comes and goes; unknown without a start-up time
  figure<double> scaled_machine_hours{};
  figure<money> cost{};
  figure<money> scaled_cost{};

  // Of the machines' hours, as a share: the most that scaling can, as it knows the load beforehand.
  constexpr figure<double> saved() const {
    return scaled_machine_hours.with(machine_hours > 0 ? 1 - scaled_machine_hours.value_or(0) / machine_hours : 0);
  }
};

namespace detail {

// What has to be asked for at any time are the replicas of all loads until a start-up later: these hours, in each part.
constexpr std::vector<double> hours_asked_ahead(const std::vector<count>& needed, const duration& part, const duration& start_up) {
  const count all = static_cast<count>(needed.size());
  const double parts_ahead = math::smaller(start_up / part, static_cast<double>(all));
  const auto whole = static_cast<count>(parts_ahead);
  const double last = parts_ahead - static_cast<double>(whole);  // the share of a part in which one more is seen
  const auto most_of = [&](count from, count more) {
    count most = 0;
    for (count i = from; i <= from + more; ++i) most = std::max(most, needed[static_cast<std::size_t>(i % all)]);
    return static_cast<double>(most);
  };
  std::vector<double> asked;
  for (count i = 0; i < all; ++i) asked.push_back(in_hours(part) * ((1 - last) * most_of(i, whole) + last * most_of(i, whole + 1)));
  return asked;
}

constexpr double sum_of(const std::vector<double>& all) {
  double sum = 0;
  for (const double each : all) sum += each;
  return sum;
}

}  // namespace detail

// What a replica answers within its limits: a rate, or a function of the part of the day, where requests may be longer at night.
template <class T>
concept answers_of_replica = std::convertible_to<T, request_rate> || std::is_invocable_r_v<request_rate, const T&, std::size_t>;

// Both fleets over a day whose end is followed by its beginning. `machines_of` says the machines of so many replicas. Unknown, with the reason as its note, where a rate or a number is none.
template <answers_of_replica Answers, std::invocable<count> Machines>
constexpr figure<fleet_of_day> fleet_over_day(std::span<const request_rate> rates, const Answers& of_replica, const fleet_terms& terms, const Machines& machines_of) {
  const auto refused = [](std::string_view why) { return figure<fleet_of_day>(unknown).noted(why); };
  if (rates.empty() || rates.size() > 100'000) return refused("a day has 1 to 100,000 parts");
  if (!(terms.part > duration{})) return refused("a part of the day has no length");
  if (terms.at_least < 0 || !is_count(terms.at_least) || terms.gpus_of_replica < 1 || !is_count(terms.gpus_of_replica) || terms.gpus_of_machine < 1) return refused("a number of replicas or GPUs is none");
  if (terms.start_up.is_known() && *terms.start_up.known() < duration{}) return refused("the start-up time is below 0");
  fleet_of_day made;
  std::vector<count> replicas, machines;
  for (std::size_t i = 0; i < rates.size(); ++i) {
    request_rate answers{};
    if constexpr (std::invocable<const Answers&, std::size_t>) answers = of_replica(i);
    else answers = of_replica;
    const figure<count> needed = replicas_for(rates[i], answers);
    if (!needed.is_known()) return refused(needed.note);
    const figure<count> held = with_spares(std::max(*needed.known(), terms.at_least), terms.spares);
    if (!held.is_known()) return refused(held.note);
    replicas.push_back(*held.known());
    machines.push_back(machines_of(replicas.back()));
    made.replicas = std::max(made.replicas, replicas.back());
    made.machines = std::max(made.machines, machines.back());
    made.parts.push_back({rates[i], replicas.back(), machines.back()});
  }
  const double day = in_hours(terms.part) * static_cast<double>(rates.size());
  const auto paid = [&](double hours_of_machines) { return terms.price.with(dollars(in_dollars_per_hour(terms.price.value_or({})) * hours_of_machines)); };
  made.replica_hours = day * static_cast<double>(made.replicas);
  made.machine_hours = day * static_cast<double>(made.machines);
  made.cost = paid(made.machine_hours);
  if (!terms.start_up.is_known()) return made;
  const std::vector<double> of_machines = detail::hours_asked_ahead(machines, terms.part, *terms.start_up.known());
  for (std::size_t i = 0; i < rates.size(); ++i) made.parts[i].machine_hours = of_machines[i];
  made.scaled_replica_hours = detail::sum_of(detail::hours_asked_ahead(replicas, terms.part, *terms.start_up.known()));
  made.scaled_machine_hours = detail::sum_of(of_machines);
  made.scaled_cost = paid(*made.scaled_machine_hours.known());
  return made;
}

// The same of replicas that lie as `machines_for` has them.
template <answers_of_replica Answers>
constexpr figure<fleet_of_day> fleet_over_day(std::span<const request_rate> rates, const Answers& of_replica, const fleet_terms& terms = {}) {
  return fleet_over_day(rates, of_replica, terms, [&](count replicas) { return machines_for(replicas, terms); });
}

}  // namespace headroom
