// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/deployment/resolve.hpp>
#include <headroom/deployment/rule.hpp>

namespace headroom::rules {

// Machines that have to stay together are not spot machines, any of which may be taken away at any time.
constexpr void spot_rack(const rule_input& in, finding_sink& to) {
  const auto found = [&](int line, std::string_view subject, std::string_view pool) {
    to(finding{.rule = "spot_rack",
               .severity = finding_severity::warning,
               .line = line,
               .sentence = "{s} has to stay together, and {t} holds spot machines: losing one loses all",
               .cure = "hold them on demand or by reservation, or do without the placement",
               .subject = subject,
               .text = pool});
  };
  for (const workload& w : in.of.workloads)
    if (w.placement.one_domain.value_or(false) && w.placement.spot.value_or(false))
      found(w.placement.spot.line, subject_of(w), "the pool that it selects");
  for (const machine_pool& pool : in.of.pools) {
    if (!pool.spot.value_or(false)) continue;
    if (pool.one_placement.value_or(false)) {
      found(pool.spot.line, subject_of(pool), subject_of(pool));
      continue;
    }
    for (const workload& w : in.of.workloads)
      if (w.placement.one_domain.value_or(false) && !w.placement.spot.value_or(false) && pool_of(w, in) == &pool)
        found(w.placement.one_domain.line, subject_of(w), subject_of(pool));
  }
}

}  // namespace headroom::rules
