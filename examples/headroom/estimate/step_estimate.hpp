// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/cluster/pricing.hpp>
#include <headroom/count.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/read/own/planned_job.hpp>
#include <headroom/training/step_constants.hpp>
#include <headroom/training/step_settings.hpp>
#include <headroom/training/step_time.hpp>
#include <headroom/units.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "estimate/band.hpp"
#include "estimate/objective.hpp"
#include "estimate/search.hpp"
#include "estimate/storage.hpp"
#include "fit/machine_fit.hpp"
#include "reading.hpp"

// How long a training step takes on machines of one kind, and what a token budget takes there.
namespace headroom::program {

struct estimate_request {
  step_settings settings{};
  storage_asked storage{};
  objective by = objective::time;
  double tokens = 0;  // that are to be trained on; 0: none are named
  bool with_twice = true;  // whether it is asked what twice of each rate would bring
  step_constants constants = measured_steps;
  bool has_own_constants = false;
};

// A job in one layout.
struct timed_layout {
  planned_job job{};
  step_schedule step{};
  double tokens_per_second = 0;
  count machines = 0;  // that it takes; 0: not known
};

std::string split_of(const timed_layout& of);
count gpus_of(const timed_layout& of);

// A token budget.
struct budget {
  duration time{};
  double gpu_hours = 0;
  figure<money> price{};   // with the reason, where it is not known
  figure<energy> most{};   // at the rated power of what it is of, all the time
  std::string_view of{};   // "the machines" or "the GPUs alone"
};

// What the step would gain from twice as much of something.
struct doubled_rate {
  std::string_view key{};
  std::string_view title{};
  double times = 1;  // tokens a second over those as it is
};

struct step_estimate {
  machine_fit fit;         // of the layout below, or why there is none
  bool is_known = false;
  std::string why{};       // where it is not known
  timed_layout best{};
  std::vector<timed_layout> others{};  // the next best, where layouts were tried
  layouts_found layouts{};
  stated_band band{};       // of the step's time
  std::vector<std::string_view> without_effect{};  // options that change nothing of the job's step
  money_rate price{};       // of the machines that it takes an hour
  bool is_priced = false;
  std::vector<doubled_rate> doubled{};
  double clock = 0;  // as step_rates has it

  double tokens_per_second_per_gpu() const { return best.tokens_per_second / static_cast<double>(best.step.gpus); }
};

step_estimate step_estimate_on(const asked_machine& on, const planned_job& job, const pricing& terms,
                               const estimate_request& asked);

// Of an estimate that is known.
budget budget_of(const step_estimate& of, double tokens);

// As sort_best_first.
void put_best_first(std::vector<step_estimate>& all, objective by);

// How much slower, or dearer, one is than a better one: 0.1 is 10 %.
double behind(const timed_layout& best, const timed_layout& other, objective by);

}  // namespace headroom::program
