// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <headroom/cluster/pricing.hpp>
#include <headroom/demand/verdict.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/read/own/planned_job.hpp>
#include <headroom/units.hpp>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "fit/machine_fit.hpp"
#include "plan/serving_search.hpp"
#include "print/progress.hpp"
#include "session.hpp"

// A service over several kinds of machines: replicas on some of each answer the requests together.
namespace headroom::program {

// Replicas of one layout, with their machines.
struct mixed_part {
  headroom::machine machine{};
  headroom::program::fleet fleet{};
};

struct mixed_fleet {
  outcome standing = outcome::cannot_be_judged;
  std::string why{};  // there is none
  bool is_over_budget = false;  // the parts are those of the cheapest, which is none within the budget
  std::vector<mixed_part> parts{};
  double requests = 0;      // a second, that are asked
  double answered = 0;      // with those that are left where the fastest fail
  count spares = 0;         // replicas that may fail, whichever they are
  std::size_t kinds = 0;    // of machines, of which what is to be least is known
  figure<double> amount{};  // as amount_of() a fleet
  double bound = 0;         // likewise; none takes less
  bool is_proved = false;
  bool takes_less = false;  // than the best on one kind of machine

  bool leads() const { return standing == outcome::fits && takes_less; }
  count gpus() const;
  figure<money_rate> price() const;
  figure<power> gpu_power() const;
  double gap() const { return is_proved || !(amount.value_or(0) > 0) ? 0 : 1 - bound / amount.value_or(0); }
};

// So many replicas of that layout, on as many machines as they take.
fleet fleet_of(const fleet& of_one, count replicas, const machine& on, const pricing& terms, const fleet_request& asked);

// Whether it is searched: of several machines, for least money, GPUs or power, and without spares by the share of time that a replica is up, since each
// layout has its own replicas.
bool may_be_mixed(const std::vector<asked_machine>& machines, const fleet_request& asked);
// Why it is not, of several machines, a sentence; empty: it is, or there is one machine.
std::string why_not_mixed(const std::vector<asked_machine>& machines, const fleet_request& asked);

// "where the 2 fastest replicas fail", of so many spares.
std::string where_fastest_fail(count spares);
// Beside the plans on one kind of machine each. A step is shown for each machine.
mixed_fleet mixed_fleet_of(const std::vector<asked_machine>& machines, const planned_job& job, const pricing& terms, const fleet_request& asked,
                           const std::vector<machine_fleets>& alone, progress& shown);

// "2 x A with 4 replicas of TP 4 and 1 x B with 1 replica of TP 1"
std::string parts_text(const mixed_fleet& of);
nlohmann::ordered_json mixed_json(const mixed_fleet& of, const fleet_request& asked);
// Where it takes less than the best on one kind of machine, or there is none on one.
void write_mixed(session& s, const mixed_fleet& of, const fleet_request& asked);
// Else that no mix takes less; empty: that is not known.
std::string no_mix_text(const mixed_fleet& of, const fleet_request& asked);

}  // namespace headroom::program
