// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/deployment/resolve.hpp>
#include <headroom/deployment/rule.hpp>

namespace headroom::rules {

// What asks something of its machine says which machine that is, or the check does. Said once a file.
constexpr void machine_named(const rule_input& in, finding_sink& to) {
  for (const workload& w : in.of.workloads) {
    const pod_resources& r = w.requests;
    const bool asks = r.millicpus.value_or(0) > 0 || in_bytes(r.system_memory.value_or(memory{})) > 0 ||
                      in_bytes(r.ephemeral_storage.value_or(memory{})) > 0 || r.rdma_devices.value_or(0) > 0 ||
                      r.gpus.value_or(0) > 0;
    if (!asks || !w.instance_type.is_silent()) continue;
    const naming how = node_of(w, in).naming;
    if (how != naming::none && how != naming::several && how != naming::gpu_only) continue;
    // Something of no GPU and of a few cores fits anywhere.
    if (!headroom::detail::asks_for_gpus(w) && in.of.pools.empty() && in.on.held.empty()) continue;
    to(finding{.rule = "machine_named",
               .severity = finding_severity::unjudged,
               .line = w.line,
               .sentence = how == naming::several
                               ? "{s}: its CPUs, memory and GPUs are not judged; it may run on several machines"
                               : "{s}: its CPUs, memory and GPUs are not judged; no machine is named",
               .cure = "say which machine it runs on",
               .subject = subject_of(w)});
    return;
  }
}

}  // namespace headroom::rules
