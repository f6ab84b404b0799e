// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/deployment/resolve.hpp>
#include <headroom/deployment/rule.hpp>

namespace headroom::rules {

namespace detail {

constexpr void cores_at_first(const machine_pool& pool, finding_sink& to) {
  if (!pool.first_cores.is_known() || pool.first_cores.value <= pool.most_cores.value) return;
  to(finding{.rule = "core_limits",
             .line = pool.first_cores.line,
             .sentence = "{s} starts with {0} {0|core|cores}, more than its most of {1}",
             .cure = "start with at most {1} {1|core|cores}",
             .subject = subject_of(pool)}
         .with(cpus_term("cores at first", pool.first_cores.value))
         .with(cpus_term("most cores", pool.most_cores.value)));
}

// A limit of all pools together: one machine of each starts within it, and all that they start with.
constexpr void limits_of_all(const rule_input& in, finding_sink& to) {
  const machine_pool* limited = nullptr;
  count nodes = 0;
  count cores = 0;
  for (const machine_pool& pool : in.of.pools) {
    if (pool.most_nodes_of_all.is_silent() && pool.most_cores_of_all.is_silent()) continue;
    if (limited == nullptr) limited = &pool;
    const node on = node_of(pool, in.on);
    const count each = on.vm != nullptr && on.vm->vcpus.is_known() ? *on.vm->vcpus.known() : 0;
    const count first = pool.nodes.value_or(0) > pool.least_nodes.value_or(0) ? pool.nodes.value : pool.least_nodes.value_or(0);
    nodes = add(nodes, first);
    cores = add(cores, pool.first_cores.value_or(0) > 0 ? pool.first_cores.value : multiply(first, each));
    if (pool.most_cores_of_all.is_known() && each > pool.most_cores_of_all.value)
      to(finding{.rule = "core_limits",
                 .line = pool.most_cores_of_all.line,
                 .sentence = "All pools together are limited to {0} {0|core|cores}; one {t} of {s} has {1}, so that none can start",
                 .cure = "allow at least {1} {1|core|cores}",
                 .subject = subject_of(pool),
                 .text = on.name}
             .with(cpus_term("cores of all pools", pool.most_cores_of_all.value))
             .with(published(cpus_term("vCPUs of the machine", each), on.vm->vcpus, on)));
  }
  if (limited == nullptr) return;
  const auto more_than = [&](count first, const said<count>& most, std::string_view sentence, std::string_view cure, auto of) {
    if (most.is_known() && first > most.value)
      to(finding{.rule = "core_limits", .line = most.line, .sentence = sentence, .cure = cure, .subject = "The pools"}
             .with(of("at first", first))
             .with(of("of all pools", most.value)));
  };
  more_than(nodes, limited->most_nodes_of_all, "{s} start with {0} {0|node|nodes} together, more than their most of {1}",
            "start with at most {1} {1|node|nodes}", [](std::string_view what, count n) { return nodes_term(what, n); });
  more_than(cores, limited->most_cores_of_all, "{s} start with {0} {0|core|cores} together, more than their most of {1}",
            "start with at most {1} {1|core|cores}", [](std::string_view what, count n) { return cpus_term(what, n); });
}

}  // namespace detail

// Limits are in nodes where the other limits of the file are; a limit in cores allows at least one machine and those
// that the pool starts with; and so does a limit of all pools together.
constexpr void core_limits(const rule_input& in, finding_sink& to) {
  detail::limits_of_all(in, to);
  bool any_in_nodes = false;
  for (const machine_pool& pool : in.of.pools) any_in_nodes = any_in_nodes || !pool.most_nodes.is_silent();
  for (const machine_pool& pool : in.of.pools) {
    if (!pool.most_cores.is_known()) continue;
    detail::cores_at_first(pool, to);
    const node on = node_of(pool, in.on);
    const figure<count> vcpus = on.vm == nullptr ? figure<count>{} : on.vm->vcpus;
    if (vcpus.is_known() && *vcpus.known() > 0) {
      const count nodes = pool.most_cores.value / *vcpus.known();
      if (nodes > 0 && !any_in_nodes && pool.most_cores.value % *vcpus.known() == 0) continue;
      to(finding{
          .rule = "core_limits",
          .severity = nodes == 0 ? finding_severity::error : finding_severity::warning,
          .line = pool.most_cores.line,
          .sentence = nodes == 0
                          ? "{s} is limited to {0} {0|core|cores}; one {t} has {1}, so that none can start"
                          : "{s} is limited to {0} {0|core|cores}, which are {2} {2|node|nodes} of {t} with {1} each",
          .cure = nodes == 0 ? "allow at least {1} {1|core|cores}"
                             : "check that {2} {2|node|nodes} {2|is|are} meant, not {0}",
          .subject = subject_of(pool),
          .text = on.name}
             .with(cpus_term("cores", pool.most_cores.value))
             .with(published(cpus_term("vCPUs of the machine", *vcpus.known()), vcpus, on))
             .with(nodes_term("nodes", nodes)));
    } else if (any_in_nodes) {
      to(finding{.rule = "core_limits",
                 .severity = finding_severity::warning,
                 .line = pool.most_cores.line,
                 .sentence = "{s} is limited to {0} {0|core|cores}, where other limits of the file are in nodes",
                 .cure = "check that {0} {0|core|cores} {0|is|are} meant, not {0} {0|node|nodes}",
                 .subject = subject_of(pool)}
             .with(cpus_term("cores", pool.most_cores.value)));
    }
  }
}

}  // namespace headroom::rules
