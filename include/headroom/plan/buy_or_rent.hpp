// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/count.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/math.hpp>
#include <headroom/plan/commitments.hpp>
#include <headroom/plan/electricity.hpp>
#include <headroom/units.hpp>

// What a machine costs over months where it is bought, and where it is rented.
namespace headroom {

// All are inputs: no source gives them for everybody. Of one machine.
struct ownership_terms {
  figure<money> purchase{};              // paid at once
  figure<power> drawn{};                 // by the machine itself, in the mean
  figure<double> usage_effectiveness{};  // PUE: what the building draws for each watt of the machine, 1 or more
  figure<money> kilowatt_hour{};         // of energy
  asked_for<money> upkeep_a_month{};     // space, people, repairs
  asked_for<money> resale{};             // got back at the end
  figure<double> interest_a_year{};      // a share, at which later money counts for less; without it all counts alike
};

struct cost_comparison {
  money bought{};                    // with energy and upkeep, less what is got back; with interest as of the day of the purchase
  money rented{};
  money running_a_month{};           // of one that is bought: energy and upkeep
  // From then on less has been paid for buying, before anything is got back: the months of use where the resale alone makes buying cheaper, and more than
  // these where it would have to be used for longer. Absent: it never pays for itself.
  figure<double> months_to_break_even{};

  constexpr bool is_buying_cheaper() const { return bought < rented; }
};

// Energy and upkeep of one machine in a month of 730 hours. Unknown without its power, PUE or the price of energy.
constexpr figure<money> running_cost(const ownership_terms& of) {
  const figure<money> electricity = electricity_cost({of.drawn, of.usage_effectiveness, of.kilowatt_hour}, 1, hours(hours_of_a_month));
  if (!electricity.is_known()) return electricity;
  if (of.upkeep_a_month < money{}) return figure<money>(unknown).noted(detail::wrong_electricity);
  return of.upkeep_a_month + *electricity.known();
}

namespace detail {

// What money that is paid at the end of months counts for now.
struct discounting {
  double of_month = 0;  // the logarithm of what a month's interest makes of a dollar; 0: there is none

  constexpr explicit discounting(double interest_a_year) : of_month(-math::log_of_rest(interest_a_year / (1 + interest_a_year)) / 12) {}
  constexpr double after(double months) const { return math::exponential(-of_month * months); }
  // Of a dollar at the end of each of so many.
  constexpr double each_month(double months) const { return of_month > 0 ? after(1) * (1 - after(months)) / (1 - after(1)) : months; }
  // Until a dollar a month has paid for what costs so many; absent: never.
  constexpr figure<double> months_to_pay(double paid) const {
    if (!(of_month > 0)) return paid;
    const double forever = each_month(1) / (1 - after(1));
    if (!(paid < forever)) return absent;
    return -math::log_of_rest(paid / forever) / of_month;
  }
};

}  // namespace detail

// One machine for so many months. Unknown, with the reason as its note, as running_cost() is, without a purchase price, or where the months are none.
constexpr figure<cost_comparison> buy_or_rent(const ownership_terms& of, const money_rate& rent, count months) {
  const auto refused = [](std::string_view why) { return figure<cost_comparison>(unknown).noted(why); };
  if (!of.purchase.is_known()) return refused("no purchase price is given");
  const double interest = of.interest_a_year.value_or(0);
  if (!(interest >= 0 && interest <= 10)) return refused("interest is 0 to 1,000 % a year");
  if (months < 1 || !is_count(months)) return refused("a machine is had for a month at least");
  if (of.resale < money{} || *of.purchase.known() < of.resale || rent < money_rate{}) return refused("no price is less than nothing, and nothing is sold for more than it cost");
  const figure<money> running = running_cost(of);
  if (!running.is_known()) return refused(running.note);
  const money rented_a_month = cost_of({.months = 1, .price = rent});
  const money spared = rented_a_month - *running.known();
  const detail::discounting by(interest);
  const double months_paid = by.each_month(static_cast<double>(months));
  cost_comparison made{.bought = *of.purchase.known() - of.resale * by.after(static_cast<double>(months)) + months_paid * *running.known(),
                       .rented = months_paid * rented_a_month,
                       .running_a_month = *running.known(),
                       .months_to_break_even = absent};
  if (spared > money{}) made.months_to_break_even = by.months_to_pay(*of.purchase.known() / spared);
  const auto used = static_cast<double>(months);
  if (made.is_buying_cheaper() && made.months_to_break_even.value_or(0) > used) made.months_to_break_even = used;
  return made;
}

}  // namespace headroom
