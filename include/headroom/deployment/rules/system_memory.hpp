// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/deployment/resolve.hpp>
#include <headroom/deployment/rule.hpp>

namespace headroom::rules {

// A pod asks for no more memory than its machine has, less what the system keeps back.
constexpr void system_memory(const rule_input& in, finding_sink& to) {
  for (const workload& w : in.of.workloads) {
    const said<memory>& asked = w.requests.system_memory;
    if (!asked.is_known() || in_bytes(asked.value) <= 0) continue;
    const node on = node_of(w, in);
    if (!on.is_known()) continue;  // the rule of named machines
    const figure<memory> has = system_memory_of(on);
    if (!has.is_known()) {
      to(finding{.rule = "system_memory",
                 .severity = finding_severity::unjudged,
                 .line = asked.line,
                 .sentence = "{s} asks for {0} of memory a pod; no source says how much {t} has",
                 .subject = subject_of(w),
                 .text = on.name}
             .with(bytes_term("memory a pod", asked.value)));
      continue;
    }
    const memory left = has.value - in.on.reserved_memory;
    if (asked.value <= left) continue;
    const bool by_reserve = in_bytes(in.on.reserved_memory) > 0;
    finding found{.rule = "system_memory",
                  .line = asked.line,
                  .sentence = by_reserve
                                  ? "{s} asks for {0} of memory a pod; {t} has {1}, of which the system keeps {2}"
                                  : "{s} asks for {0} of memory a pod; {t} has {1}",
                  .cure = by_reserve ? "ask for at most {3}, or run it on a larger machine"
                                     : "ask for at most {1}, or run it on a larger machine",
                  .subject = subject_of(w),
                  .text = on.name};
    found.with(bytes_term("memory a pod", asked.value))
        .with(published(bytes_term("memory of the machine", has.value), has, on));
    if (by_reserve)
      found.with(bytes_term("memory the system keeps", in.on.reserved_memory)).with(bytes_term("memory left", left));
    to(found);
  }
}

}  // namespace headroom::rules
