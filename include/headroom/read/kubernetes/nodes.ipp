// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>

#include <headroom/catalog/names/gpu_resources.hpp>
#include <headroom/read/common/machine_pools.hpp>
#include <headroom/read/common/values.hpp>
#include <headroom/read/kubernetes/selection.hpp>
#include <headroom/read/kubernetes/workloads.hpp>

namespace headroom::read {

namespace {

// Whether the scheduler puts pods on a node: it is ready and not cordoned.
bool takes_pods(const tree& node) {
  if (text_of(node.at("spec", "unschedulable")) == "true") return false;
  bool is_ready = true;
  for_each_item(node.at("status", "conditions"), [&](const tree& each) {
    if (text_of(each.at("type")) == "Ready") is_ready = text_of(each.at("status")) == "True";
  });
  return is_ready;
}

machine_pool pool_of_node(const tree& node) {
  const tree* name = node.at("metadata", "name");
  const node_selection labels = selection_of_labels(node.at("metadata", "labels"));
  machine_pool pool{.line = name != nullptr ? name->line : node.line,
                    .size = labels.instance_type,
                    .gpu_type = labels.gpu_type,
                    .spot = labels.spot};
  pool.name = labels.pool.is_known() ? labels.pool.value : pool.size.is_known() ? pool.size.value : std::string_view{"nodes"};
  if (pool.size.is_silent()) pool.size = labels.machine_of_gpu;
  const tree* there = node.at("status", "allocatable");
  if (there == nullptr) there = node.at("status", "capacity");
  if (there == nullptr) return pool;
  const pod_resources has = pod_resources_of(resource_list(there));
  pool.gpus_per_node = has.gpus.is_silent() ? said<count>{count{0}, there->key_line} : has.gpus;  // whole ones
  pool.mig_profile = has.mig_profile;
  pool.millicpus_given = has.millicpus;
  pool.memory_given = has.system_memory;
  return pool;
}

bool are_of_one_pool(const machine_pool& a, const machine_pool& b) {
  return a.name == b.name && are_known_alike(a.size, b.size) && are_known_alike(a.gpu_type, b.gpu_type) && are_known_alike(a.spot, b.spot) &&
         are_known_alike(a.gpus_per_node, b.gpus_per_node) && are_known_alike(a.mig_profile, b.mig_profile) &&
         are_known_alike(a.millicpus_given, b.millicpus_given);
}

// A group of nodes of eksctl: its size, or several to choose from.
machine_pool pool_of_group(const tree& group) {
  const tree* name = group.at("name");
  const tree* size = group.at("instanceType");
  machine_pool pool{.name = text_of(name), .line = name != nullptr ? name->line : group.line, .size = text_said(size)};
  for (const tree* several : {group.at("instanceTypes"), group.at("instancesDistribution", "instanceTypes")}) {
    if (several == nullptr || several->items.empty()) continue;
    pool.size = several->items.size() == 1 ? text_said(several->items.front()) : said<std::string_view>{unknown, several->key_line};
  }
  pool.nodes = count_said(group.at("desiredCapacity"));
  pool.least_nodes = count_said(group.at("minSize"));
  pool.most_nodes = count_said(group.at("maxSize"));
  if (group.at("spot") != nullptr) pool.spot = bool_said(group.at("spot"));
  return pool;
}

}  // namespace

void read_cluster_config(const tree& object, const kubernetes_context& in) {
  if (!text_of(object.at("apiVersion")).starts_with("eksctl.io/")) return read_by_shape(object, in);
  for (const std::string_view groups : {"managedNodeGroups", "nodeGroups"})
    for_each_item(object.at(groups), [&](const tree& each) { in.into.pools.push_back(pool_of_group(each)); });
}

void read_nodes(std::span<const tree* const> nodes, const kubernetes_context& in) {
  const std::size_t before = in.into.pools.size();
  for (const tree* each : nodes) {
    if (!takes_pods(*each)) {
      ++in.into.nodes_out_of_service;
      continue;
    }
    machine_pool pool = pool_of_node(*each);
    const auto begin = in.into.pools.begin() + static_cast<std::ptrdiff_t>(before);
    const auto found = std::find_if(begin, in.into.pools.end(), [&](const machine_pool& other) { return are_of_one_pool(pool, other); });
    if (found != in.into.pools.end()) {
      ++found->nodes.value;
      // Of like nodes some bytes differ: what each of them has.
      if (pool.memory_given.is_known() && pool.memory_given.value < found->memory_given.value) found->memory_given = pool.memory_given;
      continue;
    }
    pool.nodes = {count{1}, pool.line};
    in.into.pools.push_back(pool);
  }
}

}  // namespace headroom::read
