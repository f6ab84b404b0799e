// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/machine.hpp>
#include <headroom/network/fabric.hpp>
#include <headroom/time/gpu_rates.hpp>
#include <headroom/training/recipe.hpp>
#include <headroom/training/step_constants.hpp>
#include <headroom/units.hpp>

// What a step of training has of a machine: made once for many jobs with the same formats.
namespace headroom {

struct step_rates {
  gpu_rates wide{};      // of products in 16 bits: the head, attention, adapters
  gpu_rates products{};  // of the layers' products, in their own format
  double wide_share = 0;  // of the dense peaks, what products reach inside a step
  double products_share = 0;
  fabric links{};
  bool is_measured = false;  // whether steps of this architecture in this format were
};

namespace detail {

// The figure's value where it is known: callers have asked.
template <class T>
constexpr const T& held(const figure<T>& known) {
  return *known.known();
}

// Zero: no step of this architecture in so many bits was measured.
constexpr double share_in_steps(std::string_view architecture, int bits, const step_constants& by) {
  if (architecture.starts_with("Ampere")) return bits == 16 ? by.ampere_16_bit : 0;
  if (architecture.starts_with("Hopper")) return bits == 16 ? by.hopper_16_bit : bits == 8 ? by.hopper_8_bit : 0;
  if (!architecture.starts_with("Blackwell")) return 0;
  return bits == 16 ? by.blackwell_16_bit : bits == 8 ? by.blackwell_8_bit : bits == 4 ? by.blackwell_4_bit : 0;
}

// What steps reach of large products' sustained rate where none was measured: the middle of those that were.
inline constexpr double unmeasured_in_steps = 0.85;

}  // namespace detail

// Unknown, with the reason as its note, where the GPU has no rate in a format or the machine no scale-up network; an estimate
// where no step, product or link of the kind was measured.
constexpr figure<step_rates> step_rates_of(const machine& on, const training_formats& formats,
                                           const step_constants& by = measured_steps) {
  const auto refused = [](std::string_view why) { return figure<step_rates>(unknown).noted(why); };
  if (on.gpu() == nullptr) return refused("the machine has no GPU");
  const gpu& device = *on.gpu();
  const bool is_short = bits(formats.products.format) < 16;
  const figure<gpu_rates> wide = rates_of(device, bf16);
  const figure<gpu_rates> products = is_short ? rates_of(device, formats.products.format) : wide;
  const figure<fabric> links = fabric_of(on);
  if (!wide.is_known()) return refused(wide.note);
  if (!products.is_known()) return refused(products.note);
  if (!links.is_known()) return refused(links.note);
  step_rates made{.wide = detail::held(wide), .products = detail::held(products), .links = detail::held(links)};
  made.wide_share = detail::share_in_steps(device.architecture, 16, by);
  made.products_share = detail::share_in_steps(device.architecture, is_short ? bits(formats.products.format) : 16, by);
  made.is_measured = made.wide_share > 0 && made.products_share > 0;
  if (!(made.wide_share > 0)) made.wide_share = made.wide.sustained_share * detail::unmeasured_in_steps;
  if (!(made.products_share > 0)) made.products_share = made.products.sustained_share * detail::unmeasured_in_steps;
  figure<step_rates> found(made);
  found.basis = basis::estimated;
  if (!made.is_measured) found.note = "no measured training step on this architecture in this format";
  return found;
}

}  // namespace headroom
