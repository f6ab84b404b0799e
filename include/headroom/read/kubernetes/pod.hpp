// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include <headroom/read/common/deployment_file.hpp>
#include <headroom/read/engine/arguments.hpp>
#include <headroom/read/engine/launch.hpp>
#include <headroom/read/kubernetes/index.hpp>

namespace headroom::read {

// The file, and what its objects refer to in each other.
struct kubernetes_context {
  deployment_file& into;
  const kubernetes_index& index;
};

// What a pod is made from: the object, its metadata and its spec.
struct pod_source {
  const tree& object;
  const tree* metadata = nullptr;  // of the template
  const tree* spec = nullptr;
  // Variables that a controller sets in the containers.
  outer_variables variables{};
};

// What one container of a pod is judged by alone: a workload that asks for nothing beside the pod's.
struct container_part {
  std::string_view name{};
  workload is{};
};

// A workload of one such pod, and the part of its engine's command that is of several.
struct pod_workload {
  workload is{};
  said<count> engine_nodes{};
  int shared_line = 0;
  mpi_launch mpi{};             // what mpirun starts in the pods of its job, as its command says
  bool shares_gpus = false;     // among processes, on purpose
  std::vector<std::string_view> sizes{};  // where it may run on any of several
  std::vector<container_part> parts{};
};

pod_workload workload_of_pod(const pod_source& from, const kubernetes_context& in);

// The ClusterQueue of Kueue that admits an object; nullptr where it is in none of the file's.
const tree* cluster_queue_of(const tree& object, const kubernetes_context& in);

// Likewise of one container that is no list's: of a serving runtime, of a NIM.
pod_workload workload_of_container(const pod_source& from, const tree& container, const kubernetes_context& in);

// Whether the sizes of an engine are of more pods than a replica has: then it is not known how many GPUs they take.
void settle_parallel_sizes(pod_workload& of);

// The parts of a pod's containers, named and placed as the pod is.
std::vector<workload> parts_of(const pod_workload& of, deployment_file& keeping);

}  // namespace headroom::read
