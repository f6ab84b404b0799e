// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/deployment/resolve.hpp>
#include <headroom/deployment/rule.hpp>

namespace headroom::rules {

namespace detail {

constexpr void feature_expected(const said<bool>& expected, feature which, const node& on, std::string_view subject,
                                finding_sink& to) {
  if (!expected.value_or(false) || on.vm == nullptr) return;
  const figure<support> has = has_feature(*on.vm, which);
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

}  // namespace detail

// InfiniBand, NVLink and premium storage are there where they are expected.
constexpr void machine_features(const rule_input& in, finding_sink& to) {
  for (const machine_pool& pool : in.of.pools) {
    const node on = node_of(pool, in.on);
    detail::feature_expected(pool.infiniband, feature::infiniband, on, subject_of(pool), to);
    detail::feature_expected(pool.nvlink, feature::nvlink, on, subject_of(pool), to);
    detail::feature_expected(pool.premium_storage, feature::premium_storage, on, subject_of(pool), to);
  }
}

}  // namespace headroom::rules
