// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/deployment/resolve.hpp>
#include <headroom/deployment/rule.hpp>

namespace headroom::rules {

// A pod that chooses a machine with GPUs asks for some: without, it holds a machine whose GPUs stay idle.
constexpr void gpu_vm_idle(const rule_input& in, finding_sink& to) {
  if (!in.of.claims.empty()) return;  // GPUs may come through a claim
  for (const workload& w : in.of.workloads) {
    const bool chooses = w.placement.instance_type.is_known() || pool_named_by(w, in.of) != nullptr;
    const bool asks_for_none = w.requests.gpus.value_or(0) == 0 && !w.requests.gpus.is_unresolved() &&
                               w.scale.gpus.value_or(0) == 0 && !w.scale.gpus.is_unresolved();
    // What runs on every node serves those that use the GPUs, and a template is given some by what is made from it.
    if (!chooses || is_blueprint(w) || !asks_for_none || !w.requests.mig_profile.is_silent() || w.queueing.runs_as == workload_class::on_every_node)
      continue;
    // A job of Slurm gets nodes, and its programs find the GPUs.
    if (!w.scale.nodes.is_silent() || (!w.requests.gpus.is_known() && !w.scale.pods.is_known())) continue;
    const node on = node_of(w, in);
    const figure<count> has = gpus_of(on);
    if (has.value_or(0) == 0) continue;
    to(finding{.rule = "gpu_vm_idle",
               .severity = finding_severity::warning,
               .line = w.placement.instance_type.is_known() ? w.placement.instance_type.line : w.placement.pool.line,
               .sentence = "{s} chooses {t} with {0} {0|GPU|GPUs} and asks for none",
               .cure = "ask for GPUs, or choose a machine without",
               .subject = subject_of(w),
               .text = on.name}
           .with(published(gpus_term("GPUs of the machine", *has.known()), has, on)));
  }
}

}  // namespace headroom::rules
