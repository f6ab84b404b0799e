// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/deployment/resolve.hpp>
#include <headroom/deployment/rule.hpp>

namespace headroom::rules {

namespace detail {

constexpr bool is_power_of_two(count n) { return n > 0 && (n & (n - 1)) == 0; }

}  // namespace detail

// Sizes of topology blocks: each later one is a power of two times the first, and no node lies outside a whole block.
constexpr void block_size(const rule_input& in, finding_sink& to) {
  const topology_block* base = nullptr;
  for (const topology_block& each : in.of.blocks) {
    if (!each.is_size) continue;
    if (each.nodes.is_unresolved()) {
      to(finding{.rule = "block_size",
                 .severity = finding_severity::unjudged,
                 .line = each.nodes.line,
                 .sentence = "A block size cannot be judged; the file leaves it to its tool"});
      continue;
    }
    if (!each.nodes.is_known()) continue;
    if (base == nullptr) {
      base = &each;
      if (each.nodes.value > 0) continue;
    }
    const count first = base->nodes.value;
    if (first > 0 && each.nodes.value % first == 0 && detail::is_power_of_two(each.nodes.value / first)) continue;
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
  if (base == nullptr || base->nodes.value <= 0) return;
  for (const topology_block& each : in.of.blocks) {
    if (each.is_size || !each.nodes.is_known() || each.nodes.value % base->nodes.value == 0) continue;
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

}  // namespace headroom::rules
