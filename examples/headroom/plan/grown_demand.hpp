// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <headroom/cluster/group.hpp>
#include <headroom/demand/demand.hpp>
#include <headroom/demand/verdict.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/plan/commitments.hpp>
#include <headroom/plan/growth.hpp>
#include <span>
#include <string>
#include <vector>

// A demand that grows over months, held against a cluster that grows by one kind of machine.
namespace headroom::program {

struct growth_request {
  std::size_t bought = 0;         // the group that grows
  std::vector<double> factors{};  // of the demand, month by month
  std::string options{};          // that say them
  count step = 1;
  figure<count> lead_months{};
  std::vector<purchase_term> terms{};  // none: nothing is rented
};

// Until when what is held meets one need.
struct need_runway {
  need_check now{};
  figure<count> month{};                             // the first that is not met; absent: none of them
  headroom::outcome outcome = headroom::outcome::fits;  // of that month
};

struct grown_month {
  double factor = 0;
  figure<count> needed{};  // machines of the kind that is bought
  count there = 0;         // with the orders that have come, or else with those that are rented
  headroom::outcome outcome = headroom::outcome::fits;  // with these
};

struct grown_demand {
  std::vector<need_runway> runways{};
  std::vector<grown_month> months{};
  figure<std::vector<machine_order>> orders{};
  figure<commitments> rented{};  // in place of what has to be ordered
  headroom::outcome outcome = headroom::outcome::fits;
  std::string why{};  // it is not met, or cannot be judged

  bool is_met_by_rent() const { return !orders.is_known() && rented.is_known(); }
};

// Throws input_error where the demand is none, or grows beyond what can be counted.
grown_demand grown(std::span<const group> groups, const demand& asked, const growth_request& request);

}  // namespace headroom::program
