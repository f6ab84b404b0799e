// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/deployment/balance.hpp>
#include <headroom/deployment/resolve.hpp>
#include <headroom/deployment/rule.hpp>
#include <headroom/deployment/rules/worker_nodes.hpp>

namespace headroom::rules {

// Roles that share nodes fit on the sum of them. A role of 0 nodes runs on the other's.
constexpr void colocation(const rule_input& in, finding_sink& to) {
  const gpu_balance b = headroom::detail::balance_of_roles(in);
  if (!b.is_shared) return;
  // The least that any packing needs: whole nodes for large workers, and one each for those of more than half a node.
  count least = 0;
  for (const workload& w : in.of.workloads) {
    const count each = gpus_of_replica(w).value_or(0);
    if (has_role(w) && 2 * each > b.gpus_per_node)
      least = add(least, multiply(w.scale.replicas.value_or(0), ceil_of(each, b.gpus_per_node)));
  }
  // Where the GPUs of a node are not known both are 0.
  const count by_gpus = ceil_of(b.used, b.gpus_per_node);
  const count needed = least > by_gpus ? least : by_gpus;
  if (needed <= b.nodes) return;
  to(finding{
      .rule = "colocation",
      .line = b.line,
      .sentence =
          "The roles share {0} {0|node|nodes} of {1} {1|GPU|GPUs} and use {2} of {3}: they need {4} {4|node|nodes}",
      .cure = "state {4} {4|node|nodes} for the roles together, or fewer workers",
      .subject = b.subject}
         .with(nodes_term("nodes of all roles", b.nodes))
         .with(gpus_term("GPUs a node", b.gpus_per_node))
         .with(gpus_term("GPUs used", b.used))
         .with(gpus_term("GPUs held", b.held))
         .with(nodes_term("nodes needed", needed)));
}

}  // namespace headroom::rules
