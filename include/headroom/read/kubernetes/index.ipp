// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/kubernetes/index.hpp>

#include <algorithm>

#include <headroom/read/common/values.hpp>

namespace headroom::read {

kubernetes_index::kubernetes_index(const std::vector<const tree*>& objects) {
  for (const tree* each : objects) add(*each);
  for (const tree* each : objects)
    if (!claims_.empty()) count_claimants(*each, text_of(each->at("kind")) == "Pod" ? 1 : 2);
}

void kubernetes_index::count_claimants(const tree& in, int pods) {
  if (in.key == "resourceClaimName") claimants_[in.text] += pods;
  for (const tree* each : in.items) count_claimants(*each, pods);
}

const tree* kubernetes_index::find(const by_name& in, std::string_view name) {
  const auto found = in.find(name);
  return found == in.end() ? nullptr : found->second;
}

void kubernetes_index::add(const tree& object) {
  const std::string_view kind = text_of(object.at("kind"));
  const std::string_view name = text_of(object.at("metadata", "name"));
  const tree* spec = object.at("spec");
  if (kind == "LocalQueue") local_queues_.emplace(name, &object);
  if (kind == "ClusterQueue") cluster_queues_.emplace(name, &object);
  if (kind == "Cohort") cohorts_.emplace(name, &object);
  if (kind == "ResourceFlavor") flavors_.emplace(name, &object);
  if (kind == "NodePool" && text_of(object.at("apiVersion")).starts_with("karpenter.sh/")) node_pools_.emplace(name, &object);
  if (kind == "ResourceClaim") claims_.emplace(name, spec);
  if (kind == "ResourceClaimTemplate" && spec != nullptr && spec->at("spec") != nullptr)
    claim_templates_.emplace(name, spec->at("spec"));
  if (kind == "ComputeDomain" && spec != nullptr)
    channels_.emplace(text_of(spec->at("channel", "resourceClaimTemplate", "name")), &object);
  if (kind == "ConfigMap") config_maps_.emplace(name, object.at("data"));
  if (kind.ends_with("ServingRuntime")) serving_runtimes_.emplace(name, spec);
  if (kind.ends_with("TrainingRuntime")) training_runtimes_.emplace(name, spec);
  if (kind == "TrainJob") train_jobs_.emplace(text_of(object.at("spec", "runtimeRef", "name")), &object);
  if (kind == "DeviceClass") device_classes_.emplace(name, spec);
  if (kind == "PriorityClass") priority_classes_.emplace(name, &object);
  if (kind == "HorizontalPodAutoscaler" || kind == "ScaledObject") scalers_.push_back(&object);
  if (kind == "LimitRange") take_limits(object);
}

void kubernetes_index::take_limits(const tree& object) {
  const tree* limits = object.at("spec", "limits");
  if (limits == nullptr || !limits->is_list()) return;
  resource_lists& into = defaults_[namespace_of(object)];
  for (const tree* each : limits->items) {
    if (text_of(each->at("type")) != "Container") continue;
    into.limits.fill_from(resource_list(each->at("default")));
    into.requests.fill_from(resource_list(each->at("defaultRequest")));
  }
  into.requests.fill_from(into.limits);
}

const resource_lists& kubernetes_index::defaults(std::string_view name_space) const {
  static const resource_lists none;
  const auto found = defaults_.find(name_space);
  return found == defaults_.end() ? none : found->second;
}

const tree* kubernetes_index::scaler_of(const tree& object) const {
  for (const tree* each : scalers_) {
    const tree* target = each->at("spec", "scaleTargetRef");
    if (target == nullptr || namespace_of(*each) != namespace_of(object) || text_of(target->at("name")) != text_of(object.at("metadata", "name"))) continue;
    const tree* kind = target->at("kind");  // KEDA's is a Deployment where it says none
    if ((kind == nullptr ? std::string_view{"Deployment"} : text_of(kind)) == text_of(object.at("kind"))) return each;
  }
  return nullptr;
}

const tree* kubernetes_index::cluster_queue(std::string_view local_queue) const {
  const tree* queue = find(local_queues_, local_queue);
  return queue == nullptr ? nullptr : find(cluster_queues_, text_of(queue->at("spec", "clusterQueue")));
}

std::string_view kubernetes_index::root_of_cohort(std::string_view name) const {
  for (std::size_t steps = 0; steps <= cohorts_.size(); ++steps) {
    const tree* cohort = find(cohorts_, name);
    const std::string_view parent = cohort == nullptr ? std::string_view{} : text_of(cohort_of(*cohort));
    if (parent.empty()) break;
    name = parent;
  }
  return name;
}

const tree* kubernetes_index::flavor_selected_by(const tree* node_selector) const {
  const tree* found = nullptr;
  if (node_selector == nullptr) return found;
  for (const auto& [name, flavor] : flavors_) {
    const tree* labels = flavor->at("spec", "nodeLabels");
    if (labels == nullptr || labels->items.empty()) continue;
    const bool all = std::ranges::all_of(labels->items, [&](const tree* label) {
      const tree* selected = node_selector->at(label->key);
      return selected != nullptr && selected->text == label->text;
    });
    if (!all) continue;
    if (found != nullptr) return nullptr;
    found = flavor;
  }
  return found;
}

const tree* kubernetes_index::node_pool_selected_by(const tree* node_selector) const {
  const tree* found = nullptr;
  if (node_selector == nullptr) return found;
  for (const auto& pool : node_pools_) {
    const tree* metadata = pool.second->at("spec", "template", "metadata");
    const tree* labels = metadata == nullptr ? nullptr : metadata->at("labels");
    bool is_any = false;
    const bool all = std::ranges::all_of(node_selector->items, [&](const tree* wanted) {
      const bool is_name = wanted->key == "karpenter.sh/nodepool";
      const tree* has = labels == nullptr ? nullptr : labels->at(wanted->key);
      is_any = is_any || is_name || has != nullptr;
      if (is_name) return text_of(wanted) == pool.first;
      // Labels that clouds give, its nodes may have as well.
      return has != nullptr ? text_of(has) == text_of(wanted) : wanted->key.find('/') != std::string_view::npos;
    });
    if (!all || !is_any) continue;
    if (found != nullptr) return nullptr;
    found = pool.second;
  }
  return found;
}

const tree* cohort_of(const tree& object) {
  for (const std::string_view key : {"cohortName", "cohort", "parentName", "parent"})
    if (const tree* cohort = object.at("spec", key)) return cohort;
  return nullptr;
}

std::string_view namespace_of(const tree& object) {
  const std::string_view name = text_of(object.at("metadata", "namespace"));
  return name.empty() ? std::string_view{"default"} : name;
}

}  // namespace headroom::read
