// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/deployment/resolve.hpp>
#include <headroom/deployment/rule.hpp>

namespace headroom::rules {

// Huge pages are of the machine's memory, beside the memory that the same pod asks for.
constexpr void huge_pages(const rule_input& in, finding_sink& to) {
  for (const workload& w : in.of.workloads) {
    const said<memory>& asked = w.requests.huge_pages;
    const memory pages = asked.value_or(memory{});
    const node on = node_of(w, in);
    const figure<memory> has = system_memory_of(on);
    if (!has.is_known()) continue;
    const memory beside = w.requests.system_memory.value_or(memory{});
    const memory left = memory_left(has, in.on);
    if (beside > left || beside + pages <= left) continue;  // too much memory alone: the rule of memory
    to(finding{.rule = "huge_pages",
               .line = asked.line,
               .sentence = "{s} asks for {0} of huge pages beside {1} of memory a {u}; {t} has {2}",
               .cure = "ask for at most {3} of huge pages",
               .subject = subject_of(w),
               .text = on.name,
               .unit = unit_of_memory(w)}
           .with(bytes_term("huge pages a {u}", pages))
           .with(bytes_term("memory a {u}", beside))
           .with(published(bytes_term("memory of the machine", *has.known()), has, on))
           .with(bytes_term("left for huge pages", left - beside)));
  }
}

}  // namespace headroom::rules
