// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/deployment/resolve.hpp>
#include <headroom/deployment/rule.hpp>

namespace headroom::rules {

namespace detail {

// A scheduler that is told of more cores than there are takes no node with fewer.
constexpr void cpus_of_pools(const rule_input& in, finding_sink& to) {
  for (const machine_pool& pool : in.of.pools) {
    const node on = node_of(pool, in.on);
    const figure<count> has = vcpus_of(on);
    const said<count>& told = pool.cpus_per_node;
    if (!told.is_known() || !has.is_known() || told.value <= *has.known()) continue;
    to(finding{.rule = "cpus",
               .line = told.line,
               .sentence = "{s} counts {0} {0|CPU|CPUs} a node; {t} has {1}",
               .cure = "count at most {1} {1|CPU|CPUs} a node, or choose a larger machine",
               .subject = subject_of(pool),
               .text = on.name}
           .with(cpus_term("CPUs a node, as stated", told.value))
           .with(published(cpus_term("vCPUs of the machine", *has.known()), has, on)));
  }
}

}  // namespace detail

// A pod asks for no more cores than its machine has, less what the system keeps back, and a pool counts no more.
constexpr void cpus(const rule_input& in, finding_sink& to) {
  detail::cpus_of_pools(in, to);
  for (const workload& w : in.of.workloads) {
    const said<count>& asked = w.requests.millicpus;
    if (asked.value_or(0) == 0) continue;
    const node on = node_of(w, in);
    if (!on.is_known()) continue;  // the rule of named machines
    const figure<count> has = vcpus_of(on);
    if (!has.is_known()) {
      to(finding{.rule = "cpus",
                 .severity = finding_severity::unjudged,
                 .line = asked.line,
                 .sentence = "{s} asks for {0} {0|CPU|CPUs} a {u}; no source says how many {t} has",
                 .subject = subject_of(w),
                 .text = on.name,
                 .unit = unit_of(w)}
             .with(cores_term("CPUs a {u}", asked.value)));
      continue;
    }
    const count there = multiply(*has.known(), 1'000);
    const count left = millicpus_left(has, in.on);
    if (asked.value <= left) continue;
    const bool by_reserve = in.on.reserved_millicpus > 0;
    finding found{.rule = "cpus",
                  .line = asked.line,
                  .sentence = by_reserve
                                  ? "{s} asks for {0} {0|CPU|CPUs} a {u}; {t} has {1}, of which the system keeps {2}"
                                  : "{s} asks for {0} {0|CPU|CPUs} a {u}; {t} has {1}",
                  .cure = by_reserve ? "ask for at most {3} {3|CPU|CPUs}, or run it on a larger machine"
                                     : "ask for at most {1} {1|CPU|CPUs}, or run it on a larger machine",
                  .subject = subject_of(w),
                  .text = on.name,
                  .unit = unit_of(w)};
    found.with(cores_term("CPUs a {u}", asked.value))
        .with(published(cores_term("vCPUs of the machine", there), has, on));
    if (by_reserve)
      found.with(cores_term("CPUs the system keeps", in.on.reserved_millicpus)).with(cores_term("CPUs left", left));
    to(found);
  }
}

}  // namespace headroom::rules
