// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <span>
#include <string_view>

#include <headroom/count.hpp>
#include <headroom/deployment/engine.hpp>
#include <headroom/deployment/request.hpp>
#include <headroom/deployment/said.hpp>
#include <headroom/hardware/vm.hpp>

// What a deployment runs: how much of it, and where.
namespace headroom {

enum class serving_role { none, prefill, decode };

// How a workload runs beside others: on and on; in its turn, as jobs of a queue do; not at all, where it is a demand
// of the machines together for at least so much; or on every node, to serve what runs there.
enum class workload_class { service, job, demand, on_every_node };

// Something that runs: so many replicas, each of so many like pods.
struct workload {
  std::string_view name{};
  std::string_view kind{};   // as the file says it: "LeaderWorkerSet", "sbatch", "prefill"
  std::string_view name_space{};  // of Kubernetes; empty: the one that it is applied to
  workload_class runs_as = workload_class::service;
  std::string_view group{};  // workloads of one group make one replica together (leader and workers)
  int line = 0;
  serving_role role = serving_role::none;
  said<count> replicas{};
  said<count> pods{};         // of one replica
  said<count> pods_stated{};  // where bounds make it another number that runs
  said<count> least_pods{};   // of an autoscaler
  said<count> most_pods{};
  pod_resources requests{};  // of one pod
  pod_resources limits{};
  std::string_view unit{};         // what these are of, where it is no pod: "task", "node"
  std::string_view memory_unit{};  // likewise of its memory, where that is another
  said<count> gpus{};           // of one replica, where the file gives that and no pods
  said<count> nodes{};          // for all replicas, where the file states them
  said<count> gpus_per_node{};  // where the file states them
  parallel_sizes parallel{};
  said<std::string_view> pool{};           // pool, partition, flavor or queue it runs on
  said<std::string_view> instance_type{};  // node selector; of several to choose from unknown, with their names
  said<std::string_view> gpu_type{};       // as written, where it selects machines by their GPU
  said<std::string_view> queue{};          // where it is queued, beside the pool it runs on
  said<bool> one_domain{};                 // must lie in one scale-up domain (ComputeDomain, clique affinity)
  said<bool> spot{};                       // selects spot machines
  for_features<said<bool>> features{};     // expected of a kind of machine that the file has
  bool shares_nodes = false;               // colocated with the other role of the file
  bool leaves_rest = false;                // what it does not ask for of its nodes, others may use (Slurm)
  said<count> segment_nodes{};             // nodes that lie in one block of the topology each (Slurm)
  said<count> pods_per_node{};             // that may lie on one node at most: by anti-affinity, spread, or a ComputeDomain's channel each
  count spread_nodes = 0;                  // where that holds only on fewer nodes than these
  said<bool> one_node{};                   // all pods of a replica must lie on one node
  said<count> launch_nodes{};              // pods that have to meet before it starts (torchrun --nnodes)
  said<count> processes{};                 // started in one pod, each of which takes a GPU (torchrun)
  said<count> gpus_of_process{};           // that each of them takes, where it is not one
  said<count> gpus_of_actor{};             // that have to lie in one pod, of what takes most (Ray)
  said<count> ranks{};                     // of one replica, that mpirun starts
  said<count> slots{};                     // for these
  said<count> least_admitted{};            // pods that a queue may start it with, where fewer will do (Kueue)
};

// GPUs of one replica: as stated, or pods times GPUs each. Unknown where either is.
constexpr said<count> gpus_of_replica(const workload& w) {
  if (w.gpus.is_known()) return w.gpus;
  const said<count>& each = w.requests.gpus;
  if (!each.is_known() || !w.pods.is_known()) return {unknown, each.line != 0 ? each.line : w.line};
  return {multiply(w.pods.value, each.value), each.line};
}

// GPUs of one pod or node, for the processes that it starts; unknown where those of several nodes do not divide.
constexpr said<count> gpus_for_processes(const workload& w) {
  if (!w.requests.mig_profile.is_silent()) return {};
  if (w.requests.gpus.is_known()) return w.requests.gpus;
  const bool is_even = w.gpus.is_known() && w.nodes.value_or(0) > 0 && w.gpus.value % w.nodes.value == 0;
  return is_even ? said<count>{w.gpus.value / w.nodes.value, w.gpus.line} : said<count>{};
}

// GPUs of one replica of a group: leader and workers together; of a workload in no group its own.
constexpr said<count> gpus_of_group(const workload& w, std::span<const workload> all) {
  if (w.group.empty()) return gpus_of_replica(w);
  said<count> sum{count{0}, 0};
  for (const workload& each : all) {
    if (each.group != w.group || (each.requests.gpus.is_silent() && each.gpus.is_silent())) continue;
    const said<count> its = gpus_of_replica(each);
    if (!its.is_known()) return its;
    sum = {add(sum.value, its.value), sum.line != 0 ? sum.line : its.line};
  }
  return sum;
}

// GPUs of all replicas.
constexpr said<count> gpus_of(const workload& w) {
  const said<count> each = gpus_of_replica(w);
  if (!each.is_known() || !w.replicas.is_known()) return {unknown, w.line};
  return {multiply(w.replicas.value, each.value), each.line};
}

}  // namespace headroom
