// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/deployment/resolve.hpp>
#include <headroom/deployment/rule.hpp>

namespace headroom::rules {

// A pod that asks for RDMA devices runs on a machine with a scale-out network. How many devices a shared plugin offers
// is its own setting, so that a number is not judged.
constexpr void rdma(const rule_input& in, finding_sink& to) {
  for (const workload& w : in.of.workloads) {
    const said<count>& asked = w.requests.rdma_devices;
    if (!asked.is_known() || asked.value == 0) continue;
    const node on = node_of(w, in);
    if (on.vm == nullptr) continue;
    const figure<support> has = rdma_of(*on.vm);
    if (has.is_known() && has.value != support::no) continue;
    const bool none = has.is_known();
    to(finding{
        .rule = "rdma",
        .severity = none ? finding_severity::error : finding_severity::unjudged,
        .line = asked.line,
        .sentence = none ? "{s} asks for {0} RDMA devices a {u}; {t} has no scale-out network"
                         : "{s} asks for {0} RDMA devices a {u}; no source says whether {t} has a scale-out network",
        .cure = none ? "run it on a size with InfiniBand or EFA, or do without RDMA" : "",
        .subject = subject_of(w),
        .text = on.name,
        .unit = unit_of(w)}
           .with(counted_term("RDMA devices a {u}", asked.value)));
  }
}

}  // namespace headroom::rules
