// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/deployment/resolve.hpp>
#include <headroom/deployment/rule.hpp>

namespace headroom::rules {

namespace detail {

constexpr void mig_asked(const said<std::string_view>& profile, const node& on, std::string_view subject,
                         finding_sink& to) {
  if (!profile.is_known() || profile.value.empty() || on.gpu == nullptr) return;
  const bool none = on.gpu->mig_instances.is_absent() || on.gpu->maker == maker::amd;
  if (!none && on.gpu->mig_instances.is_known()) return;
  to(finding{.rule = "mig",
             .severity = none ? finding_severity::error : finding_severity::unjudged,
             .line = profile.line,
             .sentence = none ? "{s} asks for a MIG instance; a {t} cannot be split into any"
                              : "{s} asks for a MIG instance; no source says whether a {t} can be split into any",
             .cure = none ? "ask for whole GPUs, or choose a machine whose GPUs have MIG" : "",
             .subject = subject,
             .text = on.gpu->name});
}

}  // namespace detail

// MIG instances are asked only of GPUs that can be split into them.
constexpr void mig(const rule_input& in, finding_sink& to) {
  for (const machine_pool& pool : in.of.pools)
    detail::mig_asked(pool.mig_profile, node_of(pool, in.on), subject_of(pool), to);
  for (const workload& w : in.of.workloads)
    detail::mig_asked(w.requests.mig_profile, node_of(w, in), subject_of(w), to);
}

}  // namespace headroom::rules
