// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/deployment/balance.hpp>
#include <headroom/deployment/resolve.hpp>
#include <headroom/deployment/rule.hpp>

namespace headroom::rules {

namespace detail {

// Nodes for so many workers: several to a node where they fit, else whole nodes for each.
constexpr count nodes_for_workers(count workers, count gpus_each, count gpus_per_node) {
  if (gpus_each <= 0) return 0;
  if (gpus_each > gpus_per_node) return multiply(workers, ceil_of(gpus_each, gpus_per_node));
  return ceil_of(workers, gpus_per_node / gpus_each);
}

}  // namespace detail

// The workers of a role fit on its nodes: a worker of more GPUs than a node has takes whole nodes.
constexpr void worker_nodes(const rule_input& in, finding_sink& to) {
  const gpu_balance roles = headroom::detail::balance_of_roles(in);
  for (const workload& w : in.of.workloads) {
    const said<count>& each = w.scale.gpus;  // pods: the rule of nodes needed
    const said<count> per_node = gpus_per_node_of(w, in);
    if (!each.is_known() || !w.scale.replicas.is_known() || !w.scale.nodes.is_known() || !per_node.is_known() || shares_nodes(w)) continue;
    // Said by the rules of colocation and of GPUs used.
    if (has_role(w) && (roles.is_shared || (roles.held_is_known && roles.used > roles.held)))
      continue;
    const count needed = detail::nodes_for_workers(w.scale.replicas.value, each.value, per_node.value);
    if (needed <= w.scale.nodes.value) continue;
    if (!has_role(w) &&
        multiply(w.scale.replicas.value, each.value) > multiply(w.scale.nodes.value, per_node.value))
      continue;
    to(finding{.rule = "worker_nodes",
               .line = w.scale.nodes.line,
               .sentence = "{s} has {0} {0|worker|workers} of {1} {1|GPU|GPUs} on nodes of {2}: they need {3} "
                           "{3|node|nodes}, and {4} {4|is|are} stated",
               .cure = "state {3} {3|node|nodes}, or workers that fit on {4}",
               .subject = subject_of(w)}
           .with(pods_term("workers", w.scale.replicas.value))
           .with(gpus_term("GPUs a worker", each.value))
           .with(gpus_term("GPUs a node", per_node.value))
           .with(nodes_term("nodes needed", needed))
           .with(nodes_term("nodes stated", w.scale.nodes.value)));
  }
}

}  // namespace headroom::rules
