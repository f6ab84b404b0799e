// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "check/kubernetes_pod.hpp"

// Objects of Kueue, and those that claim devices and domains.
namespace headroom::program {

// A ClusterQueue, or a Cohort that has quotas of its own.
void read_queue(const tree& object, const kubernetes_context& in);

void read_resource_flavor(const tree& object, const kubernetes_context& in);

// ComputeDomain, ResourceClaim and ResourceClaimTemplate.
void read_claim(const tree& object, const kubernetes_context& in);

}  // namespace headroom::program
