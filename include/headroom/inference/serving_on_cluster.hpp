// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/cluster/cluster.hpp>
#include <headroom/demand/must_reach.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/machine.hpp>
#include <headroom/inference/demand.hpp>
#include <headroom/inference/job.hpp>
#include <headroom/inference/serving_settings.hpp>
#include <headroom/inference/serving_time.hpp>
#include <headroom/units.hpp>

// Promises about servers on a compile-time cluster: static_assert(time_per_token(job, cluster) <= milliseconds(25)).
namespace headroom {

inline constexpr serving_requests usual_requests{};

// On those machines of the cluster, among the kinds that do the job alone, which answer most. Unknown, with the reason, where the job
// does not fit.
template <class... Parts>
constexpr figure<serving_result> serving_time(const serving_job& job, const serving_requests& asked, const cluster<Parts...>& on,
                                              const serving_settings& as = usual_serving) {
  return detail::best_on(
      on, job, [&](const machine& each) { return serving_time(job, asked, each, as); },
      [](const serving_result& a, const serving_result& b) { return a.output > b.output; });
}

// From one token of an answer to the next (TPOT), from a request to the first (TTFT), and tokens of answers of all replicas.
template <class... Parts>
constexpr figure<duration> time_per_token(const serving_job& job, const cluster<Parts...>& on, const serving_requests& asked = usual_requests,
                                          const serving_settings& as = usual_serving) {
  const figure<serving_result> found = serving_time(job, asked, on, as);
  return found.with(found.value_or({}).token);
}
template <class... Parts>
constexpr figure<duration> time_to_first_token(const serving_job& job, const cluster<Parts...>& on, const serving_requests& asked = usual_requests,
                                               const serving_settings& as = usual_serving) {
  const figure<serving_result> found = serving_time(job, asked, on, as);
  return found.with(found.value_or({}).first_token);
}
template <class... Parts>
constexpr figure<token_rate> tokens_served(const serving_job& job, const cluster<Parts...>& on, const serving_requests& asked = usual_requests,
                                           const serving_settings& as = usual_serving) {
  const figure<serving_result> found = serving_time(job, asked, on, as);
  return found.with(tokens_per_second(in_tokens_per_second(found.value_or({}).output) * static_cast<double>(job.replicas)));
}

template <class... Parts, class... Settings>
constexpr figure<double> reached(const serving_job& job, const cluster<Parts...>& on, in::tokens_per_second, const Settings&... of) {
  const figure<token_rate> found = tokens_served(job, on, of...);
  return found.with(in_tokens_per_second(found.value_or({})));
}
template <class... Parts, class... Settings>
constexpr figure<double> reached(const serving_job& job, const cluster<Parts...>& on, in::tokens_per_second_per_gpu, const Settings&... of) {
  const figure<token_rate> found = tokens_served(job, on, of...);
  return found.with(in_tokens_per_second(found.value_or({})) / static_cast<double>(job.gpus()));
}
template <class... Parts, class... Settings>
constexpr figure<double> reached(const serving_job& job, const cluster<Parts...>& on, in::milliseconds_per_token, const Settings&... of) {
  const figure<duration> found = time_per_token(job, on, of...);
  return found.with(in_seconds(found.value_or({})));
}
template <class... Parts, class... Settings>
constexpr figure<double> reached(const serving_job& job, const cluster<Parts...>& on, in::milliseconds_to_first_token, const Settings&... of) {
  const figure<duration> found = time_to_first_token(job, on, of...);
  return found.with(in_seconds(found.value_or({})));
}

}  // namespace headroom
