// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <headroom/cluster/pricing.hpp>
#include <headroom/plan/fleet.hpp>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "plan/daily_fleet.hpp"
#include "plan/pool_fleets.hpp"
#include "plan/serving_search.hpp"
#include "session.hpp"

// Pools of prefill and decode in words, and for machines.
namespace headroom::program {

// "3 groups of 2 prefill workers of TP 2 and 1 decode worker of TP 4"
std::string groups_text(const machine_pools& of);
std::string pools_name(const machine_pools& of, const fleet_request& asked);

fleet_of_day day_of(const machine_pools& of, const pricing& terms, const fleet_request& asked);
// Of both times that a client sees.
std::array<std::string, 2> bands_of_pools(const machine_pools& of, const fleet_request& asked);

nlohmann::ordered_json pools_json(const std::vector<machine_pools>& all, const pricing& terms, const fleet_request& asked);
// Beside the plan, where there is one.
void write_pools(session& s, const std::vector<machine_pools>& all, const std::vector<machine_fleets>& replicas, const pricing& terms, const fleet_request& asked);

}  // namespace headroom::program
