// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/deployment/resolve.hpp>
#include <headroom/deployment/rule.hpp>

namespace headroom::rules {

namespace detail {

// A scheduler that is told of more memory than there is takes no node with less.
constexpr void memory_of_pools(const rule_input& in, finding_sink& to) {
  for (const machine_pool& pool : in.of.pools) {
    const node on = node_of(pool, in.on);
    const figure<memory> has = system_memory_of(on);
    const said<memory>& told = pool.memory_per_node;
    if (!told.is_known() || !has.is_known() || told.value <= *has.known()) continue;
    to(finding{.rule = "system_memory",
               .line = told.line,
               .sentence = "{s} counts {0} of memory a node; {t} has {1}",
               .cure = "count less than {1}, or choose a larger machine",
               .subject = subject_of(pool),
               .text = on.name}
           .with(bytes_term("memory a node, as stated", told.value))
           .with(published(bytes_term("memory of the machine", *has.known()), has, on)));
  }
}

}  // namespace detail

// A pod asks for no more memory than its machine has, less what the system keeps back, and a pool counts no more.
constexpr void system_memory(const rule_input& in, finding_sink& to) {
  detail::memory_of_pools(in, to);
  for (const workload& w : in.of.workloads) {
    const said<memory>& asked = w.requests.system_memory;
    if (in_bytes(asked.value_or({})) <= 0) continue;
    const node on = node_of(w, in);
    if (!on.is_known()) continue;  // the rule of named machines
    const figure<memory> has = system_memory_of(on);
    if (!has.is_known()) {
      to(finding{.rule = "system_memory",
                 .severity = finding_severity::unjudged,
                 .line = asked.line,
                 .sentence = "{s} asks for {0} of memory a {u}; no source says how much {t} has",
                 .subject = subject_of(w),
                 .text = on.name,
                 .unit = unit_of_memory(w)}
             .with(bytes_term("memory a {u}", asked.value)));
      continue;
    }
    const memory left = memory_left(has, in.on);
    if (asked.value <= left) continue;
    const bool by_reserve = in_bytes(in.on.reserved_memory) > 0;
    finding found{.rule = "system_memory",
                  .line = asked.line,
                  .sentence = by_reserve
                                  ? "{s} asks for {0} of memory a {u}; {t} has {1}, of which the system keeps {2}"
                                  : "{s} asks for {0} of memory a {u}; {t} has {1}",
                  .cure = by_reserve ? "ask for at most {3}, or run it on a larger machine"
                                     : "ask for at most {1}, or run it on a larger machine",
                  .subject = subject_of(w),
                  .text = on.name,
                  .unit = unit_of_memory(w)};
    found.with(bytes_term("memory a {u}", asked.value))
        .with(published(bytes_term("memory of the machine", *has.known()), has, on));
    if (by_reserve)
      found.with(bytes_term("memory the system keeps", in.on.reserved_memory)).with(bytes_term("memory left", left));
    to(found);
  }
}

}  // namespace headroom::rules
