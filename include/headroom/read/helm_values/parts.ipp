// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/helm_values/parts.hpp>

#include <headroom/read/common/key_name.hpp>
#include <headroom/read/common/values.hpp>
#include <headroom/read/kubernetes/resources.hpp>
#include <headroom/read/kubernetes/selection.hpp>
#include <headroom/read/recipe/value.hpp>

namespace headroom::read {

const tree* containers_of(const tree& map) {
  const tree* containers = map.at("containers");
  return containers != nullptr && containers->is_list() ? containers : nullptr;
}

bool is_on(const tree* value) {
  const std::string_view text = text_of(value);
  return text == "true" || text == "True" || text == "yes";
}

namespace {

said<count> bound_of(const tree& scaler, std::string_view kubernetes, std::string_view keda) {
  const tree* found = scaler.at(kubernetes);
  return count_said(found != nullptr ? found : scaler.at(keda));
}

void take_replicas(const tree& map, workload_scale& into) {
  // How many there are is decided by load.
  for (const std::string_view each : {"autoscaling", "keda", "hpa", "kedaConfig"})
    if (const tree* scaler = map.at(each); scaler != nullptr && is_on(scaler->at("enabled"))) {
      into.least_pods = bound_of(*scaler, "minReplicas", "minReplicaCount");
      into.most_pods = bound_of(*scaler, "maxReplicas", "maxReplicaCount");
      const said<count> open{unknown, scaler->at("enabled")->line};
      into.replicas = number_between(into.least_pods, into.most_pods.is_silent() ? open : into.most_pods);
      return;
    }
  for (const std::string_view each : {"replicaCount", "replicas", "numReplicas"})
    if (const tree* found = value_named(map, each)) {
      into.replicas = count_said(found);
      return;
    }
}

}  // namespace

// Puts a part into the file, with the nodes that its values select.
void put_part(workload w, const tree& map, deployment_file& into) {
  const node_selection selection = selection_of_pod(&map);
  w.placement.instance_type = selection.instance_type;
  w.placement.gpu_type = selection.gpu_type;
  w.placement.pool = selection.pool;
  w.placement.one_domain = selection.one_domain;
  if (w.placement.instance_type.is_silent()) w.placement.instance_type = machine_said(map);
  if (w.placement.instance_type.is_unresolved() && !selection.instance_types.empty()) {
    into.size_choices.push_back({into.workloads.size(), selection.instance_types});
    w.placement.instance_type.value = into.keep(in_words(selection.instance_types));
  }
  into.workloads.push_back(w);
}

void take_resources(const tree* resources, workload& w) {
  const resource_lists lists = resources_of_container(resources);
  w.requests = pod_resources_of(lists.requests);
  w.limits = pod_resources_of(lists.limits);
}

workload part_called(const tree& map, std::string_view name) {
  workload w{.identity = {.name = name, .kind = "Helm values", .line = map.key_line != 0 ? map.key_line : map.line}};
  take_replicas(map, w.scale);
  w.scale.pods = {count{1}, w.scale.replicas.line != 0 ? w.scale.replicas.line : w.identity.line};
  return w;
}

}  // namespace headroom::read
