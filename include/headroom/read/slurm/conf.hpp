// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/common/deployment_file.hpp>
#include <headroom/read/slurm/host_list.hpp>
#include <headroom/read/common/ini_text.hpp>

// The parts of slurm.conf, gres.conf and topology.conf; a file may have any of them. All throw unreadable.
namespace headroom::read {

// NodeName and PartitionName lines: a pool for each line of nodes.
void take_slurm_nodes(const conf_text& text, deployment_file& into);

// Lines of generic resources: a pool for each list of nodes that has GPUs.
void take_slurm_resources(const conf_text& text, deployment_file& into);
bool is_resource_line(const conf_line& line);
bool is_of_gpus(const conf_line& line);
// Whether it leaves the devices to what Slurm finds on the node.
bool detects(const conf_line& line);
// How many devices a resource line has.
said<count> devices_of(const conf_line& line, host_budget& budget);

// What gres.conf lists for the nodes of slurm.conf, which are in the pools.
void take_listed_gpus(const conf_text& resources, deployment_file& into);

// SwitchName, BlockName and BlockSizes lines.
void take_slurm_topology(const conf_text& text, deployment_file& into);
// Block sizes as a list: "18,36".
void take_block_sizes(std::string_view list, int line, std::string_view topology, deployment_file& into);
// How many nodes a host list names; unknown where it is left open.
said<count> nodes_said(std::string_view list, int line, host_budget& budget);

}  // namespace headroom::read
