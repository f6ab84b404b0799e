// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/deployment/resolve.hpp>
#include <headroom/deployment/rule.hpp>

namespace headroom::rules {

namespace detail {

constexpr void feature_expected(const said<bool>& expected, feature which, const node& on, std::string_view subject,
                                finding_sink& to) {
  if (!expected.value_or(false) || !on.is_known()) return;
  const figure<support> has = has_feature(on.machine, which);
  if (has.is_known() && *has.known() != support::no) return;
  const bool none = has.is_known() || has.is_absent();
  to(finding{.rule = "machine_features",
             .severity = none ? finding_severity::error : finding_severity::unjudged,
             .line = expected.line,
             .sentence = none ? "{s} expects {t}, which its machine does not have"
                              : "{s} expects {t}; no source says whether its machine has it",
             .cure = none ? "choose a size that has it, or do without" : "",
             .subject = subject,
             .text = name(which)}
         .with(words_term("machine", on.name, on.machine.from())));
}

// GPUs of a type beside a size that has others: no machine is both.
constexpr void gpu_type_of_size(const rule_input& in, const workload& w, finding_sink& to) {
  if (!w.instance_type.is_known() || !w.gpu_type.is_known()) return;
  const machine* named = find_machine(w.instance_type.value, in.on);
  const gpu* has = named == nullptr ? nullptr : named->gpu();
  if (has == nullptr || headroom::detail::is_gpu_called(*has, w.gpu_type.value) || !headroom::detail::is_called_by_some(w.gpu_type.value)) return;
  to(finding{.rule = "machine_features",
             .line = w.gpu_type.line,
             .sentence = "{s} asks for GPUs of type {t}; those of its size, {f0}, are {f1}",
             .cure = "choose a size with that GPU, or ask for the one that it has",
             .subject = subject_of(w),
             .text = w.gpu_type.value}
         .with(words_term("size", named->name(), named->from()))
         .with(words_term("GPU of the size", has->name, has->from)));
}

}  // namespace detail

// What is expected of a machine is there: InfiniBand, NVLink, premium storage and the other features of a VM, and the GPU
// that is asked for beside a size.
constexpr void machine_features(const rule_input& in, finding_sink& to) {
  for (const workload& w : in.of.workloads) detail::gpu_type_of_size(in, w, to);
  for (const machine_pool& pool : in.of.pools) {
    const node on = node_of(pool, in.on);
    for (std::size_t i = 0; i < feature_names.size(); ++i) {
      const auto which = static_cast<feature>(i);
      detail::feature_expected(pool.features[which], which, on, subject_of(pool), to);
    }
  }
}

}  // namespace headroom::rules
