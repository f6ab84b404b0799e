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
constexpr void gpu_type_of_size(const said<std::string_view>& size, const said<std::string_view>& type, std::string_view subject,
                                const check_terms& on, finding_sink& to) {
  if (!size.is_known() || !type.is_known()) return;
  const machine* named = find_machine(size.value, on);
  const gpu* has = named == nullptr ? nullptr : named->gpu();
  if (has == nullptr || headroom::detail::is_gpu_called(*has, type.value) || !headroom::detail::is_called_by_some(type.value)) return;
  to(finding{.rule = "machine_features",
             .line = type.line,
             .sentence = "{s} asks for GPUs of type {t}; those of its size, {f0}, are {f1}",
             .cure = "choose a size with that GPU, or ask for the one that it has",
             .subject = subject,
             .text = type.value}
         .with(words_term("size", named->name(), named->from()))
         .with(words_term("GPU of the size", has->name, has->from)));
}

// Of the kinds of machine that a demand may be met with: what the first of them lacks, or no source says of it.
struct kinds_with_features {
  const workload& asking;
  bool has_all = false;   // one has all that is asked for
  bool is_open = false;   // one may have
  feature open{};
  finding none{.rule = "machine_features",
               .severity = finding_severity::error,
               .sentence = "{s} expects features that no one of its kinds of machine has all of",
               .cure = "choose a size that has them, or do without"};

  constexpr void consider(const node& on) {
    bool lacks = false, is_unknown = !on.is_known();
    for (std::size_t i = 0; i < feature_names.size(); ++i) {
      const auto which = static_cast<feature>(i);
      const said<bool>& asked = asking.placement.features[which];
      if (!asked.value_or(false)) continue;
      if (none.line == 0) none.line = asked.line;
      const figure<support> has = on.is_known() ? has_feature(on.machine, which) : figure<support>{};
      if (has.is_known() && *has.known() != support::no) continue;
      if (!has.is_known() && !has.is_absent()) {
        if (!is_open) open = which;
        is_unknown = true;
        continue;
      }
      lacks = true;
      if (none.term_count < none.terms.size())
        none.with(words_term(name(which), on.name, on.machine.from()));
      break;
    }
    if (!lacks) (is_unknown ? is_open : has_all) = true;
  }
};

// A demand is met with machines of one kind or of several, of which those that have all of it are counted.
constexpr void features_of_one_kind(const workload& w, const rule_input& in, finding_sink& to) {
  bool asks = false;
  for (std::size_t i = 0; i < feature_names.size(); ++i)
    asks = asks || w.placement.features[static_cast<feature>(i)].value_or(false);
  if (!asks) return;
  kinds_with_features kinds{.asking = w};
  for (const machine_pool& pool : in.of.pools) kinds.consider(node_of(pool, in.on));
  if (in.of.pools.empty())
    for (const group& each : in.on.held) kinds.consider(headroom::detail::node_of(each.machine, 0));
  if (in.of.pools.empty() && in.on.held.empty()) kinds.consider(node{});
  if (kinds.has_all) return;
  kinds.none.subject = subject_of(w);
  if (kinds.is_open) {
    kinds.none.severity = finding_severity::unjudged;
    kinds.none.sentence = "{s} expects {t}; no source says whether one of its machines has it";
    kinds.none.cure = "";
    kinds.none.text = name(kinds.open);
  }
  to(kinds.none);
}

}  // namespace detail

// What is expected of a machine is there: InfiniBand, NVLink, premium storage and the other features of a VM, and the GPU
// that is asked for beside a size. What is expected of no one kind, one of them has.
constexpr void machine_features(const rule_input& in, finding_sink& to) {
  for (const workload& w : in.of.workloads)
    detail::gpu_type_of_size(w.placement.instance_type, w.placement.gpu_type, subject_of(w), in.on, to);
  for (const machine_pool& pool : in.of.pools) {
    detail::gpu_type_of_size(pool.size, pool.gpu_type, subject_of(pool), in.on, to);
    const node on = node_of(pool, in.on);
    for (std::size_t i = 0; i < feature_names.size(); ++i) {
      const auto which = static_cast<feature>(i);
      detail::feature_expected(pool.features[which], which, on, subject_of(pool), to);
    }
  }
  for (const workload& each : in.of.workloads) detail::features_of_one_kind(each, in, to);
}

}  // namespace headroom::rules
