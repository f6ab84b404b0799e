// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/link.hpp>
#include <headroom/hardware/machine.hpp>
#include <headroom/network/measured_links.hpp>
#include <headroom/units.hpp>

// What collectives run over: the links of a machine from the catalogue, with what measurements say of their kind.
namespace headroom {

struct fabric {
  count machine_gpus = 0;  // GPUs of a VM or board
  count domain_gpus = 0;   // GPUs that reach each other over the scale-up network: 72 of an NVL72

  // Rates as the catalogue states them, of a GPU and one direction, and the share of each that large messages reach.
  scale_up_bandwidth scale_up{};
  double scale_up_share = 1;
  double in_network_share = 0;  // of a reduction in the switches (NVLS); 0: there is none, or none was measured
  scale_out_bandwidth scale_out{};  // 0: there is none
  double scale_out_share = 1;

  asked_for<duration> start{};  // from the call to the first byte, with the ranks' own spread
  asked_for<duration> scale_up_hop{};
  asked_for<duration> switch_hop{};  // into a switch that reduces, and out of it
  asked_for<duration> scale_out_hop{};

  // As leaf_switches says.
  double oversubscription = 1;
  double flows_on_busiest_uplink = 1;
  count domains_per_leaf = 0;

  bool is_measured = false;  // whether every kind of link above has a measured share
};

namespace detail {

// Machines that a running system lists may have GPUs of a kind that it does not say.
constexpr std::string_view no_gpu_of(const machine& m) {
  return gpus_of(m).value_or(0) > 0 ? "which GPU the machine has is not known" : "the machine has no GPU";
}

}  // namespace detail

// The fabric of machines of one kind. Unknown, with a note that says why, without a scale-up network, and where nobody states which of several
// GPUs it joins: those of a VM may be joined in pairs (NVLink bridges) or across VMs (a rack).
constexpr figure<fabric> fabric_of(const machine& m) {
  const auto refused = [](std::string_view why) { return figure<fabric>(unknown).noted(why); };
  if (m.gpu() == nullptr) return refused(detail::no_gpu_of(m));
  const headroom::gpu& device = *m.gpu();
  if (!device.scale_up.per_gpu.is_known()) return refused("the GPU has no scale-up network: collectives over PCIe are not modelled");
  const vm* size = m.vm();
  if (size != nullptr && size->gpu_share != share{}) return refused("the machine has a share of a GPU");

  const figure<count> gpus = gpus_of_node(m);
  const figure<count> domain = size != nullptr ? size->scale_up_domain_gpus : m.board()->scale_up_domain_gpus;
  if (!gpus.is_known()) return refused("the number of GPUs is not known");
  const bool is_alone = gpus_of(m).value_or(*gpus.known()) <= 1;
  if (!domain.is_known() && !is_alone) return refused("no source states its GPUs per scale-up domain");
  fabric made;
  made.machine_gpus = *gpus.known();
  made.domain_gpus = domain.value_or(1);

  const measured_scale_up up = measured_for(device.scale_up.kind);
  made.scale_up = *device.scale_up.per_gpu.known();
  made.scale_up_share = up.share;
  made.in_network_share = up.in_network_share;
  made.start = measured_start;
  made.scale_up_hop = scale_up_hop;
  made.switch_hop = switch_hop;

  const figure<scale_out_bandwidth> per_gpu = size != nullptr ? size->scale_out_per_gpu : m.board()->scale_out_per_gpu;
  const figure<scale_out_bandwidth> whole = size != nullptr ? size->scale_out : m.board()->scale_out;
  if (per_gpu.is_known()) made.scale_out = *per_gpu.known();
  else if (whole.is_known() && *gpus.known() > 0) made.scale_out = *whole.known() / static_cast<double>(*gpus.known());
  const leaf_switches& leaves = size != nullptr ? size->leaves : m.board()->leaves;
  made.oversubscription = leaves.oversubscription;
  made.flows_on_busiest_uplink = leaves.flows_on_busiest_uplink;
  made.domains_per_leaf = leaves.domains_per_leaf;
  const measured_scale_out out = measured_scale_out_for(size != nullptr ? size->scale_out_kind : std::string_view{});
  made.scale_out_share = out.share;
  made.scale_out_hop = out.hop;
  made.is_measured = up.is_measured && (out.is_measured || in_bytes_per_second(made.scale_out.one_direction) == 0);

  figure<fabric> found(made);
  if (!made.is_measured) {
    found.basis = basis::estimated;
    found.note = up.is_measured ? "no measured collective over this kind of scale-out network: the share of InfiniBand is taken"
                                : "no measured collective over this kind of scale-up link: the share of NVLink 4 is taken";
  }
  return found;
}

}  // namespace headroom
