// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/catalog/names/efa_interfaces.hpp>
#include <headroom/deployment/resolve.hpp>
#include <headroom/deployment/rule.hpp>

namespace headroom::rules {

// A pod that asks for RDMA devices runs on a machine with a scale-out network. How many devices a shared plugin offers
// is its own setting, so that their number is not judged; EFA is no shared one.
constexpr void rdma(const rule_input& in, finding_sink& to) {
  for (const workload& w : in.of.workloads) {
    const said<count>& asked = w.requests.rdma_devices;
    if (asked.value_or(0) == 0) continue;
    const node on = node_of(w, in);
    if (on.vm == nullptr) continue;
    const bool is_of_aws = w.requests.rdma_resource == catalog::efa_resource;
    if (is_of_aws && (on.vm->provider == provider::azure || on.vm->provider == provider::gcp)) {
      to(finding{.rule = "rdma",
                 .line = asked.line,
                 .sentence = "{s} asks for {0} of {f0} a {u}; {t} is of {f1}, which has none",
                 .cure = "ask for the RDMA devices of that cloud's nodes, or choose a size with EFA",
                 .subject = subject_of(w),
                 .text = on.name,
                 .unit = unit_of(w)}
             .with(devices_term("RDMA devices a {u}", asked.value, w.requests.rdma_resource))
             .with(words_term("cloud of the machine", name(on.vm->provider), on.machine.from())));
      continue;
    }
    if (const catalog::efa_interfaces* there = is_of_aws ? catalog::find_efa_interfaces(on.vm->name) : nullptr;
        there != nullptr && asked.value > there->most) {
      to(finding{.rule = "rdma",
                 .line = asked.line,
                 .sentence = "{s} asks for {0} of {f0} a {u}; {t} has {1}",
                 .cure = "ask for at most {1}, or choose a size with more",
                 .subject = subject_of(w),
                 .text = on.name,
                 .unit = unit_of(w)}
             .with(devices_term("RDMA devices a {u}", asked.value, w.requests.rdma_resource))
             .with(devices_term("EFA interfaces of the machine", there->most)));
      continue;
    }
    const figure<support> has = rdma_of(*on.vm);
    if (has.is_known() && *has.known() != support::no) continue;
    const bool none = has.is_known();
    to(finding{
        .rule = "rdma",
        .severity = none ? finding_severity::error : finding_severity::unjudged,
        .line = asked.line,
        .sentence =
            none ? "{s} asks for {0} RDMA {0|device|devices} a {u}; {t} has no scale-out network"
                 : "{s} asks for {0} RDMA {0|device|devices} a {u}; no source says whether {t} has a scale-out network",
        .cure = none ? "run it on a size with InfiniBand or EFA, or do without RDMA" : "",
        .subject = subject_of(w),
        .text = on.name,
        .unit = unit_of(w)}
           .with(devices_term("RDMA devices a {u}", asked.value)));
  }
}

}  // namespace headroom::rules
