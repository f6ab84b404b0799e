// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/deployment/balance.hpp>
#include <headroom/deployment/resolve.hpp>
#include <headroom/deployment/rule.hpp>

namespace headroom::rules {

namespace detail {

// How many pods of a workload one node takes, by each figure that both sides state; 0: none, or nothing to judge by.
constexpr count pods_per_node(const workload& w, const rule_input& in, std::string_view& binding) {
  const node on = node_of(w, in);
  count most = 0;
  const auto limit = [&](count by, std::string_view what) {
    if (most == 0 || by < most) {
      most = by;
      binding = what;
    }
  };
  const said<count> gpus = gpus_per_node_of(w, in);
  if (gpus.is_known() && w.requests.gpus.value_or(0) > 0) limit(gpus.value / w.requests.gpus.value, "GPUs");
  if (most == 0) return 0;
  const figure<count> vcpus = vcpus_of(on);
  if (vcpus.is_known() && w.requests.millicpus.value_or(0) > 0) {
    const count there = multiply(vcpus.value, 1'000) - in.on.reserved_millicpus;
    if (there < w.requests.millicpus.value) return 0;  // the rule of CPUs
    limit(there / w.requests.millicpus.value, "CPUs");
  }
  const figure<memory> has = system_memory_of(on);
  const double asked = in_bytes(w.requests.system_memory.value_or({}));
  if (has.is_known() && asked > 0) {
    const double there = in_bytes(has.value) - in_bytes(in.on.reserved_memory);
    if (there < asked) return 0;  // the rule of memory
    limit(static_cast<count>(math::floor(there / asked)), "memory");
  }
  return most;
}

constexpr said<count> pods_of(const workload& w) {
  if (!w.pods.is_known() || !w.replicas.is_known()) return {unknown, w.line};
  return {multiply(w.pods.value, w.replicas.value), w.pods.line != 0 ? w.pods.line : w.line};
}

}  // namespace detail

// The nodes that a workload's pods need are no more than it states, or its pool has; and the nodes that it states are
// no more than its pool has.
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
    const said<count> nodes = w.nodes.is_known() && w.nodes.value > 0 ? w.nodes : of_pool;
    const said<count> pods = detail::pods_of(w);
    if (!nodes.is_known() || !pods.is_known() || headroom::detail::shares_nodes(w)) continue;
    std::string_view binding;
    const count each = detail::pods_per_node(w, in, binding);
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
