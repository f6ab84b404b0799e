// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/read/common/deployment_file.hpp>

// Helm values that speak of nodes: tests of the network between them, and queues over them.
namespace headroom::read {

// "nodes: 14, gpusPerNode: 4": a job over whole nodes, as nccl-test has it.
bool is_nccl_test(const tree& map);
void read_nccl_test(const tree& map, std::string_view name, deployment_file& into);

// "nodes: {count: 2, perNodeResources: …}" with a queue over them, as kueue-setup has it.
bool is_queue_setup(const tree& map);
void read_queue_setup(const tree& map, deployment_file& into);

}  // namespace headroom::read
