// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/deployment/resolve.hpp>
#include <headroom/deployment/rule.hpp>

namespace headroom::rules {

namespace detail {

constexpr void at_most(const said<count>& asked, const figure<count>& has, std::string_view what, const node& on,
                       std::string_view subject, finding_sink& to) {
  if (asked.value_or(0) == 0) return;
  if (has.is_unknown()) {
    to(finding{.rule = "disks_and_nics",
               .severity = finding_severity::unjudged,
               .line = asked.line,
               .sentence = "{s} attaches {0} {t}; no source says how many its machine takes",
               .subject = subject,
               .text = what}
           .with(devices_term(what, asked.value, on.name)));
    return;
  }
  const count most = has.is_absent() ? 0 : *has.known();
  if (asked.value <= most) return;
  to(finding{.rule = "disks_and_nics",
             .line = asked.line,
             .sentence = "{s} attaches {0} {t}; its machine takes {1}",
             .cure = "attach at most {1}, or choose a larger size",
             .subject = subject,
             .text = what}
         .with(devices_term(what, asked.value))
         .with(published(devices_term("most of the machine", most), has, on)));
}

}  // namespace detail

// Data disks and NICs are no more than the VM takes.
constexpr void disks_and_nics(const rule_input& in, finding_sink& to) {
  for (const machine_pool& pool : in.of.pools) {
    const node on = node_of(pool, in.on);
    if (on.vm == nullptr) continue;
    detail::at_most(pool.data_disks, on.vm->data_disks, "data disks", on, subject_of(pool), to);
    // Every machine takes one.
    if (pool.nics.value_or(0) > 1) detail::at_most(pool.nics, on.vm->nics, "NICs", on, subject_of(pool), to);
  }
}

}  // namespace headroom::rules
