// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/deployment/balance.hpp>
#include <headroom/deployment/resolve.hpp>
#include <headroom/deployment/rule.hpp>
#include <headroom/deployment/rules/block_size.hpp>
#include <string_view>

namespace headroom::rules {

namespace detail {

// Nodes of one scale-up domain; 1 where the machine is a domain of its own, 0 where no source says.
constexpr count nodes_per_domain(const node& on, const said<count>& gpus_per_node) {
  const figure<count> domain = domain_gpus_of(on);
  if (!domain.is_known() || gpus_per_node.value_or(0) == 0) return 0;
  const count nodes = *domain.known() / gpus_per_node.value;
  return nodes == 0 ? 1 : nodes;
}

// Nodes that are placed together, and fill no whole racks.
constexpr void partial_rack(int line, std::string_view subject, count nodes, count rack, count gpus_per_node,
                            const node& on, finding_sink& to) {
  const count last = nodes % rack;
  to(finding{.rule = "rack_size",
             .severity = finding_severity::warning,
             .line = line,
             .sentence = "{s} places {0} {0|node|nodes} together; a rack of {t} has {1}, so one is left with {2} of "
                         "its {1} {1|node|nodes} ({3} of {4} {4|GPU|GPUs})",
             .cure = "use whole racks: {5} {5|node|nodes} more",
             .subject = subject,
             .text = on.name}
         .with(nodes_term("nodes", nodes))
         .with(published(nodes_term("nodes of a rack", rack), domain_gpus_of(on), on))
         .with(nodes_term("nodes of the partial rack", last))
         .with(gpus_term("GPUs of the partial rack", multiply(last, gpus_per_node)))
         .with(gpus_term("GPUs of a rack", multiply(rack, gpus_per_node)))
         .with(nodes_term("nodes to fill it", rack - last)));
}

// Whether nothing else of the file has to lie in a domain.
constexpr bool is_alone_in_domain(const workload& w, const rule_input& in) {
  for (const workload& each : in.of.workloads)
    if (&each != &w && each.placement.one_domain.value_or(false) && (w.identity.group.empty() || each.identity.group != w.identity.group)) return false;
  return true;
}

}  // namespace detail

// What has to lie in one scale-up domain fits in one, and machines that are placed together fill whole racks.
constexpr void rack_size(const rule_input& in, finding_sink& to) {
  for (const workload& w : in.of.workloads) {
    if (!w.placement.one_domain.value_or(false)) continue;
    const node on = node_of(w, in);
    const said<count> each = gpus_per_node_of(w, in);
    const count most = detail::nodes_per_domain(on, each);
    const said<count> replica = gpus_of_group(w, in.of.workloads);
    // Nodes stated are of all replicas; of one replica where there is one.
    const bool is_one = w.scale.replicas.is_silent() || w.scale.replicas.value_or(0) == 1;
    const bool by_nodes = w.scale.nodes.value_or(0) > 0 && is_one;
    if (most == 0 || (!by_nodes && !replica.is_known())) continue;
    const count nodes = by_nodes ? w.scale.nodes.value : ceil_of(replica.value, each.value);
    // More than half of a rack: nothing of its kind fits beside it. Other roles of the file may fill it. Parallel sizes
    // are mostly powers of two: 64 of 72 GPUs are what they take of a rack.
    const bool is_chosen = detail::is_power_of_two(multiply(nodes, each.value));
    if (nodes < most && nodes > most / 2 && !is_chosen && detail::is_alone_in_domain(w, in))
      detail::partial_rack(w.placement.one_domain.line, subject_of(w), nodes, most, each.value, on, to);
    if (nodes <= most) continue;
    to(finding{.rule = "rack_size",
               .line = w.placement.one_domain.line,
               .sentence = "{s} has to lie in one scale-up domain and takes {0} {0|node|nodes}; one of {t} has {1}",
               .cure = "use at most {1} {1|node|nodes} ({2} {2|GPU|GPUs}), or do without the requirement",
               .subject = subject_of(w),
               .text = on.name}
           .with(nodes_term("nodes", nodes))
           .with(published(nodes_term("nodes of a domain", most), domain_gpus_of(on), on))
           .with(gpus_term("GPUs of a domain", multiply(most, each.value))));
  }
  for (const workload& w : in.of.workloads) {
    const node on = node_of(w, in);
    const count most = detail::nodes_per_domain(on, gpus_per_node_of(w, in));
    // Blocks of machines without racks are of another kind.
    if (!w.placement.segment_nodes.is_known() || most <= 1 || w.placement.segment_nodes.value <= most) continue;
    to(finding{.rule = "rack_size",
               .severity = finding_severity::warning,
               .line = w.placement.segment_nodes.line,
               .sentence = "{s} has segments of {0} {0|node|nodes}; a rack of {t} has {1}, so each spans several",
               .cure = "use segments of at most {1} {1|node|nodes}",
               .subject = subject_of(w),
               .text = on.name}
           .with(nodes_term("nodes of a segment", w.placement.segment_nodes.value))
           .with(published(nodes_term("nodes of a rack", most), domain_gpus_of(on), on)));
  }
  for (const machine_pool& pool : in.of.pools) {
    if (!pool.one_placement.value_or(false)) continue;
    const node on = node_of(pool, in.on);
    const said<count> each = gpus_per_node_of(pool, in.on);
    const count rack = detail::nodes_per_domain(on, each);
    if (rack == 0 || pool.nodes.value_or(0) % rack == 0) continue;
    detail::partial_rack(pool.nodes.line, subject_of(pool), pool.nodes.value, rack, each.value, on, to);
  }
}

}  // namespace headroom::rules
