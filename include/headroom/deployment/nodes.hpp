// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <string_view>

#include <headroom/count.hpp>
#include <headroom/deployment/resolve.hpp>
#include <headroom/deployment/rule.hpp>

// How many nodes what runs takes.
namespace headroom {

// How many pods of a workload one of so many nodes takes, by each figure that both sides state; 0: none, or nothing to
// judge by. What may share its nodes, as it asks for no GPUs, is judged where they are taken to be its own, and has any number of pods that ask for
// nothing.
constexpr count pods_per_node(const workload& w, const rule_input& in, count nodes, std::string_view& binding, bool are_own = false) {
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
  if (w.placement.pods_per_node.value_or(0) > 0 && (w.placement.spread_nodes == 0 || nodes < w.placement.spread_nodes))
    limit(w.placement.pods_per_node.value, "anti-affinity, spread or channels");
  const bool is_alone = are_own && on.is_known() && !may_ask_for_gpus(w);
  if (most == 0 && !is_alone) return 0;
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
  return most == 0 ? too_many : most;
}

// Pods of all replicas.
constexpr said<count> pods_of_all(const workload& w) {
  if (!w.scale.pods.is_known() || !w.scale.replicas.is_known()) return {unknown, w.identity.line};
  return {multiply(w.scale.pods.value, w.scale.replicas.value), w.scale.pods.line != 0 ? w.scale.pods.line : w.identity.line};
}

// Pods that run at the same time: a job's replicas may take turns.
constexpr said<count> pods_at_once(const workload& w) {
  if (!is_queued(w)) return pods_of_all(w);
  return w.scale.pods.is_known() ? w.scale.pods : said<count>{unknown, w.identity.line};
}

// Nodes that one pod each runs on: those of its pool, or of its machine that are held.
constexpr said<count> nodes_of_all(const workload& w, const rule_input& in) {
  if (const machine_pool* pool = pool_of(w, in)) return most_nodes_of(*pool);
  const node on = node_of(w, in);
  return on.is_known() ? nodes_held(in.on, &on.machine) : said<count>{};
}

// Nodes that a workload takes: as it states them, else by its pods or its GPUs and what a node of its machine has.
// Unknown where neither is known. Of all its pods together, though those of a job may take turns; what may share nodes
// with others has them to itself.
constexpr said<count> nodes_needed_of(const workload& w, const rule_input& in) {
  if (!w.scale.nodes.is_silent()) return w.scale.nodes;
  if (w.queueing.runs_as == workload_class::on_every_node) return nodes_of_all(w, in);
  if (const said<count> pods = w.scale.replicas.is_silent() ? pods_at_once(w) : pods_of_all(w); pods.is_known()) {
    std::string_view binding;
    const count packed = pods_per_node(w, in, too_many, binding, true);
    if (packed == 0) return {unknown, w.identity.line};
    const count needed = ceil_of(pods.value, packed);
    const count spread = ceil_of(pods.value, pods_per_node(w, in, needed, binding, true));
    return {std::min(spread, std::max(needed, w.placement.spread_nodes)), pods.line};
  }
  const said<count> gpus = gpus_of(w);
  const said<count> each = gpus_per_node_of(w, in);
  if (gpus.value_or(0) == 0 || each.value_or(0) == 0) return {unknown, w.identity.line};
  return {ceil_of(gpus.value, each.value), gpus.line};
}

}  // namespace headroom
