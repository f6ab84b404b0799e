// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/catalog/sources.hpp>
#include <headroom/deployment/resolve.hpp>
#include <headroom/deployment/rule.hpp>

namespace headroom::rules {

namespace detail {

// GPUs outside the catalogue that NVIDIA's guide to MIG does not list.
constexpr bool is_left_out_of_guide(std::string_view gpu) { return headroom::detail::same_name(gpu, "L4"); }

// Into how many instances a GPU is split at most, or why into none.
constexpr term instances_of(std::string_view name, const gpu* device) {
  constexpr std::string_view what = "MIG instances of the GPU, at most";
  if (device == nullptr) return {.what = what, .from = name, .document = &sources::nvidia_mig_guide};
  const figure<count>& most = device->mig_instances;
  const source* document = most.from != nullptr ? most.from : device->from;
  if (most.is_absent()) return {.what = what, .from = name, .document = document};
  if (device->maker == maker::amd)
    return words_term("maker of the GPU, which is not MIG's", headroom::name(device->maker), device->from);
  return words_term(what, "not stated", document);
}

constexpr void mig_asked(const said<std::string_view>& profile, const node& on, std::string_view gpu_type,
                         std::string_view subject, finding_sink& to) {
  if (!profile.is_known() || profile.value.empty()) return;
  const gpu* device = on.gpu == nullptr ? find_gpu(gpu_type) : on.gpu;
  const bool is_left_out = device == nullptr && is_left_out_of_guide(gpu_type);
  if (device == nullptr && !is_left_out) return;
  const bool none = is_left_out || device->mig_instances.is_absent() || device->maker == maker::amd;
  if (!none && device->mig_instances.is_known()) return;
  const std::string_view called = is_left_out ? gpu_type : device->name;
  to(finding{.rule = "mig",
             .severity = none ? finding_severity::error : finding_severity::unjudged,
             .line = profile.line,
             .sentence = none ? "{s} asks for a MIG instance; the {t} cannot be split into any"
                              : "{s} asks for a MIG instance; no source says whether the {t} can be split into any",
             .cure = none ? "ask for whole GPUs, or choose a machine whose GPUs have MIG" : "",
             .subject = subject,
             .text = called}
         .with(words_term("MIG profile", profile.value))
         .with(instances_of(called, device)));
}

}  // namespace detail

// MIG instances are asked only of GPUs that can be split into them.
constexpr void mig(const rule_input& in, finding_sink& to) {
  for (const machine_pool& pool : in.of.pools)
    detail::mig_asked(pool.mig_profile, node_of(pool, in.on), pool.gpu_type.value_or({}), subject_of(pool), to);
  for (const workload& w : in.of.workloads)
    detail::mig_asked(w.requests.mig_profile, node_of(w, in), w.gpu_type.value_or({}), subject_of(w), to);
}

}  // namespace headroom::rules
