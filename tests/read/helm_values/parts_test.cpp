// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/deployment.hpp>

#include <doctest/doctest.h>
#include <headroom/units.hpp>
#include <read/reading.hpp>
#include <string>
#include <string_view>

// Values of charts: llm-d's modelservice (https://github.com/llm-d-incubation/llm-d-modelservice), vLLM's production stack
// (https://docs.vllm.ai/projects/production-stack), and InferenceX's workers.
namespace helm_parts_test {

using headroom::count;
using headroom::said;

// All that the workloads of a file say of their size, a line each, with what is silent left out; a value has the line that says it.
std::string told(std::string text) {
  const auto file = headroom::read::file_of(std::move(text));
  std::string all;
  for (const headroom::workload& w : file->workloads) {
    const auto tell = [&](std::string_view name, const said<count>& one) {
      if (!one.is_silent()) all += " " + std::string(name) + " " + (one.is_known() ? std::to_string(one.value) : "?") + "@" + std::to_string(one.line);
    };
    const auto tell_memory = [&](std::string_view name, const said<headroom::memory>& one) {
      if (!one.is_silent()) all += " " + std::string(name) + " " + std::to_string(static_cast<count>(headroom::in_gibibytes(one.value))) + "@" + std::to_string(one.line);
    };
    all += std::string(w.identity.name) + "@" + std::to_string(w.identity.line);
    if (!w.identity.group.empty()) all += " of " + std::string(w.identity.group);
    if (w.identity.role != headroom::serving_role::none) all += w.identity.role == headroom::serving_role::prefill ? " prefills" : " decodes";
    tell("replicas", w.scale.replicas);
    tell("pods", w.scale.pods);
    tell("gpus", w.scale.gpus);
    tell("least", w.scale.least_pods);
    tell("most", w.scale.most_pods);
    tell("each", w.requests.gpus);
    tell("millicpus", w.requests.millicpus);
    tell_memory("memory", w.requests.system_memory);
    tell("at most millicpus", w.limits.millicpus);
    tell_memory("at most memory", w.limits.system_memory);
    if (w.requests.mig_profile.is_known()) all += " mig " + std::string(w.requests.mig_profile.value);
    tell("tensor", w.parallel.tensor);
    tell("pipeline", w.parallel.pipeline);
    tell("data", w.parallel.data);
    if (w.parallel.engine != headroom::engine::unnamed) all += " by " + std::string(headroom::name(w.parallel.engine));
    all += "\n";
  }
  return all;
}

TEST_CASE("Parts of llm-d: ranks in a pod, and pods of the workers or of the ranks in all") {
  const auto part = [](std::string_view parallelism, std::string_view more = "  containers: [{name: vllm}]\n") {
    return told("decode:\n  replicas: 2\n  parallelism: {" + std::string(parallelism) + "}\n" + std::string(more));
  };
  CHECK(part("tensor: 4") == "decode@1 decodes replicas 2@2 pods 1@2 each 4@3 tensor 4@3 by vLLM\n");
  CHECK(part("tensor: 4, dataLocal: 2") == "decode@1 decodes replicas 2@2 pods 1@2 each 8@3 tensor 4@3 by vLLM\n");
  CHECK(part("tensor: 2, data: 12, dataLocal: 4") == "decode@1 decodes replicas 2@2 pods 3@3 each 8@3 tensor 2@3 data 12@3 by vLLM\n");
  CHECK(part("tensor: 2, data: 12, dataLocal: 5") == "decode@1 decodes replicas 2@2 pods ?@3 each 10@3 tensor 2@3 data 12@3 by vLLM\n");
  CHECK(part("tensor: 2, data: 1, dataLocal: 1") == "decode@1 decodes replicas 2@2 pods 1@2 each 2@3 tensor 2@3 data 1@3 by vLLM\n");
  CHECK(part("tensor: 2, data: 2") == "decode@1 decodes replicas 2@2 pods ?@3 each 2@3 tensor 2@3 data 2@3 by vLLM\n");
  CHECK(part("tensor: 2, data: 12, dataLocal: 4, workers: 5") == "decode@1 decodes replicas 2@2 pods 5@3 each 8@3 tensor 2@3 data 12@3 by vLLM\n");
  CHECK(part("tensor: '{{ .t }}', dataLocal: 2") == "decode@1 decodes replicas 2@2 pods 1@2 each ?@3 tensor ?@3 by vLLM\n");
  CHECK(part("tensor: 2, dataLocal: '{{ .l }}'") == "decode@1 decodes replicas 2@2 pods 1@2 each ?@3 tensor 2@3 by vLLM\n");
  // GPUs of the containers come first.
  CHECK(part("tensor: 4", "  containers:\n  - name: vllm\n    resources: {limits: {nvidia.com/gpu: 8}}\n  - name: side\n    resources: {limits: {cpu: 3}}\n") ==
        "decode@1 decodes replicas 2@2 pods 1@2 each 8@6 tensor 4@3 by vLLM\n");
  CHECK(told("prefill:\n  replicas: 3\n  parallelism: {tensor: 1}\n  containers: [{name: vllm}]\n") ==
        "prefill@1 prefills replicas 3@2 pods 1@2 each 1@3 tensor 1@3 by vLLM\n");
}

// LeaderWorkerSet, "Environment variables": LWS_GROUP_SIZE is the pods of a group.
TEST_CASE("Several pods of llm-d are told how many they are") {
  const auto size_of = [](std::string_view size) {
    const auto file = headroom::read::file_of("decode:\n  parallelism: {tensor: 1, " + std::string(size) + ", dataLocal: 8}\n  containers:\n  - name: a\n"
                                              "    command: [sh, -c, vllm serve m --data-parallel-size $((LWS_GROUP_SIZE * DP_SIZE_LOCAL))]\n");
    return std::string(file->workloads.front().parallel.left_open);
  };
  CHECK(size_of("data: 16").empty());
  CHECK(size_of("data: 16, workers: 3").empty());
  CHECK_FALSE(size_of("data: 8").empty());
}

TEST_CASE("Models of vLLM's production stack, and Ray's head and workers") {
  const auto model = [](std::string_view keys) {
    return told("servingEngineSpec:\n  modelSpec:\n  - name: m\n    modelURL: org/model\n    replicaCount: 3\n    requestGPU: 2\n" + std::string(keys));
  };
  CHECK(model("") == "m@3 replicas 3@5 pods 1@5 each 2@6 by vLLM\n");
  CHECK(model("    requestCPU: 6\n    requestMemory: 16Gi\n    limitCPU: '8'\n    limitMemory: 32Gi\n") ==
        "m@3 replicas 3@5 pods 1@5 each 2@6 millicpus 6000@7 memory 16@8 at most millicpus 8000@9 at most memory 32@10 by vLLM\n");
  CHECK(model("    vllmConfig: {tensorParallelSize: 2}\n") == "m@3 replicas 3@5 pods 1@5 each 2@6 tensor 2@7 by vLLM\n");
  // The chart adds arguments to its own; the later of two counts.
  CHECK(model("    vllmConfig: {tensorParallelSize: 2, extraArgs: ['--tensor-parallel-size', '4']}\n") ==
        "m@3 replicas 3@5 pods 1@5 each 2@6 tensor 4@7 by vLLM\n");
  CHECK(model("    vllmConfig: {tensorParallelSize: 2, extraArgs: ['--pipeline-parallel-size', '3']}\n") ==
        "m@3 replicas 3@5 pods 1@5 each 2@6 tensor 2@7 pipeline 3@7 by vLLM\n");
  CHECK(told("servingEngineSpec:\n  modelSpec:\n  - name: m\n    modelURL: org/model\n    replicaCount: 1\n    requestCPU: 6\n") ==
        "m@3 replicas 1@5 pods 1@5 each ?@3 millicpus 6000@6 by vLLM\n");
  // A head, and as many workers as there are replicas.
  constexpr std::string_view with_head = "m@3 of m replicas 1@3 pods 3@5 each 2@6\n";
  CHECK(model("    raySpec:\n      headNode: {requestGPU: 1, requestCPU: 2}\n") == "m@8 of m replicas 1@8 pods 1@8 each 1@8 millicpus 2000@8 by vLLM\n" + std::string(with_head));
  CHECK(model("    raySpec:\n      enabled: true\n      headNode: {requestGPU: 1}\n") == "m@9 of m replicas 1@9 pods 1@9 each 1@9 by vLLM\n" + std::string(with_head));
  CHECK(model("    raySpec:\n      enabled: false\n      headNode: {requestGPU: 1}\n") == "m@3 replicas 3@5 pods 1@5 each 2@6 by vLLM\n");
  CHECK(model("    raySpec:\n      enabled: true\n") == "m@3 replicas 3@5 pods ?@7 each 2@6 by vLLM\n");
  CHECK(model("    raySpec: {}\n") == "m@3 replicas 3@5 pods 1@5 each 2@6 by vLLM\n");
}

TEST_CASE("What load decides, the values bound") {
  const auto scaled = [](std::string_view key, std::string_view bounds) {
    return told("replicaCount: 3\n" + std::string(key) + ": {" + std::string(bounds) + "}\nresources: {limits: {nvidia.com/gpu: 2}}\n");
  };
  constexpr std::string_view head = "@1";
  const auto rest = [&](std::string_view all) { return std::string(all.substr(all.find(head) + head.size())); };
  for (const std::string_view key : {"autoscaling", "hpa", "keda", "kedaConfig"}) {
    CAPTURE(key);
    CHECK(rest(scaled(key, "enabled: true, minReplicas: 2, maxReplicas: 5")) == " pods 1@1 least 2@2 most 5@2 each 2@3\n");
    CHECK(rest(scaled(key, "enabled: true, minReplicaCount: 2, maxReplicaCount: 5")) == " pods 1@1 least 2@2 most 5@2 each 2@3\n");
    CHECK(rest(scaled(key, "enabled: true")) == " replicas ?@2 pods 1@2 each 2@3\n");
    CHECK(rest(scaled(key, "enabled: true, minReplicas: 2")) == " replicas ?@2 pods 1@2 least 2@2 each 2@3\n");
    CHECK(rest(scaled(key, "enabled: false, minReplicas: 2, maxReplicas: 5")) == " replicas 3@1 pods 1@1 each 2@3\n");
    CHECK(rest(scaled(key, "minReplicas: 2, maxReplicas: 5")) == " replicas 3@1 pods 1@1 each 2@3\n");
  }
  for (const std::string_view key : {"replicaCount", "replicas", "numReplicas"})
    CHECK(rest(told(std::string(key) + ": 7\nresources: {limits: {nvidia.com/gpu: 2}}\n")) == " replicas 7@1 pods 1@1 each 2@2\n");
}

TEST_CASE("Workers over nodes: GPUs of each node where they divide") {
  const auto role = [](std::string_view keys) { return told("prefill: {workers: 2, gpus: 8}\ndecode: {" + std::string(keys) + "}\n"); };
  constexpr std::string_view prefill = "prefill@1 prefills replicas 2@1 pods 1@1 gpus 8@1 each 8@1\n";
  CHECK(role("workers: 3, gpus: 16, nodesPerWorker: 4") == std::string(prefill) + "decode@2 decodes replicas 3@2 pods 4@2 gpus 16@2 each 4@2\n");
  CHECK(role("workers: 3, gpus: 16, nodesPerWorker: 3") == std::string(prefill) + "decode@2 decodes replicas 3@2 pods 3@2 gpus 16@2 each ?@2\n");
  CHECK(role("workers: 3, gpus: 16") == std::string(prefill) + "decode@2 decodes replicas 3@2 pods 1@2 gpus 16@2 each 16@2\n");
  CHECK(role("workers: 0, gpus: 16") == prefill);
  CHECK(role("workers: 3") == prefill);
  CHECK(role("gpus: 16") == prefill);
  CHECK(role("workers: 3, gpus: [16]") == prefill);
  CHECK(role("workers: [3], gpus: 16") == prefill);
  CHECK(told("agg: {workers: 2, gpus: 4}\n") == "agg@1 replicas 2@1 pods 1@1 gpus 4@1 each 4@1\n");
}

TEST_CASE("Any part of a chart: its containers together, and parts that are off left out") {
  // More settings may quantise weights of which nothing is said.
  const auto bits = [](std::string_view more) {
    const auto file = headroom::read::file_of("a:\n  replicas: 2\n  resources: {limits: {nvidia.com/gpu: 3}}\n" + std::string(more));
    return headroom::read::told(file->workloads.at(0).parallel.serves.weight_bits);
  };
  CHECK(bits("  vllmConfig: {quantization: fp8}\n  extraArgs: [--config, f]\n") == "8");
  CHECK(bits("  vllmConfig: {tensorParallelSize: 2}\n  extraArgs: [--config, f]\n") == "?");
  CHECK(bits("  vllmConfig: {tensorParallelSize: 2}\n  extraArgs: [-pp, '3']\n") == "-");
  CHECK(told("a:\n  replicas: 2\n  containers: [{name: x, resources: {limits: {nvidia.com/gpu: 3}}}, {name: y, resources: {limits: {nvidia.com/gpu: 4}}}]\n") ==
        "a@1 replicas 2@2 pods 1@2 each 7@3\n");
  for (const std::string_view off : {"enabled: false", "enabled: 'no'", "enabled: False", "create: false"})
    CHECK(told("a:\n  replicas: 2\n  resources: {limits: {nvidia.com/gpu: 3}}\nb:\n  " + std::string(off) +
               "\n  replicas: 2\n  resources: {limits: {nvidia.com/gpu: 3}}\n") == "a@1 replicas 2@2 pods 1@2 each 3@3\n");
  // How many pods a group that is on has, its chart decides.
  CHECK(told("a:\n  replicas: 2\n  resources: {limits: {nvidia.com/gpu: 3}}\n  multinode:\n    enabled: true\n    workers: 4\n") ==
        "a@1 replicas 2@2 pods ?@6 each 3@3\n");
  CHECK(told("a:\n  replicas: 2\n  resources: {limits: {nvidia.com/gpu: 3}}\n  multinode:\n    enabled: false\n    workers: 4\n") ==
        "a@1 replicas 2@2 pods 1@2 each 3@3\n");
}

}  // namespace helm_parts_test
