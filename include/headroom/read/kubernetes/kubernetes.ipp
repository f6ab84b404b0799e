// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/kubernetes/kubernetes.hpp>

#include <algorithm>
#include <array>
#include <tuple>
#include <vector>

#include <headroom/read/kubernetes/kueue.hpp>
#include <headroom/read/kubernetes/object_kinds.hpp>
#include <headroom/read/kubernetes/shape.hpp>
#include <headroom/read/kubernetes/workloads.hpp>
#include <headroom/read/common/values.hpp>
#include <headroom/read/unread_text.hpp>

namespace headroom::read {

namespace {

constexpr std::array object_kinds{
    object_kind{"Pod", read_pods, pods_are::as_they_stand},
    object_kind{"Deployment", read_pods, pods_are::as_they_stand},
    object_kind{"StatefulSet", read_pods, pods_are::as_they_stand},
    object_kind{"ReplicaSet", read_pods, pods_are::as_they_stand},
    object_kind{"ReplicationController", read_pods, pods_are::as_they_stand},
    object_kind{"DaemonSet", read_pods, pods_are::as_they_stand, workload_class::on_every_node},
    object_kind{"Job", read_jobs, pods_are::as_they_stand, workload_class::job},
    object_kind{"CronJob", read_jobs, pods_are::as_they_stand, workload_class::job},
    object_kind{"JobSet", read_jobs, pods_are::as_they_stand, workload_class::job},
    object_kind{"LeaderWorkerSet", read_leader_and_workers, pods_are::as_they_stand},
    object_kind{"RayCluster", read_ray, pods_are::given_more},
    object_kind{"RayJob", read_ray, pods_are::given_more, workload_class::job},
    object_kind{"RayService", read_ray, pods_are::given_more},
    object_kind{"PyTorchJob", read_training, pods_are::given_more, workload_class::job},
    object_kind{"MPIJob", read_training, pods_are::given_more, workload_class::job},
    object_kind{"TFJob", read_training, pods_are::given_more, workload_class::job},
    object_kind{"JAXJob", read_training, pods_are::given_more, workload_class::job},
    object_kind{"PaddleJob", read_training, pods_are::given_more, workload_class::job},
    object_kind{"TrainJob", read_training, pods_are::given_more, workload_class::job},
    object_kind{"DynamoGraphDeployment", read_dynamo},
    object_kind{"DynamoComponentDeployment", read_dynamo},
    object_kind{"TrainingRuntime", read_training_runtime, pods_are::made, workload_class::blueprint},
    object_kind{"ClusterTrainingRuntime", read_training_runtime, pods_are::made, workload_class::blueprint},
    object_kind{"RoleBasedGroup", read_roles_of_group},
    object_kind{"NIMService", read_nim},
    object_kind{"InferenceService", read_inference_service},
    object_kind{"LLMInferenceService", read_llm_inference_service},
    object_kind{"ServingRuntime", read_blueprint, pods_are::made, workload_class::blueprint},
    object_kind{"ClusterServingRuntime", read_blueprint, pods_are::made, workload_class::blueprint},
    object_kind{"PodTemplate", read_blueprint, pods_are::made, workload_class::blueprint},
    object_kind{"ClusterQueue", read_queue},
    object_kind{"Cohort", read_queue},
    object_kind{"ResourceQuota", read_resource_quota},
    object_kind{"ResourceFlavor", read_resource_flavor},
    object_kind{"Queue", read_scheduler_queue},
    object_kind{"NodePool", read_node_pool},
    object_kind{"ClusterConfig", read_cluster_config},
    object_kind{"ComputeDomain", read_claim},
    object_kind{"ResourceClaim", read_claim},
    object_kind{"ResourceClaimTemplate", read_claim},
};

// Kinds that hold others to bounds, describe or configure: numbers of GPUs in them are no requests.
constexpr std::string_view kinds_without_requests[]{
    "ConfigMap",  "Secret", "CustomResourceDefinition", "Node",     "LimitRange",  "LocalQueue",
    "Topology",   "AdmissionCheck", "ElasticQuota", "Provisioner", "DeviceClass", "ResourceSlice", "ClusterPolicy"};

// A kustomization has a kind too, and is what objects are built from.
bool is_object(const tree& document) {
  const tree* kind = document.at("kind");
  const tree* version = document.at("apiVersion");
  return kind != nullptr && kind->is_text() && version != nullptr && version->is_text() && !is_kustomization(document);
}

// "List", "PodList".
bool is_list(const tree& object) {
  const tree* items = object.at("items");
  return text_of(object.at("kind")).ends_with("List") && items != nullptr && items->is_list();
}

// What is no object is told, and refused by what it is applied with.
void add_objects(const tree& document, std::vector<const tree*>& objects, deployment_file& into) {
  if (document.is_map() && is_list(document))
    for (const tree* each : document.at("items")->items) add_objects(*each, objects, into);
  else if (document.is_map())
    objects.push_back(&document);
  else if (document.is != tree::kind::none)
    into.not_followed.push_back({document.line, 0, "what is no object of Kubernetes is not judged", refusal::none});
}

// A container of an object that is applied has an image; kinds that pass pods on to Kubernetes do not give it one. One without is
// of a patch, whose other half is in another file. nullptr where each has one.
const tree* container_without_image(const tree& in) {
  for (const tree* each : in.items) {
    if (each->key == "containers" && each->is_list())
      for (const tree* container : each->items)
        if (container->is_map() && container->at("image") == nullptr) return container;
    if (const tree* found = container_without_image(*each)) return found;
  }
  return nullptr;
}

void tell_kustomization(const tree& document, const kubernetes_context& in) {
  in.into.not_followed.push_back({document.line, 0, "a kustomization is not judged: check what `kustomize build` prints", refusal::none});
}

void tell_patch(const tree& object, const kubernetes_context& in) {
  if (const tree* container = container_without_image(object))
    in.into.not_followed.push_back({container->line, 0,
                                    "a container without an image is of a patch: what it is applied to is not judged; check what `kustomize build` prints",
                                    refusal::none});
}

const tree& root_of(const tree& value) { return value.parent == nullptr ? value : root_of(*value.parent); }

// What an object may add to a file.
template <class File, class Function>
void for_each_list(File& file, Function&& call) {
  call(file.pools);
  call(file.workloads);
  call(file.size_choices);
  call(file.quotas);
  call(file.request_limits);
  call(file.claims);
  call(file.uncounted);
}

std::vector<std::size_t> sizes_of(const deployment_file& file) {
  std::vector<std::size_t> sizes;
  for_each_list(file, [&](const auto& list) { sizes.push_back(list.size()); });
  return sizes;
}

void restore(deployment_file& file, const std::vector<std::size_t>& sizes) {
  for_each_list(file, [at = sizes.begin()](auto& list) mutable { list.resize(*at++); });
}

// Each reason once, by line: several objects may refer to one that says what is no value.
void put_in_order(std::vector<reading_error>& unread) {
  const auto place = [](const reading_error& each) { return std::tie(each.line, each.message); };
  std::ranges::sort(unread, {}, place);
  const auto are_same = [&](const reading_error& a, const reading_error& b) { return place(a) == place(b); };
  unread.erase(std::unique(unread.begin(), unread.end(), are_same), unread.end());
}

}  // namespace

object_kind kind_of(const tree& object) {
  const auto* const known = std::ranges::find(object_kinds, text_of(object.at("kind")), &object_kind::name);
  return known == object_kinds.end() ? object_kind{} : *known;
}

bool is_kubernetes(const source_text& text) {
  return std::ranges::any_of(text.documents(), [](const tree* each) { return is_object(*each); });
}

void read_kubernetes(deployment_file& into) {
  std::vector<const tree*> objects;
  for (const tree* each : into.source().documents()) add_objects(*each, objects, into);
  const kubernetes_index index(objects);
  const kubernetes_context in{into, index};
  into.documents = static_cast<int>(objects.size());
  bool has_all_quotas = true;
  std::vector<const tree*> nodes;
  for (const tree* object : objects) {
    const std::vector<std::size_t> before = sizes_of(into);
    const std::string_view kind = text_of(object->at("kind"));
    try {
      const object_kind known = kind_of(*object);
      if (is_kustomization(*object)) tell_kustomization(*object, in);
      else if (known.read != nullptr) known.read(*object, in);
      else if (!is_one_of(kind, kinds_without_requests)) read_by_shape(*object, in);
      if (known.pods != pods_are::made) tell_patch(*object, in);
    } catch (const unreadable& problem) {
      into.unread.push_back(problem.error);
      restore(into, before);
      has_all_quotas = has_all_quotas && kind != "ClusterQueue" && kind != "Cohort";
      continue;
    }
    if (kind == "Node") nodes.push_back(object);
    else if (before == sizes_of(into)) ++into.documents_without_capacity;
  }
  read_nodes(nodes, in);
  for (const repeated_key& each : into.source().parsed().repeated_keys())
    if (is_object(root_of(*each.in))) into.unread.push_back(key_here_twice(each));
  // What is held against the sum of others is not, where some are left out.
  put_in_order(into.unread);
  if (!into.unread.empty()) into.claims.clear();
  if (!has_all_quotas) into.quotas.clear();
  // A pool of nodes may be called as a queue is, and is none.
  for (workload& each : into.workloads)
    for (const quota& queue : into.quotas)
      if (each.queueing.queue.is_silent() && each.placement.pool.value == queue.name)
        each.placement.pool = {unknown, each.placement.pool.line};
}

}  // namespace headroom::read
