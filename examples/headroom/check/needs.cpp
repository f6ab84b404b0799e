// SPDX-License-Identifier: BSL-1.0
#include "check/needs.hpp"

#include <algorithm>
#include <headroom/cluster/resource.hpp>
#include <headroom/deployment/nodes.hpp>
#include <headroom/deployment/resolve.hpp>
#include <map>
#include <string_view>
#include <utility>

#include "check/capacity_sums.hpp"

namespace headroom::program {

namespace {

std::optional<count> known(const said<count>& of) { return of.is_known() ? std::optional(of.value) : std::nullopt; }

need need_of(const machine_pool& pool, const rule_input& in) {
  return {.name = std::string(subject_of(pool)),
          .line = pool.line,
          .is_pool = true,
          .is_counted = true,
          .gpus = known(most_gpus_of(pool, in.on)),
          .nodes = known(most_nodes_of(pool, in.on)),
          .machine = node_of(pool, in.on).machine};
}

need need_of(const workload& w, const rule_input& in) {
  const machine_pool* pool = pool_of(w, in);
  const bool is_of_pool = pool != nullptr && !most_nodes_of(*pool, in.on).is_silent();
  return {.name = std::string(subject_of(w)),
          .kind = std::string(w.identity.kind),
          .line = w.identity.line,
          .is_counted = may_use_gpus(w) && !is_of_pool,
          .is_on_every_node = w.queueing.runs_as == workload_class::on_every_node,
          .is_blueprint = is_blueprint(w),
          .gpus = may_use_gpus(w) ? known(gpus_of(w)) : std::optional<count>(0),
          .nodes = known(nodes_needed_of(w, in)),
          .machine = node_of(w, in).machine};
}

// Whether what asks for GPUs that are not counted is a pod that is listed with the workloads.
bool is_of_workload(const uncounted_gpus& of, const headroom::deployment& in) {
  return std::ranges::any_of(in.workloads, [&](const workload& w) {
    return w.requests.gpus.line == of.line || w.requests.mig_profile.line == of.line;
  });
}

// Nodes of a machine that make a whole rack; 1: it is no part of one.
count nodes_of_rack(const headroom::machine& of) {
  const figure<count> domain = resource::scale_up_domain::of(of);
  const figure<count> gpus = gpus_of(of);
  return domain.is_known() && gpus.is_known() && *gpus.known() > 0 && *domain.known() > *gpus.known() ? *domain.known() / *gpus.known()
                                                                                             : 1;
}

}  // namespace

std::vector<need> needs_of(const headroom::deployment& of, const check_terms& on) {
  const counted_deployment counted(of, on);
  const deployment_at_most most(counted.value(), on);
  const rule_input in{most.value, on};
  std::vector<need> needs;
  for (const machine_pool& each : in.of.pools)
    if (may_hold_gpus(each, on) && !most_nodes_of(each, in.on).is_silent()) needs.push_back(need_of(each, in));
  for (const workload& each : in.of.workloads)
    if (!is_demand(each)) needs.push_back(need_of(each, in));
  for (const uncounted_gpus& each : in.of.uncounted)
    if (!is_of_workload(each, in.of)) needs.push_back({.name = std::string(each.name), .kind = std::string(each.kind), .line = each.line, .is_counted = true});
  return needs;
}

need_sums sums_of(std::span<const need> needs, const pricing& terms) {
  need_sums sums;
  std::map<std::string_view, std::pair<headroom::machine, count>> nodes;
  for (const need& each : needs) {
    if (!each.is_counted) continue;
    sums.gpus = add(sums.gpus, each.gpus.value_or(0));
    sums.nodes = add(sums.nodes, each.nodes.value_or(0));
    if (!each.gpus.has_value()) ++sums.parts_without_gpus;
    if (!each.nodes.has_value()) ++sums.parts_without_nodes;
    auto& of_machine = nodes[each.machine.name()];
    of_machine.first = each.machine;
    of_machine.second = add(of_machine.second, each.nodes.value_or(0));
  }
  for (const auto& [name, held] : nodes) {
    const auto& [machine, how_many] = held;
    if (const count whole = nodes_of_rack(machine); whole > 1) sums.racks = add(sums.racks, ceil_of(how_many, whole));
    const figure<money_rate> price = price_of(machine, terms);
    if (price.is_known()) sums.dollars = sums.dollars.value_or(0) + static_cast<double>(how_many) * in_dollars_per_hour(*price.known());
    else sums.nodes_without_price = add(sums.nodes_without_price, how_many);
  }
  return sums;
}

}  // namespace headroom::program
