// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <string_view>

#include <headroom/catalog/machines.hpp>
#include <headroom/deployment/resolve.hpp>
#include <headroom/deployment/rule.hpp>

namespace headroom::rules {

namespace detail {

// The digits of a name, which say what size of which generation it is.
constexpr catalog::detail::plain_name digits_of(std::string_view name) {
  catalog::detail::plain_name digits;
  for (const char c : name)
    if (headroom::detail::is_numeral(c) && digits.size < digits.letters.size()) digits.letters[digits.size++] = c;
  return digits;
}

// A near name with the same numbers is a slip of the pen; with others it is another size, which a cloud may well have.
constexpr bool is_slip(std::string_view written, std::string_view name) {
  const catalog::detail::plain_name a(written);
  const catalog::detail::plain_name b(name);
  return a.size > 0 && b.size > 0 && a.letters[0] == b.letters[0] &&
         digits_of(written).text() == digits_of(name).text() && catalog::detail::distance(a, b) <= a.size / 6;
}

constexpr bool is_older_name(std::string_view written) {
  const catalog::detail::plain_name asked(written);
  for (const catalog::detail::older_name& each : catalog::detail::older_names)
    if (each.plain == asked.text()) return true;
  return false;
}

constexpr void size_called(const said<std::string_view>& size, std::string_view subject, const rule_input& in,
                           finding_sink& to) {
  if (size.is_unresolved()) {
    if (node_held(in.on).is_known()) return;
    to(finding{.rule = "size_name",
               .severity = finding_severity::unjudged,
               .line = size.line,
               .sentence = "{s}: its machine cannot be judged; the file leaves the size to its tool",
               .cure = "name the machine that it runs on",
               .subject = subject});
    return;
  }
  if (!size.is_known() || size.value.empty() || find_machine(size.value, in.on) != nullptr) return;
  if (!headroom::detail::is_named_like_gpus(size.value)) {
    // An older or shortened name may look like nothing else.
    if (!is_older_name(size.value)) return;
  }
  const catalog::lookup near = catalog::find(size.value);
  if (!near.suggestion.empty() && (is_older_name(size.value) || is_slip(size.value, near.suggestion))) {
    to(finding{.rule = "size_name",
               .severity = finding_severity::warning,
               .line = size.line,
               .sentence = "No size is called {t}",
               .cure = "write {f0}",
               .subject = subject,
               .text = size.value}
           .with({.what = "nearest name of the catalogue", .from = near.suggestion}));
    return;
  }
  to(finding{.rule = "size_name",
             .severity = finding_severity::unjudged,
             .line = size.line,
             .sentence = "{t} is not in the catalogue: what runs on it is not judged",
             .cure = "describe the machine, and check against the description",
             .subject = subject,
             .text = size.value});
}

}  // namespace detail

// A size with GPUs is spelled as its cloud spells it, and is in the catalogue. A size without GPUs is not judged.
constexpr void size_name(const rule_input& in, finding_sink& to) {
  for (const machine_pool& each : in.of.pools) detail::size_called(each.size, subject_of(each), in, to);
  for (const workload& each : in.of.workloads) detail::size_called(each.instance_type, subject_of(each), in, to);
}

}  // namespace headroom::rules
