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
std::vector<double> day_asked(const io& from, std::string_view option, const std::string& text);

fleet_of_day day_of(const fleet& of, const machine& on, const fleet_request& asked);

// Writes nothing where no load of a day is given.
void write_day(session& s, const machine_fleets& first, const fleet_request& asked);

nlohmann::ordered_json day_json(const fleet& of, const machine& on, const fleet_request& asked);

}  // namespace headroom::program
