// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/count.hpp>
#include <headroom/deployment/said.hpp>

// How much of a workload runs.
namespace headroom {

struct workload_scale {
  said<count> replicas{};
  said<count> pods{};         // of one replica
  said<count> pods_stated{};  // where bounds make it another number that runs
  said<count> least_pods{};   // of an autoscaler
  said<count> most_pods{};
  said<count> gpus{};           // of one replica, where the file gives that and no pods
  said<count> nodes{};          // for all replicas, where the file states them
  said<count> gpus_per_node{};  // where the file states them
};

}  // namespace headroom
