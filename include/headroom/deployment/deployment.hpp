// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <span>
#include <string_view>

#include <headroom/count.hpp>
#include <headroom/deployment/said.hpp>
#include <headroom/units.hpp>

// What a deployment file says, whatever its format: the value that every reader makes and every rule reads. Texts and
// spans refer to storage that outlives it (a reader's, or the constants that headroom_check generates).
namespace headroom {

// Machines of one kind that the file holds, creates or allows.
struct machine_pool {
  std::string_view name{};
  int line = 0;
  said<std::string_view> size{};      // as written: "Standard_ND96isr_H100_v5", "p5.48xlarge", "gb300"
  said<std::string_view> gpu_type{};  // as written, where the file names a GPU and no size: "gb300"
  said<count> nodes{};
  said<count> least_nodes{};  // of an autoscaler
  said<count> most_nodes{};
  said<count> most_cores{};  // a limit given in cores (CycleCloud), where others are in nodes
  said<count> first_cores{};  // that it starts with, likewise
  said<count> gpus_per_node{};
  said<count> gpus_listed{};  // of the node that lists fewest or most, where another file lists them (gres.conf)
  std::string_view gpus_listed_on{};  // which nodes those are, in words
  said<std::string_view> mig_profile{};
  said<bool> spot{};
  said<bool> one_placement{};  // asks to be placed together: one scale-up domain or rack
  said<count> data_disks{};
  said<count> nics{};
  said<bool> infiniband{};       // expected of the machine
  said<bool> nvlink{};           // expected of the machine
  said<bool> premium_storage{};  // expected of the machine
  said<std::string_view> zone{};
  said<count> cpus_per_node{};     // as a scheduler is told (slurm.conf)
  said<memory> memory_per_node{};  // likewise
};

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
  std::string_view gpu_resource{};     // as the file calls the GPUs, where it does: "nvidia.com/gpu"
  std::string_view rdma_resource{};    // likewise: "vpc.amazonaws.com/efa"
};

// An inference engine or trainer, whose meaning of each parallel size counts, not the argument's spelling.
enum class engine { unnamed, vllm, sglang, tensorrt_llm, megatron, text_generation_inference };

// The model that an engine is told to serve, where it is a published one, and the settings of its memory.
struct served_model {
  said<std::string_view> name{};    // as its publisher spells it
  std::string_view called{};        // where it is another one of the same shape: that one's name
  said<count> weight_bits{};        // of most weights, where the file says that they are quantised
  said<count> cache_bits{};         // of a number of the KV cache, likewise
  said<count> context{};            // tokens of the longest sequence
  said<count> memory_thousandths{};  // of a GPU, that the engine may use
};

// Parallel sizes as the engine's arguments give them; 1 where an engine's argument is left out is for the rule to say.
struct parallel_sizes {
  headroom::engine engine = headroom::engine::unnamed;
  int line = 0;
  said<count> tensor{};
  said<count> pipeline{};
  said<count> context{};
  said<count> data{};
  said<count> expert{};
  said<count> expert_tensor{};  // Megatron-LM: of the experts alone; else they have the tensor-parallel size
  said<bool> data_parallel_attention{};  // SGLang: data divides tensor; vLLM: data multiplies it
  // What else decides how many GPUs they take and the file does not say: "how many pods run one engine".
  std::string_view left_open{};
  served_model serves{};
};

enum class serving_role { none, prefill, decode };

// How a workload runs beside others: on and on; in its turn, as jobs of a queue do; not at all, where it is a demand
// of the machines together for at least so much; or on every node, to serve what runs there.
enum class workload_class { service, job, demand, on_every_node };

// The tools that fill in what a file leaves open, where a cure can name what to do.
enum class file_tool { other, terraform, cyclecloud };

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
  bool shares_nodes = false;               // colocated with the other role of the file
  bool leaves_rest = false;                // what it does not ask for of its nodes, others may use (Slurm)
  said<count> segment_nodes{};             // nodes that lie in one block of the topology each (Slurm)
  said<count> pods_per_node{};             // that may lie on one node at most: by anti-affinity, spread, or a ComputeDomain's channel each
  count spread_nodes = 0;                  // where that holds only on fewer nodes than these
  said<bool> one_node{};                   // all pods of a replica must lie on one node
  said<count> launch_nodes{};              // pods that have to meet before it starts (torchrun --nnodes)
  said<count> processes{};                 // started in one pod, each of which takes a GPU (torchrun)
  said<count> ranks{};                     // of one replica, that mpirun starts
  said<count> slots{};                     // for these
  said<count> least_admitted{};            // pods that a queue may start it with, where fewer will do (Kueue)
};

// A quota (Kueue nominal quota, a family's vCPU quota).
struct quota {
  std::string_view name{};
  std::string_view resource{};  // "nvidia.com/gpu", "cpu", "standardNDSH100v5Family"
  std::string_view pool{};
  std::string_view cohort{};
  int line = 0;
  said<count> nominal{};  // in units, or millicores for cpu; limits of memory in bytes
  said<count> borrowing_limit{};
  said<memory> memory_nominal{};
  said<count> lending_limit{};  // most of it that others of the cohort may borrow
};

// The most that all pods of a namespace may ask for at once (ResourceQuota of Kubernetes).
struct namespace_quota {
  std::string_view name{};
  std::string_view name_space{};
  std::string_view resource{};  // "nvidia.com/gpu"
  said<count> most{};
};

// A block of a topology (Slurm block sizes, a clique).
struct topology_block {
  std::string_view name{};
  int line = 0;
  said<count> nodes{};
  bool is_size = false;  // a size that jobs may ask for, rather than a block that is there
  std::string_view topology{};  // of several in a file, each with sizes of its own
};

// A ComputeDomain or a resource claim that names a number of nodes.
struct node_claim {
  std::string_view name{};
  std::string_view kind{};
  int line = 0;
  said<count> nodes{};
  bool is_launch = false;  // a launcher that waits for so many nodes
};

// A request for GPUs that no rule can count: what makes it is of a kind that is not known.
struct uncounted_gpus {
  std::string_view name{};
  std::string_view kind{};
  int line = 0;
  said<count> gpus{};  // as it asks for them, each time that it does
  std::string_view cure{};  // what would have them counted
};

// What words in a file state of it: GPUs and nodes or racks together. Or what a marker expects of it, either of them
// alone as well; a marker that cannot be read expects nothing.
struct remark {
  said<count> gpus{};
  said<count> nodes{};
  said<count> racks{};
  bool is_expected = false;
  int line = 0;
  std::string_view text{};
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

// GPUs of a pool: nodes times GPUs per node, by the file's own figures.
constexpr said<count> gpus_of(const machine_pool& p) {
  if (!p.nodes.is_known() || !p.gpus_per_node.is_known()) return {unknown, p.line};
  return {multiply(p.nodes.value, p.gpus_per_node.value), p.nodes.line};
}

struct deployment {
  std::string_view file{};
  std::string_view format{};  // "kubernetes", "srt-slurm", …
  file_tool tool = file_tool::other;
  std::span<const machine_pool> pools{};
  std::span<const workload> workloads{};
  std::span<const quota> quotas{};
  std::span<const namespace_quota> namespace_quotas{};
  std::span<const topology_block> blocks{};
  std::span<const node_claim> claims{};
  std::span<const uncounted_gpus> uncounted{};
  std::span<const remark> remarks{};
  int documents = 1;
  int documents_without_capacity = 0;

  // Sums of what the file states; the parts it does not state add nothing.
  constexpr count gpus_used() const {
    count sum = 0;
    for (const workload& each : workloads) sum = add(sum, headroom::gpus_of(each).value_or(0));
    return sum;
  }
  constexpr count gpus_held() const {
    count sum = 0;
    for (const machine_pool& each : pools) sum = add(sum, headroom::gpus_of(each).value_or(0));
    return sum;
  }
  constexpr count nodes_held() const {
    count sum = 0;
    for (const machine_pool& each : pools) sum = add(sum, each.nodes.value_or(0));
    return sum;
  }
};

}  // namespace headroom
