// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/cluster/capacity.hpp>
#include <headroom/cluster/pricing.hpp>
#include <headroom/cluster/resource.hpp>
#include <headroom/count.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/figure_order.hpp>
#include <headroom/hardware/machine.hpp>
#include <headroom/precision.hpp>
#include <headroom/units.hpp>

// What machines are compared by: functions from a machine to a figure, for sort(list, lowest_first, key) and the
// like. Every total is one of a machine too: gpu_memory, peak<fp8>, scale_out. An unknown figure is never 0.
namespace headroom {

template <class Key>
concept MachineKey = requires(const Key& key, const machine& m) { key(m).is_known(); };

namespace detail {

// A part of a figure: known where both are and there is something to divide by, absent where either is, and as well
// founded as the weaker of the two. Counts become doubles.
template <class T>
constexpr auto divided(const figure<T>& all, const figure<double>& parts) {
  const auto part = [](const auto& x, double by) {
    if constexpr (std::integral<T>) {
      return static_cast<double>(x) / by;
    } else {
      return scaled(x, 1 / by);
    }
  };
  using value = decltype(part(T{}, 1.0));
  const double* by = parts.known();
  if (all.is_absent() || parts.is_absent() || (by != nullptr && *by == 0)) return figure<value>(absent);
  if (by == nullptr) return figure<value>(unknown);
  figure<value> one = all.with(part(all.value_or(T{}), *by));
  if (!parts.is_confirmed() && all.is_confirmed()) one.basis = parts.basis;
  return one;
}

constexpr figure<double> gibibytes_of_gpu_memory(const machine& m) {
  const figure<memory> sold = resource::gpu_memory::of(m);
  return sold.with(in_gibibytes(sold.value_or({})));
}

constexpr figure<double> petaflops_of(const machine& m, precision format) {
  const figure<operation_rate> peak = resource::any_peak{format, dense}.of(m);
  return peak.with(in_petaflops(peak.value_or({})));
}

}  // namespace detail

// Price of a machine an hour on these terms.
constexpr auto hourly_price(const pricing& terms) {
  return [terms](const machine& m) { return price_of(m, terms); };
}

// Any key for each GPU of a machine: per_gpu(scale_out), per_gpu(hourly_price(terms)). For each whole GPU: of a size
// with an eighth of one, eight times the size's figure.
constexpr auto per_gpu(MachineKey auto key) {
  return [key](const machine& m) { return detail::divided(key(m), whole_gpus_of(m)); };
}
// For each GiB of GPU memory as sold.
constexpr auto per_gibibyte(MachineKey auto key) {
  return [key](const machine& m) { return detail::divided(key(m), detail::gibibytes_of_gpu_memory(m)); };
}
// For each petaflop/s of dense peak in a format.
constexpr auto per_petaflop(MachineKey auto key, precision format) {
  return [key, format](const machine& m) { return detail::divided(key(m), detail::petaflops_of(m, format)); };
}
// Dense peak of a format that is chosen at run time.
constexpr auto dense_peak(precision format) {
  return [format](const machine& m) { return resource::any_peak{format, dense}.of(m); };
}

}  // namespace headroom
