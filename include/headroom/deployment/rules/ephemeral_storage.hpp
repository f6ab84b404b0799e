// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/deployment/resolve.hpp>
#include <headroom/deployment/rule.hpp>

namespace headroom::rules {

// A pod asks for no more ephemeral storage than its VM has local disks. A larger OS disk may still hold it, so that it
// is a warning.
constexpr void ephemeral_storage(const rule_input& in, finding_sink& to) {
  for (const workload& w : in.of.workloads) {
    const said<memory>& asked = w.requests.ephemeral_storage;
    if (in_bytes(asked.value_or({})) <= 0) continue;
    const node on = node_of(w, in);
    if (on.vm == nullptr) continue;
    const figure<memory>& temporary = on.vm->temporary_storage;
    const figure<memory>& nvme = on.vm->nvme_storage;
    // Some sizes print the same disks under both names: they are the temporary ones.
    const figure<memory>& larger = nvme.value_or({}) > temporary.value_or({}) ? nvme : temporary;
    const memory local = larger.value_or({});
    if (asked.value <= local) continue;
    if (temporary.is_unknown() || nvme.is_unknown()) {
      to(finding{.rule = "ephemeral_storage",
                 .severity = finding_severity::unjudged,
                 .line = asked.line,
                 .sentence = "{s} asks for {0} of ephemeral storage a {u}; no source says what local disks {t} has",
                 .subject = subject_of(w),
                 .text = on.name,
                 .unit = unit_of(w)}
             .with(bytes_term("ephemeral storage a {u}", asked.value)));
      continue;
    }
    to(finding{.rule = "ephemeral_storage",
               .severity = finding_severity::warning,
               .line = asked.line,
               .sentence = "{s} asks for {0} of ephemeral storage a {u}; the local disks of {t} have {1}",
               .cure = "give the node an OS disk of more than {0}, or ask for at most {1}",
               .subject = subject_of(w),
               .text = on.name,
               .unit = unit_of(w)}
           .with(bytes_term("ephemeral storage a {u}", asked.value))
           .with(published(bytes_term("local disks of the machine", local), larger, on)));
  }
}

}  // namespace headroom::rules
