// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>

#include <headroom/read/kubernetes/quantity.hpp>
#include <headroom/read/kubernetes/selection.hpp>
#include <headroom/read/kubernetes/config_maps.hpp>
#include <headroom/read/kubernetes/workloads.hpp>
#include <headroom/read/common/values.hpp>

namespace headroom::read {

namespace {

// resources: of a service, which calls GPUs "gpu" and has other resources under "custom".
resource_list resources_called(const tree* map) {
  resource_list is;
  if (map == nullptr || !map->is_map()) return is;
  for (const tree* each : map->items) {
    if (each->key == "cpu") is.set("cpu", millicores_said(each));
    if (each->key == "memory") is.set("memory", bytes_said(each));
    if (each->key == "gpu" && each->is != tree::kind::none) is.set("nvidia.com/gpu", whole_said(each));
    if (each->key == "custom") is.add(resource_list(each));
  }
  return is;
}

serving_role role_of(const tree& service) {
  for (const std::string_view key : {"subComponentType", "componentType"}) {
    const std::string_view type = text_of(service.at(key));
    if (type == "prefill") return serving_role::prefill;
    if (type == "decode") return serving_role::decode;
  }
  return serving_role::none;
}

void read_service(const tree& object, const tree& service, std::string_view name, const kubernetes_context& in) {
  const tree* extra = service.at("extraPodSpec");
  pod_workload pod = workload_of_pod({.object = object, .spec = extra}, in);
  workload& w = pod.is;
  w.identity.name = name_of_part(object, name, in);
  w.identity.line = service.key_line != 0 ? service.key_line : service.line;
  w.identity.role = role_of(service);
  w.scale.replicas = count_or(service.at("replicas"), 1, w.identity.line);
  w.scale.pods = count_or(service.at("multinode", "nodeCount"), 1, w.identity.line);

  resource_list requests = resources_called(service.at("resources", "requests"));
  resource_list limits = resources_called(service.at("resources", "limits"));
  requests.fill_from(limits);
  const tree* main = extra == nullptr ? nullptr : extra->at("mainContainer");
  if (requests.is_empty() && main != nullptr) {
    const resource_lists of_main = resources_of_container(main->at("resources"));
    w.requests = pod_resources_of(of_main.requests);
    w.limits = pod_resources_of(of_main.limits);
  } else {
    // The operator gives extended resources the same limits, where there are none.
    limits.fill_from(requests);
    w.requests = pod_resources_of(requests);
    w.limits = pod_resources_of(limits);
    for (pod_resources* each : {&w.requests, &w.limits}) each->gpu_resource = {};  // of the operator's own name for them
  }
  if (main != nullptr) {
    engine_arguments engine(in.into);
    outer_variables variables;
    for (const tree* each : {object.at("spec", "envs"), service.at("envs"), main->at("env")}) take_variables(each, variables);
    take_config_variables(*main, in.index, variables);
    engine.take(started_programs(main->at("command"), main->at("args"), in.into.source(), variables, nullptr, files_mounted(*extra, *main, in.index)));
    w.parallel = engine.sizes();
    if (w.parallel.engine == engine::unnamed) w.parallel.engine = engine_of_image(text_of(main->at("image")));
    pod.engine_nodes = engine.nodes();
    pod.shared_line = engine.shared_line();
  }
  add_workload(std::move(pod), in);
}

}  // namespace

void read_dynamo(const tree& object, const kubernetes_context& in) {
  const tree* spec = object.at("spec");
  if (spec == nullptr) return;
  const tree* services = spec->at("services");
  if (services == nullptr) {
    if (text_of(object.at("kind")) == "DynamoComponentDeployment") read_service(object, *spec, {}, in);
    return;
  }
  for (const tree* each : services->items)
    if (each->is_map()) read_service(object, *each, each->key.empty() ? text_of(each->at("name")) : each->key, in);
}

}  // namespace headroom::read
