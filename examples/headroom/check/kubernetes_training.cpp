// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <span>

#include "check/kubernetes_serve.hpp"
#include "check/kubernetes_workloads.hpp"
#include "check/said_of.hpp"

namespace headroom::program {

namespace {

// The head, and groups of workers; together they are what a model runs on.
void read_ray_cluster(const tree& object, const tree& cluster, const kubernetes_context& in) {
  const std::string_view group = group_of_parts(object, in);
  const std::size_t before = in.into.workloads.size();
  const bool autoscales = bool_said(cluster.at("enableInTreeAutoscaling")).value_or(false);
  parallel_sizes entrypoint;
  if (const tree* command = object.at("spec", "entrypoint"); command != nullptr && command->is_text()) {
    engine_arguments all(in.into);
    all.take(command, nullptr);
    entrypoint = all.sizes();
  }
  const auto part = [&](const tree& of, std::string_view name, const said<count>& pods) {
    pod_workload pod = workload_of_pod(pods_of_template(object, of.at("template")), in);
    pod.is.name = name_of_part(object, name, in);
    pod.is.line = of.key_line != 0 ? of.key_line : of.line;
    pod.is.group = group;
    pod.is.pods = pods;
    if (name == "head" && entrypoint.line != 0) pod.is.parallel = entrypoint;
    add_workload(std::move(pod), in);
  };
  if (const tree* head = cluster.at("headGroupSpec")) part(*head, "head", {count{1}, head->key_line});
  for_each_item(cluster.at("workerGroupSpecs"), [&](const tree& each) {
    said<count> pods = count_or(each.at("replicas"), 0, each.line);
    const tree* least = each.at("minReplicas");
    // Without an own number there are at least that many; an autoscaler chooses.
    if (each.at("replicas") == nullptr && least != nullptr) pods = count_said(least);
    if (autoscales) {
      const said<count> most = count_said(each.at("maxReplicas"));
      if (!most.is_known() || !pods.is_known() || most.value != pods.value) pods = {unknown, pods.line};
    }
    const said<count> hosts = count_or(each.at("numOfHosts"), 1, pods.line);
    if (pods.is_known())
      pods = hosts.is_known() ? said<count>{multiply(pods.value, hosts.value), pods.line}
                              : said<count>{unknown, hosts.line};
    const std::string_view name = text_of(each.at("groupName"));
    part(each, name.empty() ? std::string_view{"worker"} : name, pods);
  });
  if (const tree* config = object.at("spec", "serveConfigV2"))
    take_serve_config(*config, in.into.source(), std::span(in.into.workloads).subspan(before));
}

void read_train_job(const tree& object, const kubernetes_context& in) {
  const tree* trainer = object.at("spec", "trainer");
  pod_workload pod = workload_of_pod({.object = object}, in);
  // What is left out is in the runtime that it refers to.
  pod.is.pods = {unknown, trainer == nullptr ? pod.is.line : trainer->line};
  if (trainer != nullptr) {
    const said<count> nodes = count_said(trainer->at("numNodes"));
    if (!nodes.is_silent()) pod.is.pods = nodes;
    const tree* each = trainer->at("resourcesPerNode");
    const resource_lists lists = resources_of_container(each, in.index.defaults(namespace_of(object)));
    pod.is.requests = pod_resources_of(lists.requests);
    pod.is.limits = pod_resources_of(lists.limits);
    engine_arguments engine(in.into);
    engine.take(trainer->at("command"), trainer->at("args"));
    pod.is.parallel = engine.sizes();
    if (pod.is.parallel.engine == engine::unnamed)
      pod.is.parallel.engine = engine_of_image(text_of(trainer->at("image")));
  }
  if (pod.is.requests.gpus.is_silent()) pod.is.requests.gpus = {unknown, pod.is.pods.line};
  add_workload(std::move(pod), in);
}

}  // namespace

void read_ray(const tree& object, const kubernetes_context& in) {
  const tree* spec = object.at("spec");
  if (spec == nullptr) return;
  for (const std::string_view key : {"rayClusterSpec", "rayClusterConfig"})
    if (const tree* cluster = spec->at(key)) {
      read_ray_cluster(object, *cluster, in);
      return;
    }
  if (spec->at("headGroupSpec") != nullptr) read_ray_cluster(object, *spec, in);
}

void read_training(const tree& object, const kubernetes_context& in) {
  if (text_of(object.at("kind")) == "TrainJob") {
    read_train_job(object, in);
    return;
  }
  const tree* spec = object.at("spec");
  if (spec == nullptr || !spec->is_map()) return;
  const std::string_view group = group_of_parts(object, in);
  // pytorchReplicaSpecs, mpiReplicaSpecs, …: a map of roles.
  for (const tree* roles : spec->items) {
    if (!roles->key.ends_with("ReplicaSpecs") || !roles->is_map()) continue;
    for (const tree* each : roles->items) {
      pod_workload pod = workload_of_pod(pods_of_template(object, each->at("template")), in);
      pod.is.name = name_of_part(object, each->key, in);
      pod.is.line = each->key_line;
      pod.is.group = group;
      pod.is.pods = count_or(each->at("replicas"), 1, each->key_line);
      add_workload(std::move(pod), in);
    }
  }
}

}  // namespace headroom::program
