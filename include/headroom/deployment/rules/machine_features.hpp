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

}  // namespace detail

// What is expected of a machine is there: InfiniBand, NVLink, premium storage and the other features of a VM.
constexpr void machine_features(const rule_input& in, finding_sink& to) {
  for (const machine_pool& pool : in.of.pools) {
    const node on = node_of(pool, in.on);
    for (std::size_t i = 0; i < feature_names.size(); ++i) {
      const auto which = static_cast<feature>(i);
      detail::feature_expected(pool.features[which], which, on, subject_of(pool), to);
    }
  }
}

}  // namespace headroom::rules
