// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/count.hpp>
#include <headroom/deployment/said.hpp>
#include <headroom/hardware/machine.hpp>
#include <headroom/hardware/vm.hpp>
#include <headroom/units.hpp>

// The machines of a deployment.
namespace headroom {

// Machines of one kind that the file holds, creates or allows.
struct machine_pool {
  std::string_view name{};
  int line = 0;
  said<std::string_view> size{};      // as written: "Standard_ND96isr_H100_v5", "p5.48xlarge", "gb300"
  const machine* described = nullptr;  // where the file itself describes it; it outlives the pool
  said<std::string_view> gpu_type{};  // as written, where the file names a GPU and no size: "gb300"
  said<count> nodes{};
  said<count> least_nodes{};  // of an autoscaler
  said<count> most_nodes{};
  said<count> most_cores{};  // a limit given in cores (CycleCloud), where others are in nodes
  said<count> first_cores{};  // that it starts with, likewise
  said<count> most_cores_of_all{};  // of all pools with that limit together
  said<count> most_nodes_of_all{};  // likewise
  said<count> gpus_per_node{};
  said<count> gpus_listed{};  // of the node that lists fewest or most, where another file lists them (gres.conf)
  std::string_view gpus_listed_on{};  // which nodes those are, in words
  said<std::string_view> mig_profile{};
  said<bool> spot{};
  said<bool> one_placement{};  // asks to be placed together: one scale-up domain or rack
  said<count> data_disks{};
  said<count> nics{};
  for_features<said<bool>> features{};  // expected of the machine
  said<std::string_view> zone{};
  said<count> cpus_per_node{};     // as a scheduler is told (slurm.conf)
  said<memory> memory_per_node{};  // likewise
  said<count> millicpus_given{};  // to the pods of a running node: less than it has by what its system keeps
  said<memory> memory_given{};    // likewise
};

// GPUs of a pool: nodes times GPUs per node, by the file's own figures.
constexpr said<count> gpus_of(const machine_pool& p) {
  if (!p.nodes.is_known() || !p.gpus_per_node.is_known()) return {unknown, p.line};
  return {multiply(p.nodes.value, p.gpus_per_node.value), p.nodes.line};
}

}  // namespace headroom
