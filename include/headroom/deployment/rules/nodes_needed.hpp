// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/deployment/balance.hpp>
#include <headroom/deployment/nodes.hpp>
#include <headroom/deployment/resolve.hpp>
#include <headroom/deployment/rule.hpp>

namespace headroom::rules {

namespace detail {

// Pods that must lie on one node together.
constexpr bool is_too_large_for_one_node(const workload& w, const rule_input& in, finding_sink& to) {
  if (!w.placement.one_node.value_or(false) || !w.scale.pods.is_known()) return false;
  std::string_view binding;
  const count each = pods_per_node(w, in, 1, binding);
  if (each == 0 || w.scale.pods.value <= each) return false;
  to(finding{.rule = "nodes_needed",
             .line = w.placement.one_node.line,
             .sentence = "{s} has {0} {0|{u}|{u}s} that must lie on one node, and a node takes {1} by {t}",
             .cure = "let them lie on {2} {2|node|nodes}, or let a {u} ask for less",
             .subject = subject_of(w),
             .text = binding,
             .unit = unit_of(w)}
         .with(pods_term("{u}s", w.scale.pods.value))
         .with(pods_term("{u}s a node", each))
         .with(nodes_term("nodes needed", ceil_of(w.scale.pods.value, each))));
  return true;
}

}  // namespace detail

// The nodes that a workload's pods need are no more than it states, its pool has, or are held; and the nodes that it
// states are no more than its pool has.
constexpr void nodes_needed(const rule_input& in, finding_sink& to) {
  for (const workload& w : in.of.workloads) {
    const machine_pool* pool = pool_of(w, in);
    const said<count> of_pool = pool == nullptr ? said<count>{} : most_nodes_of(*pool);
    if (w.scale.nodes.is_known() && of_pool.is_known() && w.scale.nodes.value > of_pool.value) {
      to(finding{.rule = "nodes_needed",
                 .line = w.scale.nodes.line,
                 .sentence = "{s} states {0} {0|node|nodes}; {t} has {1}",
                 .cure = "state at most {1} {1|node|nodes}, or give the pool {0}",
                 .subject = subject_of(w),
                 .text = subject_of(*pool)}
             .with(nodes_term("nodes stated", w.scale.nodes.value))
             .with(nodes_term("nodes of the pool", of_pool.value)));
      continue;
    }
    if (detail::is_too_large_for_one_node(w, in, to)) continue;
    said<count> nodes = w.scale.nodes.value_or(0) > 0 ? w.scale.nodes : of_pool;
    if (nodes.is_silent())
      if (const node on = node_of(w, in); on.is_known()) nodes = nodes_held(in.on, &on.machine);
    const said<count> pods = pods_at_once(w);
    if (!nodes.is_known() || shares_nodes(w)) continue;
    std::string_view binding;
    const count each = pods_per_node(w, in, nodes.value, binding);
    const count needed = ceil_of(pods.value, each);  // 0 where there is nothing to judge by
    if (needed <= nodes.value) continue;
    // Said by the rule of GPUs used already.
    const said<count> gpus = gpus_per_node_of(w, in);
    if (gpus.is_known() && multiply(pods.value, w.requests.gpus.value_or(0)) > multiply(nodes.value, gpus.value)) continue;
    to(finding{
        .rule = "nodes_needed",
        .line = pods.line,
        .sentence =
            "{s} has {0} {0|{u}|{u}s}, {1} to a node by {t}: they need {2} {2|node|nodes}, and {3} {3|is|are} there",
        .cure = "hold {2} {2|node|nodes}, or let a {u} ask for less",
        .subject = subject_of(w),
        .text = binding,
        .unit = unit_of(w)}
           .with(pods_term("{u}s", pods.value))
           .with(pods_term("{u}s a node", each))
           .with(nodes_term("nodes needed", needed))
           .with(nodes_term("nodes", nodes.value)));
  }
}

}  // namespace headroom::rules
