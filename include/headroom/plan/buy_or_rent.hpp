// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/count.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/plan/commitments.hpp>
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
};

struct cost_comparison {
  money bought{};                    // with energy and upkeep, less what is got back
  money rented{};
  money running_a_month{};           // of one that is bought: energy and upkeep
  figure<double> months_to_break_even{};  // from then on buying has cost less; absent: running one costs as much as renting

  constexpr bool is_buying_cheaper() const { return bought < rented; }
};

// Energy and upkeep of one machine in a month of 730 hours. Unknown without its power, PUE or the price of energy.
constexpr figure<money> running_cost(const ownership_terms& of) {
  const auto refused = [](std::string_view why) { return figure<money>(unknown).noted(why); };
  if (!of.drawn.is_known()) return refused("what a machine draws is not known");
  if (!of.usage_effectiveness.is_known()) return refused("no PUE is given");
  if (!of.kilowatt_hour.is_known()) return refused("no price of energy is given");
  if (*of.drawn.known() < power{} || !(*of.usage_effectiveness.known() >= 1) || *of.kilowatt_hour.known() < money{} || of.upkeep_a_month < money{})
    return refused("a PUE is 1 or more, and no price is less than nothing");
  const double kilowatt_hours = in_watts(*of.drawn.known()) / 1'000 * *of.usage_effectiveness.known() * hours_of_a_month;
  return of.upkeep_a_month + kilowatt_hours * *of.kilowatt_hour.known();
}

// One machine for so many months. Unknown, with the reason as its note, as running_cost() is, without a purchase price, or where the months are none.
constexpr figure<cost_comparison> buy_or_rent(const ownership_terms& of, const money_rate& rent, count months) {
  const auto refused = [](std::string_view why) { return figure<cost_comparison>(unknown).noted(why); };
  if (!of.purchase.is_known()) return refused("no purchase price is given");
  if (months < 1 || !is_count(months)) return refused("a machine is had for a month at least");
  if (*of.purchase.known() < money{} || of.resale < money{} || *of.purchase.known() < of.resale || rent < money_rate{}) return refused("no price is less than nothing, and nothing is sold for more than it cost");
  const figure<money> running = running_cost(of);
  if (!running.is_known()) return refused(running.note);
  const money rented_a_month = cost_of({.months = 1, .price = rent});
  const money spared = rented_a_month - *running.known();
  cost_comparison made{.bought = *of.purchase.known() - of.resale + static_cast<double>(months) * *running.known(),
                       .rented = static_cast<double>(months) * rented_a_month,
                       .running_a_month = *running.known(),
                       .months_to_break_even = absent};
  if (spared > money{}) made.months_to_break_even = in_dollars(*of.purchase.known() - of.resale) / in_dollars(spared);
  return made;
}

}  // namespace headroom
