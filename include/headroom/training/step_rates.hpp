// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/machine.hpp>
#include <headroom/math.hpp>
#include <headroom/network/fabric.hpp>
#include <headroom/time/gemm.hpp>
#include <headroom/time/gpu_rates.hpp>
#include <headroom/time/machine_rates.hpp>
#include <headroom/training/recipe.hpp>
#include <headroom/training/step_constants.hpp>
#include <headroom/units.hpp>

// What a step of training has of a machine: made once for many jobs with the same formats.
namespace headroom {

struct step_rates {
  gpu_rates wide{};      // of products in 16 bits or more: the head, attention, adapters
  gpu_rates products{};  // of the layers' products, in their own format
  double wide_share{};  // of the dense peaks, what products reach inside a step
  double products_share{};
  double clock{};  // that the board's power holds in steps, over that its peak is stated at: the shares follow it; 0: nothing says it
  fabric links{};
  std::string_view unlinked{};  // why what its GPUs send each other cannot be timed; empty: it can be
  bool is_measured{};  // whether steps of this architecture in this format were
};

namespace detail {

// The figure's value where it is known: callers have asked.
template <class T>
constexpr const T& held(const figure<T>& known) {
  return *known.known();
}

// What steps reach on an architecture, on a board of so many watts. Zero: no step was measured.
struct measured_in_steps {
  double of_peak = 0;
  int least_bits = 16;    // in formats of 16 bits, 8 and 4, down to so many
  double watts = 0;       // of the board that the share is of,
  double units = 0;       // its multiprocessors
  double unit_peak = 0;   // and the operations a second of one, in 16 bits
  double sustained = 0;   // of the peak, what large products reach alone for minutes; 0: as gpu_rates have it

  constexpr double share(int bits) const {
    return (bits == 16 || bits == 8 || bits == 4) && bits >= least_bits ? of_peak : 0;
  }
};
constexpr measured_in_steps in_steps(std::string_view architecture, const step_constants& by) {
  if (architecture == "Ampere (GA100)") return {by.ampere, 16, 400, 108, 312e12 / 108};
  if (architecture == "Hopper (GH100)") return {by.hopper, 8, 700, 132, 989.5e12 / 132};
  // gpu_rates have Blackwell's best shapes, of short runs.
  if (architecture == "Blackwell" || architecture == "Blackwell Ultra")
    return {by.blackwell, 4, 1'200, 152, 2'500e12 / 152, measured_steps.blackwell};
  return {};
}

// The clock that a board holds in steps, over that of the measured board, and over what its peak is stated at: peaks of one chip
// are of several clocks (2,250 and 2,500 Tflop/s of Blackwell), and power decides which is held. Of dynamic power C V^2 f a multiprocessor,
// with f^(4/3): a voltage in proportion to the sixth root of f, between constant (f^1) and in proportion to f (f^3). 0: nothing says it.
constexpr double clock_under_power(const gpu& device, const measured_in_steps& as) {
  const figure<operation_rate> peak = peak_rate(device, sixteen_bit_format(device));
  if (!device.tdp.is_known() || !device.multiprocessors.is_known() || !peak.is_known() || !(as.watts > 0)) return 0;
  const double units = static_cast<double>(held(device.multiprocessors));
  const double power = in_watts(held(device.tdp)) / as.watts * as.units / units;
  const double stated = in_base_units(held(peak)) / units / as.unit_peak;
  return math::square_root(power * math::square_root(power)) / stated;
}

// Of the stated peak, what large products reach at the clock that it is stated at: what the largest tile issues, with what its edges take.
inline constexpr double share_at_stated_clock = 2 * tiles[0].m * tiles[0].n / tiles[0].operations;

// A share of the peak at another clock, which is at most the clock that the peak is stated at, however much power the board has.
constexpr double at_clock(double share, double clock) {
  return math::smaller(share * clock, math::larger(share, share_at_stated_clock));
}

// The clock of products that take more power at the same clock than those in 16 bits, over the clock of those. An operation takes energy in
// proportion to its bits: twice as many of half the bits take the same power; Blackwell Ultra's 4 bits, of which it does six times as many, half as much again.
constexpr double clock_of_format(const gpu_rates& products, const gpu_rates& wide) {
  const double power = in_base_units(products.matrix) * bits(products.format) / (in_base_units(wide.matrix) * bits(wide.format));
  return power > 1 ? 1 / math::square_root(power * math::square_root(power)) : 1;
}

// What steps reach of large products' sustained rate where none was measured: the middle of those that were.
inline constexpr double unmeasured_in_steps = 0.85;

}  // namespace detail

// Unknown, with the reason as its note, where the GPU has no rate in a format; an estimate
// where no step, product or link of the kind was measured.
constexpr figure<step_rates> step_rates_of(const machine& on, const training_formats& formats,
                                           const step_constants& by = measured_steps) {
  const figure<machine_rates> rates = machine_rates_of(on, multiplied_in(formats));
  if (!rates.is_known()) return figure<step_rates>(unknown).noted(rates.note);
  const gpu& device = *on.gpu();
  step_rates made{.wide = rates.known()->wide, .products = rates.known()->products, .links = rates.known()->links, .unlinked = rates.known()->unlinked};
  const detail::measured_in_steps reached = detail::in_steps(device.architecture, by);
  made.wide_share = reached.share(bits(made.wide.format));
  made.products_share = reached.share(bits(made.products.format));
  if (reached.sustained > 0) made.products.sustained_share = reached.sustained;
  made.clock = detail::clock_under_power(device, reached);
  const double clock = made.clock > 0 ? made.clock : 1;
  made.is_measured = made.wide_share > 0 && made.products_share > 0;
  if (!(made.wide_share > 0)) made.wide_share = made.wide.sustained_share * detail::unmeasured_in_steps;
  if (!(made.products_share > 0)) made.products_share = made.products.sustained_share * detail::unmeasured_in_steps;
  made.wide_share = detail::at_clock(made.wide_share, clock);
  made.products_share = detail::at_clock(made.products_share, clock * detail::clock_of_format(made.products, made.wide));
  made.wide.attention_share = detail::at_clock(made.wide.attention_share, clock);
  figure<step_rates> found(made);
  found.basis = basis::estimated;
  if (!made.is_measured) found.note = "no measured training step on this architecture in this format";
  return found;
}

}  // namespace headroom
