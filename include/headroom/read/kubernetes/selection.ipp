// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/kubernetes/selection.hpp>


#include <algorithm>
#include <headroom/catalog/names/gpu_labels.hpp>
#include <utility>

#include <headroom/read/common/values.hpp>
#include <headroom/read/common/words.hpp>
#include <headroom/read/common/messages.hpp>

namespace headroom::read {

namespace {

constexpr std::string_view instance_type_labels[]{"node.kubernetes.io/instance-type",
                                                               "beta.kubernetes.io/instance-type"};
constexpr std::string_view pool_labels[]{"agentpool",
                                                      "kubernetes.azure.com/agentpool",
                                                      "cloud.google.com/gke-nodepool",
                                                      "eks.amazonaws.com/nodegroup",
                                                      "karpenter.sh/nodepool",
                                                      "alpha.eksctl.io/nodegroup-name"};

// Of GKE, and of NVIDIA's GPU feature discovery.
constexpr std::string_view gpu_count_labels[]{"cloud.google.com/gke-accelerator-count", "nvidia.com/gpu.count"};

bool is_spot(std::string_view key, std::string_view value) {
  return (key == "kubernetes.azure.com/scalesetpriority" && value == "spot") ||
         (key == "karpenter.sh/capacity-type" && value == "spot") ||
         (key == "eks.amazonaws.com/capacityType" && value == "SPOT") ||
         (key == "cloud.google.com/gke-spot" && value == "true");
}

// One label with the value that it has to have, or no known one.
void take(node_selection& into, std::string_view key, const said<std::string_view>& value) {
  const auto set = [&](said<std::string_view>& one) {
    if (one.is_silent() || (one.is_unresolved() && value.is_known())) one = value;
  };
  if (is_one_of(key, instance_type_labels)) set(into.instance_type);
  if (is_one_of(key, pool_labels)) set(into.pool);
  if (catalog::is_gpu_label(key)) {
    set(into.gpu_type);
    if (value.is_known()) into.gpu_type.value = catalog::gpu_labelled(key, value.value);
    const catalog::gpu_label* known = catalog::find_gpu_label(key, value.value_or({}));
    if (known != nullptr && !known->machine.empty()) into.machine_of_gpu = {known->machine, value.line};
  }
  if (is_one_of(key, gpu_count_labels) && into.gpus_of_node.is_silent())
    into.gpus_of_node = value.is_known() ? number_said(value.value, value.line) : said<count>{unknown, value.line};
  if (is_domain_label(key) && value.is_known()) into.one_domain = {true, value.line};
  if (is_spot(key, value.value)) into.spot = {true, value.line};
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

// "key: K, operator: In, values: [V]".
void add_choices(std::vector<choice>& choices, const tree* expressions) {
  for_each_item(expressions, [&](const tree& each) {
    const tree* values = each.at("values");
    if (text_of(each.at("operator")) != "In" || values == nullptr || !values->is_list()) return;
    const std::string_view key = text_of(each.at("key"));
    auto found = std::ranges::find(choices, key, &choice::key);
    if (found == choices.end()) found = choices.insert(choices.end(), {.key = key});
    for (const tree* value : values->items)
      if (!is_left_out(*expressions, key, text_of(value))) found->values.push_back(value);
    ++found->terms;
  });
}

void take_choices(node_selection& into, const std::vector<choice>& choices, std::size_t terms) {
  for (const choice& each : choices) {
    if (each.values.empty()) continue;
    const tree& first = *each.values.front();
    const bool is_one = each.terms == terms && std::ranges::all_of(each.values, [&](const tree* value) {
                          return value->is_text() && value->text == first.text;
                        });
    take(into, each.key, is_one ? text_said(&first) : said<std::string_view>{unknown, first.line});
    if (each.terms != terms || !is_one_of(each.key, instance_type_labels)) continue;
    for (const tree* value : each.values) into.instance_types.push_back(text_of(value));
  }
}

void take_terms(node_selection& into, const tree* terms) {
  std::vector<choice> choices;
  std::size_t number = 0;
  for_each_item(terms, [&](const tree& term) {
    add_choices(choices, term.at("matchExpressions"));
    ++number;
  });
  take_choices(into, choices, number);
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

bool is_domain_label(std::string_view key) { return key == catalog::nvlink_domain_label; }

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
  for_each_item(spec->at("affinity", "podAffinity", required), [&](const tree& each) {
    const tree* key = each.at("topologyKey");
    if (is_domain_label(text_of(key))) is.one_domain = {true, key->line};
  });
  return with_machine(std::move(is));
}

node_selection selection_of_node_pool(const tree& object) {
  node_selection is;
  std::vector<choice> choices;
  if (const tree* nodes = object.at("spec", "template", "spec")) add_choices(choices, nodes->at("requirements"));
  take_choices(is, choices, 1);
  return is;
}

said<bool> required_topology_said(const tree* metadata, bool (*is_level)(std::string_view)) {
  if (metadata == nullptr) return {};
  for (const std::string_view part : {"annotations", "labels"})
    if (const tree* level = metadata->at(part, "kueue.x-k8s.io/podset-required-topology"))
      if (is_level(text_of(level))) return {true, level->line};
  return {};
}

}  // namespace headroom::read
