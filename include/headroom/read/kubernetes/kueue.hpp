// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/kubernetes/pod.hpp>

// Objects of Kueue, limits of namespaces, queues and pools of nodes, and objects that claim devices and domains.
namespace headroom::read {

// A ClusterQueue, or a Cohort that has quotas of its own.
void read_queue(const tree& object, const kubernetes_context& in);

// A ResourceQuota.
void read_resource_quota(const tree& object, const kubernetes_context& in);

void read_resource_flavor(const tree& object, const kubernetes_context& in);

// The capability of a queue of Volcano, the limit and the quota of one of KAI, and the limits of a node pool of Karpenter.
void read_scheduler_queue(const tree& object, const kubernetes_context& in);
void read_node_pool(const tree& object, const kubernetes_context& in);

// ComputeDomain, ResourceClaim and ResourceClaimTemplate.
void read_claim(const tree& object, const kubernetes_context& in);

}  // namespace headroom::read
