// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>

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
    if (!each.nodes.is_known()) continue;
    const count first = base->nodes.value;
    if (first > 0 && each.nodes.value % first == 0 && is_power_of_two(each.nodes.value / first)) continue;
    to(finding{.rule = "block_size",
               .line = each.nodes.line,
               .sentence = "A block size of {0} {0|node|nodes} is not a power of two times the first, {1}",
               .cure = "use {1}, {2} or {3} {3|node|nodes}, or another first size",
               .subject = each.name}
           .with(nodes_term("nodes of this size", each.nodes.value))
           .with(nodes_term("nodes of the first size", first))
           .with(nodes_term("twice the first", multiply(first, 2)))
           .with(nodes_term("four times the first", multiply(first, 4))));
  }
}

// Blocks of a topology: how many are stated, whether the nodes of all are known, and those of the largest.
struct blocks_stated {
  count how_many = 0;
  bool all_known = true;
  count largest = 0;
};
constexpr blocks_stated blocks_of(std::string_view topology, const deployment& d) {
  blocks_stated of;
  for (const topology_block& each : d.blocks) {
    if (each.is_size || each.topology != topology) continue;
    ++of.how_many;
    of.all_known = of.all_known && each.nodes.is_known();
    of.largest = std::max(of.largest, each.nodes.value);
  }
  return of;
}
constexpr bool are_all_too_small(const topology_block& base, const deployment& d) {
  const blocks_stated of = blocks_of(base.topology, d);
  return of.all_known && of.largest < base.nodes.value;
}

// Slurm starts with no topology of blocks that has no whole one: each may be commented out, or too small.
constexpr void no_whole_block(const rule_input& in, finding_sink& to) {
  for (const topology_block& base : in.of.blocks) {
    if (base_of(base, in.of) != &base || base.nodes.value <= 0) continue;
    const blocks_stated of = blocks_of(base.topology, in.of);
    if (of.how_many == 0) {
      to(finding{.rule = "block_size",
                 .severity = finding_severity::warning,
                 .line = base.nodes.line,
                 .sentence = "{s} has blocks of {0} {0|node|nodes} by its size, and states none",
                 .cure = "state its blocks, each with at least {0} {0|node|nodes}",
                 .subject = base.topology.empty() ? std::string_view{"The topology"} : base.topology}
             .with(nodes_term("nodes of a block", base.nodes.value)));
    } else if (are_all_too_small(base, in.of)) {
      to(finding{.rule = "block_size",
                 .line = base.nodes.line,
                 .sentence = "{s} has blocks of {0} {0|node|nodes} by its size; the largest that it states has {1}",
                 .cure = "use a block size of at most {1} {1|node|nodes}, or add nodes to a block",
                 .subject = base.topology.empty() ? std::string_view{"The topology"} : base.topology}
             .with(nodes_term("nodes of a block", base.nodes.value))
             .with(nodes_term("nodes of the largest block", of.largest)));
    }
  }
}

// Slurm asks for at least the size (topology.conf, BlockSizes): nodes beyond it that every block has are spares by intent.
constexpr bool have_spares_alike(const topology_block& base, const deployment& d) {
  const blocks_stated of = blocks_of(base.topology, d);
  if (of.how_many < 2) return false;
  for (const topology_block& each : d.blocks)
    if (!each.is_size && each.topology == base.topology && each.nodes.value_or(0) != of.largest) return false;
  return true;
}

constexpr void nodes_outside_blocks(const rule_input& in, finding_sink& to) {
  for (const topology_block& each : in.of.blocks) {
    if (each.is_size || !each.nodes.is_known()) continue;
    const topology_block* base = base_of(each, in.of);
    if (base == nullptr || base->nodes.value <= 0 || each.nodes.value % base->nodes.value == 0 ||
        are_all_too_small(*base, in.of) || have_spares_alike(*base, in.of))
      continue;
    const count left = each.nodes.value % base->nodes.value;
    to(finding{.rule = "block_size",
               .severity = finding_severity::warning,
               .line = each.nodes.line,
               .sentence = "{s} has {0} {0|node|nodes}; {1} of them {1|lies|lie} outside whole blocks of {2}",
               .cure = "add {3} {3|node|nodes}, or use a block size that divides {0}",
               .subject = each.name.empty() ? std::string_view{"A block"} : each.name}
           .with(nodes_term("nodes", each.nodes.value))
           .with(nodes_term("nodes outside", left))
           .with(nodes_term("nodes of a block", base->nodes.value))
           .with(nodes_term("nodes to fill one", base->nodes.value - left)));
  }
}

// Slurm rejects a job whose nodes are not whole segments.
constexpr void nodes_outside_segments(const rule_input& in, finding_sink& to) {
  for (const workload& w : in.of.workloads) {
    if (w.placement.segment_nodes.value_or(0) <= 0 || !w.scale.nodes.is_known()) continue;
    const count left = w.scale.nodes.value % w.placement.segment_nodes.value;
    if (left == 0) continue;
    to(finding{.rule = "block_size",
               .line = w.placement.segment_nodes.line,
               .sentence = "{s} has {0} {0|node|nodes} in segments of {1}; {2} of them {2|makes|make} no whole segment",
               .cure = "use a segment that divides {0}, or {3} {3|node|nodes}",
               .subject = subject_of(w)}
           .with(nodes_term("nodes", w.scale.nodes.value))
           .with(nodes_term("nodes of a segment", w.placement.segment_nodes.value))
           .with(nodes_term("nodes outside", left))
           .with(nodes_term("nodes of whole segments", w.scale.nodes.value + w.placement.segment_nodes.value - left)));
  }
}

}  // namespace detail

// Sizes of topology blocks: each later one is a power of two times the first, some block is whole, no node lies outside
// a whole one, unless all blocks have as many, and the nodes of a job are whole segments.
constexpr void block_size(const rule_input& in, finding_sink& to) {
  detail::sizes_of_blocks(in, to);
  detail::no_whole_block(in, to);
  detail::nodes_outside_blocks(in, to);
  detail::nodes_outside_segments(in, to);
}

}  // namespace headroom::rules
