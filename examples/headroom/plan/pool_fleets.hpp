// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/cluster/pricing.hpp>
#include <headroom/plan/pool_search.hpp>
#include <headroom/plan/search.hpp>
#include <headroom/read/own/planned_job.hpp>
#include <string>
#include <vector>

#include "fit/machine_fit.hpp"
#include "plan/mixed_fleet.hpp"
#include "plan/serving_search.hpp"
#include "print/progress.hpp"

// The same requests in pools of prefill and decode, beside the fleets of replicas.
namespace headroom::program {

struct machine_pools {
  headroom::machine machine{};
  outcome standing = outcome::cannot_be_judged;
  std::string why{};       // there are none
  bool is_over_budget = false;  // these are the cheapest, which are none within the budget
  pool_plan plan{};        // not its kind, which is that of the machine
  plan_amounts takes{};    // of an hour
  serving_kind kind{};     // GPUs of a machine and of a domain alone
  figure<serving_latencies> at_load{};  // of a group, with its share of the requests at random times
  figure<double> with_prefill{};  // requests a second of a group with one prefill worker more
  figure<double> with_decode{};
  machine_fit prefill{};   // of each pool by itself
  machine_fit decode{};
  count machines = 0;
  count tried = 0;
  bool is_cut = false;     // the time limit ended the search

  pool_plan on_its_kind() const {
    pool_plan made = plan;
    made.on = &kind;
    return made;
  }
  count machines_for(count groups) const {
    pool_plan with = on_its_kind();
    with.groups = groups;
    return with.machines();
  }
  count machines_with_more() const { return machines_for(plan.groups + 1); }
  figure<money_rate> price_of(count machines_of) const {
    return takes.cost.with(dollars_per_hour(in_dollars(takes.cost.value_or({})) / static_cast<double>(machines) * static_cast<double>(machines_of)));
  }
};

// The best of each, those first that take least. The job says no layout.
std::vector<machine_pools> pools_on(const std::vector<asked_machine>& machines, const planned_job& job, const pricing& terms, const fleet_request& asked, progress& shown);

// Of each those that no others are smaller than, for machines that are shared; where there are none, one that says why. What a group answers with
// its share of the requests, and with a worker more, is not looked at.
std::vector<machine_pools> smallest_pools_on(const std::vector<asked_machine>& machines, const planned_job& job, const pricing& terms, const fleet_request& asked, progress& shown);
machine_pools with_loads(machine_pools of, const planned_job& job, const fleet_request& asked);

// As amount_of() a fleet: by the second, where those of pools are of an hour.
figure<double> amount_of_pools(const machine_pools& of, plan_amount least);
// Whether they take less than replicas on one kind of machine, and than on several.
bool do_pools_lead(const std::vector<machine_pools>& pools, const std::vector<machine_fleets>& replicas, const mixed_fleet& mix, plan_amount least);

}  // namespace headroom::program
