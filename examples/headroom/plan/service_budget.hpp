// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/hardware/figure.hpp>
#include <headroom/units.hpp>
#include <string>
#include <string_view>

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

// By what it passes the budget: 0.18 is 18 % more. 0: it does not.
double beyond_budget(const money_rate& price, const money_rate& budget);

// "the cheapest costs $295 an hour, 18 % more than --budget $250/h"
std::string beyond_budget_text(const money_rate& price, const money_rate& budget);

// A plan in words.
struct priced_plan {
  std::string words{};
  money_rate price{};
};

}  // namespace headroom::program
