// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/deployment/resolve.hpp>
#include <headroom/deployment/rule.hpp>

namespace headroom::rules {

namespace detail {

constexpr bool is_power_of_two(count n) { return n > 0 && (n & (n - 1)) == 0; }

// The first size of the topology that a block or size belongs to; nullptr where it has none.
constexpr const topology_block* base_of(const topology_block& block, const deployment& d) {
  for (const topology_block& each : d.blocks)
    if (each.is_size && each.nodes.is_known() && each.topology == block.topology) return &each;
  return nullptr;
}

constexpr void sizes_of_blocks(const rule_input& in, finding_sink& to) {
  for (const topology_block& each : in.of.blocks) {
    if (!each.is_size) continue;
    if (each.nodes.is_unresolved()) {
      to(finding{.rule = "block_size",
                 .severity = finding_severity::unjudged,
                 .line = each.nodes.line,
                 .sentence = "A block size cannot be judged; the file leaves it to its tool"});
      continue;
    }
    const topology_block* base = base_of(each, in.of);
    if (!each.nodes.is_known() || (base == &each && each.nodes.value > 0)) continue;
    const count first = base->nodes.value;
    if (first > 0 && each.nodes.value % first == 0 && is_power_of_two(each.nodes.value / first)) continue;
    to(finding{.rule = "block_size",
               .line = each.nodes.line,
               .sentence = "A block size of {0} nodes is not a power of two times the first, {1}",
               .cure = "use {1}, {2} or {3} nodes, or another first size",
               .subject = each.name}
           .with(counted_term("nodes of this size", each.nodes.value))
           .with(counted_term("nodes of the first size", first))
           .with(counted_term("twice the first", multiply(first, 2)))
           .with(counted_term("four times the first", multiply(first, 4))));
  }
}

constexpr void nodes_outside_blocks(const rule_input& in, finding_sink& to) {
  for (const topology_block& each : in.of.blocks) {
    if (each.is_size || !each.nodes.is_known()) continue;
    const topology_block* base = base_of(each, in.of);
    if (base == nullptr || base->nodes.value <= 0 || each.nodes.value % base->nodes.value == 0) continue;
    const count left = each.nodes.value % base->nodes.value;
    to(finding{.rule = "block_size",
               .severity = finding_severity::warning,
               .line = each.nodes.line,
               .sentence = "{s} has {0} nodes; {1} of them lie outside whole blocks of {2}",
               .cure = "add {3} nodes, or use a block size that divides {0}",
               .subject = each.name.empty() ? std::string_view{"A block"} : each.name}
           .with(counted_term("nodes", each.nodes.value))
           .with(counted_term("nodes outside", left))
           .with(counted_term("nodes of a block", base->nodes.value))
           .with(counted_term("nodes to fill one", base->nodes.value - left)));
  }
}

// Slurm rejects a job whose nodes are not whole segments.
constexpr void nodes_outside_segments(const rule_input& in, finding_sink& to) {
  for (const workload& w : in.of.workloads) {
    if (w.segment_nodes.value_or(0) <= 0 || !w.nodes.is_known()) continue;
    const count left = w.nodes.value % w.segment_nodes.value;
    if (left == 0) continue;
    to(finding{.rule = "block_size",
               .line = w.segment_nodes.line,
               .sentence = "{s} has {0} nodes in segments of {1}; {2} of them make no whole segment",
               .cure = "use a segment that divides {0}, or {3} nodes",
               .subject = subject_of(w)}
           .with(counted_term("nodes", w.nodes.value))
           .with(counted_term("nodes of a segment", w.segment_nodes.value))
           .with(counted_term("nodes outside", left))
           .with(counted_term("nodes of whole segments", w.nodes.value + w.segment_nodes.value - left)));
  }
}

}  // namespace detail

// Sizes of topology blocks: each later one is a power of two times the first, no node lies outside a whole block, and
// the nodes of a job are whole segments.
constexpr void block_size(const rule_input& in, finding_sink& to) {
  detail::sizes_of_blocks(in, to);
  detail::nodes_outside_blocks(in, to);
  detail::nodes_outside_segments(in, to);
}

}  // namespace headroom::rules
