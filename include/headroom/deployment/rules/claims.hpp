// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/deployment/parallel_gpus.hpp>
#include <headroom/deployment/resolve.hpp>
#include <headroom/deployment/rule.hpp>

namespace headroom::rules {

namespace detail {

// Nodes that a workload takes: as stated, one for each pod that has to be alone, or by its GPUs.
constexpr said<count> nodes_of(const workload& w, const rule_input& in) {
  if (w.scale.nodes.is_known()) return w.scale.nodes;
  const bool is_one_each = w.placement.pods_per_node.value_or(0) == 1 && w.placement.spread_nodes == 0;
  if (is_one_each && w.scale.pods.is_known() && w.scale.replicas.is_known())
    return {multiply(w.scale.pods.value, w.scale.replicas.value), w.scale.pods.line};
  const said<count> each = gpus_per_node_of(w, in);
  const said<count> gpus = headroom::gpus_of(w);
  if (!gpus.is_known() || each.value_or(0) == 0 || gpus.value % each.value != 0) return {unknown, w.identity.line};
  return {gpus.value / each.value, gpus.line};
}

// Pods that run at the same time: of a group those of all its parts, in one replica of it. Of these a pod without GPUs is none that
// waits on GPUs, unless it waits for as many itself. Jobs of one launch may be objects of their own.
constexpr said<count> pods_of_launch(const workload& w, const rule_input& in) {
  count sum = 0;
  for (const workload& each : in.of.workloads) {
    const bool is_of_group = !w.identity.group.empty() && each.identity.group == w.identity.group;
    if (!is_of_group && each.launch.nodes.value_or(0) != w.launch.nodes.value) continue;
    if (asks_for_gpus(w) && !may_ask_for_gpus(each) && each.launch.nodes.is_silent()) continue;
    if (!each.scale.pods.is_known() || (!is_of_group && !each.scale.replicas.is_known())) return {unknown, w.identity.line};
    sum = add(sum, is_of_group ? each.scale.pods.value : multiply(each.scale.pods.value, each.scale.replicas.value));
  }
  return {sum, w.identity.line};
}

// Of more pods than a launcher is started for the others have no part in it. Those of one replica alone: several may each have
// a launcher. What an engine spans is held against its sizes.
constexpr void launched_for_fewer(const workload& w, const rule_input& in, finding_sink& to) {
  const said<count> pods = w.identity.group.empty() ? w.scale.pods : pods_of_launch(w, in);
  if (!pods.is_known() || pods.value <= w.launch.nodes.value || headroom::gpus_of(w.parallel).is_stated) return;
  to(finding{.rule = "claims",
             .severity = finding_severity::warning,
             .line = w.launch.nodes.line,
             .sentence = "{s} starts with {0} of its {1} {u}s, and the others have no part in it",
             .cure = "start it with {1}, or give the job {0}",
             .subject = subject_of(w),
             .unit = unit_of(w)}
         .with(pods_term("{u}s to meet", w.launch.nodes.value))
         .with(pods_term("{u}s that run at once", pods.value)));
}

// A launcher that waits for more pods than there are never starts.
constexpr void launches(const rule_input& in, finding_sink& to) {
  for (const workload& w : in.of.workloads) {
    if (w.launch.nodes.value_or(1) <= 1) continue;
    launched_for_fewer(w, in, to);
    const said<count> pods = pods_of_launch(w, in);
    // A job of no pods is held back; of one that serves alone, the others may be objects of their own.
    if (pods.value_or(0) <= (is_queued(w) ? 0 : 1) || w.launch.nodes.value <= pods.value) continue;
    to(finding{.rule = "claims",
               .line = w.launch.nodes.line,
               .sentence = "{s} waits for {0} {u}s; the job has {1}",
               .cure = "start it with {1}, or give the job {0}",
               .subject = subject_of(w),
               .unit = unit_of(w)}
           .with(pods_term("{u}s to meet", w.launch.nodes.value))
           .with(pods_term("{u}s that run at once", pods.value)));
  }
}

}  // namespace detail

// A ComputeDomain, or a claim that names a number of nodes, names those of all roles that run in it. 0 leaves the
// number open. A launcher waits for no more pods than a job has.
constexpr void claims(const rule_input& in, finding_sink& to) {
  detail::launches(in, to);
  bool any_marked = false;
  for (const workload& w : in.of.workloads) any_marked = any_marked || w.placement.one_domain.value_or(false);
  count nodes = 0;
  bool known = true;
  bool some = false;
  for (const workload& w : in.of.workloads) {
    if (any_marked ? !w.placement.one_domain.value_or(false) : !asks_for_gpus(w)) continue;
    const said<count> its = detail::nodes_of(w, in);
    known = known && its.is_known();
    nodes = add(nodes, its.value);
    some = true;
  }
  int named = 0;
  for (const node_claim& each : in.of.claims) named += each.nodes.value_or(0) > 0 ? 1 : 0;
  for (const node_claim& each : in.of.claims) {
    const bool is_of_one = each.of_nodes.is_known();
    if (each.nodes.is_silent() || (each.nodes.is_known() && each.nodes.value == 0) || !(some || is_of_one)) continue;
    const count has = is_of_one ? each.of_nodes.value : nodes;
    if (!each.nodes.is_known() || (!known && !is_of_one)) {
      to(finding{
          .rule = "claims",
          .severity = finding_severity::unjudged,
          .line = each.nodes.line,
          .sentence = "{s}: its number of nodes cannot be judged; the nodes of a role, or its own, are not known",
          .subject = each.name.empty() ? each.kind : each.name});
      continue;
    }
    // Several claims share the roles in a way that the file does not say: only one that exceeds them all is wrong.
    if (named > 1 ? each.nodes.value <= has : each.nodes.value == has) continue;
    const bool is_launch = each.is_launch;
    to(finding{.rule = "claims",
               .line = each.nodes.line,
               .sentence = is_launch                  ? "{s} waits for {0} {0|node|nodes}; the job has {1}"
                           : each.nodes.value > has   ? "{s} waits for {0} {0|node|nodes}; the roles in it have {1}"
                                                      : "{s} has {0} {0|node|nodes}; the roles in it have {1}",
               .cure = is_launch ? "start it for {1} {1|node|nodes}, or give the job {0}" : "name {1} {1|node|nodes}",
               .subject = each.name.empty() ? each.kind : each.name}
           .with(nodes_term("nodes claimed", each.nodes.value))
           .with(nodes_term(is_of_one ? "nodes of the job" : "nodes of all roles", has)));
  }
}

}  // namespace headroom::rules
