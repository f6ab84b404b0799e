// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/deployment/deployment.hpp>
#include <string>
#include <string_view>
#include <vector>

#include <headroom/read/document.hpp>

// Which nodes a pod takes, by the labels that clouds and device plugins give them.
namespace headroom::read {

struct node_selection {
  said<std::string_view> instance_type{};
  said<std::string_view> pool{};
  said<std::string_view> gpu_type{};  // as the catalogue calls it, where it is known there
  said<count> gpus_of_node{};
  said<std::string_view> machine_of_gpu{};  // the one machine type with a GPU that is called so
  said<bool> spot{};
  said<bool> one_domain{};  // nodes of one NVLink domain
  std::vector<std::string_view> instance_types{};  // where any of several will do
};

// Several to choose from, as sentences name them: "p5.48xlarge, p5en.48xlarge".
std::string in_words(const std::vector<std::string_view>& instance_types);

// By the labels of a nodeSelector, or of a ResourceFlavor's nodes.
node_selection selection_of_labels(const tree* labels);

// The nodes of a node pool of Karpenter, by its requirements.
node_selection selection_of_node_pool(const tree& object);

// By a pod's nodeSelector and its required affinities; charts take the terms of the nodes without what is around them.
// Of several values to choose from: unknown.
node_selection selection_of_pod(const tree* spec);

// The annotations and labels of what a pod is made from, which say that its pods lie together at a level of the
// topology: the one whose label of nodes is asked for.
said<bool> required_topology_said(const tree* metadata, bool (*is_level)(std::string_view));

// The label that nodes of one NVLink domain have in common.
bool is_domain_label(std::string_view key);

}  // namespace headroom::read
