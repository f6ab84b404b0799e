// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/helm_values/engines.hpp>

#include <array>

#include <headroom/read/common/key_name.hpp>
#include <headroom/read/kubernetes/quantity.hpp>
#include <headroom/read/kubernetes/resources.hpp>
#include <headroom/read/kubernetes/selection.hpp>
#include <headroom/read/helm_values/sizes.hpp>
#include <headroom/read/recipe/value.hpp>
#include <headroom/read/common/values.hpp>

namespace headroom::read {

namespace {

bool is_gpus_or_mig(std::string_view resource) {
  return resource == "nvidia.com/gpu" || resource == "amd.com/gpu" || resource.starts_with("nvidia.com/mig-");
}

bool has_gpus(const tree* resources) {
  if (resources == nullptr || !resources->is_map()) return false;
  for (const std::string_view list : {"requests", "limits"})
    if (const tree* amounts = resources->at(list); amounts != nullptr && amounts->is_map())
      for (const tree* each : amounts->items)
        if (is_gpus_or_mig(each->key) && each->is_text()) return true;
  return false;
}

const tree* containers_of(const tree& map) {
  const tree* containers = map.at("containers");
  return containers != nullptr && containers->is_list() ? containers : nullptr;
}

// A model of the production stack: "requestGPU: 2".
bool is_model(const tree& map) { return map.at("requestGPU") != nullptr; }

// A role of llm-d: containers, and how they share the model.
bool is_llm_d(const tree& map) {
  const tree* parallelism = map.at("parallelism");
  return parallelism != nullptr && parallelism->is_map() && containers_of(map) != nullptr;
}

bool is_on(const tree* value) {
  const std::string_view text = text_of(value);
  return text == "true" || text == "True" || text == "yes";
}

said<count> replicas_of(const tree& map) {
  // How many there are is decided by load.
  for (const std::string_view each : {"autoscaling", "keda", "hpa", "kedaConfig"})
    if (const tree* scaler = map.at(each); scaler != nullptr && is_on(scaler->at("enabled")))
      return {unknown, scaler->at("enabled")->line};
  for (const std::string_view each : {"replicaCount", "replicas", "numReplicas"})
    if (const tree* found = value_named(map, each)) return count_said(found);
  return {};
}

// Puts a part into the file, with the nodes that its values select.
void put_part(workload w, const tree& map, deployment_file& into) {
  const node_selection selection = selection_of_pod(&map);
  w.instance_type = selection.instance_type;
  w.gpu_type = selection.gpu_type;
  w.pool = selection.pool;
  w.one_domain = selection.one_domain;
  if (w.instance_type.is_silent()) w.instance_type = machine_said(map);
  if (w.instance_type.is_unresolved() && !selection.instance_types.empty()) {
    into.size_choices.push_back({into.workloads.size(), selection.instance_types});
    w.instance_type.value = into.keep(in_words(selection.instance_types));
  }
  into.workloads.push_back(w);
}

void take_resources(const tree* resources, workload& w) {
  const resource_lists lists = resources_of_container(resources);
  w.requests = pod_resources_of(lists.requests);
  w.limits = pod_resources_of(lists.limits);
}

workload part_called(const tree& map, std::string_view name) {
  workload w{.name = name, .kind = "Helm values", .line = map.key_line != 0 ? map.key_line : map.line};
  w.replicas = replicas_of(map);
  w.pods = {count{1}, w.replicas.line != 0 ? w.replicas.line : w.line};
  return w;
}

// ---- the production stack

// What a chart puts into the requests and, where they are extended, into the limits of the pod.
pod_resources requests_of_model(const tree& map) {
  pod_resources asked;
  asked.gpus = whole_said(map.at("requestGPU"));
  asked.millicpus = millicores_said(map.at("requestCPU"));
  if (const said<count> memory = bytes_said(map.at("requestMemory")); memory.is_known())
    asked.system_memory = {bytes(static_cast<double>(memory.value)), memory.line};
  constexpr std::string_view mig = "nvidia.com/mig-";
  if (const tree* type = map.at("requestGPUType"); text_of(type).starts_with(mig))
    asked.mig_profile = {text_of(type).substr(mig.size()), type->line};
  return asked;
}

// With Ray, one model is served by a head and as many workers as there are replicas.
void read_model(const tree& map, std::string_view name, deployment_file& into) {
  workload w = part_called(map, name);
  w.requests = requests_of_model(map);
  recipe_sizes sizes(into);
  sizes.take_engine(engine::vllm);
  sizes.take_model(map.at("modelURL"));
  sizes.take_settings(map.at("vllmConfig"));
  if (const tree* config = map.at("vllmConfig")) sizes.take_arguments(config->at("extraArgs"));
  w.parallel = sizes.sizes();

  const tree* ray = map.at("raySpec");
  const tree* head = ray == nullptr ? nullptr : ray->at("headNode");
  if (ray == nullptr || text_of(ray->at("enabled")) == "false" || head == nullptr) {
    if (ray != nullptr && !ray->items.empty() && head == nullptr && is_on(ray->at("enabled")))
      w.pods = {unknown, ray->key_line};  // what the head has is for the chart to say
    put_part(w, map, into);
    return;
  }
  workload leader{.name = name, .kind = w.kind, .group = name, .line = head->key_line};
  leader.replicas = {count{1}, head->key_line};
  leader.pods = {count{1}, head->key_line};
  leader.requests = requests_of_model(*head);
  leader.parallel = w.parallel;
  put_part(leader, map, into);
  w.group = name;
  w.pods = w.replicas;
  w.replicas = {count{1}, w.line};
  w.parallel = {};
  put_part(w, map, into);
}

// ---- llm-d

void read_llm_d(const tree& map, std::string_view name, deployment_file& into) {
  workload w = part_called(map, name);
  if (name == "prefill") w.role = serving_role::prefill;
  if (name == "decode") w.role = serving_role::decode;
  const tree& parallelism = *map.at("parallelism");
  const said<count> tensor = count_said(parallelism.at("tensor"));
  const said<count> data = count_said(parallelism.at("data"));
  const said<count> local = count_said(parallelism.at("dataLocal"));
  const said<count> workers = count_said(parallelism.at("workers"));

  recipe_sizes sizes(into);
  const tree& containers = *containers_of(map);
  for (const tree* each : containers.items) {
    if (has_gpus(each->at("resources")) || containers.items.size() == 1) take_resources(each->at("resources"), w);
    sizes.take_container(*each);
  }
  w.parallel = sizes.sizes();
  // The chart gives each pod the GPUs of the ranks in it, where its values do not.
  if (w.requests.gpus.is_silent() && w.requests.mig_profile.is_silent() && tensor.line != 0)
    w.requests.gpus = tensor.is_known() && !local.is_unresolved()
                          ? said<count>{multiply(tensor.value, local.value_or(1)), tensor.line}
                          : said<count>{unknown, tensor.line};
  if (workers.line != 0) {
    w.pods = workers;
  } else if (data.value_or(1) > 1 || data.is_unresolved()) {
    const bool divides = data.is_known() && local.is_known() && local.value > 0 && data.value % local.value == 0;
    w.pods = divides ? said<count>{data.value / local.value, data.line} : said<count>{unknown, data.line};
  }
  if (tensor.line != 0 || data.line != 0) {
    w.parallel.tensor = tensor;
    w.parallel.data = data;
    w.parallel.line = tensor.line != 0 ? tensor.line : data.line;
    if (w.parallel.engine == engine::unnamed) w.parallel.engine = engine::vllm;
  }
  put_part(w, map, into);
}

// ---- any part

void read_part(const tree& map, std::string_view name, deployment_file& into) {
  workload w = part_called(map, name);
  recipe_sizes sizes(into);
  sizes.take_engine(engine_of_part(map));
  sizes.take_settings(&map);
  for (const std::string_view each : {"vllmConfig", "engineArgs", "engineConfig", "config"})
    sizes.take_settings(value_named(map, each));
  sizes.take_container(map);
  sizes.take_arguments(map.at("extraArgs"));
  if (const tree* image = map.at("image"); image != nullptr && image->is_map()) sizes.take_container(*image);
  take_resources(map.at("resources"), w);
  if (const tree* containers = containers_of(map)) {
    resource_lists all;
    for (const tree* each : containers->items) {
      const resource_lists its = resources_of_container(each->at("resources"));
      all.requests.add(its.requests);
      all.limits.add(its.limits);
      if (has_gpus(each->at("resources"))) sizes.take_container(*each);
    }
    w.requests = pod_resources_of(all.requests);
    w.limits = limits_of_containers(all.limits);
  }
  sizes.take_engine(engine_of_image(name));
  w.parallel = sizes.sizes();
  if (sizes.shared_line() != 0) {
    w.pods = {unknown, sizes.shared_line()};
    w.parallel.left_open = "how many pods run one engine";
  }
  put_part(w, map, into);
}

}  // namespace

bool is_engine(const tree& map) {
  if (is_model(map) || is_llm_d(map) || has_gpus(map.at("resources"))) return true;
  const tree* containers = containers_of(map);
  if (containers == nullptr) return false;
  for (const tree* each : containers->items)
    if (has_gpus(each->at("resources"))) return true;
  return false;
}

void read_engine(const tree& map, std::string_view name, deployment_file& into) {
  if (is_model(map))
    read_model(map, name, into);
  else if (is_llm_d(map))
    read_llm_d(map, name, into);
  else
    read_part(map, name, into);
}

}  // namespace headroom::read
