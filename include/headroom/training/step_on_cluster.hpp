// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/cluster/cluster.hpp>
#include <headroom/demand/must_reach.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/machine.hpp>
#include <headroom/training/demand.hpp>
#include <headroom/training/job.hpp>
#include <headroom/training/step_settings.hpp>
#include <headroom/training/step_time.hpp>
#include <headroom/units.hpp>

// Promises about steps on a compile-time cluster: static_assert(step_time(job, cluster) <= seconds(12)).
namespace headroom {

// On those machines of the cluster, among the kinds that do the job alone, on which it is fastest. Unknown, with the reason, where
// the job does not fit.
template <class... Parts>
constexpr figure<step_schedule> step_time(const training_job& job, const cluster<Parts...>& on, const step_settings& as = usual_step) {
  return detail::best_on(
      on, job, [&](const machine& each) { return step_time(job, each, as); },
      [](const step_schedule& a, const step_schedule& b) { return a.total() < b.total(); });
}

constexpr bool operator<=(const figure<step_schedule>& found, const duration& most) {
  return found.with(found.value_or({}).total()) <= most;
}

template <class... Parts>
constexpr figure<double> reached(const training_job& job, const cluster<Parts...>& on, in::milliseconds_per_step, const step_settings& as = usual_step) {
  const figure<step_schedule> found = step_time(job, on, as);
  return found.with(in_seconds(found.value_or({}).total()));
}
template <class... Parts>
constexpr figure<double> reached(const training_job& job, const cluster<Parts...>& on, in::tokens_per_second, const step_settings& as = usual_step) {
  const figure<step_schedule> found = step_time(job, on, as);
  return found.with(found.is_known() ? found.known()->tokens_per_second() : 0);
}
template <class... Parts>
constexpr figure<double> reached(const training_job& job, const cluster<Parts...>& on, in::tokens_per_second_per_gpu,
                                 const step_settings& as = usual_step) {
  const figure<step_schedule> found = step_time(job, on, as);
  return found.with(found.is_known() ? found.known()->tokens_per_second_per_gpu() : 0);
}

}  // namespace headroom
