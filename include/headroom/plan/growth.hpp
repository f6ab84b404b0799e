// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include <headroom/count.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/math.hpp>

// Demand over months, until when it is met by what is held, and what has to be ordered when.
namespace headroom {

// What is asked for in each month, in any unit; month 0 is now. The parts multiply: a straight line, a growth on top of it, a season.
struct demand_curve {
  double first = 0;
  double added_a_month = 0;
  double growth_a_month = 0;          // 0.05: 5 % more than in the month before
  std::span<const double> given{};    // month by month, in place of the three above
  std::span<const double> season{};   // factors, month by month, over and over
};

// Unknown before month 0, after the last that is given, and where it is no amount.
constexpr figure<double> asked_in(const demand_curve& of, count month) {
  if (month < 0) return figure<double>(unknown).noted("months are counted from 0");
  double asked = of.first + of.added_a_month * static_cast<double>(month);
  if (!of.given.empty()) {
    if (month >= static_cast<count>(of.given.size())) return figure<double>(unknown).noted("no demand is given for so late a month");
    asked = of.given[static_cast<std::size_t>(month)];
  } else {
    double factor = 1 + of.growth_a_month;
    for (count left = month; left > 0; left /= 2) {
      if (left % 2 != 0) asked *= factor;
      if (left > 1) factor *= factor;
    }
  }
  if (!of.season.empty()) asked *= of.season[static_cast<std::size_t>(month) % of.season.size()];
  if (!(asked >= 0 && asked <= std::numeric_limits<double>::max())) return figure<double>(unknown).noted("what is asked for is no amount");
  return asked;
}

// The first month in which more is asked for than is held, but for rounding. Absent: none of the first so many; unknown: a month before it is.
constexpr figure<count> runway(double held, const demand_curve& of, count months) {
  for (count month = 0; month < months; ++month) {
    const figure<double> asked = asked_in(of, month);
    if (!asked.is_known()) return figure<count>(unknown).noted(asked.note);
    if (!(*asked.known() <= held || math::close(*asked.known(), held))) return month;
  }
  return absent;
}

// Machines that meet a demand, each of which supplies so much of it: in each of so many months. Unknown as the demand is, or where one
// supplies nothing.
constexpr figure<std::vector<count>> machines_by_month(const demand_curve& of, double each, count months) {
  using found = figure<std::vector<count>>;
  if (!(each > 0)) return found(unknown).noted("a machine supplies nothing of what is asked for");
  std::vector<count> all;
  for (count month = 0; month < months; ++month) {
    const figure<double> asked = asked_in(of, month);
    if (!asked.is_known()) return found(unknown).noted(asked.note);
    const double machines = *asked.known() / each;
    if (!(machines < static_cast<double>(max_count))) return found(unknown).noted("more machines than can be counted");
    auto whole = static_cast<count>(machines);
    const double supply = static_cast<double>(whole) * each;
    if (supply < *asked.known() && !math::close(supply, *asked.known())) ++whole;
    all.push_back(whole);
  }
  return all;
}

struct machine_order {
  count placed_in{};  // the month at the latest; below 0: it is too late, and placed now
  count needed_in{};  // and from then on, until it comes
  count machines{};

  constexpr bool is_late() const { return placed_in < 0; }
  friend constexpr bool operator==(const machine_order&, const machine_order&) = default;
};

// How machines are bought. The lead time has no default: no source gives one for all.
struct order_terms {
  count held = 0;
  count step = 1;                // a rack's, or what a vendor sells together
  figure<count> lead_months{};   // from an order to its machines at work
};

namespace detail {

// Steps that are ordered by each month. Before the first that an order of now comes in no order helps: of what is lacking there that counts which is
// lacking until then, and is late.
constexpr void keep_what_comes_in_time(std::vector<count>& steps, count lead) {
  const bool comes = lead < static_cast<count>(steps.size());
  for (std::size_t month = comes ? static_cast<std::size_t>(lead) : steps.size(); month > 0; --month) {
    const count then = month < steps.size() ? steps[month] : 0;
    if (then < steps[month - 1]) steps[month - 1] = then;
  }
}

}  // namespace detail

// The orders that keep up with what is needed from their arrival on, each as late as it may be and of as few whole steps as will do until the next month in
// which that is not enough. What is lacking before anything that is ordered now has come, and no longer then, has no order. Unknown, with the reason as its
// note, where the lead time is, or a count is none.
constexpr figure<std::vector<machine_order>> orders_for(std::span<const count> needed, const order_terms& terms) {
  const auto refused = [](std::string_view why) { return figure<std::vector<machine_order>>(unknown).noted(why); };
  if (!terms.lead_months.is_known()) return refused("the lead time is not known");
  const count lead = *terms.lead_months.known();
  if (!is_count(lead)) return refused("a lead time is of 0 months at least");
  if (!is_count(terms.held)) return refused("the number of machines that are held is none");
  if (terms.step < 1 || !is_count(terms.step)) return refused("machines are ordered by one at least");
  std::vector<count> steps;
  for (const count each : needed) {
    if (!is_count(each)) return refused("a number of machines that are needed is none");
    steps.push_back(each > terms.held ? ceil_of(each - terms.held, terms.step) : 0);
  }
  detail::keep_what_comes_in_time(steps, lead);
  std::vector<machine_order> orders;
  count ordered = 0;
  for (std::size_t month = 0; month < steps.size(); ++month) {
    if (steps[month] <= ordered) continue;
    const auto needed_in = static_cast<count>(month);
    orders.push_back({needed_in - lead, needed_in, multiply(steps[month] - ordered, terms.step)});
    ordered = steps[month];
  }
  return orders;
}

}  // namespace headroom
