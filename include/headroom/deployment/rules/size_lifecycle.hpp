// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/deployment/resolve.hpp>
#include <headroom/deployment/rule.hpp>

namespace headroom::rules {

namespace detail {

// Whether the day has come: ISO dates, either of which may be a month or a year, which has come for sure with the next.
constexpr bool has_come(std::string_view date, std::string_view as_of) {
  return date <= as_of && (date.size() == as_of.size() || !as_of.starts_with(date));
}

constexpr void lifecycle_of(const said<std::string_view>& size, const rule_input& in, finding_sink& to) {
  if (!size.is_known()) return;
  const node on = node_called(size, in.on);
  if (on.vm == nullptr) return;
  const lifecycle& status = on.vm->status;
  const auto found = [&](finding_severity severity, std::string_view sentence, std::string_view cure,
                         std::string_view what) {
    to(finding{.rule = "size_lifecycle",
               .severity = severity,
               .line = size.line,
               .sentence = sentence,
               .cure = cure,
               .subject = on.name,
               .text = status.date}
           .with(words_term(what, status.date.empty() ? std::string_view{"no day is stated"} : status.date,
                            status.from != nullptr ? status.from : on.machine.from()))
           .with(words_term("day of the check",
                            in.on.as_of.empty() ? std::string_view{"that of the catalogue"} : in.on.as_of)));
  };
  constexpr std::string_view another = "choose a size that is offered";
  constexpr std::string_view retirement = "retirement";
  switch (status.status) {
    case lifecycle_status::retired:
      if (status.date.empty())
        found(finding_severity::error, "{s} is retired", another, retirement);
      else if (in.on.as_of.empty() || has_come(status.date, in.on.as_of))
        found(finding_severity::error, "{s} was retired on {t}", another, retirement);
      else
        found(finding_severity::warning, "{s} retires on {t}", another, retirement);
      break;
    case lifecycle_status::retirement_announced:
      if (!status.date.empty() && has_come(status.date, in.on.as_of))
        found(finding_severity::error, "{s} was retired on {t}", another, retirement);
      else
        found(finding_severity::warning,
              status.date.empty() ? "The retirement of {s} is announced" : "{s} retires on {t}", another, retirement);
      break;
    case lifecycle_status::preview:
      found(finding_severity::warning, "{s} is in public preview",
            "plan for changes, or choose a size that is generally available", "preview");
      break;
    case lifecycle_status::current:
    case lifecycle_status::as_stated:
      break;
  }
}

}  // namespace detail

// A size can be ordered on the day of the check: retired ones cannot, and announced retirements and previews are risks.
constexpr void size_lifecycle(const rule_input& in, finding_sink& to) {
  for (const machine_pool& each : in.of.pools) detail::lifecycle_of(each.size, in, to);
  for (const workload& each : in.of.workloads) detail::lifecycle_of(each.placement.instance_type, in, to);
}

}  // namespace headroom::rules
