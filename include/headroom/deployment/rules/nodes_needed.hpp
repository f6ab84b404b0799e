// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/deployment/balance.hpp>
#include <headroom/deployment/resolve.hpp>
#include <headroom/deployment/rule.hpp>

namespace headroom::rules {

namespace detail {

// How many pods of a workload one of so many nodes takes, by each figure that both sides state; 0: none, or nothing to
// judge by.
constexpr count pods_per_node(const workload& w, const rule_input& in, count nodes, std::string_view& binding) {
  const node on = node_of(w, in);
  count most = 0;
  const auto limit = [&](count by, std::string_view what) {
    if (most == 0 || by < most) {
      most = by;
      binding = what;
    }
  };
  const said<count> gpus = gpus_per_node_of(w, in);
  if (gpus.is_known() && w.requests.gpus.value_or(0) > 0) {
    if (gpus.value < w.requests.gpus.value) return 0;  // the rule of GPUs a node
    limit(gpus.value / w.requests.gpus.value, "GPUs");
  }
  if (w.pods_per_node.value_or(0) > 0 && (w.spread_nodes == 0 || nodes < w.spread_nodes))
    limit(w.pods_per_node.value, "anti-affinity or spread");
  if (most == 0) return 0;
  const figure<count> vcpus = vcpus_of(on);
  if (vcpus.is_known() && w.requests.millicpus.value_or(0) > 0) {
    const count there = millicpus_left(vcpus, in.on);
    if (there < w.requests.millicpus.value) return 0;  // the rule of CPUs
    limit(there / w.requests.millicpus.value, "CPUs");
  }
  const figure<memory> has = system_memory_of(on);
  const double asked = in_bytes(w.requests.system_memory.value_or({}));
  if (has.is_known() && asked > 0) {
    const double there = in_bytes(memory_left(has, in.on));
    if (there < asked) return 0;  // the rule of memory
    limit(static_cast<count>(math::floor(there / asked)), "memory");
  }
  return most;
}

// Pods that run at the same time: a job's replicas may take turns.
constexpr said<count> pods_of(const workload& w) {
  if (!w.pods.is_known() || (!w.replicas.is_known() && !is_queued(w))) return {unknown, w.line};
  if (is_queued(w)) return w.pods;
  return {multiply(w.pods.value, w.replicas.value), w.pods.line != 0 ? w.pods.line : w.line};
}

// Nodes held of the machine that a workload runs on; unknown where it may be any number.
constexpr said<count> nodes_held(const workload& w, const rule_input& in) {
  const node on = node_of(w, in);
  if (!on.is_known()) return {};
  count sum = 0;
  for (const group& each : in.on.held) {
    if (!(each.machine == on.machine)) continue;
    if (each.how_many == 0) return {};
    sum = add(sum, each.how_many);
  }
  return sum > 0 ? said<count>{sum, w.line} : said<count>{};
}

// Pods that must lie on one node together.
constexpr bool is_too_large_for_one_node(const workload& w, const rule_input& in, finding_sink& to) {
  if (!w.one_node.value_or(false) || !w.pods.is_known()) return false;
  std::string_view binding;
  const count each = pods_per_node(w, in, 1, binding);
  if (each == 0 || w.pods.value <= each) return false;
  to(finding{.rule = "nodes_needed",
             .line = w.one_node.line,
             .sentence = "{s} has {0} {u}s that must lie on one node, and a node takes {1} by {t}",
             .cure = "let them lie on {2} nodes, or let a {u} ask for less",
             .subject = subject_of(w),
             .text = binding,
             .unit = unit_of(w)}
         .with(counted_term("{u}s", w.pods.value))
         .with(counted_term("{u}s a node", each))
         .with(counted_term("nodes needed", ceil_of(w.pods.value, each))));
  return true;
}

}  // namespace detail

// The nodes that a workload's pods need are no more than it states, its pool has, or are held; and the nodes that it
// states are no more than its pool has.
constexpr void nodes_needed(const rule_input& in, finding_sink& to) {
  for (const workload& w : in.of.workloads) {
    const machine_pool* pool = pool_of(w, in);
    const said<count> of_pool = pool == nullptr ? said<count>{} : most_nodes_of(*pool);
    if (w.nodes.is_known() && of_pool.is_known() && w.nodes.value > of_pool.value) {
      to(finding{.rule = "nodes_needed",
                 .line = w.nodes.line,
                 .sentence = "{s} states {0} nodes; {t} has {1}",
                 .cure = "state at most {1} nodes, or give the pool {0}",
                 .subject = subject_of(w),
                 .text = subject_of(*pool)}
             .with(counted_term("nodes stated", w.nodes.value))
             .with(counted_term("nodes of the pool", of_pool.value)));
      continue;
    }
    if (detail::is_too_large_for_one_node(w, in, to)) continue;
    said<count> nodes = w.nodes.value_or(0) > 0 ? w.nodes : of_pool;
    if (nodes.is_silent()) nodes = detail::nodes_held(w, in);
    const said<count> pods = detail::pods_of(w);
    if (!nodes.is_known() || !pods.is_known() || headroom::detail::shares_nodes(w)) continue;
    std::string_view binding;
    const count each = detail::pods_per_node(w, in, nodes.value, binding);
    if (each == 0) continue;
    const count needed = ceil_of(pods.value, each);
    if (needed <= nodes.value) continue;
    // Said by the rule of GPUs used already.
    const said<count> gpus = gpus_per_node_of(w, in);
    if (multiply(pods.value, w.requests.gpus.value) > multiply(nodes.value, gpus.value)) continue;
    to(finding{.rule = "nodes_needed",
               .line = pods.line,
               .sentence = "{s} has {0} {u}s, {1} to a node by {t}: they need {2} nodes, and {3} are there",
               .cure = "hold {2} nodes, or let a {u} ask for less",
               .subject = subject_of(w),
               .text = binding,
               .unit = unit_of(w)}
           .with(counted_term("{u}s", pods.value))
           .with(counted_term("{u}s a node", each))
           .with(counted_term("nodes needed", needed))
           .with(counted_term("nodes", nodes.value)));
  }
}

}  // namespace headroom::rules
