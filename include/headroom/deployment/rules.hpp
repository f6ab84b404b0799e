// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <span>
#include <string_view>

#include <headroom/deployment/rule.hpp>
#include <headroom/deployment/rules/autoscaler.hpp>
#include <headroom/deployment/rules/block_size.hpp>
#include <headroom/deployment/rules/claims.hpp>
#include <headroom/deployment/rules/colocation.hpp>
#include <headroom/deployment/rules/core_limits.hpp>
#include <headroom/deployment/rules/cpus.hpp>
#include <headroom/deployment/rules/disks_and_nics.hpp>
#include <headroom/deployment/rules/ephemeral_storage.hpp>
#include <headroom/deployment/rules/gpu_vm_idle.hpp>
#include <headroom/deployment/rules/gpus_per_node.hpp>
#include <headroom/deployment/rules/gpus_stranded.hpp>
#include <headroom/deployment/rules/gpus_used.hpp>
#include <headroom/deployment/rules/group_size.hpp>
#include <headroom/deployment/rules/huge_pages.hpp>
#include <headroom/deployment/rules/limits_match.hpp>
#include <headroom/deployment/rules/machine_features.hpp>
#include <headroom/deployment/rules/machine_named.hpp>
#include <headroom/deployment/rules/machines_held.hpp>
#include <headroom/deployment/rules/mig.hpp>
#include <headroom/deployment/rules/model_memory.hpp>
#include <headroom/deployment/rules/nodes_needed.hpp>
#include <headroom/deployment/rules/parallel_domain.hpp>
#include <headroom/deployment/rules/parallel_product.hpp>
#include <headroom/deployment/rules/queue_quota.hpp>
#include <headroom/deployment/rules/rack_size.hpp>
#include <headroom/deployment/rules/rdma.hpp>
#include <headroom/deployment/rules/size_disputed.hpp>
#include <headroom/deployment/rules/size_lifecycle.hpp>
#include <headroom/deployment/rules/size_name.hpp>
#include <headroom/deployment/rules/spot_rack.hpp>
#include <headroom/deployment/rules/stated_figures.hpp>
#include <headroom/deployment/rules/system_memory.hpp>
#include <headroom/deployment/rules/worker_nodes.hpp>

// Every rule, in the order in which findings are told.
namespace headroom {

namespace detail {

inline constexpr std::array all_rules{
    rule{"gpus_used", "GPUs used are no more than those held, by pod, by part and in total", finding_severity::error,
         rules::gpus_used},
    rule{"gpus_stranded", "No GPUs are held that nothing uses", finding_severity::warning, rules::gpus_stranded},
    rule{"gpus_per_node", "GPUs per node are those of the machine", finding_severity::error, rules::gpus_per_node},
    rule{"nodes_needed", "The nodes that pods need are no more than those stated", finding_severity::error,
         rules::nodes_needed},
    rule{"worker_nodes", "The workers of a role fit on its nodes", finding_severity::error, rules::worker_nodes},
    rule{"colocation", "Roles that share nodes fit on the sum of them", finding_severity::error, rules::colocation},
    rule{"rack_size", "What has to lie together fits in a rack, and fills whole ones", finding_severity::error,
         rules::rack_size},
    rule{"block_size", "Topology blocks are powers of two times the first, and hold every node",
         finding_severity::error, rules::block_size},
    rule{"parallel_product", "Parallel sizes multiply to the GPUs of a replica", finding_severity::error,
         rules::parallel_product},
    rule{"parallel_domain", "Tensor and expert parallel groups lie inside a scale-up domain", finding_severity::error,
         rules::parallel_domain},
    rule{"group_size", "A group of pods has the GPUs that its parallel sizes take", finding_severity::error,
         rules::group_size},
    rule{"claims", "A ComputeDomain or claim names the nodes of all roles in it", finding_severity::error,
         rules::claims},
    rule{"cpus", "A pod's CPUs fit its machine", finding_severity::error, rules::cpus},
    rule{"system_memory", "A pod's memory fits its machine", finding_severity::error, rules::system_memory},
    rule{"model_memory", "A model that is served fits the GPUs it is divided over", finding_severity::error,
         rules::model_memory},
    rule{"ephemeral_storage", "A pod's ephemeral storage fits the local disks", finding_severity::warning,
         rules::ephemeral_storage},
    rule{"huge_pages", "A pod's huge pages fit its machine beside its memory", finding_severity::error,
         rules::huge_pages},
    rule{"rdma", "RDMA devices are asked of machines with a scale-out network", finding_severity::error, rules::rdma},
    rule{"gpu_vm_idle", "A pod on a machine with GPUs asks for some", finding_severity::warning, rules::gpu_vm_idle},
    rule{"limits_match", "Limits of extended resources are their requests, and others no less", finding_severity::error,
         rules::limits_match},
    rule{"queue_quota", "Queues are given what their pool has, and admit what is asked", finding_severity::error,
         rules::queue_quota},
    rule{"autoscaler", "An autoscaler's bounds agree, and the quota of vCPUs covers them", finding_severity::error,
         rules::autoscaler},
    rule{"core_limits", "Limits are in nodes, and allow at least one", finding_severity::error, rules::core_limits},
    rule{"machines_held", "The machines that a file names are held, and as many", finding_severity::error,
         rules::machines_held},
    rule{"machine_named", "What asks something of its machine says which that is", finding_severity::unjudged,
         rules::machine_named, true},
    rule{"machine_features", "InfiniBand, NVLink and other features are there where expected", finding_severity::error,
         rules::machine_features},
    rule{"mig", "MIG instances are asked of GPUs that can be split", finding_severity::error, rules::mig},
    rule{"disks_and_nics", "Data disks and NICs are no more than the VM takes", finding_severity::error,
         rules::disks_and_nics},
    rule{"spot_rack", "What has to stay together is not on spot machines", finding_severity::warning, rules::spot_rack},
    rule{"size_name", "Sizes with GPUs are spelled as their cloud spells them", finding_severity::warning,
         rules::size_name},
    rule{"size_lifecycle", "Sizes can be ordered on the day of the check", finding_severity::error,
         rules::size_lifecycle},
    rule{"size_disputed", "No size is one that only a disputed source describes", finding_severity::warning,
         rules::size_disputed},
    rule{"stated_figures", "Figures in words are among the sums of the file", finding_severity::error,
         rules::stated_figures},
};

}  // namespace detail

constexpr std::span<const rule> all_rules() { return detail::all_rules; }

// The rule of that name; nullptr where there is none.
constexpr const rule* find_rule(std::string_view name) {
  for (const rule& each : all_rules())
    if (each.name == name) return &each;
  return nullptr;
}

}  // namespace headroom
