// SPDX-License-Identifier: BSL-1.0
#include <array>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include <read/told_account.hpp>

// All that objects of operators ask for; their names stand in line 3.
namespace kubernetes_account_test {

using told_account::row;

constexpr int line_of_name = 3;

TEST_CASE("an InferenceService asks for what KServe makes of its predictor") {
  constexpr std::string_view head = "apiVersion: serving.kserve.io/v1beta1\nkind: InferenceService\nmetadata: {name: s}\n";
  constexpr std::array rows{
      row{"spec: {predictor: {model: {modelFormat: {name: huggingface}, resources: {limits: {nvidia.com/gpu: 2}}}}}", "s@3 gpus 2@4 vLLM@0\n"},
      row{"spec:\n  predictor:\n    minReplicas: 3\n    model: {modelFormat: {name: triton}, resources: {limits: {nvidia.com/gpu: 2}}}",
          "s@3 replicas 3@6 least 3@6 gpus 2@7\n"},
      row{"spec:\n  predictor:\n    minReplicas: 3\n    maxReplicas: 3\n    model: {resources: {limits: {nvidia.com/gpu: 2}}}", "s@3 replicas 3@6 least 3@6 most 3@7 gpus 2@8\n"},
      row{"spec:\n  predictor:\n    minReplicas: 1\n    maxReplicas: 3\n    model: {resources: {limits: {nvidia.com/gpu: 2}}}", "s@3 least 1@6 most 3@7 gpus 2@8\n"},
      row{"spec:\n  predictor:\n    minReplicas: 0\n    maxReplicas: 1\n    model: {resources: {limits: {nvidia.com/gpu: 2}}}", "s@3 replicas 0@6 least 0@6 most 1@7 gpus 2@8\n"},
      // What asks for nothing has what its runtime asks for, which is not here.
      row{"spec: {predictor: {model: {modelFormat: {name: x}}}}", "s@3 gpus ?@3\n"},
      row{"spec: {predictor: {model: {resources: {}}}}", "s@3\n"},
      row{"spec: {predictor: {triton: {storageUri: x, resources: {limits: {nvidia.com/gpu: 4}}}}}", "s@3 gpus 4@4\n"},
      row{"spec: {predictor: {triton: {storageUri: x}}}", "s@3 gpus ?@3\n"},
      row{"spec:\n  predictor:\n    containers: [{name: a, image: x, resources: {limits: {nvidia.com/gpu: 8}}}]", "s@3 gpus 8@6\n"},
      row{"spec:\n  predictor:\n    containers: [{name: a, image: x}]", "s@3\n"},
      // Workers beside the head: a pod for each further stage, with the tensor-parallel size where they ask for none.
      row{"spec:\n  predictor:\n    model: {modelFormat: {name: huggingface}}\n    workerSpec:\n      pipelineParallelSize: 3\n      tensorParallelSize: 4",
          "s@3 in [InferenceService s in line 1] gpus 4@9 vLLM@7 tp 4@9 pp 3@8\n"
          "s/worker@7 in [InferenceService s in line 1] pods 2@8 gpus 4@9\n"},
      row{"spec:\n  predictor:\n    model: {resources: {limits: {nvidia.com/gpu: 8}}}\n    workerSpec:\n      pipelineParallelSize: 2\n      tensorParallelSize: 4",
          "s@3 in [InferenceService s in line 1] gpus 8@6 an unnamed engine@7 tp 4@9 pp 2@8\n"
          "s/worker@7 in [InferenceService s in line 1] pods 1@8 gpus 8@6\n"},
      row{"spec:\n  predictor:\n    minReplicas: 2\n    model: {modelFormat: {name: vllm}}\n    workerSpec:\n      tensorParallelSize: 4",
          "s@3 in [InferenceService s in line 1] replicas 2@6 least 2@6 gpus 4@9 vLLM@8 tp 4@9 pp 1@9\n"},
      row{"spec:\n  predictor:\n    model: {modelFormat: {name: vllm}}\n    workerSpec:\n      pipelineParallelSize: 2\n"
          "      containers: [{name: w, resources: {limits: {nvidia.com/gpu: 6}}}]",
          "s@3 in [InferenceService s in line 1] gpus ?@3 vLLM@7 pp 2@8\n"
          "s/worker@7 in [InferenceService s in line 1] pods 1@8 gpus 6@9\n"},
  };
  told_account::hold(head, rows, line_of_name);
}

TEST_CASE("an LLMInferenceService asks for what KServe makes of its template, workers and prefill") {
  constexpr std::string_view head = "apiVersion: serving.kserve.io/v1alpha1\nkind: LLMInferenceService\nmetadata: {name: s}\n";
  constexpr std::array rows{
      row{"spec:\n  replicas: 2\n  template: {containers: [{name: main, resources: {limits: {nvidia.com/gpu: 4}}}]}\n  parallelism: {tensor: 2, data: 2}",
          "s@6 replicas 2@5 gpus 4@6 vLLM@7 tp 2@7 dp 2@7\n"},
      row{"spec:\n  parallelism: {tensor: 2, pipeline: 3}", "s@3 replicas 1@4 gpus ?@3 vLLM@5 tp 2@5 pp 3@5\n"},
      row{"spec:\n  scaling: {minReplicas: 2, maxReplicas: 5}", "s@3 least 2@5 most 5@5 gpus ?@3\n"},
      row{"spec:\n  parallelism:\n    data: 8\n    dataLocal: 2\n  worker: {containers: [{name: main, resources: {limits: {nvidia.com/gpu: 2}}}]}",
          "s@3 in [LLMInferenceService s in line 1 ] replicas 1@4 gpus ?@3 vLLM@5 dp 8@6\n"
          "s/worker@8 in [LLMInferenceService s in line 1 ] replicas 1@4 pods 3@6 gpus 2@8\n"},
      row{"spec:\n  parallelism:\n    pipeline: 4\n  worker: {containers: [{name: main}]}",
          "s@3 in [LLMInferenceService s in line 1 ] replicas 1@4 gpus ?@3 vLLM@5 pp 4@6\n"
          "s/worker@7 in [LLMInferenceService s in line 1 ] replicas 1@4 pods 3@6 gpus ?@7\n"},
      row{"spec:\n  worker: {containers: [{name: main}]}", "s@3 in [LLMInferenceService s in line 1 ] replicas 1@4 gpus ?@3\n"},
      row{"spec:\n  parallelism:\n    dataLocal: 2\n  worker: {containers: [{name: main}]}",
          "s@3 in [LLMInferenceService s in line 1 ] replicas 1@4 gpus ?@3 vLLM@5\n"},
      row{"spec:\n  template: {containers: [{name: main, resources: {limits: {nvidia.com/gpu: 1}}}]}\n  prefill:\n    replicas: 3\n"
          "    template: {containers: [{name: main, resources: {limits: {nvidia.com/gpu: 2}}}]}",
          "s/decode@5 decode replicas 1@4 gpus 1@5\ns/prefill@8 prefill replicas 3@7 gpus 2@8\n"},
  };
  told_account::hold(head, rows, line_of_name);
}

TEST_CASE("a NIMService asks for what its operator makes of it") {
  constexpr std::string_view head = "apiVersion: apps.nvidia.com/v1alpha1\nkind: NIMService\nmetadata: {name: s}\n";
  constexpr std::array rows{
      row{"spec:\n  replicas: 2\n  resources: {limits: {nvidia.com/gpu: 4}}", "s@3 replicas 2@5 gpus 4@6\n"},
      row{"spec: {image: {repository: x}}", "s@3 gpus ?@3\n"},
      row{"spec:\n  replicas: 2\n  scale: {enabled: true, hpa: {minReplicas: 1, maxReplicas: 4}}\n  resources: {limits: {nvidia.com/gpu: 4}}",
          "s@3 least 1@6 most 4@6 gpus 4@7\n"},
      row{"spec:\n  replicas: 2\n  scale: {enabled: false, hpa: {minReplicas: 1, maxReplicas: 4}}\n  resources: {limits: {nvidia.com/gpu: 4}}", "s@3 replicas 2@5 gpus 4@7\n"},
      row{"spec:\n  multiNode:\n    size: 3\n    gpusPerPod: 8", "s@3 pods 3@6 gpus 8@7\n"},
      row{"spec:\n  multiNode:\n    parallelism: {pipeline: 2, tensor: 4}", "s@3 pods 2@6 gpus 4@6 processes 4@6\n"},
      row{"spec:\n  multiNode: {}\n  resources: {limits: {nvidia.com/gpu: 4}}", "s@3 pods 1@5 gpus 4@6\n"},
  };
  told_account::hold(head, rows, line_of_name);
}

TEST_CASE("a TrainJob asks for what Kubeflow makes of its trainer and its runtime") {
  constexpr std::string_view head = "apiVersion: trainer.kubeflow.org/v1alpha1\nkind: TrainJob\nmetadata: {name: t}\n";
  constexpr std::array rows{
      row{"spec: {runtimeRef: {name: r}}", "t@3 pods ?@3 gpus ?@3\n"},
      row{"spec:\n  runtimeRef: {name: r}\n  trainer:\n    numNodes: 3\n    numProcPerNode: 4\n    resourcesPerNode: {limits: {nvidia.com/gpu: 4}}",
          "t@3 pods 3@7 gpus 4@9 processes 4@8\n"},
      row{"spec:\n  runtimeRef: {name: r}\n  trainer:\n    numNodes: 2\n    command: [torchrun, --nnodes=4, --nproc-per-node=8, train.py]\n"
          "    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}",
          "t@3 pods 2@7 gpus 8@9 processes 8@8 meets 4@8\n"},
      row{"spec:\n  runtimeRef: {name: r}\n  trainer:\n    numNodes: 2\n---\napiVersion: trainer.kubeflow.org/v1alpha1\nkind: ClusterTrainingRuntime\n"
          "metadata: {name: r}\nspec:\n  mlPolicy:\n    numNodes: 5\n    torch: {numProcPerNode: 6}\n  template:\n    spec:\n      replicatedJobs:\n"
          "      - name: init\n        template: {spec: {parallelism: 7, template: {spec: {containers: [{name: a}]}}}}\n"
          "      - name: node\n        template:\n          metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}\n"
          "          spec: {template: {spec: {containers: [{name: node, resources: {limits: {nvidia.com/gpu: 6}}}]}}}",
          "t/init@3 in [TrainJob t in line 1] pods 7@20\nt/node@3 in [TrainJob t in line 1] pods 2@7 gpus 6@24 processes 6@15\n"
          "r/init@19 in [ClusterTrainingRuntime r in line 9] replicas 0@19 pods 7@20\n"
          "r/node@21 in [ClusterTrainingRuntime r in line 9] replicas 0@21 pods 5@14 gpus 6@24\n"},
  };
  told_account::hold(head, rows, line_of_name);
}

TEST_CASE("jobs of Kubeflow's training operator ask for what their roles do") {
  constexpr std::array rows{
      row{"apiVersion: kubeflow.org/v1\nkind: PyTorchJob\nmetadata: {name: j}\nspec:\n  nprocPerNode: 4\n  pytorchReplicaSpecs:\n"
          "    Master: {template: {spec: {containers: [{name: p, resources: {limits: {nvidia.com/gpu: 4}}}]}}}\n"
          "    Worker: {replicas: 3, template: {spec: {containers: [{name: p}]}}}",
          "j/Master@7 in [PyTorchJob j in line 1] gpus 4@7 processes 4@5\nj/Worker@8 in [PyTorchJob j in line 1] pods 3@8\n"},
      row{"apiVersion: kubeflow.org/v1\nkind: PyTorchJob\nmetadata: {name: j}\nspec:\n  elasticPolicy: {minReplicas: 2, maxReplicas: 5}\n  pytorchReplicaSpecs:\n"
          "    Worker: {replicas: 3, template: {spec: {containers: [{name: p, resources: {limits: {nvidia.com/gpu: 4}}}]}}}",
          "j/Worker@7 in [PyTorchJob j in line 1] pods 3@7 stated 3@7 least 2@5 most 5@5 gpus 4@7\n"},
      // mpirun without a number starts a process for each slot of each worker.
      row{"apiVersion: kubeflow.org/v2beta1\nkind: MPIJob\nmetadata: {name: j}\nspec:\n  slotsPerWorker: 4\n  mpiReplicaSpecs:\n"
          "    Launcher: {template: {spec: {containers: [{name: l, command: [mpirun, train]}]}}}\n"
          "    Worker: {replicas: 3, template: {spec: {containers: [{name: w, resources: {limits: {nvidia.com/gpu: 8}}}]}}}",
          "j/Launcher@7 in [MPIJob j in line 1] ranks 12@5 slots 12@5\nj/Worker@8 in [MPIJob j in line 1] pods 3@8 gpus 8@8\n"},
      row{"apiVersion: kubeflow.org/v2beta1\nkind: MPIJob\nmetadata: {name: j}\nspec:\n  slotsPerWorker: 4\n  mpiReplicaSpecs:\n"
          "    Launcher: {template: {spec: {containers: [{name: l, command: [mpirun, -np, '16', train]}]}}}\n"
          "    Worker: {replicas: 3, template: {spec: {containers: [{name: w, resources: {limits: {nvidia.com/gpu: 8}}}]}}}",
          "j/Launcher@7 in [MPIJob j in line 1] ranks 16@7 slots 12@5\nj/Worker@8 in [MPIJob j in line 1] pods 3@8 gpus 8@8\n"},
      row{"apiVersion: kubeflow.org/v2beta1\nkind: MPIJob\nmetadata: {name: j}\nspec:\n  mpiReplicaSpecs:\n"
          "    Launcher: {template: {spec: {containers: [{name: l, command: [mpirun, train]}]}}}\n"
          "    Worker: {template: {spec: {containers: [{name: w, resources: {limits: {nvidia.com/gpu: 8}}}]}}}",
          "j/Launcher@6 in [MPIJob j in line 1] ranks 1@5 slots 1@5\nj/Worker@7 in [MPIJob j in line 1] gpus 8@7\n"},
  };
  told_account::hold({}, rows, line_of_name);
}

TEST_CASE("a RayCluster asks for the pods of its groups, within their bounds") {
  constexpr std::string_view head = "apiVersion: ray.io/v1\nkind: RayCluster\nmetadata: {name: r}\nspec:\n  headGroupSpec: {template: {spec: {containers: [{name: h}]}}}\n"
                                    "  workerGroupSpecs:\n  - template: {spec: {containers: [{name: w, resources: {limits: {nvidia.com/gpu: 8}}}]}}\n";
  constexpr std::string_view first = "r/head@5 in [RayCluster r in line 1]\n";
  constexpr std::array rows{
      row{"    replicas: 3", "r/worker@7 in [RayCluster r in line 1] pods 3@8 stated 3@8 gpus 8@7\n"},
      row{"    groupName: g\n    replicas: 3\n    numOfHosts: 2", "r/g@7 in [RayCluster r in line 1] pods 6@9 stated 6@9 gpus 8@7\n"},
      row{"    minReplicas: 2\n    maxReplicas: 5", "r/worker@7 in [RayCluster r in line 1] pods 2@8 least 2@8 most 5@9 gpus 8@7\n"},
      row{"    replicas: 1\n    minReplicas: 2\n    maxReplicas: 5", "r/worker@7 in [RayCluster r in line 1] pods 2@9 stated 1@8 least 2@9 most 5@10 gpus 8@7\n"},
      row{"    replicas: 9\n    minReplicas: 2\n    maxReplicas: 5", "r/worker@7 in [RayCluster r in line 1] pods 5@10 stated 9@8 least 2@9 most 5@10 gpus 8@7\n"},
      row{"    maxReplicas: 5", "r/worker@7 in [RayCluster r in line 1] pods 0@7 most 5@8 gpus 8@7\n"},
      row{"    replicas: 3\n    maxReplicas: 3\n  enableInTreeAutoscaling: true", "r/worker@7 in [RayCluster r in line 1] pods 3@8 stated 3@8 most 3@9 gpus 8@7\n"},
      row{"    replicas: 3\n    maxReplicas: 5\n  enableInTreeAutoscaling: true", "r/worker@7 in [RayCluster r in line 1] stated 3@8 most 5@9 gpus 8@7\n"},
  };
  for (const row& each : rows) {
    CAPTURE(each.text);
    CHECK(told_account::account_of(std::string(head) + std::string(each.text), line_of_name) == std::string(first) + std::string(each.account));
  }
}

}  // namespace kubernetes_account_test
