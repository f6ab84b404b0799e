// SPDX-License-Identifier: BSL-1.0
#include "plan/training_bounds.hpp"

#include <algorithm>
#include <headroom/cluster/resource.hpp>
#include <headroom/training/utilisation.hpp>
#include <limits>
#include <utility>

namespace headroom::program {

namespace {

constexpr double none = std::numeric_limits<double>::infinity();

figure<double> least_gpu_seconds(const machine& on, const std::vector<planned_job>& jobs, double tokens) {
  if (on.gpu() == nullptr) return unknown;
  double least = none;
  for (const planned_job& each : jobs) {
    const training_job& job = *each.training();
    const figure<operation_rate> peak = peak_of(*on.gpu(), job.formats);
    const figure<double> of_token = least_operations_of(job, job.with_predicting);
    if (!peak.is_known() || !of_token.is_known()) return unknown;
    least = std::min(least, *of_token.known() * tokens / in_base_units(*peak.known()));
  }
  return least;
}

}  // namespace

training_bounds::training_bounds(const machine& on, const std::vector<planned_job>& jobs, const pricing& terms, const plan_request& asked)
    : asked_(asked.asked),
      of_machine_(std::max<count>(gpus_of(on).value_or(0), 1)),
      price_(price_of(on, terms)),
      drawn_(asked.power.compared(on)),
      gpu_seconds_(least_gpu_seconds(on, jobs, asked.asked.tokens)) {}

plan_amounts training_bounds::of(count gpus) const {
  const double gpu_seconds = gpu_seconds_.value_or(0);
  // The same number of all whole machines.
  const double machine_seconds = gpu_seconds * (static_cast<double>(ceil_of(gpus, of_machine_)) / static_cast<double>(gpus));
  return {.time = seconds(gpu_seconds / static_cast<double>(gpus)),
          .gpus = gpus,
          .cost = price_.with(dollars(in_dollars_per_hour(price_.value_or({})) * machine_seconds / 3600)),
          .energy = drawn_.with(joules(in_watts(drawn_.value_or({})) * machine_seconds))};
}

bool training_bounds::is_within(const plan_amounts& least) const { return beyond(least, asked_) < 1e-9; }

double training_bounds::amount(const plan_amounts& least) const { return amount_of(least, asked_.least).value_or(none); }

std::vector<count> training_bounds::in_order(const std::set<count>& numbers) const {
  std::vector<count> made(numbers.begin(), numbers.end());
  std::ranges::stable_sort(made, {}, [&](count gpus) {
    const plan_amounts least = of(gpus);
    return std::pair(!is_within(least), amount(least));
  });
  return made;
}

figure<double> training_bounds::least_of(const std::vector<count>& numbers) const {
  if (!gpu_seconds_.is_known()) return unknown;
  double least = none;
  for (const count each : numbers)
    if (const plan_amounts takes = of(each); is_within(takes)) least = std::min(least, amount(takes));
  return least;
}

figure<double> training_bounds::least_up_to(count gpus) const {
  if (!gpu_seconds_.is_known()) return unknown;
  plan_amounts least = of(of_machine_);  // a part of a machine costs as much an hour
  least.time = of(gpus).time;
  least.gpus = 1;
  return amount(least);
}

}  // namespace headroom::program
