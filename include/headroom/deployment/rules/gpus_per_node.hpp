// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/deployment/resolve.hpp>
#include <headroom/deployment/rule.hpp>

namespace headroom::rules {

namespace detail {

constexpr void stated_gpus(const said<count>& stated, const node& on, std::string_view subject, bool leaves_rest,
                           bool is_asked_for, finding_sink& to) {
  const figure<count> has = gpus_of(on);
  if (!stated.is_known() || has.is_unknown()) return;
  const count there = has.value_or(0);
  const bool is_less = stated.value < there;
  // More than there are of what it asks for is told as that.
  if (stated.value == there || (is_less ? leaves_rest : is_asked_for)) return;
  to(finding{.rule = "gpus_per_node",
             .severity = is_less ? finding_severity::warning : finding_severity::error,
             .line = stated.line,
             .sentence = is_less ? "{s} counts {0} {0|GPU|GPUs} a node; {t} has {1}, so {2} of each {2|stays|stay} idle"
                                 : "{s} counts {0} {0|GPU|GPUs} a node; {t} has {1}",
             .cure = "count {1} {1|GPU|GPUs} a node, or choose another machine",
             .subject = subject,
             .text = on.name}
         .with(gpus_term("GPUs a node, as stated", stated.value))
         .with(published(gpus_term("GPUs of the machine", there), has, on))
         .with(gpus_term("GPUs of difference", is_less ? there - stated.value : stated.value - there)));
}

// What the scheduler is told of a node against what it finds listed there: too few, and it takes the node out of
// service; what is too many it leaves out.
constexpr void listed_gpus(const machine_pool& pool, finding_sink& to) {
  const said<count>& told = pool.gpus_per_node;
  const said<count>& listed = pool.gpus_listed;
  if (!told.is_known() || !listed.is_known() || told.value == listed.value) return;
  const bool is_less = listed.value < told.value;
  to(finding{
      .rule = "gpus_per_node",
      .severity = is_less ? finding_severity::error : finding_severity::warning,
      .line = told.line,
      .sentence =
          is_less ? "{s} counts {0} {0|GPU|GPUs} a node; gres.conf lists {1} on {t}, and a node of fewer is drained"
                  : "{s} counts {0} {0|GPU|GPUs} a node; gres.conf lists {1} on {t}, of which {2} {2|is|are} left out",
      .cure = "let both files have the GPUs that the node has",
      .subject = subject_of(pool),
      .text = pool.gpus_listed_on.empty() ? "some nodes" : pool.gpus_listed_on}
         .with(gpus_term("GPUs a node, as stated", told.value))
         .with(gpus_term("GPUs a node, as listed", listed.value))
         .with(gpus_term("GPUs of difference", is_less ? told.value - listed.value : listed.value - told.value)));
}

}  // namespace detail

// GPUs per node are those of the machine, and of the list of its devices.
constexpr void gpus_per_node(const rule_input& in, finding_sink& to) {
  for (const machine_pool& pool : in.of.pools) {
    // Those that are split into instances are counted as these.
    detail::stated_gpus(pool.gpus_per_node, node_of(pool, in.on), subject_of(pool), !pool.mig_profile.is_silent(), false, to);
    detail::listed_gpus(pool, to);
  }
  for (const workload& w : in.of.workloads) {
    const machine_pool* pool = pool_of(w, in);
    // What the pool says on the same line is said already.
    if (pool != nullptr && pool->gpus_per_node.is_known() && pool->gpus_per_node.line == w.scale.gpus_per_node.line) continue;
    bool said_before = false;
    for (const workload& earlier : in.of.workloads) {
      if (&earlier == &w) break;
      said_before =
          said_before || (earlier.scale.gpus_per_node.is_known() && earlier.scale.gpus_per_node.line == w.scale.gpus_per_node.line);
    }
    const bool is_asked_for = w.requests.gpus.line == w.scale.gpus_per_node.line;
    if (!said_before) detail::stated_gpus(w.scale.gpus_per_node, node_of(w, in), subject_of(w), w.placement.leaves_rest, is_asked_for, to);
  }
}

}  // namespace headroom::rules
