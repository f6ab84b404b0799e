// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/helm_values/shapes.hpp>

#include <headroom/read/common/values.hpp>
#include <headroom/read/helm_values/parts.hpp>
#include <headroom/read/helm_values/sizes.hpp>
#include <headroom/catalog/names/gpu_resources.hpp>
#include <headroom/read/kubernetes/quantity.hpp>

namespace headroom::read {

namespace {

// What a chart puts into the requests and, where they are extended, into the limits of the pod.
pod_resources requests_of_model(const tree& map) {
  pod_resources asked;
  asked.gpus = whole_said(map.at("requestGPU"));
  asked.millicpus = millicores_said(map.at("requestCPU"));
  if (const said<count> memory = bytes_said(map.at("requestMemory")); memory.is_known())
    asked.system_memory = {bytes(static_cast<double>(memory.value)), memory.line};
  const tree* type = map.at("requestGPUType");
  if (const std::string_view profile = catalog::mig_profile_of(text_of(type)); !profile.empty())
    asked.mig_profile = {profile, type->line};
  return asked;
}

// The chart's template gives limits to what is stated, and to GPUs.
pod_resources limits_of_model(const tree& map) {
  pod_resources most;
  most.millicpus = millicores_said(map.at("limitCPU"));
  if (const said<count> memory = bytes_said(map.at("limitMemory")); memory.is_known())
    most.system_memory = {bytes(static_cast<double>(memory.value)), memory.line};
  return most;
}

}  // namespace

bool is_model_spec(const tree& map) {
  const bool asks = map.at("requestCPU") != nullptr || map.at("requestMemory") != nullptr;
  return map.at("requestGPU") != nullptr || (asks && map.at("modelURL") != nullptr);
}

// With Ray, one model is served by a head and as many workers as there are replicas.
void read_model_spec(const tree& map, std::string_view name, deployment_file& into) {
  workload w = part_called(map, name);
  w.requests = requests_of_model(map);
  w.limits = limits_of_model(map);
  // An engine runs on GPUs all the same: those that the container's runtime shows it.
  if (w.requests.gpus.is_silent() && w.requests.mig_profile.is_silent()) w.requests.gpus = {unknown, w.identity.line};
  recipe_sizes sizes(into);
  sizes.take_engine(engine::vllm);
  sizes.take_model(map.at("modelURL"));
  sizes.take_settings(map.at("vllmConfig"));
  if (const tree* config = map.at("vllmConfig")) sizes.take_arguments(config->at("extraArgs"));
  w.parallel = sizes.sizes();

  const tree* ray = map.at("raySpec");
  const tree* head = ray == nullptr ? nullptr : ray->at("headNode");
  if (ray == nullptr || text_of(ray->at("enabled")) == "false" || head == nullptr) {
    if (ray != nullptr && is_on(ray->at("enabled")))
      w.scale.pods = {unknown, ray->key_line};  // what the head has is for the chart to say
    put_part(w, map, into);
    return;
  }
  workload leader{.identity = {.name = name, .kind = w.identity.kind, .group = name, .line = head->key_line}};
  leader.scale.replicas = {count{1}, head->key_line};
  leader.scale.pods = {count{1}, head->key_line};
  leader.requests = requests_of_model(*head);
  leader.parallel = w.parallel;
  put_part(leader, map, into);
  w.identity.group = name;
  w.scale.pods = w.scale.replicas;
  w.scale.replicas = {count{1}, w.identity.line};
  w.parallel = {};
  put_part(w, map, into);
}

}  // namespace headroom::read
