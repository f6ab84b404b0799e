// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/cluster/resource.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/machine.hpp>
#include <headroom/inference/job.hpp>
#include <headroom/inference/serving_band.hpp>
#include <headroom/network/fabric.hpp>
#include <headroom/precision.hpp>
#include <headroom/time/gpu_rates.hpp>
#include <headroom/time/machine_rates.hpp>
#include <headroom/units.hpp>

// What a step of serving has of a machine: made once for many jobs whose products are in the same format.
namespace headroom {

struct serving_rates {
  gpu_rates wide{};      // of products in 16 bits or more: attention, the head, and weights that are held so
  gpu_rates products{};  // of the layers' products, in their own format
  fabric links{};
  std::string_view unlinked{};  // why what its GPUs send each other cannot be timed; empty: it can be
  bool is_blackwell{};
  bool is_measured{};  // whether servers with such GPUs in this format were
};

// The format that the layers' products are in on a machine: MXFP4 experts beside products in 16 bits are multiplied with inputs in MXFP8 where the
// GPU has products of such blocks, as those have that multiply FP4 (TensorRT-LLM's and vLLM's kernels of gpt-oss on Blackwell).
constexpr precision computed_on(const machine& on, const served_weights& weights) {
  return bits(weights.computed) == 16 && is_mxfp4(weights.held.experts) && multiplies_in(on, fp4) ? fp8 : weights.computed;
}

// Unknown, with the reason as its note, where the GPU has no rate in a format.
constexpr figure<serving_rates> serving_rates_of(const machine& on, const served_weights& weights) {
  const precision computed = computed_on(on, weights);
  const figure<machine_rates> rates = machine_rates_of(on, computed);
  if (!rates.is_known()) return figure<serving_rates>(unknown).noted(rates.note);
  serving_rates made{.wide = rates.known()->wide, .products = rates.known()->products, .links = rates.known()->links, .unlinked = rates.known()->unlinked};
  const std::string_view architecture = on.gpu()->architecture;
  made.is_blackwell = architecture.starts_with("Blackwell");
  made.is_measured = is_measured_in_servers(computed) && (made.is_blackwell || architecture.starts_with("Hopper"));
  figure<serving_rates> found(made);
  found.basis = basis::estimated;
  if (!is_measured_in_servers(computed)) found.note = "no measured server that multiplies in more than 16 bits";
  else if (!made.is_measured) found.note = "no measured server on this architecture";
  return found;
}

}  // namespace headroom
