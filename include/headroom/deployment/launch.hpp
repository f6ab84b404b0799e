// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/count.hpp>
#include <headroom/deployment/said.hpp>

// What a workload starts on its pods.
namespace headroom {

struct workload_launch {
  said<count> nodes{};            // pods that have to meet before it starts (torchrun --nnodes)
  said<count> processes{};        // started in one pod, each of which takes a GPU (torchrun)
  said<count> gpus_of_process{};  // that each of them takes, where that is said; unknown where it may be several
  said<count> gpus_of_actor{};    // that have to lie in one pod, of what takes most (Ray)
  said<count> gpus_of_actors{};   // of all of them at least, which lie in the pods of its group
  said<count> ranks{};            // of one replica, that mpirun starts
  said<count> slots{};            // for these
};

}  // namespace headroom
