// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <deque>
#include <headroom/cluster/pricing.hpp>
#include <headroom/count.hpp>
#include <headroom/demand/demand.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/plan/shared_cluster.hpp>
#include <headroom/plan/shared_demands.hpp>
#include <headroom/read/own/planned_job.hpp>
#include <headroom/units.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "plan/mixed_fleet.hpp"
#include "plan/pool_fleets.hpp"
#include "plan/serving_search.hpp"
#include "plan/site_power.hpp"
#include "plan/training_search.hpp"
#include "reading.hpp"
#include "search_clock.hpp"

// Jobs that run on one cluster at the same time, and demands beside them: the plans of each, put together.
namespace headroom::program {

// A job with what is asked of it.
struct job_asked {
  const planned_job* job = nullptr;
  std::variant<plan_request, fleet_request> how{};
};

struct shared_request {
  const pricing* terms = nullptr;
  plan_amount least = plan_amount::cost;
  money budget{};       // of all jobs together; 0: no limit
  duration serves_for{};  // that services and demands are counted for
  search_clock clock{};
  site_power power{};
  double most_spot = 1;       // the share of the GPU hours in use that may be on spot
  money_rate reserved{};      // for all that are, whether they are used or not: in no amount
  std::string written_for{};  // the option that asks for the choice as whole numbers: refused before the search where it is none; else empty
};

// Machines of one kind: those that are held, and how many may be bought beside them.
struct shared_machine {
  headroom::machine machine{};
  count held = 0;      // with those that are reserved
  count reserved = 0;
  count may_be_bought = 0;
  count step = 1;      // by which it is
  bool is_spot = false;
  shared_kind as{};
  figure<money_rate> price{};
  figure<power> gpu_power{};

  count at_most() const { return add(held, multiply(may_be_bought / step, step)); }
  bool is_less_than_a_step() const { return may_be_bought > 0 && may_be_bought < step; }
};

// Replicas of one layout among others.
struct replicas_among {
  const machine_fleets* of = nullptr;
  const fleet* of_one = nullptr;
  count replicas = 0;
};

// What an option of a job is: a plan of training, replicas of one layout or of several, or pools.
struct job_way {
  const machine_plans* on = nullptr;
  const plan_of_count* plan = nullptr;
  const machine_fleets* of = nullptr;
  const fleet* replicas = nullptr;
  const machine_pools* pools = nullptr;
  std::vector<replicas_among> mix{};  // each a part of the option, in their order
  double answered = 0;                // by all of a mix, where its spares fail
};

struct shared_job {
  job_asked asked{};
  std::string name{};
  std::vector<machine_plans> plans{};    // of a job that trains, each machine's
  std::vector<machine_fleets> fleets{};  // of one that serves
  std::vector<machine_pools> pools{};    // likewise, with --pools
  std::deque<shared_option> parts{};     // that are beside options
  std::vector<shared_option> options{};  // those within its deadline first
  std::vector<job_way> ways{};           // what each option is
  std::size_t in_time = 0;               // of the options
  std::size_t layouts_at_once = 1;       // of a service: no option has replicas of more
  bool has_all_mixes = false;            // more of them would be no further option

  bool trains() const { return std::holds_alternative<plan_request>(asked.how); }
};

inline constexpr auto no_kind = static_cast<std::size_t>(-1);

inline constexpr std::string_view the_budget = "the budget";

// A limit, with what would do without it, or with one machine more, or a step.
struct shared_limit {
  std::string what{};
  shared_choice without{};
  std::size_t one_more_held = no_kind;
  count more = 1;  // machines
};

// A machine of which none, or no more than are held, are taken.
struct left_of_cluster {
  std::string machine{};
  std::string why{};
  bool is_known = true;  // false: it might do with what nobody knows of it
};

struct shared_answer {
  std::vector<shared_machine> machines{};
  std::vector<machine> records{};  // of these machines
  std::vector<shared_job> jobs{};
  std::vector<demand> demands{};
  duration demands_for{};          // that they are counted for
  shared_objective objective{};
  figure<shared_plan> found{};
  std::vector<shared_limit> binds{};
  std::string_view solver{};    // that was asked, too
  bool is_by_solver = false;    // it calls its choice optimal
  bool is_proved_here = false;  // and so does the search
  bool is_cut = false;          // the time limit ended the search; what binds was not looked at
  bool are_plans_cut = false;   // nor all plans of each job
  std::vector<left_of_cluster> left_out{};

  shared_demands beside(const search_effort& effort) const { return {.machines = records, .demands = demands, .seconds = in_seconds(demands_for), .effort = effort}; }
  const shared_choice& best() const { return found.known()->best.front(); }
  double gap() const;  // how far what is to be least may be above the least, as a share of it
  const job_way& way_of(std::size_t job, const shared_choice& in) const { return jobs[job].ways[in.options[job]]; }
  const shared_option& option_of(std::size_t job, const shared_choice& in) const { return jobs[job].options[in.options[job]]; }
};

std::vector<shared_kind> kinds_of(const shared_answer& of);
// Those of each job within its deadline.
std::vector<std::vector<shared_option>> options_in_time(const shared_answer& of);

// Of machines with those held and those that may be bought. The machines outlive the answer.
shared_answer shared_plan_of(std::vector<shared_machine> machines, const std::vector<job_asked>& jobs, const std::vector<demand>& demands, const shared_request& asked, progress& shown);

// Of a mix each part by itself.
std::vector<mixed_part> parts_of(const job_way& way, const job_asked& asked, const pricing& terms);

// What is bought costs so much; unknown where a price is.
figure<money> cost_of(const shared_answer& of, const shared_choice& choice);

// Of the time that each machine is kept; an hour of it, where nothing trains.
power_taken power_of(const shared_answer& of, const shared_choice& choice, const site_power& asked);

// Of jobs and demands.
gpu_use gpu_use_of(const shared_answer& of, const shared_choice& choice);

// Whether the first stays ahead of the next wherever in their bands of error the jobs are that they run otherwise. Nothing: one has no band.
std::optional<bool> is_certain(const shared_answer& of);

// Of a job that trains, as headroom estimate has it.
step_estimate estimate_of(const shared_answer& of, std::size_t job, const shared_choice& choice, const shared_request& asked);

// The nodes of each job on the machines of its kind, part by part: of pools those of prefill and then of decode, or of groups.
struct part_places {
  shared_option of{};
  std::vector<shared_nodes> places{};
};
std::vector<std::vector<part_places>> places_of(const shared_answer& of, const shared_choice& choice);

}  // namespace headroom::program
