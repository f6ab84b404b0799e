// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/machine.hpp>
#include <headroom/plan/fleet.hpp>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "plan/serving_search.hpp"
#include "session.hpp"

// A fleet over a day: of one size, and scaled with the load.
namespace headroom::program {

// "10,20,35" or a file of such numbers, on lines or after commas: requests a second in equal parts of a day. Throws input_error, which names
// the option, where one is no rate, or there are more than the minutes of a day.
std::vector<request_rate> day_asked(const io& from, std::string_view option, const std::string& text);

// By which servers are counted: what each answers at most, or where more are in use than so many requests a second need, its share of them.
request_rate rate_of_each(double requests, double most, count in_use);

fleet_of_day day_of(const fleet& of, const machine& on, const fleet_request& asked);

// Replicas, or "groups" of pools.
void write_day(session& s, const fleet_of_day& day, const fleet_request& asked, const std::string& title = "Over the day", const char* replicas = "replicas");

nlohmann::ordered_json day_json(const fleet_of_day& day, const fleet_request& asked);

}  // namespace headroom::program
