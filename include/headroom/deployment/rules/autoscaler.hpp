// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/deployment/resolve.hpp>
#include <headroom/deployment/rule.hpp>

namespace headroom::rules {

namespace detail {

// A family's quota of vCPUs, as Azure names them: "standardNDSH100v5Family".
constexpr bool is_family_quota(const quota& q) {
  return q.resource.size() > 6 && ascii::is_same(q.resource.substr(q.resource.size() - 6), "Family");
}

// As AWS names them: "Running On-Demand P instances", "All G and VT Spot Instance Requests". Whether the size is of one
// of the letters.
constexpr bool is_aws_quota_of(const quota& q, std::string_view size, bool is_spot) {
  const std::string_view begin = is_spot ? "All " : "Running On-Demand ";
  const std::string_view end = is_spot ? " Spot Instance Requests" : " instances";
  std::string_view letters = q.resource;
  if (!letters.starts_with(begin)) return false;
  letters.remove_prefix(begin.size());
  if (!letters.ends_with(end)) return false;
  if (size.size() < 2 || size[0] < 'a' || size[0] > 'z' || size[1] < '0' || size[1] > '9') return false;  // "p5"
  const char word[]{static_cast<char>(size[0] - 'a' + 'A'), ' '};
  return letters.starts_with(std::string_view(word, 2));  // what ends it begins with a space
}

constexpr const quota* family_quota_of(const machine_pool& pool, const deployment& d) {
  for (const quota& each : d.quotas)
    if (!pool.spot.is_unresolved() && is_aws_quota_of(each, pool.size.value_or({}), pool.spot.value_or(false)))
      return &each;
  const quota* only = nullptr;
  count families = 0;
  for (const quota& each : d.quotas) {
    if (!is_family_quota(each)) continue;
    if (!each.pool.empty() && each.pool == pool.name) return &each;
    if (each.pool.empty()) {
      only = &each;
      ++families;
    }
  }
  return families == 1 && d.pools.size() == 1 ? only : nullptr;
}

constexpr void nodes_within_quota(const rule_input& in, const machine_pool& pool, const said<count>& nodes,
                                  bool at_once, finding_sink& to) {
  const quota* family = family_quota_of(pool, in.of);
  const figure<count> vcpus = node_of(pool, in.on).vm == nullptr ? figure<count>{} : node_of(pool, in.on).vm->vcpus;
  if (family == nullptr || !family->nominal.is_known() || !vcpus.is_known()) return;
  const count asked = multiply(nodes.value_or(0), *vcpus.known());
  if (asked <= family->nominal.value) return;  // as of nodes that are not known, or have none
  to(finding{
      .rule = "autoscaler",
      .severity = at_once ? finding_severity::error : finding_severity::warning,
      .line = nodes.line,
      .sentence = at_once
                      ? "{s} starts with {0} {0|node|nodes} of {1} {1|vCPU|vCPUs}, {2} in all; the quota of {t} is {3}"
                      : "{s} may grow to {0} {0|node|nodes} of {1} {1|vCPU|vCPUs}, {2} in all; the quota of {t} is {3}",
      .cure = "ask for a quota of {2} {2|vCPU|vCPUs}, or for at most {4} {4|node|nodes}",
      .subject = subject_of(pool),
      .text = family->resource}
         .with(nodes_term("nodes", nodes.value))
         .with(published(cpus_term("vCPUs a node", *vcpus.known()), vcpus, node_of(pool, in.on)))
         .with(cpus_term("vCPUs", asked))
         .with(cpus_term("vCPUs of the quota", family->nominal.value))
         .with(nodes_term("nodes that the quota allows", family->nominal.value / *vcpus.known())));
}

// vCPUs that the pools of a family take together, the least (`at_once`) or the most; 0 where one's are not known.
constexpr count vcpus_of_family(const rule_input& in, const quota& family, bool at_once) {
  count sum = 0;
  for (const machine_pool& pool : in.of.pools) {
    if (family_quota_of(pool, in.of) != &family) continue;
    const node on = node_of(pool, in.on);
    const said<count> nodes = at_once ? pool.nodes : most_nodes_of(pool);
    if (on.vm == nullptr || !on.vm->vcpus.is_known() || !nodes.is_known()) return 0;
    const count vcpus = multiply(nodes.value, *on.vm->vcpus.known());
    if (vcpus > family.nominal.value_or(0)) return 0;  // told of the pool
    sum = add(sum, vcpus);
  }
  return sum;
}

constexpr void family_within_quota(const rule_input& in, const quota& family, finding_sink& to) {
  for (const bool at_once : {true, false}) {
    const count vcpus = vcpus_of_family(in, family, at_once);
    if (vcpus <= family.nominal.value) continue;
    to(finding{.rule = "autoscaler",
               .severity = at_once ? finding_severity::error : finding_severity::warning,
               .line = family.nominal.line,
               .sentence = at_once ? "the pools of {t} start with {0} {0|vCPU|vCPUs} together; its quota is {1}"
                                   : "the pools of {t} may grow to {0} {0|vCPU|vCPUs} together; its quota is {1}",
               .cure = "ask for a quota of {0} {0|vCPU|vCPUs}, or for fewer nodes",
               .subject = family.name,
               .text = family.resource}
           .with(cpus_term("vCPUs of all its pools", vcpus))
           .with(cpus_term("vCPUs of the quota", family.nominal.value)));
    return;
  }
}

// The operator of Ray keeps a group of workers within its bounds, whatever number is stated; of bounds that contradict
// each other one version takes the one, another the other.
constexpr void bounds_of_pods(const workload& w, finding_sink& to) {
  const said<count>& least = w.scale.least_pods;
  const said<count>& most = w.scale.most_pods;
  const said<count>& stated = w.scale.pods_stated;
  if (least.is_known() && most.is_known() && least.value > most.value) {
    to(finding{.rule = "autoscaler",
               .severity = finding_severity::warning,
               .line = least.line,
               .sentence = "{s} has at least {0} {0|pod|pods} and at most {1}",
               .cure = "let the least be no more than the most",
               .subject = subject_of(w)}
           .with(pods_term("least pods", least.value))
           .with(pods_term("most pods", most.value)));
    return;
  }
  const bool below = stated.is_known() && least.is_known() && stated.value < least.value;
  const bool above = stated.is_known() && most.is_known() && stated.value > most.value;
  if (!below && !above) return;
  to(finding{.rule = "autoscaler",
             .severity = finding_severity::warning,
             .line = stated.line,
             .sentence = below ? "{s} states {0} {0|pod|pods}, fewer than its least of {1}"
                               : "{s} states {0} {0|pod|pods}, more than its most of {1}",
             .cure = "state a number between the two",
             .subject = subject_of(w)}
         .with(pods_term("pods stated", stated.value))
         .with(pods_term(below ? "least pods" : "most pods", below ? least.value : most.value)));
}

}  // namespace detail

// An autoscaler's least is not above its most, its nodes lie between, and the vCPU quota of the family covers them.
constexpr void autoscaler(const rule_input& in, finding_sink& to) {
  for (const workload& w : in.of.workloads) detail::bounds_of_pods(w, to);
  for (const quota& each : in.of.quotas) detail::family_within_quota(in, each, to);
  for (const machine_pool& pool : in.of.pools) {
    if (pool.least_nodes.is_known() && pool.most_nodes.is_known() && pool.least_nodes.value > pool.most_nodes.value) {
      to(finding{.rule = "autoscaler",
                 .line = pool.least_nodes.line,
                 .sentence = "{s} has at least {0} {0|node|nodes} and at most {1}",
                 .cure = "let the least be no more than the most",
                 .subject = subject_of(pool)}
             .with(nodes_term("least nodes", pool.least_nodes.value))
             .with(nodes_term("most nodes", pool.most_nodes.value)));
      continue;
    }
    const bool below =
        pool.nodes.is_known() && pool.least_nodes.is_known() && pool.nodes.value < pool.least_nodes.value;
    const bool above = pool.nodes.is_known() && pool.most_nodes.is_known() && pool.nodes.value > pool.most_nodes.value;
    if (below || above)
      to(finding{.rule = "autoscaler",
                 .line = pool.nodes.line,
                 .sentence = below ? "{s} has {0} {0|node|nodes}, fewer than its autoscaler's least of {1}"
                                   : "{s} has {0} {0|node|nodes}, more than its autoscaler's most of {1}",
                 .cure = "state a number between the two",
                 .subject = subject_of(pool)}
             .with(nodes_term("nodes", pool.nodes.value))
             .with(nodes_term(below ? "least nodes" : "most nodes",
                                below ? pool.least_nodes.value : pool.most_nodes.value)));
    const said<count>& first = pool.nodes.value_or(0) >= pool.least_nodes.value_or(0) ? pool.nodes : pool.least_nodes;
    detail::nodes_within_quota(in, pool, first, true, to);
    if (pool.most_nodes.value_or(0) > first.value_or(0)) detail::nodes_within_quota(in, pool, pool.most_nodes, false, to);
  }
}

}  // namespace headroom::rules
