// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <headroom/cluster/pricing.hpp>
#include <headroom/count.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/plan/failures.hpp>
#include <headroom/plan/search.hpp>
#include <headroom/read/own/job_names.hpp>
#include <headroom/read/own/planned_job.hpp>
#include <headroom/training/recipe.hpp>
#include <headroom/units.hpp>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "estimate/step_estimate.hpp"
#include "fit/machine_fit.hpp"
#include "plan/site_power.hpp"
#include "print/progress.hpp"
#include "reading.hpp"
#include "search_clock.hpp"

// Which machines train a job, how many and how arranged.
namespace headroom::program {

struct plan_request {
  plan_objective asked{};
  count most_gpus = 0;  // of one kind
  estimate_request estimate{};
  duration stall{};    // of a checkpoint; 0: nobody says
  duration restart{};  // after a failure; likewise
  std::vector<pipeline_schedule> schedules{};  // to choose from; none: the job's own
  std::vector<count> contexts{};               // degrees of context parallelism; none: the job's own
  std::vector<context_exchange> exchanges{};   // of context ranks, likewise
  std::vector<sharding> shardings{};           // likewise
  std::vector<read::named<training_formats>> recipes{};  // likewise
  search_clock clock{};
  site_power power{};
  bool each_grouping = false;  // the fastest of each way in which GPUs lie together, too: beside others one may have a place where another has none

  bool counts_failures() const { return in_seconds(stall) > 0 && in_seconds(restart) > 0; }
};

// The fastest plan of so many GPUs on so many machines of a kind. They cost alike, so that it is the cheapest on as many, too.
struct plan_of_count {
  training_plan plan{};  // not its kind, which is that of the machine
  std::size_t job = 0;   // of those to choose from, and what it is called
  std::string_view formats{};
  std::string_view sharding{};
  std::vector<std::string_view> chosen{};  // of these two
  count machines = 0;
  plan_amounts takes{};  // with what failures cost, where that is counted; its energy is that which is compared
  duration interval{};   // of checkpoints, likewise
  figure<headroom::power> gpu_power{};  // of its machines, rated
  figure<headroom::power> drawn{};  // by its machines, at the meter
  figure<money> electricity{};      // of the whole run

  bool counts_failures() const { return in_seconds(interval) > 0; }
};

// What is known of failures of a machine's GPUs.
struct failures_known {
  const failure_record* from = nullptr;  // null: nobody counted them
  duration between{};                    // of one GPU

  duration between_of(count gpus) const { return between / static_cast<double>(gpus > 0 ? gpus : 1); }
};
failures_known failures_of(const machine& on);

enum class plan_standing { within, beyond_limits, not_known, none };

struct machine_plans {
  headroom::machine machine{};
  std::shared_ptr<const std::vector<planned_job>> jobs{};  // to choose from
  plan_standing standing = plan_standing::none;
  std::string why{};                    // it is not within
  std::vector<plan_of_count> by_count{};  // fewer GPUs first, and then fewer machines
  std::size_t best = 0;                 // of those
  step_estimate estimate{};             // of the best
  failures_known failures{};
  count tried = 0;
  count judged = 0;
  count left_out = 0;
  count untimed = 0;         // that have room
  std::string why_untimed{};
  bool is_cut = false;       // the time limit ended the search
  bool are_too_few = false;  // machines, for a plan that has room
  count searched_to = 0;     // GPUs, the last then
  std::vector<count> unsearched{};  // other numbers of GPUs then, fewer first
  figure<double> floor{};    // of the objective, and none of those takes less that were not looked at

  const plan_of_count& first() const { return by_count[best]; }
  training_job arranged(const plan_of_count& plan) const;
};

// Those first that take least, after these those that do not do it. A step is shown for each machine.
std::vector<machine_plans> training_plans_on(const std::vector<asked_machine>& machines, const planned_job& job, const pricing& terms, const plan_request& asked,
                                             progress& shown);

// Of any plan of a machine, as headroom estimate has it.
step_estimate estimate_of(const machine_plans& of, const plan_of_count& plan, const pricing& terms, const plan_request& asked);

// How far the first plan may be above the least, as a share of that, where the time limit ended a search.
figure<double> gap_of(const std::vector<machine_plans>& all, plan_amount least);

// How far beyond the limits: 0.1 is 10 %; 0: within.
double beyond(const plan_amounts& takes, const plan_objective& asked);

// A plan with its machine.
struct plan_at {
  const machine_plans* of = nullptr;
  const plan_of_count* plan = nullptr;
};

// Plans of all machines that no other is both faster and cheaper than, the fastest first.
std::vector<plan_at> front_of(const std::vector<machine_plans>& all);

// The next plan that is sooner than the first, and what that takes more.
struct sooner_plan {
  plan_at plan{};
  duration sooner{};
  figure<money> more{};  // less than nothing: it is cheaper, too

  // For each hour sooner; unknown where it takes no more money.
  figure<money_rate> price() const {
    return more.is_known() && in_dollars(*more.known()) > 0 ? figure<money_rate>(dollars_per_hour(in_dollars(*more.known()) / in_hours(sooner))) : figure<money_rate>(unknown);
  }
};
// For more money: of the front. Nothing where none is sooner, or where the price of the first is not known.
std::optional<sooner_plan> sooner_for_money(const std::vector<machine_plans>& all);
// With more machines of its kind.
std::optional<sooner_plan> sooner_with_more(const machine_plans& first);

}  // namespace headroom::program
