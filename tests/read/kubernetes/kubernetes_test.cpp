// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/deployment.hpp>
#include <headroom/read/kubernetes/kubernetes.hpp>

#include <algorithm>
#include <array>
#include <check.hpp>
#include <read/reading.hpp>
#include <headroom/catalog/azure.hpp>
#include <headroom/deployment/check.hpp>
#include <headroom/deployment/sentence.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace kubernetes_cases {

namespace program = headroom::read;
using program::file_of;

std::string told(const hr::said<hr::count>& one) {
  if (one.is_silent()) return "-";
  return one.is_known() ? std::to_string(one.value) : std::string("?");
}

// "name: replicas x pods of GPUs", a line for each workload.
std::string workloads_of(std::string text) {
  const auto file = file_of(std::move(text));
  std::string words;
  for (const hr::workload& w : file->workloads)
    words +=
        std::string(w.identity.name) + ": " + told(w.scale.replicas) + " x " + told(w.scale.pods) + " of " + told(w.requests.gpus) + "\n";
  return words;
}

std::string findings_of(const program::deployment_file& file, const hr::check_terms& on = {}) {
  std::string words;
  for (const hr::finding& each : hr::check(file.view("x"), on))
    words +=
        std::string(hr::name(each.severity)) + " " + std::string(each.rule) + ":" + std::to_string(each.line) + "\n";
  return words;
}

constexpr std::array h100 = hr::groups_of<hr::azure::nd96isr_h100_v5>();
constexpr std::array gb300 = hr::groups_of<hr::azure::nd128isr_gb300_v6>();

// A pod's spec with so many GPUs, for templates.
std::string pod(int gpus, std::string_view more = {}) {
  return "{containers: [{name: a, resources: {limits: {nvidia.com/gpu: " + std::to_string(gpus) + "}}" +
         std::string(more) + "}]}";
}
std::string object(std::string_view kind, std::string_view spec) {
  return "apiVersion: x/v1\nkind: " + std::string(kind) + "\nmetadata: {name: it}\nspec: " + std::string(spec) + "\n";
}

}  // namespace kubernetes_cases

TEST_CASE("Kubernetes objects are known by their kind and version") {
  using namespace kubernetes_cases;
  const auto is = [](std::string text) { return program::is_kubernetes(program::source_text(std::move(text))); };
  CHECK(is("apiVersion: v1\nkind: Pod\n"));
  CHECK(is("{\"apiVersion\": \"apps/v1\", \"kind\": \"Deployment\"}"));
  CHECK(is("# nothing here\n---\napiVersion: v1\nkind: ConfigMap\n"));
  CHECK_FALSE(is(""));
  CHECK_FALSE(is("kind: Deployment\nreplicas: 3\n"));                // values of a chart
  CHECK_FALSE(is("apiVersion: v2\nname: chart\nversion: 1.0.0\n"));  // Chart.yaml
  CHECK_FALSE(is("- apiVersion: v1\n  kind: Pod\n"));
  CHECK_FALSE(is("resources:\n  prefill_nodes: 1\n"));
}

TEST_CASE("Replicas, pods of each and GPUs of a pod, kind by kind") {
  using namespace kubernetes_cases;
  const std::string eight = "template: {spec: " + pod(8) + "}";
  CHECK(workloads_of(object("Pod", pod(2))) == "it: 1 x 1 of 2\n");
  CHECK(workloads_of(object("Deployment", "{replicas: 3, " + eight + "}")) == "it: 3 x 1 of 8\n");
  CHECK(workloads_of(object("Deployment", "{" + eight + "}")) == "it: 1 x 1 of 8\n");
  CHECK(workloads_of(object("StatefulSet", "{replicas: 0, " + eight + "}")) == "it: 0 x 1 of 8\n");
  CHECK(workloads_of(object("ReplicaSet", "{replicas: '${N}', " + eight + "}")) == "it: ? x 1 of 8\n");
  CHECK(workloads_of(object("DaemonSet", "{" + eight + "}")) == "it: - x 1 of 8\n");
  CHECK(workloads_of(object("Job", "{" + eight + "}")) == "it: 1 x 1 of 8\n");
  CHECK(workloads_of(object("Job", "{parallelism: 4, " + eight + "}")) == "it: 4 x 1 of 8\n");
  CHECK(workloads_of(object("Job", "{parallelism: 4, completions: 2, " + eight + "}")) == "it: 2 x 1 of 8\n");
  CHECK(workloads_of(object("Job", "{parallelism: 4, completionMode: Indexed, " + eight + "}")) == "it: 1 x 4 of 8\n");
  CHECK(workloads_of(object("CronJob", "{jobTemplate: {spec: {parallelism: 2, " + eight + "}}}")) ==
        "it: 2 x 1 of 8\n");
  CHECK(workloads_of(object("JobSet", "{replicatedJobs: [{name: a, replicas: 2, template: {spec: {parallelism: 3, " +
                                          eight + "}}}, {name: b, template: {spec: {" + eight + "}}}]}")) ==
        "it/a: 1 x 6 of 8\nit/b: 1 x 1 of 8\n");
  CHECK(workloads_of(object("Job", "{tasks: [{name: ps, replicas: 1, " + eight + "}, {name: w, replicas: 3, " + eight +
                                       "}]}")) == "it/ps: 1 x 1 of 8\nit/w: 1 x 3 of 8\n");
  CHECK(workloads_of(object("PyTorchJob", "{pytorchReplicaSpecs: {Master: {" + eight + "}, Worker: {replicas: 3, " +
                                              eight + "}}}")) == "it/Master: 1 x 1 of 8\nit/Worker: 1 x 3 of 8\n");
  CHECK(workloads_of(object("TrainJob", "{trainer: {numNodes: 4, resourcesPerNode: {limits: {nvidia.com/gpu: 8}}}}")) ==
        "it: 1 x 4 of 8\n");
  CHECK(workloads_of(object("TrainJob", "{runtimeRef: {name: torch}}")) == "it: 1 x ? of ?\n");
  CHECK(workloads_of(object("RayCluster", "{headGroupSpec: {" + eight +
                                              "}, workerGroupSpecs: [{groupName: g, replicas: 2, "
                                              "numOfHosts: 4, " +
                                              eight + "}]}")) == "it/head: 1 x 1 of 8\nit/g: 1 x 8 of 8\n");
  // The operator keeps to the bounds.
  const auto bounded = [&](std::string_view bounds) {
    return workloads_of(object("RayJob", "{rayClusterSpec: {workerGroupSpecs: [{groupName: g, " + std::string(bounds) +
                                             ", " + eight + "}]}}"));
  };
  CHECK(bounded("replicas: 9, minReplicas: 0, maxReplicas: 4") == "it/g: 1 x 4 of 8\n");
  CHECK(bounded("replicas: 1, minReplicas: 2, maxReplicas: 4") == "it/g: 1 x 2 of 8\n");
  CHECK(bounded("minReplicas: 2, numOfHosts: 2") == "it/g: 1 x 4 of 8\n");
  CHECK(bounded("replicas: 2, maxReplicas: $N") == "it/g: 1 x 2 of 8\n");
  CHECK(workloads_of(object("RayService", "{rayClusterConfig: {headGroupSpec: {" + eight +
                                              "}, workerGroupSpecs: "
                                              "[{groupName: g, replicas: 2, " +
                                              eight + "}]}}")) == "it/head: 1 x 1 of 8\nit/g: 1 x 2 of 8\n");
  CHECK(workloads_of(object("RayJob",
                            "{rayClusterSpec: {enableInTreeAutoscaling: true, workerGroupSpecs: [{groupName: g, "
                            "replicas: 2, maxReplicas: 9, " +
                                eight + "}]}}")) == "it/g: 1 x - of 8\n");
  CHECK(workloads_of(object("DynamoGraphDeployment",
                            "{services: {Frontend: {}, Worker: {replicas: 2, multinode: "
                            "{nodeCount: 4}, resources: {limits: {gpu: '8'}}}}}")) ==
        "it/Frontend: 1 x 1 of -\nit/Worker: 2 x 4 of 8\n");
}

TEST_CASE("Leader and workers") {
  using namespace kubernetes_cases;
  const auto lws = [](std::string_view template_of_group) {
    return workloads_of(
        object("LeaderWorkerSet", "{replicas: 2, leaderWorkerTemplate: {" + std::string(template_of_group) + "}}"));
  };
  const std::string leader = "leaderTemplate: {spec: " + pod(4) + "}";
  const std::string worker = "workerTemplate: {spec: " + pod(8) + "}";
  CHECK(lws("size: 4, " + leader + ", " + worker) == "it/leader: 2 x 1 of 4\nit/worker: 2 x 3 of 8\n");
  CHECK(lws("size: 4, " + worker) == "it: 2 x 4 of 8\n");
  CHECK(lws(worker) == "it: 2 x 1 of 8\n");
  CHECK(lws("size: 1, " + leader + ", " + worker) == "it/leader: 2 x 1 of 4\n");
  CHECK(lws("size: '{{ size }}', " + leader + ", " + worker) == "it/leader: 2 x 1 of 4\nit/worker: 2 x ? of 8\n");
}

TEST_CASE("Lists, other kinds, and documents that hold no capacity") {
  using namespace kubernetes_cases;
  const auto file = file_of(
      "apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: Pod\n  metadata: {name: p}\n"
      "- apiVersion: v1\n  kind: Service\n  metadata: {name: s}\n---\n---\n# nothing\n---\n"
      "apiVersion: v1\nkind: ConfigMap\ndata: {replicas: 'abc'}\n");
  CHECK(file->format == "kubernetes");
  CHECK(file->documents == 3);
  CHECK(file->documents_without_capacity == 2);
  CHECK(file->workloads.size() == 1);
  CHECK(file->workloads[0].identity.name == "p");
  CHECK(file->workloads[0].identity.line == 6);
  CHECK(findings_of(*file) == "");
}

TEST_CASE("Which node: labels, affinities, and several to choose from") {
  using namespace kubernetes_cases;
  const auto node = [](std::string_view selection) {
    return file_of(object("Pod", "{" + std::string(selection) + ", containers: []}"));
  };
  const auto type = node("nodeSelector: {node.kubernetes.io/instance-type: p5.48xlarge}");
  CHECK(type->workloads[0].placement.instance_type.value == "p5.48xlarge");
  CHECK(node("nodeSelector: {cloud.google.com/gke-nodepool: a3}")->workloads[0].placement.pool.value == "a3");
  CHECK(node("nodeSelector: {nvidia.com/gpu.product: NVIDIA-H100-80GB-HBM3}")->workloads[0].placement.gpu_type.value ==
        "H100-SXM5-80GB");
  CHECK(node("nodeSelector: {nvidia.com/gpu.clique: 0b1.3}")->workloads[0].placement.one_domain.value);
  // Of GKE's names of accelerators some are of one machine type alone.
  const auto of_gke = [&](std::string_view accelerator, std::string_view other = "") {
    const std::string labels = "cloud.google.com/gke-accelerator: " + std::string(accelerator) + std::string(other);
    return node("nodeSelector: {" + labels + "}");
  };
  CHECK(of_gke("nvidia-h100-mega-80gb")->workloads[0].placement.instance_type.value == "a3-megagpu-8g");
  CHECK(of_gke("nvidia-h200-141gb")->workloads[0].placement.instance_type.value == "a3-ultragpu-8g");
  CHECK(of_gke("nvidia-b200")->workloads[0].placement.instance_type.value == "a4-highgpu-8g");
  CHECK(of_gke("nvidia-gb200")->workloads[0].placement.instance_type.value == "a4x-highgpu-4g");
  CHECK(of_gke("nvidia-h100-80gb")->workloads[0].placement.instance_type.is_silent());
  CHECK(of_gke("nvidia-h100-80gb")->workloads[0].placement.gpu_type.value == "H100-SXM5-80GB");
  CHECK(of_gke("nvidia-b200", ", node.kubernetes.io/instance-type: own")->workloads[0].placement.instance_type.value == "own");
  const std::string required =
      "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: "
      "{nodeSelectorTerms: [";
  const std::string key = "{key: node.kubernetes.io/instance-type, operator: ";
  CHECK(node(required + "{matchExpressions: [" + key + "In, values: [a]}]}]}}}")->workloads[0].placement.instance_type.value ==
        "a");
  CHECK(node(required + "{matchExpressions: [" + key + "In, values: [a, b]}]}]}}}")
            ->workloads[0]
            .placement.instance_type.is_unresolved());
  CHECK(node(required + "{matchExpressions: [" + key + "In, values: [a]}]}, {matchExpressions: [" + key +
             "In, values: [b]}]}]}}}")
            ->workloads[0]
            .placement.instance_type.is_unresolved());
  // The other term lets any type be taken.
  CHECK(node(required + "{matchExpressions: [" + key +
             "In, values: [a]}]}, {matchExpressions: [{key: zone, operator: "
             "In, values: [b]}]}]}}}")
            ->workloads[0]
            .placement.instance_type.is_unresolved());
  CHECK(node(required + "{matchExpressions: [" + key + "NotIn, values: [a]}]}]}}}")
            ->workloads[0]
            .placement.instance_type.is_silent());
  CHECK(node("affinity: {nodeAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 1, preference: "
             "{matchExpressions: [" +
             key + "In, values: [a]}]}}]}}")
            ->workloads[0]
            .placement.instance_type.is_silent());
}

TEST_CASE("An engine's sizes, and pods that it spans") {
  using namespace kubernetes_cases;
  const auto of = [](std::string_view kind, std::string_view spec_before, std::string_view args, int gpus = 8) {
    const auto file = file_of(
        object(kind, "{" + std::string(spec_before) + "template: {spec: " +
                         pod(gpus, ", image: 'lmsysorg/sglang:v0.4.9', args: [" + std::string(args) + "]") + "}}"));
    return told(file->workloads[0].scale.replicas) + " x " + told(file->workloads[0].scale.pods) + "\n" +
           findings_of(*file, {.held = h100});
  };
  CHECK(of("Deployment", "replicas: 2, ", "--tp, '8'") == "2 x 1\n");
  CHECK(of("Deployment", "replicas: 2, ", "--tp, '4'") == "2 x 1\nwarning parallel_product:4\n");
  // Two numbered pods make one engine; others may stand elsewhere.
  CHECK(of("StatefulSet", "replicas: 2, ", "--tp, '8', --pp-size, '2', --nnodes, '2'") == "1 x 2\n");
  CHECK(of("Deployment", "replicas: 1, ", "--tp, '8', --pp-size, '2', --nnodes, '2', --node-rank, '0'") ==
        "1 x 1\nunknown parallel_product:4\n");
  CHECK(of("Deployment", "replicas: 1, ", "--tp, '8', --nnodes, '1', --node-rank, '0'") == "1 x 1\n");
  // Each pod of a job has an engine of its own, or all have one.
  CHECK(of("Job", "parallelism: 4, completionMode: Indexed, ", "--tp, '8'") == "4 x 1\n");
  CHECK(of("Job", "parallelism: 2, completionMode: Indexed, ", "--tp, '8', --pp-size, '2', --nnodes, '2'") ==
        "1 x 2\n");
}

TEST_CASE("Models that a RayService serves: their sizes against the GPUs of its pods, in the lines of the file") {
  using namespace kubernetes_cases;
  const std::string workers = "  rayClusterConfig: {workerGroupSpecs: [{groupName: g, replicas: 2, template: {spec: " +
                              pod(8) + "}}]}\n";
  const auto of = [&](std::string_view models, std::string_view others = "", std::string_view sign = "|") {
    return file_of("apiVersion: ray.io/v1\nkind: RayService\nmetadata: {name: it}\nspec:\n  serveConfigV2: " +
                   std::string(sign) + "\n    applications:\n    - args: {llm_configs: [\n" + std::string(models) +
                   "      ]}\n" + std::string(others) + workers);
  };
  const auto judged = [&](std::string_view models, std::string_view others = "", std::string_view sign = "|") {
    return findings_of(*of(models, others, sign), {.held = h100});
  };
  const auto model = [](std::string_view sizes, std::string_view deployment = "{}", std::string_view more = "") {
    return "        {deployment_config: " + std::string(deployment) + ", engine_kwargs: {" + std::string(sizes) + "}" +
           std::string(more) + "},\n";
  };
  const std::string of_eight = "tensor_parallel_size: 4, pipeline_parallel_size: 2";
  const std::string of_sixteen = "tensor_parallel_size: 8, pipeline_parallel_size: 2";
  CHECK(judged(model(of_sixteen)) == "");
  CHECK(judged(model(of_eight)) == "warning group_size:10\n");
  CHECK(judged(model(of_eight, "{num_replicas: 2}")) == "");
  CHECK(judged(model(of_sixteen, "{num_replicas: 2}")) == "error group_size:10\n");
  CHECK(judged(model("tensor_parallel_size: 16, max_model_len: 100")) == "warning parallel_domain:8\n");
  CHECK(judged(model("tensor_parallel_size: 16"), "", "|- # text") == "warning parallel_domain:8\n");
  const auto in_quotes = file_of(
      "apiVersion: ray.io/v1\nkind: RayService\nmetadata: {name: it}\nspec:\n  serveConfigV2: 'applications: [{args: "
      "{llm_configs: [\n\n    {engine_kwargs: {tensor_parallel_size: 16}}]}}]'\n" + workers);
  CHECK(findings_of(*in_quotes, {.held = h100}) == "warning parallel_domain:5\n");
  // As many replicas as there is room for.
  CHECK(judged(model(of_eight, "{autoscaling_config: {min_replicas: 1, max_replicas: 4}}")) == "");
  CHECK(judged(model(of_eight, "{autoscaling_config: {min_replicas: 3, max_replicas: 4}}")) ==
        "error group_size:10\n");
  CHECK(judged(model(of_eight, "{autoscaling_config: {min_replicas: 0, max_replicas: 1}}")) ==
        "warning group_size:10\n");
  CHECK(judged(model(of_eight, "{num_replicas: auto}")) == "");
  // Several models add up where they are alike; else only what one of them alone cannot have is told.
  CHECK(judged(model(of_eight) + model(of_eight)) == "");
  CHECK(judged(model(of_eight) + model(of_eight) + model(of_eight)) == "error group_size:12\n");
  CHECK(judged(model(of_eight) + model("tensor_parallel_size: 4")) == "");
  CHECK(judged(model(of_sixteen, "{num_replicas: 2}") + model("tensor_parallel_size: 4")) == "error group_size:11\n");
  // What takes parts of GPUs, what another application takes, and numbers that are not told.
  CHECK(judged(model(of_eight, "{}", ", placement_group_config: {bundles: [{GPU: 0.5}]}")) == "");
  CHECK(judged(model(of_eight, "{}", ", placement_group_config: {bundles: [{CPU: 1}, {GPU: 4}, {GPU: 4}]}")) ==
        "warning group_size:10\n");
  CHECK(judged(model(of_eight), "    - import_path: app:own\n") == "");
  CHECK(judged(model(of_sixteen, "{num_replicas: 2}"), "    - import_path: app:own\n") == "error group_size:11\n");
  CHECK(judged(model(of_eight, "{num_replicas: $N}")) == "");
  CHECK(judged(model(of_eight + ", data_parallel_size: 2")) == "");
  CHECK(judged("        ./model.yaml\n") == "");
  const auto file = of(model("tensor_parallel_size: 8", "{}",
                             ", model_loading_config: {model_source: meta-llama/Llama-3.1-70B-Instruct}"));
  CHECK(file->workloads[0].parallel.serves.name.value == "meta-llama/Meta-Llama-3.1-70B");
  CHECK(file->workloads[0].parallel.serves.name.line == 8);
  // Of several replicas with experts each has its own.
  const std::string source = ", model_loading_config: {model_source: meta-llama/Llama-3.1-70B-Instruct}";
  CHECK(of(model("tensor_parallel_size: 8", "{num_replicas: 2}", source))->workloads[0].parallel.serves.name.is_known());
  CHECK(of(model("tensor_parallel_size: 8, enable_expert_parallel: true", "{num_replicas: 2}", source))->workloads[0].parallel.serves.name.is_silent());
  // Without a source its id is the model's name.
  const auto called = of(model("tensor_parallel_size: 8", "{}", ", model_loading_config: {model_id: meta-llama/Llama-3.1-70B-Instruct}"));
  CHECK(called->workloads[0].parallel.serves.name.value == "meta-llama/Meta-Llama-3.1-70B");
}

TEST_CASE("Two containers with GPUs: the sizes of each are of its own") {
  using namespace kubernetes_cases;
  const auto engine = [](std::string_view size, std::string_view gpus, std::string_view more = {}) {
    return "{name: e" + std::string(size) + ", image: vllm/vllm-openai, args: [-tp, '" + std::string(size) + "'" +
           std::string(more) + "], resources: {" + std::string(gpus) + "}}";
  };
  const std::string four = "limits: {nvidia.com/gpu: 4}";
  const auto of = [&](std::string_view kind, const std::string& containers) {
    return file_of(object(kind, "{containers: [" + containers + "]}"));
  };
  const auto file = of("Pod", engine("4", four) + ", " + engine("8", four));
  CHECK(file->workloads[0].requests.gpus.value == 8);
  CHECK(workloads_of(object("Pod", "{containers: [" + engine("4", four) + ", " + engine("8", four) + "]}")) ==
        "it: 1 x 1 of 8\nit/e4: 0 x - of -\nit/e8: 0 x - of -\n");
  CHECK(findings_of(*file, {.held = h100}) == "error parallel_product:4\n");
  CHECK(findings_of(*of("Pod", engine("4", four) + ", " + engine("4", four)), {.held = h100}) == "");
  // One engine beside something else with GPUs, such as a sidecar.
  CHECK(findings_of(*of("Pod", engine("4", four) + ", {resources: {" + four + "}}"), {.held = h100}) == "");
  CHECK(findings_of(*file_of(object("Pod", "{initContainers: [{restartPolicy: Always, resources: {" + four +
                                               "}}], containers: [" + engine("8", four) + "]}")),
                    {.held = h100}) == "error parallel_product:4\n");
  // By a claim, or over several pods, it is not said whose they are.
  CHECK(findings_of(*of("Pod", engine("4", four) + ", " + engine("8", "")), {.held = h100}) ==
        "unknown parallel_product:4\n");
  CHECK(findings_of(*of("Pod", engine("4", four) + ", " + engine("8", four, ", --nnodes, '2'")), {.held = h100}) ==
        "unknown parallel_product:4\n");
  const std::string both = "{containers: [" + engine("4", four) + ", " + engine("8", four) + "]}";
  CHECK(findings_of(*file_of(object("LeaderWorkerSet", "{leaderWorkerTemplate: {size: 2, workerTemplate: {spec: " +
                                                           both + "}}}")),
                    {.held = h100}) == "unknown group_size:4\n");
}

TEST_CASE("What a job's launcher waits for, but for a rank of its own") {
  using namespace kubernetes_cases;
  const auto waits = [](std::string_view more) {
    return file_of(object("Job", "{parallelism: 2, template: {spec: {containers: [{command: [torchrun, " +
                                     std::string(more) + ", train.py]}]}}}"))
        ->workloads[0]
        .launch.nodes;
  };
  CHECK(waits("--nnodes=4").value == 4);
  CHECK(waits("--nnodes, '4'").value == 4);
  CHECK(waits("--nnodes=$WORLD").is_unresolved());
  CHECK(waits("--nnodes=1:4").is_unresolved());
  CHECK(waits("--nnodes=4, --node-rank=$RANK").value == 4);
  CHECK(waits("--nnodes=4, --node-rank=1").is_silent());
  CHECK(waits("--standalone").is_silent());
}

TEST_CASE("Quotas of queues, in whatever version") {
  using namespace kubernetes_cases;
  const auto queue = [](std::string_view cohort) {
    return object("ClusterQueue",
                  "{" + std::string(cohort) +
                      "resourceGroups: [{flavors: [{name: f, resources: ["
                      "{name: cpu, nominalQuota: 500m}, {name: memory, nominalQuota: 2Gi}, "
                      "{name: nvidia.com/gpu, nominalQuota: 8, borrowingLimit: 4, lendingLimit: 2}]}]}]}");
  };
  const auto file = file_of(queue("cohort: all, "));
  REQUIRE(file->quotas.size() == 3);
  CHECK(file->quotas[0].nominal.value == 500);
  CHECK(file->quotas[1].nominal.value == hr::count{2} << 30);
  CHECK(file->quotas[2].nominal.value == 8);
  CHECK(file->quotas[2].borrowing_limit.value == 4);
  CHECK(file->quotas[2].lending_limit.value == 2);
  CHECK(file->quotas[2].pool == "f");
  CHECK(file->quotas[2].cohort == "all");
  CHECK(file_of(queue("cohortName: all, "))->quotas[0].cohort == "all");
  CHECK(file_of(queue(""))->quotas[0].cohort.empty());
  // Cohorts in each other lend to each other.
  CHECK(file_of(queue("cohort: team, ") +
             "---\nkind: Cohort\napiVersion: x/v1\nmetadata: {name: team}\nspec: {parentName: "
             "root}\n")
            ->quotas[0]
            .cohort == "root");
}

TEST_CASE("A pool of nodes that is called as a queue is no queue") {
  using namespace kubernetes_cases;
  const auto file = file_of(object("Pod",
                                "{nodeSelector: {agentpool: gpu}, containers: [{resources: {limits: "
                                "{nvidia.com/gpu: 8}}}]}") +
                         "---\napiVersion: x/v1\nkind: ClusterQueue\nmetadata: {name: gpu}\nspec: {resourceGroups: "
                         "[{flavors: [{name: f, resources: [{name: nvidia.com/gpu, nominalQuota: 4}]}]}]}\n");
  CHECK(findings_of(*file, {.held = h100}) == "");
}

TEST_CASE("Nonsense on any machine is refused with its line") {
  using namespace kubernetes_cases;
  const auto line_of = [](std::string text) {
    program::deployment_file file(std::move(text));
    const auto error = program::read_source(file);
    return error.has_value() ? error->line : 0;
  };
  CHECK(line_of(object("Deployment", "{replicas: -1}")) == 4);
  CHECK(line_of(object("Deployment", "{replicas: 1.5}")) == 4);
  CHECK(line_of(object("Deployment", "{replicas: [1]}")) == 4);
  CHECK(line_of(object("Pod", "{containers: [{resources: {requests: {cpu: fast}}}]}")) == 4);
  CHECK(line_of(object("Pod", "{containers: [{resources: {limits: {nvidia.com/gpu: 0.5}}}]}")) == 4);
  CHECK(line_of(object("Pod", "{containers: [{resources: {limits: {nvidia.com/gpu: 1180591620717411303424}}}]}")) == 4);
  CHECK(line_of(object("ClusterQueue",
                       "{resourceGroups: [{flavors: [{resources: [{name: cpu, nominalQuota: x}]}]}]}")) == 4);
}

TEST_CASE("Shapes that are no object's break nothing") {
  using namespace kubernetes_cases;
  for (const std::string_view kind : {"Pod",
                                      "Deployment",
                                      "DaemonSet",
                                      "Job",
                                      "CronJob",
                                      "JobSet",
                                      "LeaderWorkerSet",
                                      "RayCluster",
                                      "RayJob",
                                      "PyTorchJob",
                                      "TrainJob",
                                      "DynamoGraphDeployment",
                                      "DynamoComponentDeployment",
                                      "ClusterQueue",
                                      "Cohort",
                                      "ResourceFlavor",
                                      "ComputeDomain",
                                      "ResourceClaim",
                                      "ResourceClaimTemplate",
                                      "LimitRange",
                                      "LocalQueue",
                                      "List"})
    for (const std::string_view spec :
         {"", "null", "text", "[]", "[1, 2]", "{}", "{template: text}", "{template: {spec: {containers: text}}}",
          "{containers: [text, [1]]}", "{limits: [text]}", "{resourceGroups: [{flavors: [{resources: [text]}]}]}",
          "{leaderWorkerTemplate: []}", "{services: [text, {name: a}]}", "{workerGroupSpecs: [text]}",
          "{pytorchReplicaSpecs: {Worker: text}}"}) {
      INFO(kind);
      INFO(spec);
      program::deployment_file file(object(kind, spec));
      const auto error = program::read_source(file);
      CHECK(!error.has_value());
      hr::check(file.view("x"), {.held = gb300});
    }
}

TEST_CASE("How pods that are alike must lie to each other") {
  using namespace kubernetes_cases;
  const auto placed = [](std::string_view metadata, std::string_view more) {
    const auto file = file_of(object("Deployment", "{replicas: 6, template: {metadata: " + std::string(metadata) +
                                                       ", spec: {" + std::string(more) +
                                                       ", containers: [{name: a, resources: {limits: {nvidia.com/gpu: 1}}}]}}}"));
    const hr::workload& w = file->workloads.front();
    return told(w.placement.pods_per_node) + " under " + std::to_string(w.placement.spread_nodes) + (w.placement.one_node.value_or(false) ? ", one node" : "");
  };
  const auto apart = [&](std::string_view selector, std::string_view key = "kubernetes.io/hostname") {
    return placed("{labels: {app: web, tier: gpu}}",
                  "affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: " +
                      std::string(key) + ", labelSelector: " + std::string(selector) + "}]}}");
  };
  CHECK(apart("{matchLabels: {app: web}}") == "1 under 0");
  CHECK(apart("{matchLabels: {app: web, tier: gpu}}") == "1 under 0");
  CHECK(apart("{matchExpressions: [{key: app, operator: In, values: [db, web]}]}") == "1 under 0");
  CHECK(apart("{matchExpressions: [{key: app, operator: Exists}]}") == "1 under 0");
  CHECK(apart("{matchLabels: {app: db}}") == "- under 0");
  CHECK(apart("{matchExpressions: [{key: app, operator: NotIn, values: [db]}]}") == "- under 0");
  CHECK(apart("null") == "- under 0");
  CHECK(apart("{matchLabels: {app: web}}", "topology.kubernetes.io/zone") == "- under 0");

  const auto spread = [&](std::string_view more) {
    return placed("{labels: {app: web}}", "topologySpreadConstraints: [{maxSkew: 2, topologyKey: kubernetes.io/hostname, "
                                          "labelSelector: {matchLabels: {app: web}}" + std::string(more) + "}]");
  };
  CHECK(spread(", whenUnsatisfiable: DoNotSchedule, minDomains: 4") == "2 under 4");
  CHECK(spread(", minDomains: 4") == "2 under 4");
  // It evens out what there is, or only prefers to.
  CHECK(spread(", whenUnsatisfiable: DoNotSchedule") == "- under 0");
  CHECK(spread(", whenUnsatisfiable: ScheduleAnyway, minDomains: 4") == "- under 0");

  CHECK(placed("{annotations: {kueue.x-k8s.io/podset-required-topology: kubernetes.io/hostname}}", "restartPolicy: Always") ==
        "- under 0, one node");
  CHECK(placed("{annotations: {kueue.x-k8s.io/podset-preferred-topology: kubernetes.io/hostname}}", "restartPolicy: Always") ==
        "- under 0");
}
