// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/own/planned_job.hpp>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "plan/mixed_fleet.hpp"
#include "plan/pool_fleets.hpp"
#include "plan/service_budget.hpp"
#include "plan/serving_search.hpp"
#include "reading.hpp"
#include "session.hpp"

// Plans of serving in words, and as a member of "jobs" for machines.
namespace headroom::program {

// What is told beside the fleets on one kind of machine each.
struct fleets_beside {
  const mixed_fleet* mix = nullptr;               // of several kinds, where one was searched
  std::string without_mix{};                      // why none was, a sentence
  std::string pools{};                            // where they take less than all of these: a line
  std::span<const machine_fleets> without{};      // the plans without a limit of power that leaves fewer machines
  const mixed_fleet* mix_without = nullptr;       // of several kinds without that limit, where one was searched
  std::span<const machine_fleets> without_budget{};  // likewise without the budget, where it may bind
  const mixed_fleet* mix_without_budget = nullptr;
  std::optional<priced_plan> nearest{};           // the cheapest, where none is within the budget

  bool is_mixed() const { return mix != nullptr && mix->leads(); }
};
// Of all that are beyond the budget.
std::optional<priced_plan> nearest_of(const std::vector<machine_fleets>& all, const mixed_fleet& mix, const std::vector<machine_pools>& pools);
void write_fleets(session& s, const planned_job& job, const std::vector<machine_fleets>& all, const fleet_request& asked, const fleets_beside& beside = {});

// So many replicas as would be needed if they answered so much of what we say.
double replicas_at(const fleet& of, double share);

// Of so many requests a second, and so many that replicas or groups answer: what one fewer or one more of them would, and what that takes more.
std::string number_binds(std::string_view of_what, double asked, double answered, double of_each, std::string_view more);
// What more machines take more an hour, and for each of so many requests a second: " on 2 machines more, for $40 an hour more: $4 an hour for each
// request a second".
std::string more_text(count machines, const figure<money_rate>& more, double requests);
// ", beyond the budget", or empty.
std::string beyond_text(const figure<money_rate>& price, const fleet_request& asked);

// "Measured, 3 to 5 replicas may be needed.", where there is a band.
std::string replicas_measured(const fleet& of);
nlohmann::ordered_json fleet_json(const fleet& of);
// "$98.32", or that it is not known.
std::string an_hour(const fleet& of);

nlohmann::ordered_json fleets_json(const planned_job& job, const std::vector<machine_fleets>& all, const fleet_request& asked, const fleets_beside& beside = {});

}  // namespace headroom::program
