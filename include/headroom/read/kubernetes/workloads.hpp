// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <span>

#include <headroom/read/kubernetes/pod.hpp>

// Objects that make pods.
namespace headroom::read {

// Pod, Deployment, StatefulSet, ReplicaSet, ReplicationController, DaemonSet.
void read_pods(const tree& object, const kubernetes_context& in);

// Job of Kubernetes and of Volcano, CronJob, JobSet.
void read_jobs(const tree& object, const kubernetes_context& in);

// LeaderWorkerSet.
void read_leader_and_workers(const tree& object, const kubernetes_context& in);

// RayCluster, RayJob, RayService.
void read_ray(const tree& object, const kubernetes_context& in);
// One cluster of Ray in an object, the map with its groups.
void read_ray_cluster(const tree& object, const tree& cluster, const kubernetes_context& in);

// PyTorchJob, MPIJob and the like of Kubeflow's trainer, and its TrainJob.
void read_training(const tree& object, const kubernetes_context& in);

// DynamoGraphDeployment, DynamoComponentDeployment.
void read_dynamo(const tree& object, const kubernetes_context& in);

// TrainingRuntime, ClusterTrainingRuntime: what TrainJobs are made from, which asks for nothing itself.
void read_training_runtime(const tree& object, const kubernetes_context& in);

// RoleBasedGroup.
void read_roles_of_group(const tree& object, const kubernetes_context& in);

// NIMService of NVIDIA's operator.
void read_nim(const tree& object, const kubernetes_context& in);

// InferenceService of KServe.
void read_inference_service(const tree& object, const kubernetes_context& in);

// LLMInferenceService of KServe.
void read_llm_inference_service(const tree& object, const kubernetes_context& in);

// The groups of nodes of eksctl's ClusterConfig.
void read_cluster_config(const tree& object, const kubernetes_context& in);

// Nodes of a cluster, as `kubectl get nodes` prints them: pools of those that are alike, ready and open to pods.
void read_nodes(std::span<const tree* const> nodes, const kubernetes_context& in);

// ---- what they share

// A name of a part of an object, and of the group that its parts make.
std::string_view name_of_part(const tree& object, std::string_view part, const kubernetes_context& in);
std::string_view group_of_parts(const tree& object, const kubernetes_context& in);

// A number of replicas, or what stands in for it where it is left out.
said<count> count_or(const tree* value, count otherwise, int line);

// Within bounds: as many as there are at least, and how many there may be.
void take_bounds(workload& w, const tree* least, const tree* most, int line);

// Metadata and spec of the pods of a template.
pod_source pods_of_template(const tree& object, const tree* pod_template);

// Puts a workload into the file.
void add_workload(pod_workload pod, const kubernetes_context& in);

}  // namespace headroom::read
