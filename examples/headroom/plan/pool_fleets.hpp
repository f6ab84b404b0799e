// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/cluster/pricing.hpp>
#include <headroom/plan/pool_search.hpp>
#include <headroom/plan/search.hpp>
#include <headroom/read/own/planned_job.hpp>
#include <optional>
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
  std::optional<headroom::machine> decode_machine{};  // of the decode workers; nothing: the same
  bool is_of_any_two = false;                         // of no two machines there are any
  outcome standing = outcome::cannot_be_judged;
  std::string why{};       // there are none
  bool is_over_budget = false;  // these are the cheapest, which are none within the budget
  pool_plan plan{};        // not its kinds, which are those of the machines
  plan_amounts takes{};    // of an hour
  serving_kind kind{};     // price of a machine, its GPUs and those of a domain alone
  serving_kind decode_kind{};
  figure<serving_latencies> at_load{};  // of a group, with its share of the requests at random times
  figure<double> with_prefill{};  // requests a second of a group with one prefill worker more
  figure<double> with_decode{};
  machine_fit prefill{};   // of each pool by itself
  machine_fit decode{};
  count machines = 0;
  count tried = 0;
  bool is_cut = false;     // the time limit ended the search

  const headroom::machine& decodes_on() const { return decode_machine.has_value() ? *decode_machine : machine; }
  pool_plan with_groups(count groups) const {
    pool_plan made = plan;
    made.on = &kind;
    made.decode_on = decode_machine.has_value() ? &decode_kind : &kind;
    made.groups = groups;
    return made;
  }
  pool_plan on_its_kinds() const { return with_groups(plan.groups); }
  count machines_with_more() const { return with_groups(plan.groups + 1).machines(); }
  figure<money_rate> price_with_more() const { return with_groups(plan.groups + 1).price(); }
  // "A", or "A and B" where decode workers are on another.
  std::string machine_names() const { return decode_machine.has_value() ? std::string(machine.name()) + " and " + std::string(decode_machine->name()) : std::string(machine.name()); }
};

// Each machine of pools with how many of it there are; that of prefill workers first.
template <class Visit>
void for_each_machine(const machine_pools& of, Visit&& visit) {
  const pool_plan plan = of.on_its_kinds();
  visit(of.machine, of.decode_machine.has_value() ? plan.prefill_machines() : plan.machines());
  if (of.decode_machine.has_value()) visit(*of.decode_machine, plan.decode_machines());
}

// The best of each, and of prefill workers on one of them and decode workers on another in one region, but for a limit of power; those first that
// take least. The job says no layout.
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
