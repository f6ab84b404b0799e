// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/machine.hpp>
#include <headroom/network/fabric.hpp>
#include <headroom/precision.hpp>
#include <headroom/time/gpu_rates.hpp>

// What steps of any kind have of a machine.
namespace headroom {

struct machine_rates {
  gpu_rates wide{};      // of all products but those of the layers' matrices in fewer bits: in 16 bits, or in the job's wider format
  gpu_rates products{};  // of the layers' products, in their own format
  fabric links{};
  std::string_view unlinked{};  // why what its GPUs send each other cannot be timed, and a job on one GPU alone can; empty: it can be
};

// For products in a format. Beside one of fewer than 16 bits, attention and what is held in 16 bits are multiplied in the GPU's own 16-bit
// format; a job in 16 bits or more multiplies all in its format. Unknown, with the reason as its note, where the GPU has no rate in a
// format. Without a fabric, as of cards on PCIe, the rates are of each GPU by itself.
constexpr figure<machine_rates> machine_rates_of(const machine& on, precision computed) {
  const auto refused = [](std::string_view why) { return figure<machine_rates>(unknown).noted(why); };
  if (on.gpu() == nullptr) return refused(detail::no_gpu_of(on));
  const figure<gpu_rates> wide = rates_of(*on.gpu(), bits(computed) >= 16 ? computed : sixteen_bit_format(*on.gpu()));
  const figure<gpu_rates> products = rates_of(*on.gpu(), computed);
  const figure<fabric> links = fabric_of(on);
  if (!wide.is_known()) return refused(wide.note);
  if (!products.is_known()) return refused(products.note);
  if (on.vm() != nullptr && on.vm()->gpu_share != share{}) return refused("the machine has a share of a GPU");
  if (!links.is_known()) return machine_rates{*wide.known(), *products.known(), {.machine_gpus = 1, .domain_gpus = 1}, links.note};
  return machine_rates{*wide.known(), *products.known(), *links.known()};
}

}  // namespace headroom
