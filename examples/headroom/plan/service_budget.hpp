// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/demand/verdict.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/units.hpp>
#include <string>
#include <string_view>

#include "estimate/report_parts.hpp"

// Money for what goes on: so much an hour.
namespace headroom::program {

// Of --budget: "$2M", what a run may cost in all; and of services "$60/h" or "$500k/month". Of no text nothing. Throws input_error where it is none, or
// of the other kind.
money budget_of_run(std::string_view text);
money_rate budget_of_services(std::string_view text);

// "$684.9 an hour"
std::string dollars_an_hour(const money_rate& of);

// "--budget $684.9/h"
std::string budget_name(const money_rate& budget);

// By what money, or money for a time, passes the budget: 0.18 is 18 % more. 0: it does not.
template <class Amount>
double beyond_budget(const Amount& price, const Amount& budget) {
  const double beyond = in_base_units(price) / in_base_units(budget) - 1;
  return beyond > 1e-9 ? beyond : 0;
}

// "the cheapest costs $295 an hour, 18 % more than --budget $250/h"
std::string beyond_budget_text(const money_rate& price, const money_rate& budget);

// Where none of a machine are within the budget those that are cheapest, found without it, or why there are none. Where the budget leaves room for these,
// there are none for another reason.
template <class Found>
Found cheapest_beyond(Found cheapest, const figure<money_rate>& its_price, const money_rate& budget, Found within) {
  cheapest.tried = within.tried;
  if (cheapest.standing != outcome::fits) return cheapest;
  if (its_price.is_known() && beyond_budget(*its_price.known(), budget) == 0) return within;
  cheapest.is_over_budget = its_price.is_known();
  cheapest.standing = its_price.is_known() ? outcome::does_not_fit : outcome::cannot_be_judged;
  cheapest.why = its_price.is_known() ? beyond_budget_text(*its_price.known(), budget) : std::string(no_price);
  return cheapest;
}

// A plan in words.
struct priced_plan {
  std::string words{};
  money_rate price{};
};

}  // namespace headroom::program
