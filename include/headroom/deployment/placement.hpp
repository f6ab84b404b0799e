// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/count.hpp>
#include <headroom/deployment/said.hpp>
#include <headroom/hardware/vm.hpp>

// Which machines a workload runs on, and how its pods lie on them.
namespace headroom {

struct workload_placement {
  said<std::string_view> pool{};           // pool, partition, flavor or queue it runs on
  said<std::string_view> instance_type{};  // node selector; of several to choose from unknown, with their names
  said<std::string_view> gpu_type{};       // as written, where it selects machines by their GPU
  said<bool> spot{};                       // selects spot machines
  for_features<said<bool>> features{};     // expected of a kind of machine that the file has
  said<bool> one_domain{};                 // must lie in one scale-up domain (ComputeDomain, clique affinity)
  said<bool> one_node{};                   // all pods of a replica must lie on one node
  said<count> segment_nodes{};             // nodes that lie in one block of the topology each (Slurm)
  said<count> pods_per_node{};             // that may lie on one node at most: by anti-affinity, spread, or a ComputeDomain's channel each
  count spread_nodes = 0;                  // where that holds only on fewer nodes than these
  bool shares_nodes = false;               // colocated with the other role of the file
  bool leaves_rest = false;                // what it does not ask for of its nodes, others may use (Slurm)
};

}  // namespace headroom
