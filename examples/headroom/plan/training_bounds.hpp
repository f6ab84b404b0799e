// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/cluster/pricing.hpp>
#include <headroom/count.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/machine.hpp>
#include <headroom/plan/search.hpp>
#include <headroom/read/own/planned_job.hpp>
#include <headroom/units.hpp>
#include <set>
#include <vector>

#include "plan/training_search.hpp"

// What no plan of a machine takes less of: products of a token with the weights, forward and backward, take as long at the peak of the GPU,
// whatever else it does.
namespace headroom::program {

class training_bounds {
 public:
  training_bounds(const machine& on, const std::vector<planned_job>& jobs, const pricing& terms, const plan_request& asked);

  // These numbers of GPUs, those first that may be within the limits, and of them those that may take least of the objective.
  std::vector<count> in_order(const std::set<count>& numbers) const;
  // Of the objective, of plans within the limits on these numbers of GPUs, and on all up to so many. A plan of which the amount is not known is none.
  figure<double> least_of(const std::vector<count>& numbers) const;
  figure<double> least_up_to(count gpus) const;

 private:
  plan_amounts of(count gpus) const;
  bool is_within(const plan_amounts& least) const;
  double amount(const plan_amounts& least) const;

  const plan_objective& asked_;
  count of_machine_ = 1;
  figure<money_rate> price_{};
  figure<power> drawn_{};
  figure<double> gpu_seconds_{};
};

}  // namespace headroom::program
