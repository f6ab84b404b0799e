// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/kubernetes/kueue.hpp>

#include <headroom/catalog/names/gpu_resources.hpp>
#include <headroom/read/kubernetes/quantity.hpp>
#include <headroom/read/kubernetes/resources.hpp>
#include <headroom/read/kubernetes/selection.hpp>
#include <headroom/read/common/values.hpp>

namespace headroom::read {

namespace {

int line_of_name(const tree& object) {
  const tree* name = object.at("metadata", "name");
  return name == nullptr ? object.line : name->line;
}

quota quota_of_resource(const tree& resource) {
  const std::string_view name = text_of(resource.at("name"));
  const auto amount = [&](std::string_view key) { return amount_said(name, resource.at(key)); };
  return {.resource = name,
          .line = resource.line,
          .nominal = amount("nominalQuota"),
          .borrowing_limit = amount("borrowingLimit"),
          .lending_limit = amount("lendingLimit")};
}

}  // namespace

void read_queue(const tree& object, const kubernetes_context& in) {
  const std::string_view name = text_of(object.at("metadata", "name"));
  const tree* within = cohort_of(object);
  const bool is_cohort = text_of(object.at("kind")) == "Cohort";
  const std::string_view cohort = in.index.root_of_cohort(is_cohort ? name : text_of(within));
  for_each_item(object.at("spec", "resourceGroups"), [&](const tree& group) {
    for_each_item(group.at("flavors"), [&](const tree& flavor) {
      for_each_item(flavor.at("resources"), [&](const tree& resource) {
        quota is = quota_of_resource(resource);
        is.name = name;
        is.cohort = cohort;
        is.pool = text_of(flavor.at("name"));
        in.into.quotas.push_back(is);
      });
    });
  });
}

void read_resource_flavor(const tree& object, const kubernetes_context& in) {
  const node_selection labels = selection_of_labels(object.at("spec", "nodeLabels"));
  in.into.pools.push_back({.name = text_of(object.at("metadata", "name")),
                           .line = line_of_name(object),
                           .size = labels.instance_type,
                           .gpu_type = labels.gpu_type,
                           .spot = labels.spot});
}

namespace {

// "nvidia.com/gpu: 16": what all pods that are limited so may ask for together. Nothing of resources that are not judged.
void add_limit(request_limit is, const tree& most, const kubernetes_context& in) {
  if (is.resource != "cpu" && !is_in_bytes(is.resource) && catalog::find_gpu_resource(is.resource) == nullptr) return;
  is.most = amount_said(is.resource, &most);
  if (!is.most.is_silent()) in.into.request_limits.push_back(is);
}

void add_limits(const tree& object, limited_by by, const tree* most, const kubernetes_context& in) {
  const std::string_view name = text_of(object.at("metadata", "name"));
  if (most == nullptr || !most->is_map()) return;
  for (const tree* each : most->items) add_limit({.name = name, .by = by, .of = name, .resource = each->key}, *each, in);
}

}  // namespace

// "cpu" and "requests.cpu" bound the same; of extended resources a quota bounds requests alone. One with scopes is of some pods.
void read_resource_quota(const tree& object, const kubernetes_context& in) {
  constexpr std::string_view of_requests = "requests.";
  const tree* hard = object.at("spec", "hard");
  if (hard == nullptr || !hard->is_map() || object.at("spec", "scopes") != nullptr || object.at("spec", "scopeSelector") != nullptr) return;
  for (const tree* each : hard->items) {
    const std::string_view key = each->key;
    if (catalog::find_gpu_resource(key) != nullptr) continue;
    add_limit({.name = text_of(object.at("metadata", "name")),
               .of = text_of(object.at("metadata", "namespace")),
               .resource = key.starts_with(of_requests) ? key.substr(of_requests.size()) : key},
              *each, in);
  }
}

namespace {

// An amount of a KAI queue, of which no parts count. Silent where -1 sets no bound.
said<count> amount_of_queue(const tree* amount) {
  if (amount == nullptr) return {};
  const std::string_view text = text_of(amount);
  if (text.starts_with('-')) return {};
  return number_said(text.substr(0, text.find('.')), amount->line);
}

// By KAI's custom resource: CPUs in thousandths and memory in megabytes; its weight divides what others leave, and bounds
// nothing.
void read_kai_queue(const tree& object, const kubernetes_context& in) {
  const std::string_view name = text_of(object.at("metadata", "name"));
  const tree* resources = object.at("spec", "resources");
  const auto amount = [&](std::string_view of, std::string_view key) {
    return resources == nullptr ? said<count>{} : amount_of_queue(resources->at(of, key));
  };
  request_limit is{.name = name, .by = limited_by::queue, .of = name, .within = text_of(object.at("spec", "parentQueue"))};
  for (const std::string_view resource : {"gpu", "cpu", "memory"}) {
    is.resource = resource == "gpu" ? "nvidia.com/gpu" : resource;
    is.most = amount(resource, "limit");
    is.given = amount(resource, "quota");
    if (is_in_bytes(resource))
      for (said<count>* each : {&is.most, &is.given}) each->value = multiply(each->value, 1'000'000);
    in.into.request_limits.push_back(is);
  }
}

}  // namespace

// Others have queues too.
void read_scheduler_queue(const tree& object, const kubernetes_context& in) {
  const std::string_view version = text_of(object.at("apiVersion"));
  if (version.starts_with("scheduling.volcano.sh/")) add_limits(object, limited_by::queue, object.at("spec", "capability"), in);
  if (version.starts_with("scheduling.run.ai/")) read_kai_queue(object, in);
}

void read_node_pool(const tree& object, const kubernetes_context& in) {
  if (text_of(object.at("apiVersion")).starts_with("karpenter.sh/"))
    add_limits(object, limited_by::pool, object.at("spec", "limits"), in);
}

void read_claim(const tree& object, const kubernetes_context& in) {
  const tree* name = object.at("metadata", "name");
  in.into.claims.push_back({.name = text_of(name),
                            .kind = text_of(object.at("kind")),
                            .line = line_of_name(object),
                            .nodes = count_said(object.at("spec", "numNodes"))});
}

}  // namespace headroom::read
