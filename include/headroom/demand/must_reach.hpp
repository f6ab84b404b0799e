// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string_view>
#include <type_traits>

#include <headroom/cluster/capacity.hpp>
#include <headroom/cluster/cluster.hpp>
#include <headroom/count.hpp>
#include <headroom/demand/assess.hpp>
#include <headroom/demand/fits.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/machine.hpp>
#include <headroom/math.hpp>
#include <headroom/units.hpp>

// Promises of speed, which a compiler keeps: of jobs whose header says how fast they are on a cluster.
namespace headroom {

// What a promise is about, and the unit that it is said in. A job answers `reached(job, cluster, measure)`, in the measure's base
// units.
namespace in {
struct tokens_per_second { static constexpr double size = 1; };
struct tokens_per_second_per_gpu { static constexpr double size = 1; };
struct milliseconds_per_step { static constexpr double size = 1e-3; };
struct milliseconds_per_token { static constexpr double size = 1e-3; };
struct milliseconds_to_first_token { static constexpr double size = 1e-3; };
}  // namespace in

// Where nothing is known nothing is promised: no comparison with it is true. Sums of parts may be off in the last place.
template <class T>
constexpr bool operator<=(const figure<T>& found, const std::type_identity_t<T>& most) {
  return found.is_known() && !math::is_more(in_base_units(*found.known()), in_base_units(most));
}
template <class T>
constexpr bool operator>=(const figure<T>& found, const std::type_identity_t<T>& least) {
  return found.is_known() && !math::is_more(in_base_units(least), in_base_units(*found.known()));
}

// At least, or at most, so many: at_least<in::tokens_per_second, 1'100'000>; or as much as an inline constexpr quantity says:
// at_least_as<in::tokens_per_second, promised>.
template <class Measure, std::int64_t Amount>
struct at_least {
  using measure = Measure;
  static constexpr bool is_limit = false;
  static constexpr double base_units = static_cast<double>(Amount) * Measure::size;
};
template <class Measure, std::int64_t Amount>
struct at_most {
  using measure = Measure;
  static constexpr bool is_limit = true;
  static constexpr double base_units = static_cast<double>(Amount) * Measure::size;
};
template <class Measure, const auto& Quantity>
struct at_least_as {
  using measure = Measure;
  static constexpr bool is_limit = false;
  static constexpr double base_units = in_base_units(Quantity);
};
template <class Measure, const auto& Quantity>
struct at_most_as {
  using measure = Measure;
  static constexpr bool is_limit = true;
  static constexpr double base_units = in_base_units(Quantity);
};

namespace detail {

// The best figure of those machines of the cluster that do the job alone; unknown, with the reason, where none does.
template <class... Parts, class Job, class TimeOn, class IsBetter>
constexpr auto best_on(const cluster<Parts...>& on, const Job& job, TimeOn&& time_on, IsBetter&& is_better) {
  using found_figure = std::remove_cvref_t<decltype(time_on(on.groups().front().machine))>;
  found_figure best = found_figure(unknown).noted("the job does not fit on the cluster");
  const figure<demand> asked = demand_of(job);
  if (!asked.is_known()) return best.noted(asked.note);
  const auto found = assess(on, *asked.known());
  if (!found.fits()) return best;
  best.note = "the job fits on no kind of machine by itself";
  for (const group_standing& each : found.groups) {
    const count gpus = multiply(gpus_of(each.group.machine).value_or(0), each.group.how_many);
    if (each.outcome != outcome::fits || gpus < asked.known()->total.gpus) continue;
    const found_figure one = time_on(each.group.machine);
    if (!best.is_known() || (one.is_known() && is_better(*one.known(), *best.known()))) best = one;
  }
  return best;
}

template <class Measure, class Needed, class ThereIs>
constexpr void the_job_must_reach() {
  constexpr bool is_of_gpu = std::is_same_v<Measure, in::tokens_per_second_per_gpu>;
  static_assert(is_of_gpu, "the job makes fewer tokens a second on the cluster than is promised");
  static_assert(!is_of_gpu, "the job makes fewer tokens a second of a GPU on the cluster than is promised");
}

template <class Measure, class Allowed, class ThereIs>
constexpr void the_job_must_keep() {
  static_assert(!std::is_same_v<Measure, in::milliseconds_per_step>, "a step of the job takes longer on the cluster than is promised");
  static_assert(!std::is_same_v<Measure, in::milliseconds_per_token>, "a token of an answer takes longer on the cluster than is promised");
  static_assert(!std::is_same_v<Measure, in::milliseconds_to_first_token>,
                "the first token of an answer takes longer on the cluster than is promised");
}

template <printed_text Because>
constexpr void the_speed_must_be_known() {
  static_assert(sizeof(Because) == 0, "the promise cannot be judged: how fast the job is there is not known, for the reason named here");
}

template <auto Cluster, const auto& Job, class Goal, const auto&... Of>
struct speed_promise {
  using measure = typename Goal::measure;
  static constexpr figure<double> found = reached(Job, Cluster, measure{}, Of...);
  static constexpr double is = found.value_or(0);
  static constexpr bool is_kept =
      found.is_known() && !(Goal::is_limit ? math::is_more(is, Goal::base_units) : math::is_more(Goal::base_units, is));

  static constexpr bool must_reach() {
    if constexpr (is_kept) {
      return true;
    } else if constexpr (!promise<Cluster, Job>::must_fit()) {
      return false;
    } else if constexpr (!found.is_known()) {
      the_speed_must_be_known<printed_text<found.note.size()>(found.note)>();
    } else {
      // Rounded so that the numbers differ the way that the figures do.
      constexpr std::int64_t promised = whole_units(Goal::base_units, measure::size);
      constexpr double amount = is / measure::size;
      if constexpr (Goal::is_limit) {
        the_job_must_keep<measure, allowed<measure, promised>, there_is<measure, whole_units(math::ceil(amount), 1)>>();
      } else {
        the_job_must_reach<measure, needed<measure, promised>, there_is<measure, whole_units(math::floor(amount), 1)>>();
      }
    }
    return is_kept;
  }
};

}  // namespace detail

// Whether a job is so fast on a compile-time cluster, as a plain bool: reaches<held, llama, at_least<in::tokens_per_second, 90'000>>.
// What follows is what the job's own header takes besides: settings, requests.
template <auto Cluster, const auto& Job, class Goal, const auto&... Of>
inline constexpr bool reaches = detail::speed_promise<Cluster, Job, Goal, Of...>::is_kept;

// The same as an assertion: does not compile where it is not so, and says why, with what is promised and what there is.
template <auto Cluster, const auto& Job, class Goal, const auto&... Of>
inline constexpr bool must_reach = detail::speed_promise<Cluster, Job, Goal, Of...>::must_reach();

}  // namespace headroom
