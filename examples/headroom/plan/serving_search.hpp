// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/cluster/pricing.hpp>
#include <headroom/count.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/plan/fleet.hpp>
#include <headroom/plan/search.hpp>
#include <headroom/plan/serving_search.hpp>
#include <headroom/read/own/planned_job.hpp>
#include <headroom/units.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "estimate/serving_estimate.hpp"
#include "fit/machine_fit.hpp"
#include "plan/site_power.hpp"
#include "reading.hpp"
#include "print/progress.hpp"
#include "search_clock.hpp"

// Which machines answer so many requests a second, how many replicas on them and how arranged.
namespace headroom::program {

// One request in eleven days: what a single replica answers is asked for.
inline constexpr double any_requests = 1e-6;

struct fleet_request {
  plan_amount least = plan_amount::cost;
  double requests = 0;   // a second, of all replicas; 0: by tokens
  double tokens = 0;     // of answers a second
  money_rate budget{};   // for what is bought; 0: no limit
  count most_gpus = 0;   // of one kind
  load_request load{};   // with the limits of its latencies
  std::vector<request_rate> day{};   // in equal parts of it, the highest of which is asked for; none: nobody says
  figure<duration> start_up{};       // of a replica, for a fleet that is scaled with that
  fleet_spares spares{};
  search_clock clock{};
  site_power power{};
  bool every_size = false;           // the best of each number of GPUs of a replica, too
  bool in_pools = false;             // of prefill and decode, besides

  bool has_limits() const { return load.latency.limits.has_value(); }
  bool has_budget() const { return in_dollars_per_hour(budget) > 0; }
};

// So many replicas of a layout on machines of one kind.
struct fleet {
  planned_job job{};  // with its layout and its replicas
  machine_fit fit{};
  count prompt = 0;       // tokens
  count answer = 0;
  double of_replica = 0;  // requests a second that one answers
  double requests = 0;    // that all are asked
  count spares = 0;       // replicas that are held as others fail
  count at_once = 0;       // requests of a replica; 0: they come at random times, within limits
  figure<count> machines_with_more{};  // of one replica more
  figure<money_rate> price_with_more{};
  duration first_token{};  // means; with limits the 99th percentile, and that of a token
  duration token{};
  figure<duration> token_at_load{};  // with limits the 99th percentile, as the requests come that are asked of all but the spares; else `token`
  figure<duration> token_with_more{};  // likewise, of one replica more
  stated_band throughput{};
  figure<money_rate> price{};
  figure<power> gpu_power{};
  figure<power> compared{};          // where least energy is asked for: of whole machines, or as gpu_power
  figure<power> drawn{};             // by its machines, at the meter
  figure<money_rate> electricity{};  // of an hour

  count replicas() const { return job.serving()->replicas; }
  count gpus() const { return job.serving()->gpus(); }
  count fewest() const;   // replicas that answer what is asked, without spares
  double answered() const { return of_replica * static_cast<double>(replicas() - spares); }  // without its spares
};

struct machine_fleets {
  headroom::machine machine{};
  outcome standing = outcome::cannot_be_judged;
  std::string why{};            // there is none
  bool is_over_budget = false;  // the best is the cheapest, which is none within the budget
  std::vector<fleet> best{};    // two at most, the better first
  std::vector<fleet> by_size{}; // of each number of GPUs of a replica, that which answers most
  std::vector<fleet> of_each_size{};  // likewise with every_size, also of which there are too few for all requests: one replica
  count tried = 0;
  bool is_cut = false;          // the time limit ended the search

  const fleet& first() const { return best.front(); }
};

figure<double> amount_of(const fleet& of, plan_amount which);

// Less of that, or as much for less money.
bool takes_less(const fleet& a, const fleet& b, plan_amount which);
// What it draws, and what its electricity costs.
void add_power(fleet& of, const machine& on, const site_power& asked);

// Of a search that was cut.
inline constexpr std::string_view cut_words = "the time limit ended the search before it was through";

// What is asked without the budget: the cheapest there is, or of what has no price the smallest.
fleet_request without_budget(const fleet_request& asked, const figure<money_rate>& price);

// That so many requests take more machines than there are, or than a search may take.
std::string too_few_machines(const asked_machine& on, const fleet_request& asked);

// GPUs of a machine that a search may take: those that there are, or as many as asked for.
count most_gpus_on(const asked_machine& on, const fleet_request& asked);
// What replicas, or workers of pools, are searched on, with what the engine does there. The job is by reference.
serving_kind serving_kind_for(const asked_machine& on, const planned_job& job, const figure<money_rate>& price, const fleet_request& asked);
serving_objective serving_objective_of(const planned_job& job, const fleet_request& asked);

// Those first that take least, after these those that do not do it. A step is shown for each machine.
std::vector<machine_fleets> fleets_on(const std::vector<asked_machine>& machines, const planned_job& job, const pricing& terms, const fleet_request& asked,
                                      progress& shown);

}  // namespace headroom::program
