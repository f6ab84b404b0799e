// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <headroom/demand/assess.hpp>
#include <headroom/demand/demand.hpp>
#include <headroom/demand/verdict.hpp>
#include <headroom/math.hpp>

namespace headroom {

// Whether a compile-time cluster meets a demand or a job, as a plain bool: fits<held, promise>. The demand is an
// inline constexpr object; the cluster may be written in place.
template <auto Cluster, const auto& Demand>
inline constexpr bool fits = assess(Cluster, Demand).fits();

// Units that a failed promise prints its numbers in: needed<in::gibibytes, 5'000>. Sizes are in base units.
namespace in {
struct machines { static constexpr double size = 1; };
struct gpus { static constexpr double size = 1; };
struct vms { static constexpr double size = 1; };
struct racks { static constexpr double size = 1; };
struct vcpus { static constexpr double size = 1; };
struct operations_per_second { static constexpr double size = 1; };
struct bytes { static constexpr double size = 1; };
struct kibibytes { static constexpr double size = 1024; };
struct mebibytes { static constexpr double size = 1024 * kibibytes::size; };
struct gibibytes { static constexpr double size = 1024 * mebibytes::size; };
struct tebibytes { static constexpr double size = 1024 * gibibytes::size; };
struct pebibytes { static constexpr double size = 1024 * tebibytes::size; };
struct bytes_per_second { static constexpr double size = 1; };
struct megabytes_per_second { static constexpr double size = 1e6; };
struct gigabytes_per_second { static constexpr double size = 1e9; };
struct terabytes_per_second { static constexpr double size = 1e12; };
struct petabytes_per_second { static constexpr double size = 1e15; };
struct megabits_per_second { static constexpr double size = 1e6 / 8; };
struct gigabits_per_second { static constexpr double size = 1e9 / 8; };
struct terabits_per_second { static constexpr double size = 1e12 / 8; };
struct petabits_per_second { static constexpr double size = 1e15 / 8; };
struct megaflops { static constexpr double size = 1e6; };
struct gigaflops { static constexpr double size = 1e9; };
struct teraflops { static constexpr double size = 1e12; };
struct petaflops { static constexpr double size = 1e15; };
struct exaflops { static constexpr double size = 1e18; };
struct watts { static constexpr double size = 1; };
struct kilowatts { static constexpr double size = 1e3; };
struct megawatts { static constexpr double size = 1e6; };
struct cents_per_hour { static constexpr double size = 0.01 / 3600; };
struct dollars_per_hour { static constexpr double size = 1.0 / 3600; };
}  // namespace in

// Never defined: their names and numbers are what a compiler prints of a failed promise.
template <class Unit, std::int64_t Amount>
struct needed;
template <class Unit, std::int64_t Amount>
struct allowed;
template <class Unit, std::int64_t Amount>
struct there_is;

namespace detail {

template <class... Units>
struct units_from_large_to_small;

// As a pointer: nothing of it needs to be instantiated.
template <class... Units>
using large_to_small = units_from_large_to_small<Units...>*;

// The units of a line's numbers.
template <line L>
constexpr auto message_units() {
  if constexpr (L == line::usable_gpu_memory || L == line::system_memory || L == line::local_storage) {
    return large_to_small<in::pebibytes, in::tebibytes, in::gibibytes, in::mebibytes, in::kibibytes, in::bytes>{};
  } else if constexpr (L == line::memory_bandwidth || L == line::scale_up || L == line::disk_throughput) {
    return large_to_small<in::petabytes_per_second, in::terabytes_per_second, in::gigabytes_per_second,
                          in::megabytes_per_second, in::bytes_per_second>{};
  } else if constexpr (L == line::scale_out || L == line::front_end) {
    return large_to_small<in::petabits_per_second, in::terabits_per_second, in::gigabits_per_second,
                          in::megabits_per_second, in::bytes_per_second>{};
  } else if constexpr (L == line::peak) {
    return large_to_small<in::exaflops, in::petaflops, in::teraflops, in::gigaflops, in::megaflops>{};
  } else if constexpr (L == line::max_power) {
    return large_to_small<in::megawatts, in::kilowatts, in::watts>{};
  } else if constexpr (L == line::price_per_hour) {
    return large_to_small<in::dollars_per_hour, in::cents_per_hour>{};
  } else if constexpr (L == line::gpus) {
    return large_to_small<in::gpus>{};
  } else if constexpr (L == line::vcpus) {
    return large_to_small<in::vcpus>{};
  } else if constexpr (L == line::disk_iops) {
    return large_to_small<in::operations_per_second>{};
  } else if constexpr (L == line::vms) {
    return large_to_small<in::vms>{};
  } else if constexpr (L == line::racks || L == line::whole_racks) {
    return large_to_small<in::racks>{};
  } else {
    return large_to_small<in::machines>{};
  }
}

// Whether a unit shows both numbers well: they differ in it, and rounding moves neither by more than a hundredth.
constexpr bool shows(double unit, double a, double b) {
  const double x = a / unit, y = b / unit;
  const auto rounding = [](double z) { return math::absolute(math::round(z) - z); };
  return math::round(x) != math::round(y) && rounding(x) <= 0.01 * x && rounding(y) <= 0.01 * y;
}

template <double const& A, double const& B, class Unit, class... Smaller>
constexpr auto pick(large_to_small<Unit, Smaller...> /*of*/) {
  if constexpr (sizeof...(Smaller) == 0 || shows(Unit::size, A, B)) {
    return Unit{};
  } else {
    return pick<A, B>(large_to_small<Smaller...>{});
  }
}

// The whole number of units that a message prints.
constexpr std::int64_t whole_units(double base_units, double unit) {
  const double amount = math::round(base_units / unit);
  return amount < static_cast<double>(too_many) ? static_cast<std::int64_t>(amount) : too_many;
}

template <line L, class Needed, class ThereIs>
constexpr void the_total_must_be_enough() {
  static_assert(L != line::gpus, "the cluster has fewer GPUs than the demand needs");
  static_assert(L != line::usable_gpu_memory, "the cluster has less usable GPU memory than the demand needs");
  static_assert(L != line::memory_bandwidth, "the cluster has less memory bandwidth than the demand needs");
  static_assert(L != line::peak, "the cluster has a lower peak rate than the demand needs");
  static_assert(L != line::scale_up, "the cluster has less scale-up bandwidth than the demand needs");
  static_assert(L != line::scale_out, "the cluster has less scale-out bandwidth than the demand needs");
  static_assert(L != line::front_end, "the cluster has less front-end bandwidth than the demand needs");
  static_assert(L != line::vcpus, "the cluster has fewer vCPUs than the demand needs");
  static_assert(L != line::system_memory, "the cluster has less system memory than the demand needs");
  static_assert(L != line::local_storage, "the cluster has less local storage than the demand needs");
  static_assert(L != line::disk_iops, "the cluster has fewer disk IOPS than the demand needs");
  static_assert(L != line::disk_throughput, "the cluster has less disk throughput than the demand needs");
  static_assert(L != line::machines, "the cluster has no machines");
}

template <class Needed, class ThereIs>
constexpr void the_gpus_in_whole_units_must_be_enough() {
  static_assert(sizeof(Needed*) == 0, "the cluster has fewer GPUs that fill whole units than the demand needs");
}

template <scope Per, line L, class Needed, class ThereIs>
constexpr void a_machine_must_be_eligible() {
  constexpr bool of_gpu = Per == scope::per_gpu, of_domain = Per == scope::per_domain;
  static_assert(L != line::gpus || !of_domain, "no scale-up domain of the cluster has as many GPUs as the demand needs of one");
  static_assert(L != line::gpus || of_domain, "no machine of the cluster has as many GPUs as the demand needs of one");
  static_assert(L != line::usable_gpu_memory || !of_gpu, "no GPU of the cluster has the usable memory that the demand needs of one");
  static_assert(L != line::usable_gpu_memory || of_gpu, "no machine of the cluster has the usable GPU memory that the demand needs of one");
  static_assert(L != line::memory_bandwidth, "no machine of the cluster has the memory bandwidth that the demand needs of one");
  static_assert(L != line::peak, "no machine of the cluster has the peak rate that the demand needs of one");
  static_assert(L != line::scale_up, "no machine of the cluster has the scale-up bandwidth that the demand needs of one");
  static_assert(L != line::scale_out, "no machine of the cluster has the scale-out bandwidth that the demand needs of one");
  static_assert(L != line::front_end, "no machine of the cluster has the front-end bandwidth that the demand needs of one");
  static_assert(L != line::vcpus, "no machine of the cluster has as many vCPUs as the demand needs of one");
  static_assert(L != line::system_memory || !of_gpu, "no machine of the cluster has the system memory that the demand needs for each GPU");
  static_assert(L != line::system_memory || of_gpu, "no machine of the cluster has the system memory that the demand needs of one");
  static_assert(L != line::local_storage, "no machine of the cluster has the local storage that the demand needs of one");
  static_assert(L != line::disk_iops, "no machine of the cluster has the disk IOPS that the demand needs of one");
  static_assert(L != line::disk_throughput, "no machine of the cluster has the disk throughput that the demand needs of one");
  static_assert(L != line::whole_racks, "the demand counts only whole racks, and the cluster has no whole rack of eligible machines");
}

template <feature Feature>
constexpr void a_machine_must_support() {
  static_assert(Feature != Feature, "no machine of the cluster supports a feature that the demand needs");
}

template <precision Format>
constexpr void a_machine_must_compute_in() {
  static_assert(Format != Format, "no machine of the cluster computes in a number format that the job needs");
}

template <line L, class Allowed, class ThereIs>
constexpr void the_limit_must_be_kept() {
  static_assert(L != line::vms, "the cluster has more VMs than the demand allows");
  static_assert(L != line::racks, "the cluster has more racks than the demand allows");
  static_assert(L != line::max_power, "the cluster draws more power than the demand allows");
  static_assert(L != line::price_per_hour, "the cluster costs more per hour than the demand allows");
}

// Text as a template argument: what compilers print of it is in the message.
template <std::size_t N>
struct printed_text {
  char text[N + 1]{};
  constexpr explicit printed_text(std::string_view of) {
    for (std::size_t i = 0; i < N; ++i) text[i] = of[i];
  }
};

template <line Figure, printed_text OfMachine>
constexpr void every_figure_that_decides_must_be_known() {
  static_assert(Figure != line::price_per_hour,
                "the promise cannot be judged: the demand's prices, its own and those published, have none for a machine");
  static_assert(Figure != Figure, "the promise cannot be judged: no source states a figure that decides it");
}

template <auto Cluster>
constexpr void the_promise_must_be_valid() {
  static_assert(sizeof(Cluster) == 0, "the demand has a negative amount, or the cluster a count outside 0 to 2^40");
}

template <count InDomain, count OfOneKind>
constexpr void the_units_must_nest() {
  static_assert(InDomain != InDomain, "the demand's units of GPUs are no counts, or of_one_kind is no multiple of in_domain");
}

// The usual reasons have a sentence of their own: clang 14 prints text as numbers, clang 19 the first words of it.
template <printed_text Because>
constexpr void the_job_must_be_possible() {
  constexpr auto is = [](std::string_view reason) { return std::string_view(Because.text) == reason; };
  static_assert(!is("tensor parallelism does not divide the attention heads"),
                "tensor parallelism does not divide the attention heads of the job's model");
  static_assert(!is("tensor parallelism neither divides nor repeats the heads of keys and values"),
                "tensor parallelism neither divides nor repeats the heads of keys and values of the job's model");
  static_assert(!is("tensor parallelism does not divide the feed-forward width"),
                "tensor parallelism does not divide the feed-forward width of the job's model");
  static_assert(!is("expert parallelism does not divide the experts"),
                "expert parallelism does not divide the experts of the job's model");
  static_assert(!is("there are more pipeline stages than layers"), "the job has more pipeline stages than its model has layers");
  static_assert(!is("the context is longer than the model allows"), "the context of the job is longer than its model allows");
  static_assert(sizeof(Because) == 0, "the job contradicts itself or its model lacks a part, for the reason named here");
}

constexpr std::string_view contradiction(const demand&) { return {}; }
constexpr const demand& asked_by(const demand& asked) { return asked; }
template <asking_job Job>
constexpr demand asked_by(const Job& job) {
  return demand_of(job).value_or({});
}

template <auto Cluster, const auto& Demand>
struct promise {
  static constexpr std::string_view contradicts = contradiction(Demand);
  static constexpr demand asked = contradicts.empty() ? asked_by(Demand) : demand{};
  static constexpr auto verdict = assess(Cluster, asked);
  // Why it is not kept. That no machine is eligible is explained by the first that is not.
  static constexpr need_check why = [] {
    if (verdict.binding().line == line::machines && !verdict.groups.empty()) {
      for (const group_standing& each : verdict.groups)
        if (each.outcome == verdict.outcome) return each.why;
      if (asked.whole_racks) return need_check{.line = line::whole_racks};  // eligible, but too few VMs to fill a rack
    }
    return verdict.binding();
  }();
  static constexpr double need = why.line == line::whole_racks ? 1 : why.need;  // one would do
  static constexpr double supply = why.supply;

  static constexpr bool must_fit() {
    if constexpr (!contradicts.empty()) {
      the_job_must_be_possible<printed_text<contradicts.size()>(contradicts)>();
      return false;
    } else {
      return keeps();
    }
  }

 private:
  static constexpr bool keeps() {
    if constexpr (verdict.fits()) {
      return true;
    } else if constexpr (!asked.units.is_valid()) {
      the_units_must_nest<asked.units.in_domain, asked.units.of_one_kind>();
    } else if constexpr (verdict.outcome == outcome::invalid) {
      the_promise_must_be_valid<Cluster>();
    } else if constexpr (verdict.outcome == outcome::cannot_be_judged) {
      every_figure_that_decides_must_be_known<why.line, printed_text<why.missing.size()>(why.missing)>();
    } else if constexpr (why.line == line::feature) {
      a_machine_must_support<why.feature>();
    } else if constexpr (why.line == line::number_format) {
      a_machine_must_compute_in<why.format>();
    } else {
      using unit = decltype(pick<need, supply>(message_units<why.line>()));
      using has = there_is<unit, whole_units(supply, unit::size)>;
      if constexpr (why.is_limit) {
        the_limit_must_be_kept<why.line, allowed<unit, whole_units(need, unit::size)>, has>();
      } else if constexpr (why.scope != scope::total || why.line == line::whole_racks) {
        a_machine_must_be_eligible<why.scope, why.line, needed<unit, whole_units(need, unit::size)>, has>();
      } else if constexpr (why.line == line::gpus && !asked.units.is_any_gpu()) {
        the_gpus_in_whole_units_must_be_enough<needed<unit, whole_units(need, unit::size)>, has>();
      } else {
        the_total_must_be_enough<why.line, needed<unit, whole_units(need, unit::size)>, has>();
      }
    }
    return verdict.fits();
  }
};

}  // namespace detail

// The same as an assertion: does not compile where the cluster does not meet the demand, and says why, with what is
// needed and what there is. static_assert(must_fit<held, promise>);
template <auto Cluster, const auto& Demand>
inline constexpr bool must_fit = detail::promise<Cluster, Demand>::must_fit();

}  // namespace headroom
