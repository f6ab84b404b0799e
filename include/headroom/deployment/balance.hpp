// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/count.hpp>
#include <headroom/deployment/deployment.hpp>
#include <headroom/deployment/resolve.hpp>
#include <headroom/deployment/rule.hpp>

// GPUs used against GPUs held, part by part of a deployment.
namespace headroom {

// What runs at once on one set of nodes: a pool with its workloads, the roles of a recipe together, or one job.
struct gpu_balance {
  std::string_view subject{};
  int line = 0;
  count used = 0;  // the part that is known
  count nodes = 0;
  count gpus_per_node = 0;
  count held = 0;
  count held_as_stated = 0;  // by the file's own GPUs per node, where those are more than the machine's
  count held_if_fewer = 0;   // likewise, where those are fewer
  bool used_is_complete = true;
  bool held_is_known = false;
  int missing_line = 0;    // of a figure that the file leaves to its tool
  bool is_shared = false;  // roles that share nodes, or a role without nodes of its own
  bool has_roles = false;
  bool leaves_rest = false;  // others may use what it does not
  bool no_pod_fits = false;  // one of its pods asks for more than a node has

  constexpr bool is_known() const { return used_is_complete && held_is_known; }
};

constexpr bool has_role(const workload& w) { return w.identity.role != serving_role::none; }
constexpr bool shares_nodes(const workload& w) {
  return w.placement.shares_nodes || (w.scale.nodes.is_known() && w.scale.nodes.value == 0 && w.scale.replicas.value_or(1) > 0);
}

// Of a job that states GPUs and no nodes, those that it fills: whole ones, where it takes more than one and others may not use the rest.
constexpr said<count> nodes_filled_by(const workload& w, const rule_input& in) {
  const workload_scale& s = w.scale;
  const bool is_by_gpus = s.pods.is_silent() && w.requests.gpus.is_silent() && s.gpus.is_known() && s.replicas.is_known();
  if (!is_by_gpus || !is_queued(w) || w.placement.leaves_rest) return {};
  const count each = gpus_per_node_of(w, in).value_or(too_many);
  if (s.gpus.value <= each) return {};
  return {multiply(s.replicas.value, ceil_of(s.gpus.value, each)), s.gpus.line};
}

constexpr void add_used(gpu_balance& b, const workload& w) {
  const said<count> gpus = gpus_of(w);
  if (gpus.is_known()) {
    b.used = add(b.used, gpus.value);
    if (b.line == 0) b.line = gpus.line != 0 ? gpus.line : w.identity.line;
    return;
  }
  if (w.requests.gpus.is_silent() && w.scale.gpus.is_silent() && w.requests.mig_profile.is_silent()) return;  // asks for none
  b.used_is_complete = false;
  if (b.missing_line == 0) b.missing_line = gpus.line;
}

namespace detail {

constexpr void set_held(gpu_balance& b, const said<count>& nodes, const said<count>& gpus_per_node,
                        const said<count>& stated) {
  b.held_is_known = nodes.is_known() && gpus_per_node.is_known();
  b.nodes = nodes.value_or(0);
  b.gpus_per_node = gpus_per_node.value_or(0);
  b.held = multiply(b.nodes, b.gpus_per_node);
  if (stated.is_known() && stated.value > b.gpus_per_node) b.held_as_stated = multiply(b.nodes, stated.value);
  if (stated.is_known() && stated.value < b.gpus_per_node) b.held_if_fewer = multiply(b.nodes, stated.value);
  if (b.missing_line == 0 && nodes.is_unresolved()) b.missing_line = nodes.line;
}

// The roles of a recipe, together, against the nodes that they state.
constexpr gpu_balance balance_of_roles(const rule_input& in) {
  gpu_balance b{.has_roles = true};
  count nodes = 0;
  said<count> each{};
  said<count> stated{};
  bool known = true;
  for (const workload& w : in.of.workloads) {
    if (!has_role(w)) continue;
    add_used(b, w);
    b.is_shared = b.is_shared || shares_nodes(w);
    const said<count> here = gpus_per_node_of(w, in);
    known = known && w.scale.nodes.is_known() && here.is_known() && (!each.is_known() || each.value == here.value);
    each = here;
    stated = w.scale.gpus_per_node;
    if (stated.is_silent())
      if (const machine_pool* pool = pool_of(w, in)) stated = pool->gpus_per_node;
    nodes = add(nodes, w.scale.nodes.value);
    if (b.missing_line == 0 && w.scale.nodes.is_unresolved()) b.missing_line = w.scale.nodes.line;
  }
  if (known) set_held(b, {nodes, b.line}, each, stated);
  b.subject = "The deployment";
  return b;
}

}  // namespace detail

// Calls the function with each balance that has something to compare.
template <class Function>
constexpr void for_each_balance(const rule_input& in, Function&& call) {
  for (const machine_pool& pool : in.of.pools) {
    gpu_balance b{.subject = subject_of(pool)};
    bool has_workloads = false;
    for (const workload& w : in.of.workloads) {
      if (pool_of(w, in) != &pool || is_queued(w) || is_demand(w)) continue;
      has_workloads = true;
      add_used(b, w);
      b.is_shared = b.is_shared || shares_nodes(w);
      b.has_roles = b.has_roles || has_role(w);
    }
    if (!has_workloads) continue;
    detail::set_held(b, most_nodes_of(pool, in.on), gpus_per_node_of(pool, in.on), pool.gpus_per_node);
    if (b.line == 0) b.line = pool.line;
    call(b);
  }
  bool roles_done = false;
  for (const workload& w : in.of.workloads) {
    const said<count> nodes = w.scale.nodes.is_silent() ? nodes_filled_by(w, in) : w.scale.nodes;
    if (!has_role(w) && (nodes.is_silent() || shares_nodes(w))) continue;
    if (!is_queued(w) && pool_of(w, in) != nullptr) continue;  // above
    if (has_role(w)) {
      if (!roles_done) call(detail::balance_of_roles(in));
      roles_done = true;
      continue;
    }
    gpu_balance b{.subject = subject_of(w), .leaves_rest = w.placement.leaves_rest};
    add_used(b, w);
    detail::set_held(b, nodes, gpus_per_node_of(w, in), w.scale.gpus_per_node);
    if (b.line == 0) b.line = w.identity.line;
    b.no_pod_fits = w.requests.gpus.is_known() && b.gpus_per_node > 0 && w.requests.gpus.value > b.gpus_per_node;
    call(b);
  }
}

}  // namespace headroom
