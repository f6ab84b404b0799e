// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/count.hpp>
#include <headroom/deployment/said.hpp>
#include <headroom/units.hpp>

// What the scheduler is asked for.
namespace headroom {

// What one pod, task or process asks for, after the scheduler's own rules (init containers, limits standing in).
struct pod_resources {
  said<count> gpus{};
  said<count> millicpus{};
  said<memory> system_memory{};
  said<memory> ephemeral_storage{};
  said<memory> huge_pages{};
  said<count> rdma_devices{};
  said<std::string_view> mig_profile{};
  said<count> mig_instances{};         // of all profiles
  bool all_gpus = false;               // as many as its node has, which it then has to itself
  std::string_view gpu_resource{};     // as the file calls the GPUs, where it does: "nvidia.com/gpu"
  std::string_view rdma_resource{};    // likewise: "vpc.amazonaws.com/efa"
  bool of_whole_pod = false;           // limits: what the pod has in all, for all or one of its containers
  std::string_view unit{};             // what asks, where it is no pod: "task", "node"
  std::string_view memory_unit{};      // likewise for its memory, where that is another
};

}  // namespace headroom
