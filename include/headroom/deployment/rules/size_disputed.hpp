// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/deployment/resolve.hpp>
#include <headroom/deployment/rule.hpp>

namespace headroom::rules {

namespace detail {

constexpr void disputed_size(const said<std::string_view>& size, const rule_input& in, finding_sink& to) {
  if (!size.is_known()) return;
  const node on = node_called(size, in.on);
  if (on.vm == nullptr || on.vm->status.status != lifecycle_status::as_stated) return;
  to(finding{.rule = "size_disputed",
             .severity = finding_severity::warning,
             .line = size.line,
             .sentence = "{s} is described by a source that others contradict: {t}",
             .cure = "name the size as its vendor does",
             .subject = on.name,
             .text = on.vm->note});
}

}  // namespace detail

// A deployment rests on no size that only a disputed source describes.
constexpr void size_disputed(const rule_input& in, finding_sink& to) {
  for (const machine_pool& each : in.of.pools) detail::disputed_size(each.size, in, to);
  for (const workload& each : in.of.workloads) detail::disputed_size(each.placement.instance_type, in, to);
}

}  // namespace headroom::rules
