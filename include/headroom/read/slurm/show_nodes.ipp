// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <string>

#include <headroom/read/common/machine_pools.hpp>
#include <headroom/read/common/values.hpp>
#include <headroom/read/slurm/gres.hpp>
#include <headroom/read/slurm/slurm.hpp>

namespace headroom::read {

namespace {

// slurmrestd's description of a node ("v0.0.4x_node"), by words that are Slurm's own; a node may be in no partition. Older
// versions write lists as one text.
bool is_shown_node(const tree* node) {
  const bool has_cpus_of_slurm = node->at("cpus") != nullptr && (node->at("partitions") != nullptr || node->at("real_memory") != nullptr);
  return node->at("name") != nullptr && (node->at("gres") != nullptr || has_cpus_of_slurm);
}

template <class Function>
void for_each_text(const tree* value, Function&& call) {
  if (value == nullptr) return;
  if (value->is_text()) call(value->text);
  for_each_item(value, [&](const tree& each) { call(text_of(&each)); });
}

// Slurm, "scontrol show node": states in which no job starts. Nodes that save power are powered up for one ("Slurm Power
// Saving Guide"). Older versions write the state in small letters, and its flags under a key of their own.
bool is_up(const tree& node) {
  constexpr std::string_view down[]{"DOWN",  "DRAIN",          "DRAINED", "DRAINING", "FAIL",       "FAILING",
                                    "ERROR", "NOT_RESPONDING", "UNKNOWN", "FUTURE",   "INVALID_REG"};
  bool is = true;
  for (const std::string_view key : {"state", "state_flags"})
    for_each_text(node.at(key), [&](std::string_view text) {
      if (std::ranges::any_of(down, [&](std::string_view each) { return ascii::is_same(each, text); })) is = false;
    });
  return is;
}

machine_pool pool_of_shown(const tree& node, deployment_file& into) {
  machine_pool pool{.line = node.at("name")->line};
  std::string name;
  for_each_text(node.at("partitions"), [&](std::string_view text) { name += (name.empty() ? "" : ",") + std::string(text); });
  pool.name = into.keep(name.empty() ? "nodes" : std::move(name));
  const tree* gres = node.at("gres");
  const generic_gpus gpus = gpus_of_gres(text_of(gres), gres != nullptr ? gres->line : pool.line, into);
  const bool has_none = gpus.gpus.is_silent() && gpus.mig_profile.is_silent();
  pool.gpus_per_node = has_none ? said<count>{count{0}, pool.line} : gpus.gpus;
  pool.gpu_type = gpus.type;
  pool.mig_profile = gpus.mig_profile;
  pool.size = text_said(node.at("instance_type"));
  std::string features;
  for_each_text(node.at("features"), [&](std::string_view text) { features += std::string(text) + ","; });
  if (pool.size.is_silent()) pool.size = size_in_features(features, pool.line, into);
  pool.cpus_per_node = count_said(node.at("cpus"));
  if (const said<count> mebibytes_there = count_said(node.at("real_memory")); mebibytes_there.is_known())
    pool.memory_per_node = {mebibytes(static_cast<double>(mebibytes_there.value)), mebibytes_there.line};
  return pool;
}

bool are_shown_alike(const machine_pool& a, const machine_pool& b) {
  return a.name == b.name && are_known_alike(a.size, b.size) && are_known_alike(a.gpu_type, b.gpu_type) && are_known_alike(a.gpus_per_node, b.gpus_per_node) &&
         are_known_alike(a.mig_profile, b.mig_profile) && are_known_alike(a.cpus_per_node, b.cpus_per_node);
}

}  // namespace

bool is_slurm_nodes(const source_text& text) {
  const tree* root = text.document();
  const tree* nodes = root == nullptr ? nullptr : root->at("nodes");
  return nodes != nullptr && nodes->is_list() && !nodes->items.empty() && std::ranges::all_of(nodes->items, is_shown_node);
}

void read_slurm_nodes(deployment_file& into) {
  const tree* root = into.source().document();
  for_each_item(root == nullptr ? nullptr : root->at("nodes"), [&](const tree& node) {
    if (!is_shown_node(&node)) throw unreadable({node.line, node.column, "expected a node with its name, and its gres or cpus"});
    if (!is_up(node)) {
      ++into.nodes_out_of_service;
      return;
    }
    machine_pool pool = pool_of_shown(node, into);
    const auto found = std::ranges::find_if(into.pools, [&](const machine_pool& other) { return are_shown_alike(pool, other); });
    if (found != into.pools.end()) {
      ++found->nodes.value;
      if (pool.memory_per_node.is_known() && pool.memory_per_node.value < found->memory_per_node.value)
        found->memory_per_node = pool.memory_per_node;
      return;
    }
    pool.nodes = {count{1}, pool.line};
    into.pools.push_back(pool);
  });
  if (into.pools.empty()) into.documents_without_capacity = 1;
}

}  // namespace headroom::read
