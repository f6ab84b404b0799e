// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/deployment/resolve.hpp>
#include <headroom/deployment/rule.hpp>

namespace headroom::rules {

namespace detail {

// Into how many instances a GPU is split at most, or why into none.
constexpr term instances_of(const gpu& device) {
  constexpr std::string_view what = "MIG instances of the GPU, at most";
  const figure<count>& most = device.mig_instances;
  const source* document = most.from != nullptr ? most.from : device.from;
  if (most.is_absent()) return {.what = what, .from = device.name, .document = document};
  if (device.maker == maker::amd) return words_term("maker of the GPU, which is not MIG's", name(device.maker), device.from);
  return words_term(what, "not stated", document);
}

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
             .text = on.gpu->name}
         .with(words_term("MIG profile", profile.value))
         .with(instances_of(*on.gpu)));
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
