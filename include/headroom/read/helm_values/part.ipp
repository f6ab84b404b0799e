// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/helm_values/shapes.hpp>

#include <headroom/read/common/values.hpp>
#include <headroom/read/helm_values/parts.hpp>
#include <headroom/read/helm_values/sizes.hpp>
#include <headroom/read/common/key_name.hpp>
#include <headroom/read/kubernetes/resources.hpp>

namespace headroom::read {

bool is_any_part(const tree& map) {
  if (has_gpus(map.at("resources"))) return true;
  const tree* containers = containers_of(map);
  if (containers == nullptr) return false;
  for (const tree* each : containers->items)
    if (has_gpus(each->at("resources"))) return true;
  return false;
}

namespace {

// A group of pods that a part is made of, where that is on: how many there are then, its chart decides.
const tree* group_of_pods(const tree& map) {
  for (const tree* each : map.items)
    if (is_on(each->at("enabled")))
      if (const tree* workers = each->at("workers"); workers != nullptr && workers->is_text()) return workers;
  return nullptr;
}

}  // namespace

void read_any_part(const tree& map, std::string_view name, deployment_file& into) {
  workload w = part_called(map, name);
  recipe_sizes sizes(into);
  sizes.take_engine(engine_of_part(map));
  sizes.take_settings(&map);
  for (const std::string_view each : {"vllmConfig", "engineArgs", "engineConfig", "config"})
    sizes.take_settings(value_named(map, each));
  sizes.take_container(map);
  sizes.take_arguments(map.at("extraArgs"));
  if (const tree* image = map.at("image")) sizes.take_container(*image);
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
    w.scale.pods = {unknown, sizes.shared_line()};
    w.parallel.left_open = "how many pods run one engine";
  } else if (const tree* workers = group_of_pods(map)) {
    w.scale.pods = {unknown, workers->line};
  }
  put_part(w, map, into);
  // How many of it there are, its chart says in other words, where no autoscaler bounds them.
  if (w.scale.replicas.is_silent() && w.scale.most_pods.is_silent() && w.requests.gpus.value_or(1) > 0)
    into.uncounted.push_back({.name = w.identity.name, .line = w.identity.line, .gpus = w.requests.gpus, .cure = "check what `helm template` prints"});
}

}  // namespace headroom::read
