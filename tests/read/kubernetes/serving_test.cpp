// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/deployment.hpp>

#include <check.hpp>
#include <headroom/deployment/check.hpp>
#include <headroom/deployment/sentence.hpp>
#include <read/reading.hpp>
#include <string>

// Kinds that serve or train, by the examples in their own documentation.
namespace serving_kinds {

using headroom::read::file_of;
using headroom::read::told;

std::string workloads_of(std::string text) {
  const auto file = file_of(std::move(text));
  std::string words;
  for (const hr::workload& w : file->workloads)
    words += std::string(w.identity.name) + ": " + told(w.scale.replicas) + " x " + told(w.scale.pods) + " of " + told(w.requests.gpus) + "\n";
  return words;
}
std::string object(std::string_view kind, std::string_view name, std::string_view spec) {
  return "---\napiVersion: x/v1\nkind: " + std::string(kind) + "\nmetadata: {name: " + std::string(name) + "}\nspec: " +
         std::string(spec) + "\n";
}
// Of the first workload.
std::string bounds_of(const std::string& text) {
  const auto file = file_of(text);
  const auto& scale = file->workloads.front().scale;
  return told(scale.least_pods) + " to " + told(scale.most_pods);
}
constexpr std::string_view eight = "{spec: {containers: [{name: s, resources: {limits: {nvidia.com/gpu: 8}}}]}}";

}  // namespace serving_kinds

TEST_CASE("Roles of a RoleBasedGroup are pods, or groups of a leader and workers") {
  using namespace serving_kinds;
  CHECK(workloads_of(object("RoleBasedGroup", "g",
                            "{roles: [{name: prefill, replicas: 2, template: " + std::string(eight) +
                                "}, {name: decode, leaderWorkerSet: {size: 4}, template: " + std::string(eight) + "}]}")) ==
        "g/prefill: 2 x 1 of 8\ng/decode: 1 x 4 of 8\n");
}

TEST_CASE("Roles of a RoleBasedGroup may name a template of the group") {
  using namespace serving_kinds;
  const auto of = [](const std::string& roles) {
    return workloads_of(object("RoleBasedGroup", "g", "{roleTemplates: [{name: engine, template: " + std::string(eight) + "}], roles: [" + roles + "]}"));
  };
  CHECK(of("{name: prefill, replicas: 2, templateRef: {name: engine}}") == "g/prefill: 2 x 1 of 8\n");
  CHECK(of("{name: decode, leaderWorkerSet: {size: 4}, templateRef: {name: engine}}") == "g/decode: 1 x 4 of 8\n");
  CHECK(of("{name: decode, leaderWorkerPattern: {size: 4, templateRef: {name: engine}}}") == "g/decode: 1 x 4 of 8\n");
  CHECK(of("{name: one, standalonePattern: {templateRef: {name: engine}}}") == "g/one: 1 x 1 of 8\n");
  CHECK(of("{name: lost, templateRef: {name: elsewhere}}") == "g/lost: 1 x 1 of ?\n");
  const std::string patch = "{spec: {containers: [{name: s, resources: {limits: {nvidia.com/gpu: 4}}}]}}";
  CHECK(of("{name: own, templateRef: {name: engine, patch: " + patch + "}}") == "g/own: 1 x 1 of ?\n");
  CHECK(of("{name: own, templateRef: {name: engine}, templatePatch: " + patch + "}") == "g/own: 1 x 1 of ?\n");
  CHECK(of("{name: own, templateRef: {name: engine, patch: {spec: {containers: [{name: s, image: b}]}}}}") == "g/own: 1 x 1 of 8\n");
}

TEST_CASE("An autoscaler of the file decides on replicas, whether some are stated or none, unless it is switched off by 0") {
  using namespace serving_kinds;
  const auto scaled = [](std::string_view kind, std::string_view bounds, std::string_view replicas) {
    const std::string target = object(kind, "h", "{scaleTargetRef: {kind: Deployment, name: d}, " + std::string(bounds) + "}");
    const std::string text = target + object("Deployment", "d", "{" + std::string(replicas) + "template: " + std::string(eight) + "}");
    return workloads_of(text) + bounds_of(text);
  };
  const std::string_view between = "minReplicas: 4, maxReplicas: 10";
  CHECK(scaled("HorizontalPodAutoscaler", between, "") == "d: - x 1 of 8\n4 to 10");
  CHECK(scaled("HorizontalPodAutoscaler", between, "replicas: 5, ") == "d: - x 1 of 8\n4 to 10");
  CHECK(scaled("HorizontalPodAutoscaler", between, "replicas: 0, ") == "d: 0 x 1 of 8\n- to -");
  CHECK(scaled("ScaledObject", "minReplicaCount: 0, maxReplicaCount: 3", "replicas: 0, ") == "d: - x 1 of 8\n0 to 3");
  CHECK(scaled("HorizontalPodAutoscaler", "minReplicas: 4, maxReplicas: 4", "") == "d: 4 x 1 of 8\n4 to 4");
  CHECK(scaled("HorizontalPodAutoscaler", between, "replicas: '${N}', ") == "d: - x 1 of 8\n4 to 10");
  // Kubernetes keeps one at least where nothing else is said.
  CHECK(scaled("HorizontalPodAutoscaler", "maxReplicas: 1", "") == "d: 1 x 1 of 8\n- to 1");
  CHECK(scaled("HorizontalPodAutoscaler", "maxReplicas: 2", "") == "d: - x 1 of 8\n- to 2");
  CHECK(scaled("HorizontalPodAutoscaler", "minReplicas: '${N}', maxReplicas: 1", "") == "d: ? x 1 of 8\n? to 1");
  CHECK(scaled("HorizontalPodAutoscaler", "maxReplicas: '${MOST}'", "") == "d: ? x 1 of 8\n- to ?");
  CHECK(scaled("ScaledObject", "minReplicaCount: 0, maxReplicaCount: 3", "") == "d: - x 1 of 8\n0 to 3");
  CHECK(scaled("ScaledObject", "minReplicaCount: 0", "") == "d: ? x 1 of 8\n0 to -");
  // Of another, it says nothing.
  CHECK(workloads_of(object("HorizontalPodAutoscaler", "h", "{scaleTargetRef: {kind: StatefulSet, name: d}, maxReplicas: 4}") +
                     object("Deployment", "d", "{template: " + std::string(eight) + "}")) == "d: 1 x 1 of 8\n");
}

TEST_CASE("A NIMService has a container of its own") {
  using namespace serving_kinds;
  CHECK(workloads_of(object("NIMService", "n", "{replicas: 2, resources: {limits: {nvidia.com/gpu: 2}}}")) == "n: 2 x 1 of 2\n");
  CHECK(workloads_of(object("NIMService", "n", "{image: {repository: a}}")) == "n: 1 x 1 of ?\n");
  CHECK(workloads_of(object("NIMService", "n", "{multiNode: {size: 2, gpusPerPod: 8}}")) == "n: 1 x 2 of 8\n");
  CHECK(workloads_of(object("NIMService", "n", "{multiNode: {parallelism: {pipeline: 2, tensor: 4}}}")) == "n: 1 x 2 of 4\n");
  const auto sized = file_of(object("NIMService", "n", "{multiNode: {parallelism: {pipeline: 2, tensor: 4}}}"));
  CHECK(told(sized->workloads.front().launch.processes) == "4");
}

TEST_CASE("An InferenceService asks for what its model does, or its runtime") {
  using namespace serving_kinds;
  const std::string runtime = object("ServingRuntime", "rt", "{containers: [{name: k, resources: {limits: {nvidia.com/gpu: 4}}}]}");
  CHECK(workloads_of(object("InferenceService", "i", "{predictor: {minReplicas: 2, model: {resources: {limits: {nvidia.com/gpu: 1}}}}}")) ==
        "i: 2 x 1 of 1\n");
  CHECK(workloads_of(runtime + object("InferenceService", "i", "{predictor: {model: {runtime: rt}}}")) == "rt: 0 x 1 of 4\ni: 1 x 1 of 4\n");
  CHECK(workloads_of(object("InferenceService", "i", "{predictor: {model: {runtime: elsewhere}}}")) == "i: 1 x 1 of ?\n");
  // An autoscaler's bounds are known, where the number is the autoscaler's.
  const std::string scaled = object("InferenceService", "i", "{predictor: {minReplicas: 1, maxReplicas: 3, model: {resources: {limits: {nvidia.com/gpu: 1}}}}}");
  CHECK(workloads_of(scaled) == "i: - x 1 of 1\n");
  CHECK(bounds_of(scaled) == "1 to 3");
}

TEST_CASE("A TrainJob is what its runtime says, where both are in the file") {
  using namespace serving_kinds;
  const std::string runtime =
      object("ClusterTrainingRuntime", "torch",
             "{mlPolicy: {numNodes: 2}, template: {spec: {replicatedJobs: [{name: node, template: {spec: {template: " + std::string(eight) + "}}}]}}}");
  CHECK(workloads_of(runtime) == "torch/node: 0 x 2 of 8\n");
  CHECK(workloads_of(runtime + object("TrainJob", "t", "{runtimeRef: {name: torch}, trainer: {numNodes: 4}}")) ==
        "torch/node: 0 x 2 of 8\nt/node: 1 x 4 of 8\n");
  CHECK(workloads_of(object("TrainJob", "t", "{runtimeRef: {name: elsewhere}}")) == "t: 1 x ? of ?\n");
  // The arguments of "torchrun" come before what the operator tells it.
  const auto processes = [&](const std::string& trainer) {
    const auto file = headroom::read::file_of(runtime + object("TrainJob", "t", "{runtimeRef: {name: torch}, trainer: {" + trainer + "}}"));
    return headroom::read::told(file->workloads.back().launch.processes);
  };
  CHECK(processes("numProcPerNode: 8") == "8");
  CHECK(processes("numProcPerNode: 8, command: [torchrun, train.py]") == "8");
  CHECK(processes("numProcPerNode: 8, command: [torchrun, --nproc-per-node=4, train.py]") == "4");
  // A runtime says it for its jobs, and by itself where the file has none.
  const std::string one = object("TrainingRuntime", "torch",
                                 "{mlPolicy: {torch: {numProcPerNode: 1}}, template: {spec: {replicatedJobs: [{name: node, template: {spec: {template: " +
                                     std::string(eight) + "}}}]}}}");
  const auto of_each = [](const std::string& text) {
    std::string words;
    const auto file = headroom::read::file_of(text);
    for (const hr::workload& each : file->workloads) words += headroom::read::told(each.launch.processes) + " ";
    return words;
  };
  CHECK(of_each(one) == "1 ");
  CHECK(of_each(one + object("TrainJob", "t", "{runtimeRef: {name: torch}}")) == "- 1 ");
  CHECK(of_each(one + object("TrainJob", "t", "{runtimeRef: {name: torch}, trainer: {numProcPerNode: 8}}")) == "- 8 ");
}

TEST_CASE("An LLMInferenceService is pods, or a leader with workers, and prefill apart") {
  using namespace serving_kinds;
  const std::string four = "template: {containers: [{name: main, resources: {limits: {nvidia.com/gpu: 4}}}]}";
  const std::string worker = ", worker: {containers: [{name: main, resources: {limits: {nvidia.com/gpu: 4}}}]}";
  const auto of = [&](const std::string& spec) { return workloads_of(object("LLMInferenceService", "l", "{" + spec + "}")); };
  CHECK(of("replicas: 3, " + four) == "l: 3 x 1 of 4\n");
  CHECK(of("replicas: 2, prefill: {replicas: 1, " + four + "}, " + four) == "l/decode: 2 x 1 of 4\nl/prefill: 1 x 1 of 4\n");
  // KServe: as many pods as the copies have groups of the local size, else as there are stages.
  CHECK(of("parallelism: {data: 16, dataLocal: 4}, " + four + worker) == "l: 1 x 1 of 4\nl/worker: 1 x 3 of 4\n");
  CHECK(of("parallelism: {pipeline: 2, tensor: 4}, " + four + worker) == "l: 1 x 1 of 4\nl/worker: 1 x 1 of 4\n");
  CHECK(of("model: {name: m}") == "l: 1 x 1 of ?\n");
}

TEST_CASE("A queue of Volcano and a node pool of Karpenter bound what names them") {
  using namespace serving_kinds;
  const auto file = file_of(
      "apiVersion: scheduling.volcano.sh/v1beta1\nkind: Queue\nmetadata: {name: q}\nspec: {capability: {nvidia.com/gpu: 16, cpu: 4}}\n"
      "---\napiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: n}\nspec:\n  limits: {nvidia.com/gpu: 24}\n"
      "  template:\n    metadata: {labels: {team: a}}\n    spec: {requirements: [{key: node.kubernetes.io/instance-type, operator: In, values: [p5.48xlarge]}]}\n"
      "---\napiVersion: v1\nkind: Pod\nmetadata: {name: s}\nspec:\n  nodeSelector: {team: a}\n"
      "  containers: [{name: s, image: i, resources: {limits: {nvidia.com/gpu: 8}}}]\n");
  REQUIRE(file->request_limits.size() == 3);
  CHECK(file->request_limits[0].by == hr::limited_by::queue);
  CHECK(told(file->request_limits[0].most) == "16");
  CHECK(file->request_limits[1].resource == "cpu");
  CHECK(told(file->request_limits[1].most) == "4000");
  CHECK(file->request_limits[2].by == hr::limited_by::pool);
  CHECK(file->request_limits[2].of == "n");
  REQUIRE(file->workloads.size() == 1);
  CHECK(file->workloads[0].placement.pool.value == "n");
  CHECK(file->workloads[0].placement.instance_type.value == "p5.48xlarge");
  // Of others that are called so nothing is known.
  CHECK(file_of("apiVersion: x/v1\nkind: Queue\nmetadata: {name: q}\nspec: {capability: {nvidia.com/gpu: 16}}\n")->request_limits.empty());
}

TEST_CASE("A queue of KAI counts CPUs in thousandths and memory in megabytes, and -1 bounds nothing") {
  using namespace serving_kinds;
  const auto file = file_of(
      "apiVersion: scheduling.run.ai/v2\nkind: Queue\nmetadata: {name: q}\nspec:\n  parentQueue: all\n  resources:\n"
      "    gpu: {quota: 2.5, limit: -1}\n    cpu: {quota: 8000, limit: 16000}\n    memory: {quota: -1, limit: 512000}\n");
  REQUIRE(file->request_limits.size() == 3);
  CHECK(file->request_limits[0].most.is_silent());
  CHECK(told(file->request_limits[0].given) == "2");
  CHECK(file->request_limits[1].resource == "cpu");
  CHECK(told(file->request_limits[1].most) == "16000");
  CHECK(told(file->request_limits[1].given) == "8000");
  CHECK(file->request_limits[2].resource == "memory");
  CHECK(told(file->request_limits[2].most) == "512000000000");
  CHECK(file->request_limits[2].given.is_silent());
  CHECK(file->request_limits[2].within == "all");
}

TEST_CASE("A ResourceQuota bounds CPUs and memory by either of their names, and extended resources by their requests alone") {
  using namespace serving_kinds;
  const auto file = file_of(object("ResourceQuota", "q",
                                   "{hard: {cpu: 12, requests.memory: 2Ki, requests.nvidia.com/gpu: 8, nvidia.com/gpu: 4, limits.cpu: 2, pods: 3}}"));
  REQUIRE(file->request_limits.size() == 3);
  CHECK(told(file->request_limits[0].most) == "12000");
  CHECK(file->request_limits[1].resource == "memory");
  CHECK(told(file->request_limits[1].most) == "2048");
  CHECK(told(file->request_limits[2].most) == "8");
  CHECK(file->request_limits[2].of.empty());
  CHECK(file_of(object("ResourceQuota", "q", "{scopes: [BestEffort], hard: {requests.nvidia.com/gpu: 8}}"))->request_limits.empty());
}

namespace serving_kinds {

// A head with one GPU, workers as they are told, and a replica of two or four.
std::string actor_of(std::string_view workers, std::string_view options) {
  const auto file = file_of(
      "apiVersion: resource.k8s.io/v1\nkind: ResourceClaimTemplate\nmetadata: {name: four}\nspec: {spec: {devices: {requests: [{name: g, "
      "exactly: {deviceClassName: gpu.nvidia.com, count: 4}}]}}}\n" +
      object("RayService", "r",
             "{serveConfigV2: 'applications: [{deployments: [{ray_actor_options: " + std::string(options) +
                 "}]}]', rayClusterConfig: {headGroupSpec: {template: {spec: {containers: [{name: h, resources: {limits: {nvidia.com/gpu: 1}}}]}}}, "
                 "workerGroupSpecs: [{replicas: 1, " + std::string(workers) + "}]}}"));
  std::string all;
  for (const hr::workload& w : file->workloads) all += told(w.launch.gpus_of_actor) + " of " + told(w.requests.gpus) + "\n";
  return all;
}
std::string claiming(std::string_view name) {
  return "template: {spec: {resourceClaims: [{name: g, resourceClaimTemplateName: " + std::string(name) + "}], containers: [{name: w}]}}";
}

}  // namespace serving_kinds

TEST_CASE("An actor of Ray is held against the largest pod, where GPUs that it claims count too") {
  using namespace serving_kinds;
  const std::string of_four = "template: " + std::string("{spec: {containers: [{name: w, resources: {limits: {nvidia.com/gpu: 4}}}]}}");
  CHECK(actor_of(of_four, "{num_gpus: 8}") == "- of 1\n8 of 4\n");
  CHECK(actor_of(of_four, "{num_gpus: 2.0}") == "- of 1\n2 of 4\n");
  CHECK(actor_of(of_four, "{num_gpus: 0.5}") == "- of 1\n- of 4\n");
  CHECK(actor_of(of_four + ", rayStartParams: {num-gpus: '8'}", "{num_gpus: 8}") == "- of 1\n- of 4\n");
  CHECK(actor_of(claiming("four"), "{num_gpus: 8}") == "- of 1\n8 of 4\n");
  CHECK(actor_of(claiming("elsewhere"), "{num_gpus: 8}") == "- of 1\n- of ?\n");
}

TEST_CASE("Replicas that Ray Serve runs at least take no more GPUs together than the pods of their cluster may have") {
  using namespace serving_kinds;
  const auto findings_of = [](std::string_view deployments, std::string_view bounds) {
    const auto file = file_of(object("RayService", "r",
                                     "{serveConfigV2: 'applications: [{deployments: " + std::string(deployments) + "}]', rayClusterConfig: {" + std::string(bounds) +
                                         ", template: {spec: {containers: [{name: w, resources: {limits: {nvidia.com/gpu: 8}}}]}}}]}}"));
    std::string all;
    for (const hr::finding& each : hr::check(file->view("x")))
      if (each.rule == "gpus_used") all += hr::sentence_of(each);
    return all;
  };
  const std::string_view of_two = "workerGroupSpecs: [{groupName: g, replicas: 2";
  CHECK(findings_of("[{num_replicas: 4, ray_actor_options: {num_gpus: 4}}]", of_two).empty());
  CHECK(findings_of("[{num_replicas: 5, ray_actor_options: {num_gpus: 4}}]", of_two) ==
        "r/g runs actors that take 20 GPUs together; the pods of its group have 16");
  CHECK(findings_of("[{num_replicas: 2, ray_actor_options: {num_gpus: 8}}, {ray_actor_options: {num_gpus: 1}}]", of_two) ==
        "r/g runs actors that take 17 GPUs together; the pods of its group have 16");
  CHECK(findings_of("[{autoscaling_config: {min_replicas: 4, max_replicas: 9}, ray_actor_options: {num_gpus: 4}}]", of_two).empty());
  CHECK(findings_of("[{num_replicas: 9, ray_actor_options: {num_gpus: 0.5}}, {num_replicas: 16, ray_actor_options: {num_gpus: 1}}]", of_two).empty());
  CHECK(findings_of("[{num_replicas: 6, ray_actor_options: {num_gpus: 4}}]",
                    "enableInTreeAutoscaling: true, workerGroupSpecs: [{groupName: g, minReplicas: 1, maxReplicas: 3").empty());
  CHECK(findings_of("[{num_replicas: 7, ray_actor_options: {num_gpus: 4}}]",
                    "enableInTreeAutoscaling: true, workerGroupSpecs: [{groupName: g, minReplicas: 1, maxReplicas: 3").find("28 GPUs") != std::string::npos);
}
