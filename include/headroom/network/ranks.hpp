// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/count.hpp>
#include <headroom/network/fabric.hpp>
#include <headroom/units.hpp>

// Who takes part in a collective, and what the fabric gives each of them.
namespace headroom {

// So many GPUs, so many of them in each scale-up domain, but for the last, which has those that are left: consecutive ranks fill
// one domain after the other.
struct ranks {
  count gpus = 1;
  count in_domain = 1;

  constexpr count domains() const { return ceil_of(gpus, in_domain); }
  constexpr count in_last_domain() const {
    const count left = gpus % in_domain;
    return left == 0 ? in_domain : left;
  }
  constexpr bool is_even() const { return gpus % in_domain == 0; }  // all domains have equally many
};

// GPUs that lie as densely as the fabric allows.
constexpr ranks packed(count gpus, const fabric& over) { return {gpus, gpus < over.domain_gpus ? gpus : over.domain_gpus}; }

// Why the fabric cannot serve these ranks; empty: it can.
constexpr std::string_view unserved(const ranks& who, const fabric& over) {
  if (who.in_domain < 1 || who.in_domain > who.gpus) return "a group needs GPUs, and at most all of them in a domain";
  if (who.in_domain > over.domain_gpus) return "more GPUs than a scale-up domain has";
  if (who.gpus > who.in_domain && !(in_bytes_per_second(over.scale_out.one_direction) > 0))
    return "the GPUs lie in several scale-up domains, and the rate of the network between them is not known";
  return {};
}

// What a GPU of the group can send: bytes a second over each network, and seconds a hop. Plain numbers, of which the
// formulas are made; ranks that are served only.
struct lane_rates {
  double n = 0;         // GPUs
  double g = 0;         // of them in a domain
  double fewest = 0;    // in the domain that has fewest, the last: so many adapters take what enters and leaves it
  double domains = 0;
  double m = 0;         // of a domain's in one machine
  count machines = 0;   // of a domain
  double up = 0;        // a GPU's scale-up rate
  double in_network = 0;  // the same where the switches reduce
  double out = 0;       // a GPU's scale-out rate
  double hop_up = 0;
  double hop_out = 0;
};

constexpr lane_rates rates_of(const ranks& who, const fabric& over) {
  lane_rates made;
  const count machine = over.machine_gpus > 0 && over.machine_gpus < who.in_domain ? over.machine_gpus : who.in_domain;
  made.n = static_cast<double>(who.gpus);
  made.g = static_cast<double>(who.in_domain);
  made.fewest = static_cast<double>(who.in_last_domain());
  made.domains = static_cast<double>(who.domains());
  made.m = static_cast<double>(machine);
  made.machines = ceil_of(who.in_domain, machine);
  const double up = in_bytes_per_second(over.scale_up.one_direction);
  made.up = up * over.scale_up_share;
  made.in_network = up * over.in_network_share;
  made.out = in_bytes_per_second(over.scale_out.one_direction) * over.scale_out_share;
  if (who.domains() > over.domains_per_leaf)
    made.out /= math::larger(over.oversubscription, over.flows_on_busiest_uplink);
  made.hop_up = in_seconds(over.scale_up_hop);
  made.hop_out = in_seconds(over.scale_out_hop);
  return made;
}

// Bytes a second that a GPU sends to one other, of so many GPUs that lie as densely as the fabric allows: inside a scale-up domain where
// one holds all of them, and else between the two that lie farthest apart.
constexpr double send_rate(count gpus, const fabric& over) {
  const lane_rates lane = rates_of(packed(gpus, over), over);
  return gpus <= over.domain_gpus ? lane.up : lane.out;
}

}  // namespace headroom
