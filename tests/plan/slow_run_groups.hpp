// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/plan/run_groups.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <vector>

// The machines of a training run by an own slow calculation: ranks in a row GPU by GPU, or blocks of them one by one.
namespace slow_run_groups {

using hr::count;

// Whether so many ranks that follow one another, and could be in one domain, are in two.
inline bool is_cut_in_a_row(count gpus, count together, count domain) {
  for (count first = 0; first < gpus; first += together)
    if (together <= domain && first / domain != (first + together - 1) / domain) return true;
  return false;
}

// Each block on the first nodes of one domain that have room for it: on nodes that nobody has, or a smaller one on a node with as many GPUs free.
inline count machines_one_by_one(const hr::run_site& on, count blocks, count of_each) {
  const count domain_nodes = on.domain / on.node, machine_nodes = on.machine / on.node;
  const count nodes = (of_each + on.node - 1) / on.node, of_one = nodes > 1 ? on.node : of_each;
  std::vector<count> free;  // GPUs of each node
  for (count block = 0; block < blocks; ++block)
    for (count node = 0;; ++node) {
      while (static_cast<count>(free.size()) < (node / domain_nodes + 1) * domain_nodes) free.push_back(on.node);
      if (node % domain_nodes + nodes > domain_nodes) continue;
      const auto begin = free.begin() + node, end = begin + nodes;
      if (!std::all_of(begin, end, [&](count each) { return each >= of_one; })) continue;
      std::for_each(begin, end, [&](count& each) { each -= of_one; });
      break;
    }
  std::vector<count> machines;
  for (std::size_t node = 0; node < free.size(); ++node)
    if (free[node] < on.node) machines.push_back(static_cast<count>(node) / machine_nodes);
  machines.erase(std::unique(machines.begin(), machines.end()), machines.end());
  return static_cast<count>(machines.size());
}

// Of more blocks than are placed one by one in time: as many as a domain or a machine has room for, whichever is larger, over and over, and then the rest.
inline double machines_over_and_over(const hr::run_site& on, double blocks, count of_each) {
  const count machines = std::max<count>(on.domain / on.machine, 1);
  count there = 0;
  while (machines_one_by_one(on, there + 1, of_each) <= machines) ++there;
  const double times = std::floor(blocks / static_cast<double>(there));
  return times * static_cast<double>(machines) + static_cast<double>(machines_one_by_one(on, static_cast<count>(blocks - times * static_cast<double>(there)), of_each));
}

// So many blocks of so many GPUs; one of all of them in a row.
struct blocks_of_run {
  count number = 1;
  count gpus = 0;
  count machines = 0;
};
inline blocks_of_run blocks_of(const hr::run_site& on, const hr::parallelism& by) {
  const count of_experts = by.expert * (by.expert_tensor > 0 ? by.expert_tensor : by.tensor), both = std::lcm(by.tensor, of_experts);
  const bool is_cut = is_cut_in_a_row(by.gpus(), by.tensor, on.domain) || is_cut_in_a_row(by.gpus(), of_experts, on.domain);
  if (!is_cut || both > on.domain) return {1, by.gpus(), (by.gpus() + on.machine - 1) / on.machine};
  return {by.gpus() / both, both, machines_one_by_one(on, by.gpus() / both, both)};
}

}  // namespace slow_run_groups
