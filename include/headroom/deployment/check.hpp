// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <headroom/cluster/dynamic_cluster.hpp>
#include <headroom/deployment/deployment.hpp>
#include <headroom/deployment/finding.hpp>
#include <headroom/deployment/resolve.hpp>
#include <headroom/deployment/rule.hpp>
#include <headroom/deployment/rules.hpp>

// A deployment held against the rules: as findings at run time, as numbers in constant expressions.
namespace headroom {

namespace detail {

// Whether two findings say the same of the same line: of a figure that several roles share.
constexpr bool say_the_same(const finding& a, const finding& b) {
  // A file of one line has everything there.
  if (a.line <= 1 || a.line != b.line || a.rule != b.rule || a.sentence != b.sentence || a.text != b.text) return false;
  if (a.term_count != b.term_count) return false;
  for (std::size_t i = 0; i < a.term_count; ++i)
    if (a.terms[i].amount != b.terms[i].amount) return false;
  return true;
}

template <class Function>
class calling_sink final : public finding_sink {
 public:
  constexpr explicit calling_sink(Function& to) : to_(to) {}
  constexpr void operator()(const finding& found) override {
    if (!say_the_same(found, last_)) to_(found);
    last_ = found;
  }

 private:
  Function& to_;
  finding last_{};
};

}  // namespace detail

// Calls the function with each finding of each rule, or of the one rule named.
template <class Function>
constexpr void for_each_finding(const deployment& of, const check_terms& on, Function&& call,
                                std::string_view only = {}) {
  detail::calling_sink<std::remove_reference_t<Function>> to(call);
  const counted_deployment counted(of, on);
  for (const rule& each : all_rules())
    if (only.empty() || each.name == only) each.judge({counted.value(), on}, to);
}

// How many findings of a severity there are: of all rules, or of the one named.
constexpr std::size_t count_findings(const deployment& of, const check_terms& on, finding_severity severity,
                                     std::string_view only = {}) {
  std::size_t n = 0;
  for_each_finding(
      of, on, [&](const finding& found) { n += found.severity == severity ? 1U : 0U; }, only);
  return n;
}

// What cannot work: 0 for a deployment that keeps every rule, or the one named.
constexpr std::size_t errors_in(const deployment& of, const check_terms& on = {}, std::string_view only = {}) {
  return count_findings(of, on, finding_severity::error, only);
}

// Whether a rule has an error to say about a line: for an assertion placed on that line.
constexpr bool keeps(const deployment& of, const check_terms& on, std::string_view rule_name, int line) {
  bool broken = false;
  for_each_finding(
      of, on,
      [&](const finding& found) {
        broken = broken || (found.line == line && found.severity == finding_severity::error);
      },
      rule_name);
  return !broken;
}

// As many of one machine as are asked for, as an object that terms can refer to. Of a cluster: groups_of(cluster).
template <MachineType Machine>
constexpr std::array<group, 1> groups_of() {
  return {group{machine(Machine::spec), 0}};
}

// ---- at run time

inline std::vector<finding> check(const deployment& of, const check_terms& on = {}) {
  std::vector<finding> findings;
  for_each_finding(of, on, [&](const finding& found) { findings.push_back(found); });
  return findings;
}

// Against a machine, of as many as are asked for.
inline std::vector<finding> check(const deployment& of, const machine& on) {
  const std::array<group, 1> held{group{on, 0}};
  return check(of, check_terms{.held = held});
}

// Against the machines of a cluster.
template <class... Parts>
std::vector<finding> check(const deployment& of, const cluster<Parts...>& on) {
  const auto held = on.groups();
  return check(of, check_terms{.held = held});
}
inline std::vector<finding> check(const deployment& of, const dynamic_cluster& on) {
  const std::vector<group> held(on.begin(), on.end());
  return check(of, check_terms{.held = held});
}

}  // namespace headroom
