// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <limits>
#include <string_view>

#include <headroom/count.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/units.hpp>

// What machines draw at the meter of a site, what their electricity costs, and how many a limit of power allows.
namespace headroom {

// Nothing of it has a default.
struct electricity_terms {
  figure<power> drawn{};                 // by one machine
  figure<double> usage_effectiveness{};  // PUE: what the building draws for each watt of the machine
  figure<money> kilowatt_hour{};         // of energy
};

namespace detail {

constexpr std::string_view wrong_electricity = "a PUE is 1 or more, and no price is less than nothing";

constexpr bool is_valid(const electricity_terms& of) {
  const double effectiveness = of.usage_effectiveness.value_or(1);
  return !(of.drawn.value_or({}) < power{}) && effectiveness >= 1 && effectiveness < std::numeric_limits<double>::infinity() && !(of.kilowatt_hour.value_or({}) < money{});
}

}  // namespace detail

// Of so many machines, with the building's share where a PUE is given. Unknown where what a machine draws is not known.
constexpr figure<power> power_at_meter(const electricity_terms& of, count machines) {
  const auto refused = [](std::string_view why) { return figure<power>(unknown).noted(why); };
  if (!of.drawn.is_known()) return refused("what a machine draws is not known");
  if (!detail::is_valid(of) || !is_count(machines)) return refused(detail::wrong_electricity);
  return of.drawn.with(*of.drawn.known() * (of.usage_effectiveness.value_or(1) * static_cast<double>(machines)));
}

// Of so many machines for so long. Unknown without their power, PUE or the price of energy.
constexpr figure<money> electricity_cost(const electricity_terms& of, count machines, const duration& time) {
  const auto refused = [](std::string_view why) { return figure<money>(unknown).noted(why); };
  if (!of.drawn.is_known()) return refused("what a machine draws is not known");
  if (!of.usage_effectiveness.is_known()) return refused("no PUE is given");
  if (!of.kilowatt_hour.is_known()) return refused("no price of energy is given");
  const figure<power> drawn = power_at_meter(of, machines);
  if (!drawn.is_known()) return refused(drawn.note);
  return drawn.with(*of.kilowatt_hour.known() * (in_kilowatts(*drawn.known()) * in_hours(time)));
}

// The most machines that draw no more than a limit together, but for rounding. Unknown as power_at_meter() is.
constexpr figure<count> most_machines_within(const electricity_terms& of, const power& limit) {
  const figure<power> each = power_at_meter(of, 1);
  if (!each.is_known()) return figure<count>(unknown).noted(each.note);
  if (limit < power{}) return figure<count>(unknown).noted("a limit of power is no less than nothing");
  const double most = in_watts(limit) * (1 + 1e-12), of_one = in_watts(*each.known());
  return each.with(most < static_cast<double>(max_count) * of_one ? static_cast<count>(most / of_one) : max_count);
}

}  // namespace headroom
