// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/deployment.hpp>

#include <check.hpp>
#include <read/reading.hpp>
#include <headroom/deployment/check.hpp>
#include <string>

// Values of charts by their shapes, as the charts' own examples write them.
namespace values_shapes {

using headroom::read::file_of;
using headroom::read::told;

std::string workloads_of(std::string text) {
  const auto file = file_of(std::move(text));
  std::string words;
  for (const hr::workload& w : file->workloads)
    words += std::string(w.identity.name) + ": " + told(w.scale.replicas) + " x " + told(w.scale.pods) + " of " + told(w.requests.gpus) + ", " +
             told(w.scale.gpus) + "\n";
  return words;
}

}  // namespace values_shapes

TEST_CASE("An overlay of nccl-test leaves what it does not say to the chart") {
  using namespace values_shapes;
  CHECK(workloads_of("nodes: 14\ngpusPerNode: 4\n") == ": 1 x - of -, 56\n");
  CHECK(workloads_of("test:\n  gpusPerNode: 4\n  ncclTest: {testArgs: x}\n") == "test: 1 x - of -, ?\n");
  CHECK(workloads_of("test:\n  nodes: 14\n  ncclTest: {testArgs: x}\n") == "test: 1 x - of -, ?\n");
}

TEST_CASE("A model of the production stack without requestGPU runs on GPUs that nobody counted") {
  using namespace values_shapes;
  const std::string model = "servingEngineSpec:\n  modelSpec:\n  - name: m\n    modelURL: a/b\n    replicaCount: 2\n    requestCPU: 8\n";
  CHECK(workloads_of(model) == "m: 2 x 1 of ?, -\n");
  CHECK(workloads_of(model + "    requestGPU: 4\n") == "m: 2 x 1 of 4, -\n");
}

TEST_CASE("A model whose limit of CPUs is below its request is refused by Kubernetes") {
  using namespace values_shapes;
  const auto found = [](std::string_view limit) {
    const auto file = file_of("m:\n  modelURL: a/b\n  requestGPU: 1\n  requestCPU: 8\n  limitCPU: " + std::string(limit) + "\n");
    return hr::errors_in(file->view("x"), {}, "limits_match");
  };
  CHECK(found("4") == 1);
  CHECK(found("8") == 0);
}

TEST_CASE("InferenceX: workers of a role span nodes") {
  using namespace values_shapes;
  CHECK(workloads_of("prefill: {workers: 8, gpus: 2, nodesPerWorker: 1, tensorParallelSize: 2}\n"
                     "decode: {workers: 1, gpus: 32, nodesPerWorker: 8, tensorParallelSize: 32}\n") ==
        "prefill: 8 x 1 of 2, 2\ndecode: 1 x 8 of 4, 32\n");
  CHECK(workloads_of("prefill: {workers: 0, gpus: 2}\ndecode: {workers: 1, gpus: 6, nodesPerWorker: 4}\n") ==
        "decode: 1 x 4 of ?, 6\n");
}

TEST_CASE("gpu-recipes: a workload has GPUs over all its nodes") {
  using namespace values_shapes;
  CHECK(workloads_of("workload:\n  gpus: 128\n  image: nemo\n") == "workload: 1 x - of -, 128\n");
}

TEST_CASE("Slinky: a node set's pods are Slurm's nodes") {
  using namespace values_shapes;
  CHECK(workloads_of("nodesets:\n  gpu:\n    replicas: 4\n    slurmd: {resources: {limits: {nvidia.com/gpu: 8}}}\n"
                     "  cpu:\n    replicas: 2\n    slurmd: {resources: {limits: {cpu: 8}}}\n") == "gpu: 4 x 1 of 8, -\n");
}

TEST_CASE("A part of an unknown chart that does not say how often it runs is not counted") {
  using namespace values_shapes;
  const auto uncounted = [](std::string text) {
    const auto file = file_of(std::move(text));
    std::string words;
    for (const hr::uncounted_gpus& each : file->uncounted) words += std::string(each.name) + ": " + told(each.gpus) + " ";
    return words;
  };
  CHECK(uncounted("worker: {count: 4, resources: {limits: {nvidia.com/gpu: 8}}}\n") == "worker: 8 ");
  CHECK(uncounted("worker: {replicas: 4, resources: {limits: {nvidia.com/gpu: 8}}}\n").empty());
  CHECK(uncounted("workers:\n- {name: a, howMany: 7, resources: {limits: {nvidia.com/gpu: 8}}}\n"
                  "- {name: b, howMany: 9, resources: {limits: {nvidia.com/gpu: 4}}}\n") == "a: 8 b: 4 ");
  // What speaks of them in words that no shape has.
  const std::string engine = "engine: {replicas: 3, resources: {limits: {nvidia.com/gpu: 8}}}\n";
  CHECK(uncounted(engine + "extra: {pool: {count: 5, gpusEach: 8}}\n") == "extra: ? ");
  CHECK(uncounted(engine + "extra: {pool: {count: 5, gpusEach: 1}}\n") == "extra: ? ");
  CHECK(uncounted(engine + "extra: {pool: {count: 5, gpusEach: 0}}\n").empty());
  // A chart that is known has words of its own, wherever its part stands.
  const std::string known = "decode: {parallelism: {tensor: 2}, containers: [{name: a}]}\n";
  for (const std::string& both : {known + engine, engine + known}) CHECK(uncounted(both + "extra: {pool: {count: 5, gpusEach: 8}}\n").empty());
  CHECK(uncounted(engine + "extra: {pool: {enabled: false, gpusEach: 8}}\n").empty());
  CHECK(uncounted(engine + "extra: {tolerations: [{key: nvidia.com/gpu}], gpuType: H100, count: 5}\n").empty());
}
