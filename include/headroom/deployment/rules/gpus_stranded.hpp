// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/deployment/balance.hpp>
#include <headroom/deployment/resolve.hpp>
#include <headroom/deployment/rule.hpp>

namespace headroom::rules {

// No GPUs are held that nothing can use. Throughput per held GPU is that per used GPU times used over held.
constexpr void gpus_stranded(const rule_input& in, finding_sink& to) {
  for_each_balance(in, [&](const gpu_balance& b) {
    if (!b.is_known() || b.used == 0 || b.used >= b.held || b.leaves_rest) return;
    to(finding{.rule = "gpus_stranded",
               .severity = finding_severity::warning,
               .line = b.line,
               .sentence = "{s} uses {0} of the {1} {1|GPU|GPUs} that {2} {2|node|nodes} {2|holds|hold}; {3} "
                           "{3|is|are} stranded, and throughput per held GPU is {4} % of that per used GPU",
               .cure = "use the other {3} {3|GPU|GPUs}, or choose sizes that fill whole nodes",
               .subject = b.subject}
           .with(counted_term("GPUs used", b.used))
           .with(counted_term("GPUs held", b.held))
           .with(counted_term("nodes", b.nodes))
           .with(counted_term("GPUs stranded", b.held - b.used))
           .with({.what = "per cent used",
                  .amount = math::round(1'000 * static_cast<double>(b.used) / static_cast<double>(b.held)) / 10}));
  });
}

}  // namespace headroom::rules
