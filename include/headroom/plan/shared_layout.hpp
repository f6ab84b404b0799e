// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include <headroom/cluster/resource.hpp>
#include <headroom/count.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/machine.hpp>
#include <headroom/plan/packing.hpp>

// Where several jobs lie on machines of one kind that they share, and how few machines hold them.
namespace headroom {

// Machines of one kind. A node is a VM or a board: a machine by itself, or a part of a rack.
struct shared_kind {
  count node_gpus = 0;
  count domain_nodes = 1;      // of one scale-up domain
  count machine_nodes = 1;     // that come together
  count held = 0;              // machines that are there
  count at_most = max_count;   // machines, with those held
  double price = 0;            // of a machine that is bought, for a second: dollars, watts, or what else is summed up
  double held_price = 0;       // of one that is held
  double limited = 0;          // of what is limited, of one: watts
};

// Unknown where the number of its GPUs is.
constexpr figure<shared_kind> shared_kind_of(const machine& on) {
  const figure<count> nodes = nodes_of(on);
  const figure<count> gpus = gpus_of_node(on);
  if (nodes.value_or(0) < 1 || gpus.value_or(0) < 1) return figure<shared_kind>(unknown).noted("the number of its GPUs is not known");
  const count domain = resource::scale_up_domain::of(on).value_or(0) / *gpus.known();
  return shared_kind{.node_gpus = *gpus.known(), .domain_nodes = std::max<count>(domain, 1), .machine_nodes = *nodes.known()};
}

// One way to run a job: groups of whole nodes, and pods that share a node with others. The nodes of a group lie in one scale-up domain; a
// larger group takes whole domains, and of one more what is left.
struct shared_option {
  std::size_t kind = 0;
  count groups = 0;
  count group_nodes = 0;
  count pods = 0;
  count pod_gpus = 0;     // fewer than a node has
  double seconds = 0;     // that its machines are kept
  double ends_after = 0;  // seconds until the job is done; 0: it goes on
};

// Replicas of so many GPUs each: those smaller than a node fill nodes of their own, and the rest of them is pods; so is what larger ones have
// beyond whole nodes, where a node is a domain by itself.
constexpr shared_option option_on(std::size_t kind, const shared_kind& of, count replicas, count gpus, double seconds, double ends_after) {
  shared_option made{.kind = kind, .seconds = seconds, .ends_after = ends_after};
  const count in_node = gpus > 0 ? of.node_gpus / gpus : 0;
  if (in_node < 1) {
    const count rest = of.domain_nodes == 1 ? gpus % of.node_gpus : 0;
    made.groups = replicas;
    made.group_nodes = ceil_of(gpus - rest, of.node_gpus);
    made.pods = rest > 0 ? replicas : 0;
    made.pod_gpus = rest;
    return made;
  }
  made.groups = replicas / in_node;
  made.group_nodes = made.groups > 0 ? 1 : 0;
  made.pods = replicas % in_node;
  made.pod_gpus = gpus;
  return made;
}

// Nodes of a kind, by their number from 0: domain after domain, and machine after machine.
struct shared_nodes {
  count first = 0;
  count nodes = 0;
  count pods = 0;  // on each; 0: the nodes are the job's own

  friend constexpr bool operator==(const shared_nodes&, const shared_nodes&) = default;
};

// The fewest machines of a kind that hold these ways to run jobs.
struct shared_layout {
  count machines{};
  std::vector<count> own{};  // machines that a job has to itself
  std::vector<std::vector<shared_nodes>> places{};
  bool is_proved = true;     // false: a packing gave up, and fewer may do
};

namespace detail {

constexpr void add_nodes(std::vector<shared_nodes>& to, const shared_nodes& more) {
  if (!to.empty() && to.back().first + to.back().nodes == more.first && to.back().pods == more.pods) to.back().nodes += more.nodes;
  else to.push_back(more);
}

// From so many units up, the first number of which the bins hold all that is asked for.
template <class Bins>
constexpr packing fewest_bins(count from, count step, const std::vector<packing_job>& asks, Bins&& bins_of, count& found, bool& is_proved) {
  for (count units = from;; units += step) {
    const std::vector<packing_node> bins = bins_of(units);
    const std::optional<packing> tried = pack(bins, asks, 20'000);
    if (!tried.has_value()) return {};
    if (tried->holds_all()) {
      found = units;
      return *tried;
    }
    is_proved = is_proved && tried->is_proved();
  }
}

}  // namespace detail

// Whole domains first, then what jobs take of further ones, with the nodes that pods share; the fewest, by plan/packing.hpp.
constexpr shared_layout lay_out(const shared_kind& on, std::span<const shared_option> jobs) {
  shared_layout made;
  made.own.resize(jobs.size(), 0);
  made.places.resize(jobs.size());
  const count domain = on.domain_nodes;
  count next = 0;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const count whole = multiply(jobs[i].groups, jobs[i].group_nodes / domain * domain);
    made.own[i] = (on.machine_nodes == 1 ? multiply(jobs[i].groups, jobs[i].group_nodes) : whole) / on.machine_nodes;
    if (whole > 0) detail::add_nodes(made.places[i], {next, whole, 0});
    next += whole;
  }
  // The fewest nodes that hold all pods.
  std::vector<packing_job> pods;
  std::vector<std::size_t> job_of_pods;
  count pod_gpus = 0;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    if (jobs[i].pods < 1) continue;
    pods.push_back({.pods = jobs[i].pods, .gpus = jobs[i].pod_gpus});
    job_of_pods.push_back(i);
    pod_gpus += pods.back().size();
  }
  count pod_nodes = 0;
  packing packed_pods;
  if (!pods.empty())
    packed_pods = detail::fewest_bins(ceil_of(pod_gpus, on.node_gpus), 1, pods, [&](count nodes) {
      std::vector<packing_node> bins;
      for (std::size_t i = 0; i < static_cast<std::size_t>(nodes); ++i) bins.push_back({on.node_gpus, i});
      return bins;
    }, pod_nodes, made.is_proved);
  // The fewest nodes whose domains hold what jobs take of one, and those nodes.
  std::vector<packing_job> rests;
  std::vector<std::size_t> job_of_rest;
  count rest_nodes = pod_nodes;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const count rest = jobs[i].group_nodes % domain;
    if (rest < 1 || jobs[i].groups < 1) continue;
    rests.push_back({.pods = jobs[i].groups, .gpus = rest});
    job_of_rest.push_back(i);
    rest_nodes += rests.back().size();
  }
  if (pod_nodes > 0) rests.push_back({.pods = pod_nodes, .gpus = 1});
  std::vector<count> number_of_pod_node;
  if (!rests.empty()) {
    count nodes = 0;
    const packing packed = detail::fewest_bins(multiply(ceil_of(rest_nodes, on.machine_nodes), on.machine_nodes), on.machine_nodes, rests, [&](count units) {
      std::vector<packing_node> bins;
      for (count at = 0; at < units; at += domain) bins.push_back({std::min(domain, units - at), bins.size()});
      return bins;
    }, nodes, made.is_proved);
    std::vector<count> used(static_cast<std::size_t>(ceil_of(nodes, domain)), 0);
    for (std::size_t i = 0; i < rests.size(); ++i) {
      std::vector<std::size_t> in = packed.places[i];
      std::sort(in.begin(), in.end());
      for (const std::size_t each : in) {
        const count first = next + static_cast<count>(each) * domain + used[each];
        used[each] += rests[i].gpus;
        if (i < job_of_rest.size()) detail::add_nodes(made.places[job_of_rest[i]], {first, rests[i].gpus, 0});
        else number_of_pod_node.push_back(first);
      }
    }
    next += nodes;
  }
  for (std::size_t i = 0; i < pods.size(); ++i)
    for (std::size_t node = 0; node < number_of_pod_node.size(); ++node)
      if (const auto here = std::count(packed_pods.places[i].begin(), packed_pods.places[i].end(), node); here > 0)
        detail::add_nodes(made.places[job_of_pods[i]], {number_of_pod_node[node], 1, static_cast<count>(here)});
  made.machines = ceil_of(next, on.machine_nodes);
  return made;
}

}  // namespace headroom
