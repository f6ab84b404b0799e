// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/kubernetes/selection.hpp>


#include <algorithm>
#include <array>
#include <utility>

#include <headroom/read/common/values.hpp>
#include <headroom/read/common/words.hpp>
#include <headroom/read/common/messages.hpp>

namespace headroom::read {

namespace {

constexpr std::array<std::string_view, 2> instance_type_labels{"node.kubernetes.io/instance-type",
                                                               "beta.kubernetes.io/instance-type"};
constexpr std::array<std::string_view, 6> pool_labels{"agentpool",
                                                      "kubernetes.azure.com/agentpool",
                                                      "cloud.google.com/gke-nodepool",
                                                      "eks.amazonaws.com/nodegroup",
                                                      "karpenter.sh/nodepool",
                                                      "alpha.eksctl.io/nodegroup-name"};

// Labels of GPU feature discovery (nvidia.com/gpu.product) and the catalogue's names; the L4 is not in it yet.
constexpr std::array<std::pair<std::string_view, std::string_view>, 19> gpu_products{{
    {"NVIDIA-A100-SXM4-40GB", "A100-SXM4-40GB"},
    {"NVIDIA-A100-SXM4-80GB", "A100-SXM4-80GB"},
    {"NVIDIA-A100-PCIE-40GB", "A100-PCIe-40GB"},
    {"NVIDIA-A100-80GB-PCIe", "A100-PCIe-80GB"},
    {"NVIDIA-H100-80GB-HBM3", "H100-SXM5-80GB"},
    {"NVIDIA-H100-PCIe", "H100-PCIe-80GB"},
    {"NVIDIA-H100-NVL", "H100-NVL-94GB"},
    {"NVIDIA-H200", "H200-SXM5-141GB"},
    {"NVIDIA-B200", "B200-SXM6"},
    {"NVIDIA-B300-SXM6-AC", "B300-SXM6"},
    {"NVIDIA-GB200", "GB200"},
    {"NVIDIA-GB300", "GB300"},
    {"NVIDIA-L40S", "L40S-48GB"},
    {"NVIDIA-L4", "L4"},
    {"NVIDIA-A10", "A10"},
    {"Tesla-T4", "T4"},
    {"Tesla-V100-SXM2-16GB", "V100-SXM2-16GB"},
    {"Tesla-V100-SXM2-32GB", "V100-SXM2-32GB"},
    {"Tesla-V100-PCIE-16GB", "V100-PCIe-16GB"},
}};

// Labels of GKE (cloud.google.com/gke-accelerator) and the catalogue's names.
constexpr std::array<std::pair<std::string_view, std::string_view>, 9> gke_accelerators{{
    {"nvidia-tesla-a100", "A100-SXM4-40GB"},
    {"nvidia-a100-80gb", "A100-SXM4-80GB"},
    {"nvidia-h100-80gb", "H100-SXM5-80GB"},
    {"nvidia-h100-mega-80gb", "H100-SXM5-80GB"},
    {"nvidia-h200-141gb", "H200-SXM5-141GB"},
    {"nvidia-b200", "B200-SXM6"},
    {"nvidia-gb200", "GB200"},
    {"nvidia-tesla-t4", "T4"},
    {"nvidia-l4", "L4"},
}};

// Those of them that one machine type alone has.
constexpr std::array<std::pair<std::string_view, std::string_view>, 4> gke_machines{{
    {"nvidia-h100-mega-80gb", "a3-megagpu-8g"},
    {"nvidia-h200-141gb", "a3-ultragpu-8g"},
    {"nvidia-b200", "a4-highgpu-8g"},
    {"nvidia-gb200", "a4x-highgpu-4g"},
}};

template <std::size_t N>
std::string_view named_in(const std::array<std::pair<std::string_view, std::string_view>, N>& names,
                          std::string_view label) {
  for (const auto& [its_label, name] : names)
    if (its_label == label) return name;
  return label;
}

bool is_spot(std::string_view key, std::string_view value) {
  return (key == "kubernetes.azure.com/scalesetpriority" && value == "spot") ||
         (key == "karpenter.sh/capacity-type" && value == "spot") ||
         (key == "eks.amazonaws.com/capacityType" && value == "SPOT") ||
         (key == "cloud.google.com/gke-spot" && value == "true");
}

// One label with the value that it has to have, or no known one.
void take(node_selection& into, std::string_view key, const said<std::string_view>& value) {
  const auto set = [&](said<std::string_view>& one) {
    if (one.is_silent()) one = value;
  };
  if (is_one_of(key, instance_type_labels)) set(into.instance_type);
  if (is_one_of(key, pool_labels)) set(into.pool);
  if (key == "nvidia.com/gpu.product" || key == "cloud.google.com/gke-accelerator") {
    set(into.gpu_type);
    if (value.is_known())
      into.gpu_type.value = key == "nvidia.com/gpu.product" ? named_in(gpu_products, value.value)
                                                            : named_in(gke_accelerators, value.value);
    for (const auto& [accelerator, machine] : gke_machines)
      if (key == "cloud.google.com/gke-accelerator" && value.is_known() && value.value == accelerator)
        into.machine_of_gpu = {machine, value.line};
  }
  if (is_domain_label(key) && value.is_known()) into.one_domain = {true, value.line};
  if (value.is_known() && is_spot(key, value.value)) into.spot = {true, value.line};
}

// The values that any of the terms lets a label have, and whether all of them name it.
struct choice {
  std::string_view key{};
  std::vector<const tree*> values{};
  std::size_t terms = 0;
};

// Whether another expression of the same term leaves a value of a label out.
bool is_left_out(const tree& expressions, std::string_view key, std::string_view value) {
  return std::ranges::any_of(expressions.items, [&](const tree* each) {
    if (text_of(each->at("operator")) != "NotIn" || text_of(each->at("key")) != key) return false;
    bool is = false;
    for_each_item(each->at("values"), [&](const tree& one) { is = is || text_of(&one) == value; });
    return is;
  });
}

void take_terms(node_selection& into, const tree* terms) {
  if (terms == nullptr || !terms->is_list()) return;
  std::vector<choice> choices;
  for (const tree* term : terms->items) {
    const tree* expressions = term->at("matchExpressions");
    if (expressions == nullptr || !expressions->is_list()) continue;
    for (const tree* each : expressions->items) {
      const tree* values = each->at("values");
      if (text_of(each->at("operator")) != "In" || values == nullptr || !values->is_list()) continue;
      const std::string_view key = text_of(each->at("key"));
      auto found = std::ranges::find(choices, key, &choice::key);
      if (found == choices.end()) found = choices.insert(choices.end(), {.key = key});
      for (const tree* value : values->items)
        if (!is_left_out(*expressions, key, text_of(value))) found->values.push_back(value);
      ++found->terms;
    }
  }
  for (const choice& each : choices) {
    if (each.values.empty()) continue;
    const tree& first = *each.values.front();
    const bool is_one = each.terms == terms->items.size() && std::ranges::all_of(each.values, [&](const tree* value) {
                          return value->is_text() && value->text == first.text;
                        });
    take(into, each.key, is_one ? text_said(&first) : said<std::string_view>{unknown, first.line});
    if (is_one || each.terms != terms->items.size() || !is_one_of(each.key, instance_type_labels)) continue;
    for (const tree* value : each.values) into.instance_types.push_back(text_of(value));
  }
}

void take_labels(node_selection& into, const tree* labels) {
  if (labels == nullptr || !labels->is_map()) return;
  for (const tree* each : labels->items)
    if (each->is_text()) take(into, each->key, text_said(each));
}

// What names a GPU that one machine type alone has names that.
node_selection with_machine(node_selection is) {
  if (is.instance_type.is_silent()) is.instance_type = is.machine_of_gpu;
  return is;
}

}  // namespace

std::string in_words(const std::vector<std::string_view>& instance_types) {
  return with_commas(instance_types);
}

std::string_view gpu_of_accelerator(std::string_view name) { return named_in(gke_accelerators, name); }

bool is_domain_label(std::string_view key) { return key == "nvidia.com/gpu.clique"; }

node_selection selection_of_labels(const tree* labels) {
  node_selection is;
  take_labels(is, labels);
  return with_machine(std::move(is));
}

node_selection selection_of_pod(const tree* spec) {
  if (spec == nullptr) return {};
  node_selection is;
  take_labels(is, spec->at("nodeSelector"));
  constexpr std::string_view required = "requiredDuringSchedulingIgnoredDuringExecution";
  take_terms(is, spec->at("affinity", "nodeAffinity", required, "nodeSelectorTerms"));
  take_terms(is, spec->at("nodeSelectorTerms"));
  const tree* together = spec->at("affinity", "podAffinity", required);
  if (together != nullptr && together->is_list())
    for (const tree* each : together->items) {
      const tree* key = each->at("topologyKey");
      if (is_domain_label(text_of(key))) is.one_domain = {true, key->line};
    }
  return with_machine(std::move(is));
}

said<bool> required_topology_said(const tree* metadata, bool (*is_level)(std::string_view)) {
  if (metadata == nullptr) return {};
  for (const std::string_view part : {"annotations", "labels"})
    if (const tree* level = metadata->at(part, "kueue.x-k8s.io/podset-required-topology"))
      if (is_level(text_of(level))) return {true, level->line};
  return {};
}

}  // namespace headroom::read
