// SPDX-License-Identifier: BSL-1.0
#include <array>

#include <doctest/doctest.h>

#include <read/told_account.hpp>

// What objects say in part, in odd places or in another order, and what they leave open.
namespace further_account_test {

using told_account::row;

constexpr int line_of_name = 3;

TEST_CASE("an operator's objects without what they are of, and with the other of two places") {
  constexpr std::array rows{
      row{"apiVersion: apps.nvidia.com/v1alpha1\nkind: NIMService\nmetadata: {name: s}\n", "1 without\n"},
      row{"apiVersion: serving.kserve.io/v1alpha1\nkind: LLMInferenceService\nmetadata: {name: s}\n", "1 without\n"},
      row{"apiVersion: trainer.kubeflow.org/v1alpha1\nkind: ClusterTrainingRuntime\nmetadata: {name: s}\nspec: {}\n", "1 without\n"},
      row{"apiVersion: trainer.kubeflow.org/v1alpha1\nkind: ClusterTrainingRuntime\nmetadata: {name: s}\nspec: {template: {spec: {replicatedJobs: {a: {name: n}}}}}\n", "1 without\n"},
      row{"apiVersion: v1\nkind: List\nitems: x\n", "1 without\n"},
      row{"apiVersion: trainer.kubeflow.org/v1alpha1\nkind: ClusterTrainingRuntime\nmetadata: {name: s}\nspec: {template: {spec: {replicatedJobs: [{name: n}]}}}\n", "s/n@4 replicas 0@4\n"},
      row{"apiVersion: apps.nvidia.com/v1alpha1\nkind: NIMService\nmetadata: {name: s}\nspec:\n", "1 without\n"},
      row{"apiVersion: serving.kserve.io/v1alpha1\nkind: LLMInferenceService\nmetadata: {name: s}\nspec:\n", "1 without\n"},
      row{"apiVersion: serving.kserve.io/v1beta1\nkind: InferenceService\nmetadata: {name: s}\n", "1 without\n"},
      row{"apiVersion: nvidia.com/v1alpha1\nkind: DynamoGraphDeployment\nmetadata: {name: s}\n", "1 without\n"},
      row{"apiVersion: ray.io/v1\nkind: RayCluster\nmetadata: {name: s}\n", "1 without\n"},
      row{"apiVersion: kubeflow.org/v1\nkind: PyTorchJob\nmetadata: {name: s}\n", "1 without\n"},
      row{"apiVersion: resource.k8s.io/v1\nkind: ResourceClaimTemplate\nmetadata: {name: s}\n", ""},
      row{"apiVersion: resource.nvidia.com/v1beta1\nkind: ComputeDomain\nmetadata: {name: s}\n", ""},
      // KServe: the container is "model:" where that is one, else the framework's, which has resources or a storage of its own.
      row{"apiVersion: serving.kserve.io/v1beta1\nkind: InferenceService\nmetadata: {name: s}\n"
          "spec: {predictor: {model: x, triton: {storageUri: y, resources: {limits: {nvidia.com/gpu: 4}}}}}\n",
          "s@3 gpus 4@4\n"},
      row{"apiVersion: serving.kserve.io/v1beta1\nkind: InferenceService\nmetadata: {name: s}\n"
          "spec: {predictor: {logger: {mode: all}, triton: {resources: {limits: {nvidia.com/gpu: 4}}}}}\n",
          "s@3 gpus 4@4\n"},
      row{"apiVersion: serving.kserve.io/v1beta1\nkind: InferenceService\nmetadata: {name: s}\nspec: {predictor: {model: {}, resourceClaims: [{name: c, resourceClaimName: d}]}}\n",
          "s@3 gpus ?@3\n"},
      row{"apiVersion: serving.kserve.io/v1beta1\nkind: InferenceService\nmetadata: {name: s}\nspec: {predictor: {model: {resources: {limits: {nvidia.com/gpu: 2}}}, workerSpec: }}\n", "s@3 gpus 2@4\n"},
      // How many stages there are may be left open; workers run what their head does.
      row{"apiVersion: serving.kserve.io/v1beta1\nkind: InferenceService\nmetadata: {name: s}\nspec:\n  predictor:\n    model: {resources: {limits: {nvidia.com/gpu: 2}}}\n"
          "    workerSpec: {pipelineParallelSize: '${P}', tensorParallelSize: 2, containers: [{name: w, image: i, command: [vllm, serve, m, -tp, '2'], resources: {limits: {nvidia.com/gpu: 2}}}]}\n",
          "s@3 in [InferenceService s in line 1] gpus 2@6 an unnamed engine@7 tp 2@7 pp ?@7\ns/worker@7 in [InferenceService s in line 1] pods ?@7 gpus 2@7\n"},
      row{"apiVersion: serving.kserve.io/v1alpha1\nkind: LLMInferenceService\nmetadata: {name: s}\nspec:\n  parallelism: {data: 4, dataLocal: 2}\n"
          "  worker: {containers: [{name: w, image: i, command: [vllm, serve, m, -tp, '2'], resources: {limits: {nvidia.com/gpu: 2}}}]}\n",
          "s@3 in [LLMInferenceService s in line 1 ] replicas 1@4 gpus ?@3 vLLM@5 dp 4@5\ns/worker@6 in [LLMInferenceService s in line 1 ] replicas 1@4 pods 1@5 gpus 2@6\n"},
      row{"apiVersion: serving.kserve.io/v1beta1\nkind: InferenceService\nmetadata: {name: s}\nspec:\n  predictor:\n    minReplicas: 1\n    maxReplicas: 3\n    model: {resources: {limits: {nvidia.com/gpu: 2}}}\n"
          "    workerSpec: {pipelineParallelSize: 2}\n",
          "s@3 in [InferenceService s in line 1] least 1@6 most 3@7 gpus 2@8 an unnamed engine@9 pp 2@9\ns/worker@9 in [InferenceService s in line 1] most 3@7 gpus 2@8\n"},
      // Its container's arguments, or its image, say what it serves with; resources of its own are in the place of those of its runtime.
      row{"apiVersion: serving.kserve.io/v1beta1\nkind: InferenceService\nmetadata: {name: s}\nspec: {predictor: {model: {command: [vllm, serve, m, -tp, '2'], resources: {limits: {nvidia.com/gpu: 2}}}}}\n", "s@3 gpus 2@4 vLLM@4 tp 2@4\n"},
      row{"apiVersion: serving.kserve.io/v1beta1\nkind: InferenceService\nmetadata: {name: s}\nspec: {predictor: {model: {resources: {requests: {nvidia.com/gpu: 2}, limits: {nvidia.com/gpu: 4}}}}}\n", "s@3 gpus 2@4 limit 4@4\n"},
      row{"apiVersion: serving.kserve.io/v1beta1\nkind: InferenceService\nmetadata: {name: s}\nspec: {predictor: {model: {image: lmsysorg/sglang, resources: {limits: {nvidia.com/gpu: 2}}}}}\n", "s@3 gpus 2@4 SGLang@0\n"},
      row{"apiVersion: serving.kserve.io/v1beta1\nkind: InferenceService\nmetadata: {name: s}\nspec: {predictor: {model: {runtime: r, resources: {limits: {nvidia.com/gpu: 2}}}}}\n"
          "---\napiVersion: serving.kserve.io/v1alpha1\nkind: ServingRuntime\nmetadata: {name: r}\nspec: {containers: [{name: k, image: i, resources: {limits: {nvidia.com/gpu: 8}}}]}\n",
          "s@3 gpus 2@4\nr@9 replicas 0@9 gpus 8@9\n"},
      row{"apiVersion: serving.kserve.io/v1beta1\nkind: InferenceService\nmetadata: {name: s}\nspec: {predictor: {model: {runtime: r}}}\n"
          "---\napiVersion: serving.kserve.io/v1alpha1\nkind: ServingRuntime\nmetadata: {name: r}\nspec: {containers: [{name: k, image: i, resources: {limits: {nvidia.com/gpu: 8}}}]}\n",
          "s@3 gpus 8@9\nr@9 replicas 0@9 gpus 8@9\n"},
      // A runtime that is here and asks for none gives it none.
      row{"apiVersion: serving.kserve.io/v1beta1\nkind: InferenceService\nmetadata: {name: s}\nspec: {predictor: {model: {runtime: r}}}\n"
          "---\napiVersion: serving.kserve.io/v1alpha1\nkind: ServingRuntime\nmetadata: {name: r}\nspec: {containers: [{name: k, image: i}]}\n",
          "s@3\nr@9 replicas 0@9\n"},
      row{"apiVersion: apps.nvidia.com/v1alpha1\nkind: NIMService\nmetadata: {name: s}\nspec:\n  image: {repository: vllm/vllm-openai}\n  resources: {limits: {nvidia.com/gpu: 4}}\n", "s@3 gpus 4@6 vLLM@0\n"},
      row{"apiVersion: apps.nvidia.com/v1alpha1\nkind: NIMService\nmetadata: {name: s}\nspec: {resources: {requests: {nvidia.com/gpu: 2}, limits: {nvidia.com/gpu: 4}}}\n", "s@3 gpus 2@4 limit 4@4\n"},
      // Claims are resources of its own.
      row{"apiVersion: serving.kserve.io/v1beta1\nkind: InferenceService\nmetadata: {name: s}\nspec: {predictor: {resourceClaims: [{name: c, resourceClaimTemplateName: t}]}}\n"
          "---\napiVersion: resource.k8s.io/v1\nkind: ResourceClaimTemplate\nmetadata: {name: t}\n"
          "spec: {spec: {devices: {requests: [{name: g, exactly: {deviceClassName: gpu.nvidia.com, count: 3}}]}}}\n",
          "s@3 gpus 3@9\n"},
      row{"apiVersion: serving.kserve.io/v1alpha1\nkind: LLMInferenceService\nmetadata: {name: s}\n"
          "spec:\n  parallelism:\n    data: ${D}\n    dataLocal: 2\n  worker: {containers: [{name: m, resources: {limits: {nvidia.com/gpu: 2}}}]}\n",
          "s@3 in [LLMInferenceService s in line 1 ] replicas 1@4 gpus ?@3 vLLM@5 dp ?@6\ns/worker@8 in [LLMInferenceService s in line 1 ] replicas 1@4 pods ?@6 gpus 2@8\n"},
      row{"apiVersion: serving.kserve.io/v1alpha1\nkind: LLMInferenceService\nmetadata: {name: s}\n"
          "spec:\n  parallelism:\n    data: 8\n    dataLocal: ${D}\n  worker: {containers: [{name: m, resources: {limits: {nvidia.com/gpu: 2}}}]}\n",
          "s@3 in [LLMInferenceService s in line 1 ] replicas 1@4 gpus ?@3 vLLM@5 dp 8@6\ns/worker@8 in [LLMInferenceService s in line 1 ] replicas 1@4 pods ?@7 gpus 2@8\n"},
      // Sizes that are left to the engine's arguments or its image; an engine that is none of vLLM's stays what it is.
      row{"apiVersion: serving.kserve.io/v1alpha1\nkind: LLMInferenceService\nmetadata: {name: s}\n"
          "spec:\n  template: {containers: [{name: m, image: i, resources: {limits: {nvidia.com/gpu: 4}}}]}\n  parallelism:\n",
          "s@5 replicas 1@4 gpus 4@5\n"},
      row{"apiVersion: serving.kserve.io/v1alpha1\nkind: LLMInferenceService\nmetadata: {name: s}\n"
          "spec:\n  template: {containers: [{name: m, image: lmsysorg/sglang, resources: {limits: {nvidia.com/gpu: 4}}}]}\n  parallelism: {tensor: 4}\n",
          "s@5 replicas 1@4 gpus 4@5 SGLang@6 tp 4@6\n"},
      row{"apiVersion: serving.kserve.io/v1alpha1\nkind: LLMInferenceService\nmetadata: {name: s}\n"
          "spec:\n  template: {containers: [{name: m, image: i, resources: {limits: {nvidia.com/mig-1g.10gb: 1}}}]}\n",
          "s@5 replicas 1@4 mig 1g.10gb@5 instances 1@5\n"},
      // A patch without containers leaves the engine's command as it is.
      row{"apiVersion: workloads.x-k8s.io/v1alpha1\nkind: RoleBasedGroup\nmetadata: {name: s}\nspec:\n  roles:\n  - name: decode\n"
          "    template: {spec: {containers: [{name: m, image: i, command: [vllm, serve, m, -tp, '4'], resources: {limits: {nvidia.com/gpu: 2}}}]}}\n"
          "    templatePatch: {metadata: {labels: {a: b}}}\n",
          "s/decode@6 decode gpus 2@7 vLLM@7 tp 4@7\n"},
      row{"apiVersion: workloads.x-k8s.io/v1alpha1\nkind: RoleBasedGroup\nmetadata: {name: s}\nspec:\n  roles:\n  - name: decode\n"
          "    template: {spec: {containers: [{name: m, image: i, command: [vllm, serve, m, -tp, '4'], resources: {limits: {nvidia.com/gpu: 2}}}]}}\n"
          "    templatePatch: {spec: {containers: [{name: m, args: [-pp, '2']}]}}\n",
          "s/decode@6 decode gpus 2@7 vLLM@7 tp 4@7 open: how many pods run one engine;\n"},
      // A group of a leader and workers is of one pod where nothing else is said.
      row{"apiVersion: workloads.x-k8s.io/v1alpha1\nkind: RoleBasedGroup\nmetadata: {name: s}\nspec:\n  roles:\n  - name: prefill\n    leaderWorkerSet:\n"
          "      template: {spec: {containers: [{name: m, image: i, resources: {limits: {nvidia.com/gpu: 2}}}]}}\n",
          "s/prefill@6 prefill pods 1@8 gpus 2@8\n"},
      row{"apiVersion: nvidia.com/v1alpha1\nkind: DynamoGraphDeployment\nmetadata: {name: s}\nspec:\n  services:\n    A:\n      subComponentType: prefill\n"
          "      resources: {limits: {gpu: 2}}\n    B: {subComponentType: decode, resources: {limits: {gpu: 4}}}\n",
          "s/A@6 prefill gpus 2@8\ns/B@9 decode gpus 4@9\n"},
      row{"apiVersion: nvidia.com/v1alpha1\nkind: DynamoGraphDeployment\nmetadata: {name: s}\nspec:\n  services:\n  - name: A\n    componentType: prefill\n"
          "    resources: {limits: {gpu: 2}}\n",
          "s/A@6 prefill gpus 2@8\n"},
      // The operator gives what a service requests the same limits; one that names no amount leaves them to its container.
      row{"apiVersion: nvidia.com/v1alpha1\nkind: DynamoGraphDeployment\nmetadata: {name: s}\nspec:\n  services:\n    A:\n      resources: {requests: {cpu: '4', memory: 8Gi, gpu: '2'}}\n",
          "s/A@6 gpus 2@7 cpus 4000@7 memory 8192@7 limit of cpus 4000@7 limit of memory 8192@7\n"},
      row{"apiVersion: nvidia.com/v1alpha1\nkind: DynamoGraphDeployment\nmetadata: {name: s}\nspec:\n  services:\n    A:\n      resources: {limits: {gpu: }}\n"
          "      extraPodSpec: {mainContainer: {image: i, resources: {requests: {nvidia.com/gpu: 2}, limits: {nvidia.com/gpu: 4}}}}\n",
          "s/A@6 gpus 2@8 limit 4@8\n"},
      // An engine that is told its rank, and takes more GPUs than its pod has, is of several pods.
      row{"apiVersion: nvidia.com/v1alpha1\nkind: DynamoGraphDeployment\nmetadata: {name: s}\nspec:\n  services:\n    A:\n"
          "      resources: {limits: {gpu: 4}}\n      extraPodSpec: {mainContainer: {image: i, command: [vllm, serve, m, -tp, '8', --node-rank, '0']}}\n",
          "s/A@6 gpus 4@7 vLLM@8 tp 8@8 open: how many pods run one engine;\n"},
      row{"apiVersion: nvidia.com/v1alpha1\nkind: DynamoGraphDeployment\nmetadata: {name: s}\nspec:\n  services:\n    A:\n"
          "      resources: {limits: {gpu: 4}}\n      extraPodSpec: {mainContainer: {image: i, command: [vllm, serve, m, -tp, '8', --nnodes, '1', --node-rank, '0']}}\n",
          "s/A@6 gpus 4@7 vLLM@8 tp 8@8\n"},
      row{"apiVersion: nvidia.com/v1alpha1\nkind: DynamoGraphDeployment\nmetadata: {name: s}\nspec:\n  services:\n    A:\n      multinode: {nodeCount: '${N}'}\n"
          "      resources: {limits: {gpu: 4}}\n      extraPodSpec: {mainContainer: {image: i, command: [vllm, serve, m, -tp, '8', --node-rank, '0']}}\n",
          "s/A@6 pods ?@7 gpus 4@8 vLLM@9 tp 8@9\n"},
      // Devices of claims are a pod's whatever else its map says; without one it is none.
      row{"apiVersion: x.example/v1\nkind: Gizmo\nmetadata: {name: s}\nspec: {resourceClaims: [{name: c, resourceClaimName: d}, {name: e}]}\n",
          "s@4 replicas ?@4 gpus ?@4\nuncounted s@4 ?@4\n"},
      row{"apiVersion: x.example/v1\nkind: Gizmo\nmetadata: {name: s}\nspec: {resourceClaims: []}\n", "1 without\n"},
      row{"apiVersion: x.example/v1\nkind: Gizmo\nmetadata: {name: s}\nspec: {resourceClaims: {a: {name: c, resourceClaimName: d}}}\n", "1 without\n"},
      row{"apiVersion: x.example/v1\nkind: Gizmo\nmetadata: {name: s}\nspec: {resourceClaims: [{name: e}]}\n", "1 without\n"},
  };
  told_account::hold_whole({}, rows, line_of_name);
}

TEST_CASE("what a TrainJob leaves of its runtime") {
  constexpr std::string_view head =
      "apiVersion: trainer.kubeflow.org/v1alpha1\nkind: ClusterTrainingRuntime\nmetadata: {name: r}\nspec:\n  template:\n    spec:\n      replicatedJobs:\n"
      "      - name: node\n        template: {spec: {template: {spec: {containers: [{name: node, image: i, command: [torchrun, --nnodes=4, --nproc-per-node=6, t.py],\n"
      "          resources: {limits: {nvidia.com/gpu: 6}}}]}}}}\n"
      "---\napiVersion: trainer.kubeflow.org/v1alpha1\nkind: TrainJob\nmetadata: {name: t}\nspec:\n  runtimeRef: {name: r}\n  trainer:\n    numNodes: 4\n";
  constexpr std::string_view first = "r/node@8 replicas 0@8 gpus 6@10 processes 6@9 meets 4@9\n";
  constexpr std::array rows{
      row{"", "t/node@14 pods 4@18 gpus 6@10 processes 6@9 meets 4@9\n"},
      // Its resources are in the place of the runtime's, limits too.
      row{"    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}\n", "t/node@14 pods 4@18 gpus 8@19 processes 6@9 meets 4@9\n"},
      // An image alone leaves the runtime's command.
      row{"    image: x\n", "t/node@14 pods 4@18 gpus 6@10 processes 6@9 meets 4@9\n"},
      row{"    image: vllm/vllm-openai\n", "t/node@14 pods 4@18 gpus 6@10 vLLM@0 processes 6@9 meets 4@9\n"},
      // Arguments alone are behind it.
      row{"    args: [--steps, '5']\n", "t/node@14 pods 4@18 gpus 6@10 processes 6@9 meets 4@9\n"},
      row{"    args: [-tp, '3']\n    command: [vllm, serve, m]\n", "t/node@14 pods 4@18 gpus 6@10 vLLM@20 tp 3@19 processes 6@9\n"},
      row{"    command: [torchrun, --nnodes=2, --nproc-per-node=5, t.py]\n", "t/node@14 pods 4@18 gpus 6@10 processes 5@19 meets 2@19\n"},
      row{"    env: [{name: N, value: '5'}]\n    command: [torchrun, --nproc-per-node=$(N), t.py]\n", "t/node@14 pods 4@18 gpus 6@10 processes 5@20\n"},
      row{"    command: [python3, -m, sglang.launch_server, --tp, '16', --nnodes, '2']\n", "t/node@14 pods 4@18 gpus 6@10 SGLang@19 tp 16@19 processes 6@9 meets 2@19\n"},
  };
  for (const row& each : rows) {
    CAPTURE(each.text);
    CHECK(told_account::whole_account_of(std::string(head) + std::string(each.text), 14) == std::string(first) + std::string(each.account));
  }
}

TEST_CASE("ranks of an MPIJob take slots of its workers, and a test of collectives GPUs of its own") {
  constexpr std::string_view head = "apiVersion: kubeflow.org/v2beta1\nkind: MPIJob\nmetadata: {name: j}\nspec:\n";
  constexpr std::array rows{
      row{"  slotsPerWorker: ${S}\n  mpiReplicaSpecs:\n    Launcher: {template: {spec: {containers: [{name: l, image: i, command: [mpirun, train]}]}}}\n"
          "    Worker: {replicas: 2, template: {spec: {containers: [{name: w, image: i, resources: {limits: {nvidia.com/gpu: 8}}}]}}}\n",
          "j/Launcher@7 in [MPIJob j in line 1] ranks ?@5 slots ?@5\nj/Worker@8 in [MPIJob j in line 1] pods 2@8 gpus 8@8\n"},
      // Eight slots of each of two workers, and as many ranks: one GPU each is what they have.
      row{"  slotsPerWorker: 8\n  mpiReplicaSpecs:\n    Launcher: {template: {spec: {containers: [{name: l, image: i, command: [mpirun, -np, '16', all_reduce_perf]}]}}}\n"
          "    Worker: {replicas: 2, template: {spec: {containers: [{name: w, image: i, resources: {limits: {nvidia.com/gpu: 8}}}]}}}\n",
          "j/Launcher@7 in [MPIJob j in line 1] ranks 16@7 slots 16@5 takes 1@7\nj/Worker@8 in [MPIJob j in line 1] pods 2@8 gpus 8@8\n"},
      // Eight of them in the first worker, which has four; the launcher, which has none, is none of them.
      row{"  slotsPerWorker: 8\n  mpiReplicaSpecs:\n    Launcher: {template: {spec: {containers: [{name: l, image: i, command: [mpirun, -np, '16', all_reduce_perf]}]}}}\n"
          "    Worker: {replicas: 2, template: {spec: {containers: [{name: w, image: i, resources: {limits: {nvidia.com/gpu: 4}}}]}}}\n",
          "j/Launcher@7 in [MPIJob j in line 1] ranks 16@7 slots 16@5 takes 1@7\nj/Worker@8 in [MPIJob j in line 1] pods 2@8 gpus 4@8 processes 8@5\n"},
      // Three ranks fill no more than three slots.
      row{"  slotsPerWorker: 8\n  mpiReplicaSpecs:\n    Launcher: {template: {spec: {containers: [{name: l, image: i, command: [mpirun, -np, '3', all_reduce_perf]}]}}}\n"
          "    Worker: {replicas: 2, template: {spec: {containers: [{name: w, image: i, resources: {limits: {nvidia.com/gpu: 2}}}]}}}\n",
          "j/Launcher@7 in [MPIJob j in line 1] ranks 3@7 slots 16@5 takes 1@7\nj/Worker@8 in [MPIJob j in line 1] pods 2@8 gpus 2@8 processes 3@5\n"},
      // Two GPUs each: on two workers no fewer than eight on one of them.
      row{"  slotsPerWorker: 8\n  mpiReplicaSpecs:\n    Launcher: {template: {spec: {containers: [{name: l, image: i, command: [mpirun, -np, '16', all_reduce_perf, -g, '2']}]}}}\n"
          "    Worker: {replicas: 2, template: {spec: {containers: [{name: w, image: i, resources: {limits: {nvidia.com/gpu: 8}}}]}}}\n",
          "j/Launcher@7 in [MPIJob j in line 1] ranks 16@7 slots 16@5 takes 2@7\nj/Worker@8 in [MPIJob j in line 1] pods 2@8 gpus 8@8 processes 8@7 takes 2@7\n"},
      // What it says itself of each, and hosts of its own: no slots are filled.
      row{"  slotsPerWorker: 8\n  mpiReplicaSpecs:\n    Launcher: {template: {spec: {containers: [{name: l, image: i, command: [mpirun, -np, '16', -map-by, node, all_reduce_perf]}]}}}\n"
          "    Worker: {replicas: 2, template: {spec: {containers: [{name: w, image: i, resources: {limits: {nvidia.com/gpu: 4}}}]}}}\n",
          "j/Launcher@7 in [MPIJob j in line 1] ranks 16@7 slots 16@5 takes 1@7\nj/Worker@8 in [MPIJob j in line 1] pods 2@8 gpus 4@8\n"},
      row{"  slotsPerWorker: 8\n  mpiReplicaSpecs:\n    Launcher: {template: {spec: {containers: [{name: l, image: i, command: [mpirun, -np, '16', -npernode, '4', all_reduce_perf]}]}}}\n"
          "    Worker: {replicas: 2, template: {spec: {containers: [{name: w, image: i, resources: {limits: {nvidia.com/gpu: 4}}}]}}}\n",
          "j/Launcher@7 in [MPIJob j in line 1] ranks 16@7 slots 8@5 takes 1@7\nj/Worker@8 in [MPIJob j in line 1] pods 2@8 gpus 4@8\n"},
      // Processes that a worker starts itself are as many as it says.
      row{"  slotsPerWorker: 8\n  mpiReplicaSpecs:\n    Launcher: {template: {spec: {containers: [{name: l, image: i, command: [mpirun, -np, '16', all_reduce_perf]}]}}}\n"
          "    Worker: {replicas: 2, template: {spec: {containers: [{name: w, image: i, command: [torchrun, --nproc-per-node=2, t.py], resources: {limits: {nvidia.com/gpu: 4}}}]}}}\n",
          "j/Launcher@7 in [MPIJob j in line 1] ranks 16@7 slots 16@5 takes 1@7\nj/Worker@8 in [MPIJob j in line 1] pods 2@8 gpus 4@8 processes 2@8\n"},
      // Places of its own say nothing of how many are on a worker.
      row{"  slotsPerWorker: 8\n  mpiReplicaSpecs:\n    Launcher: {template: {spec: {containers: [{name: l, image: i, command: [mpirun, -np, '4', --rankfile, r, all_reduce_perf, -g, '8']}]}}}\n"
          "    Worker: {replicas: 2, template: {spec: {containers: [{name: w, image: i, resources: {limits: {nvidia.com/gpu: 4}}}]}}}\n",
          "j/Launcher@7 in [MPIJob j in line 1]\nj/Worker@8 in [MPIJob j in line 1] pods 2@8 gpus 4@8\n"},
      // Of a program that is none of these tests nothing says that each rank takes a GPU.
      row{"  slotsPerWorker: 4\n  mpiReplicaSpecs:\n    Launcher: {template: {spec: {containers: [{name: l, image: i, command: [mpirun, -np, '8', train]}]}}}\n"
          "    Worker: {replicas: 2, template: {spec: {containers: [{name: w, image: i, resources: {limits: {nvidia.com/gpu: 2}}}]}}}\n",
          "j/Launcher@7 in [MPIJob j in line 1] ranks 8@7 slots 8@5\nj/Worker@8 in [MPIJob j in line 1] pods 2@8 gpus 2@8\n"},
      // One after the other on each node in turn, and one on each node alone (Open MPI 4, mpirun: -bynode, -pernode).
      row{"  slotsPerWorker: 8\n  mpiReplicaSpecs:\n    Launcher: {template: {spec: {containers: [{name: l, image: i, command: [mpirun, -np, '8', --bynode, all_reduce_perf]}]}}}\n"
          "    Worker: {replicas: 2, template: {spec: {containers: [{name: w, image: i, resources: {limits: {nvidia.com/gpu: 4}}}]}}}\n",
          "j/Launcher@7 in [MPIJob j in line 1] ranks 8@7 slots 16@5 takes 1@7\nj/Worker@8 in [MPIJob j in line 1] pods 2@8 gpus 4@8\n"},
      row{"  slotsPerWorker: 8\n  mpiReplicaSpecs:\n    Launcher: {template: {spec: {containers: [{name: l, image: i, command: [mpirun, -pernode, train]}]}}}\n"
          "    Worker: {replicas: 2, template: {spec: {containers: [{name: w, image: i, resources: {limits: {nvidia.com/gpu: 4}}}]}}}\n",
          "j/Launcher@7 in [MPIJob j in line 1]\nj/Worker@8 in [MPIJob j in line 1] pods 2@8 gpus 4@8\n"},
      // As many on each worker as it says, whatever they are.
      row{"  slotsPerWorker: 8\n  mpiReplicaSpecs:\n    Launcher: {template: {spec: {containers: [{name: l, image: i, command: [mpirun, -npernode, '4', train]}]}}}\n"
          "    Worker: {replicas: 2, template: {spec: {containers: [{name: w, image: i, resources: {limits: {nvidia.com/gpu: 4}}}]}}}\n",
          "j/Launcher@7 in [MPIJob j in line 1]\nj/Worker@8 in [MPIJob j in line 1] pods 2@8 gpus 4@8\n"},
      row{"  slotsPerWorker: 8\n  mpiReplicaSpecs:\n    Launcher: {template: {spec: {containers: [{name: l, image: i, command: [mpirun, -npernode, '4', train]}]}}}\n"
          "    Worker: {replicas: 2, template: {spec: {containers: [{name: w, image: i, resources: {limits: {nvidia.com/gpu: 3}}}]}}}\n",
          "j/Launcher@7 in [MPIJob j in line 1]\nj/Worker@8 in [MPIJob j in line 1] pods 2@8 gpus 3@8 processes 4@7\n"},
      // Of no stated number there is one for each slot.
      row{"  slotsPerWorker: 2\n  mpiReplicaSpecs:\n    Launcher: {template: {spec: {containers: [{name: l, image: i, command: [mpirun, all_reduce_perf, -g, '8']}]}}}\n"
          "    Worker: {replicas: 2, template: {spec: {containers: [{name: w, image: i, resources: {limits: {nvidia.com/gpu: 4}}}]}}}\n",
          "j/Launcher@7 in [MPIJob j in line 1] ranks 4@5 slots 4@5 takes 8@7\nj/Worker@8 in [MPIJob j in line 1] pods 2@8 gpus 4@8\n"},
      // They share GPUs on purpose.
      row{"  slotsPerWorker: 8\n  mpiReplicaSpecs:\n    Launcher: {template: {spec: {containers: [{name: l, image: i, command: [mpirun, -np, '16', all_reduce_perf],\n"
          "      env: [{name: CUDA_MPS_PIPE_DIRECTORY, value: x}]}]}}}\n"
          "    Worker: {replicas: 2, template: {spec: {containers: [{name: w, image: i, resources: {limits: {nvidia.com/gpu: 4}}}]}}}\n",
          "j/Launcher@7 in [MPIJob j in line 1] ranks 16@7 slots 16@5 takes 1@7\nj/Worker@9 in [MPIJob j in line 1] pods 2@9 gpus 4@9\n"},
      // Of workers whose number is left open nothing is known of their slots; without any there are none.
      row{"  slotsPerWorker: 4\n  mpiReplicaSpecs:\n    Launcher: {template: {spec: {containers: [{name: l, image: i, command: [mpirun, train]}]}}}\n"
          "    Worker: {replicas: '${N}', template: {spec: {containers: [{name: w, image: i, resources: {limits: {nvidia.com/gpu: 8}}}]}}}\n",
          "j/Launcher@7 in [MPIJob j in line 1] ranks ?@5 slots ?@5\nj/Worker@8 in [MPIJob j in line 1] pods ?@8 gpus 8@8\n"},
      row{"  slotsPerWorker: 4\n  mpiReplicaSpecs:\n    Launcher: {template: {spec: {containers: [{name: l, image: i, command: [mpirun, train], resources: {limits: {nvidia.com/gpu: 8}}}]}}}\n",
          "j/Launcher@7 in [MPIJob j in line 1] gpus 8@7\n"},
      row{"  slotsPerWorker: 4\n  pytorchReplicaSpecs:\n    Master: {template: {spec: {containers: [{name: l, image: i, command: [mpirun, train]}]}}}\n"
          "    Worker: {replicas: 2, template: {spec: {containers: [{name: w, image: i}]}}}\n",
          "j/Master@7 in [MPIJob j in line 1]\nj/Worker@8 in [MPIJob j in line 1] pods 2@8\n"},
      row{"  runLauncherAsWorker: true\n  mpiReplicaSpecs:\n    Launcher: {template: {spec: {containers: [{name: l, image: i, command: [mpirun, train]}]}}}\n"
          "    Worker: {replicas: 2, template: {spec: {containers: [{name: w, image: i}]}}}\n",
          "j/Launcher@7 in [MPIJob j in line 1] ranks 3@5 slots 3@5\nj/Worker@8 in [MPIJob j in line 1] pods 2@8\n"},
  };
  told_account::hold_whole(head, rows, line_of_name);
}

TEST_CASE("bounds that a file leaves to its tool bound nothing, and actors lie in pods") {
  constexpr std::string_view head = "apiVersion: ray.io/v1\nkind: RayService\nmetadata: {name: r}\nspec:\n  rayClusterConfig:\n"
                                    "    headGroupSpec: {template: {spec: {containers: [{name: h, image: i}]}}}\n"
                                    "    workerGroupSpecs:\n    - template: {spec: {containers: [{name: w, image: i, resources: {limits: {nvidia.com/gpu: 4}}}]}}\n";
  constexpr std::string_view first = "r/head@6 in [RayService r in line 1]\n";
  constexpr std::array rows{
      row{"      replicas: ${N}\n      minReplicas: 2\n", "r/worker@8 in [RayService r in line 1] pods ?@9 stated ?@9 least 2@10 gpus 4@8\n"},
      row{"      replicas: 1\n      numOfHosts: ${N}\n", "r/worker@8 in [RayService r in line 1] pods ?@9 stated ?@9 gpus 4@8\n"},
      row{"      replicas: 1\n  serveConfigV2: |\n    applications:\n    - deployments: [{name: d, ray_actor_options: {num_gpus: 1}}]\n",
          "r/worker@8 in [RayService r in line 1] pods 1@9 stated 1@9 gpus 4@8 an actor 1@12 actors 1@12\n"},
      row{"      replicas: 1\n  serveConfigV2: |\n    applications:\n    - deployments:\n      - {name: d, num_replicas: 3, ray_actor_options: {num_gpus: 2}}\n"
          "      - {name: e, ray_actor_options: {num_gpus: 1.0}}\n      - {name: f, ray_actor_options: {num_gpus: 0}}\n      - {name: g, ray_actor_options: {num_gpus: 0.5}}\n",
          "r/worker@8 in [RayService r in line 1] pods 1@9 stated 1@9 gpus 4@8 an actor 2@13 actors 7@13\n"},
      row{"      replicas: 1\n  serveConfigV2: |\n    applications:\n    - deployments:\n      - {name: d, ray_actor_options: {num_gpus: 2}}\n      - {name: e, ray_actor_options: {num_gpus: 2}}\n",
          "r/worker@8 in [RayService r in line 1] pods 1@9 stated 1@9 gpus 4@8 an actor 2@13 actors 4@13\n"},
      // Ray Serve's autoscaler keeps one replica at least where it is told no other number.
      row{"      replicas: 1\n  serveConfigV2: |\n    applications:\n    - deployments: [{name: d, autoscaling_config: {max_replicas: 4}, ray_actor_options: {num_gpus: 2}}]\n",
          "r/worker@8 in [RayService r in line 1] pods 1@9 stated 1@9 gpus 4@8 an actor 2@12 actors 2@12\n"},
      row{"      replicas: 1\n  serveConfigV2: |\n    applications:\n    - deployments: [{name: d, autoscaling_config: {min_replicas: 3, max_replicas: 4}, ray_actor_options: {num_gpus: 2}}]\n",
          "r/worker@8 in [RayService r in line 1] pods 1@9 stated 1@9 gpus 4@8 an actor 2@12 actors 6@12\n"},
      // One without a GPU is none of them, wherever it stands.
      row{"      replicas: 1\n  serveConfigV2: |\n    applications:\n    - deployments:\n      - {name: f, ray_actor_options: {num_gpus: 0}}\n      - {name: e, ray_actor_options: {num_gpus: 2}}\n",
          "r/worker@8 in [RayService r in line 1] pods 1@9 stated 1@9 gpus 4@8 an actor 2@14 actors 2@14\n"},
  };
  for (const row& each : rows) {
    CAPTURE(each.text);
    CHECK(told_account::whole_account_of(std::string(head) + std::string(each.text), line_of_name) == std::string(first) + std::string(each.account));
  }
}

TEST_CASE("the pods of a RayCluster run what their containers say, with a process for each GPU that Ray is told of") {
  constexpr std::string_view head = "apiVersion: ray.io/v1\nkind: RayJob\nmetadata: {name: r}\nspec:\n";
  constexpr std::array rows{
      // Of groups with GPUs it is not told which runs a model, of one alone it is.
      row{"  serveConfigV2: '{applications: [{args: {llm_configs: [{engine_kwargs: {tensor_parallel_size: 2}}]}}]}'\n"
          "  rayClusterSpec:\n    headGroupSpec: {template: {spec: {containers: [{name: h, image: i, resources: {limits: {nvidia.com/gpu: '${N}'}}}]}}}\n"
          "    workerGroupSpecs: [{replicas: 1, template: {spec: {containers: [{name: w, image: i, resources: {limits: {nvidia.com/gpu: 4}}}]}}}]\n",
          "r/head@7 in [RayJob r in line 1] gpus ?@7\nr/worker@8 in [RayJob r in line 1] stated 1@8 gpus 4@8\n"},
      row{"  serveConfigV2: '{applications: [{args: {llm_configs: [{engine_kwargs: {tensor_parallel_size: 2}}]}}]}'\n"
          "  rayClusterSpec:\n    headGroupSpec: {template: {spec: {containers: [{name: h, image: i, resources: {limits: {nvidia.com/gpu: 0}}}]}}}\n"
          "    workerGroupSpecs: [{replicas: 1, template: {spec: {containers: [{name: w, image: i, resources: {limits: {nvidia.com/gpu: 4}}}]}}}]\n",
          "r/head@7 in [RayJob r in line 1] gpus 0@7\nr/worker@8 in [RayJob r in line 1] stated 1@8 gpus 4@8 vLLM@5 tp 2@5\n"},
      // Of sizes that a container says itself, and of pods without GPUs, a model that is served says nothing more.
      row{"  serveConfigV2: '{applications: [{args: {llm_configs: [{engine_kwargs: {tensor_parallel_size: 4}}]}}]}'\n"
          "  rayClusterSpec:\n    headGroupSpec: {template: {spec: {containers: [{name: h, image: i, command: [vllm, serve, m, -tp, '2'], resources: {limits: {nvidia.com/gpu: 4}}}]}}}\n",
          "r/head@7 in [RayJob r in line 1] gpus 4@7 vLLM@7 tp 2@7\n"},
      row{"  serveConfigV2: '{applications: [{args: {llm_configs: [{engine_kwargs: {tensor_parallel_size: 4}}]}}]}'\n  rayClusterSpec:\n    headGroupSpec: {template: {spec: {containers: [{name: h, image: i}]}}}\n",
          "r/head@7 in [RayJob r in line 1]\n"},
      row{"  serveConfigV2: {applications: []}\n  rayClusterSpec:\n    headGroupSpec: {template: {spec: {containers: [{name: h, image: i, resources: {limits: {nvidia.com/gpu: 2}}}]}}}\n",
          "r/head@7 in [RayJob r in line 1] gpus 2@7\n"},
      row{"  rayClusterSpec:\n    headGroupSpec: {template: {spec: {containers: [{name: h, image: i, command: [vllm, serve, m, -tp, '2'], resources: {limits: {nvidia.com/gpu: 2}}}]}}}\n",
          "r/head@6 in [RayJob r in line 1] gpus 2@6 vLLM@6 tp 2@6\n"},
      row{"  entrypoint: vllm serve m -tp 4\n  rayClusterSpec:\n    headGroupSpec: {template: {spec: {containers: [{name: h, image: i, command: [vllm, serve, m, -tp, '2'], resources: {limits: {nvidia.com/gpu: 2}}}]}}}\n",
          "r/head@7 in [RayJob r in line 1] gpus 2@7 vLLM@5 tp 4@5\n"},
      row{"  rayClusterSpec:\n    headGroupSpec: {rayStartParams: {num-gpus: '4'}, template: {spec: {containers: [{name: h, image: i}]}}}\n", "r/head@6 in [RayJob r in line 1]\n"},
      row{"  rayClusterSpec:\n    headGroupSpec: {rayStartParams: {num-gpus: '4'}, template: {spec: {containers: [{name: h, image: i, resources: {limits: {nvidia.com/gpu: 2}}}]}}}\n",
          "r/head@6 in [RayJob r in line 1] gpus 2@6 processes 4@6\n"},
      row{"  rayClusterSpec:\n    headGroupSpec: {rayStartParams: {num-gpus: '0'}, template: {spec: {containers: [{name: h, image: i, resources: {limits: {nvidia.com/gpu: 2}}}]}}}\n",
          "r/head@6 in [RayJob r in line 1] gpus 2@6\n"},
      row{"  rayClusterSpec:\n    headGroupSpec: {rayStartParams: {num-gpus: '1'}, template: {spec: {containers: [{name: h, image: i, resources: {limits: {nvidia.com/gpu: 1}}}]}}}\n",
          "r/head@6 in [RayJob r in line 1] gpus 1@6 processes 1@6\n"},
      // A text without a colon is no list of applications.
      row{"  serveConfigV2:\n    x\n  rayClusterSpec:\n    headGroupSpec: {template: {spec: {containers: [{name: h, image: i, resources: {limits: {nvidia.com/gpu: 2}}}]}}}\n", "r/head@8 in [RayJob r in line 1] gpus 2@8\n"},
      // An actor lies in the first of the largest pods, and in none without GPUs.
      row{"  entrypointNumGpus: 3\n  rayClusterSpec:\n    headGroupSpec: {template: {spec: {containers: [{name: h, image: i}]}}}\n", "r/head@7 in [RayJob r in line 1]\n"},
      row{"  entrypointNumGpus: 3\n  rayClusterSpec:\n    headGroupSpec: {template: {spec: {containers: [{name: h, image: i, resources: {limits: {nvidia.com/gpu: 2}}}]}}}\n"
          "    workerGroupSpecs: [{groupName: w, replicas: 1, template: {spec: {containers: [{name: w, image: i, resources: {limits: {nvidia.com/gpu: 2}}}]}}}]\n",
          "r/head@7 in [RayJob r in line 1] gpus 2@7 an actor 3@5\nr/w@8 in [RayJob r in line 1] stated 1@8 gpus 2@8\n"},
      // The driver is an actor with GPUs too; of how many, a template may leave open.
      row{"  entrypointNumGpus: 3\n  rayClusterSpec:\n    headGroupSpec: {template: {spec: {containers: [{name: h, image: i, resources: {limits: {nvidia.com/gpu: 2}}}]}}}\n",
          "r/head@7 in [RayJob r in line 1] gpus 2@7 an actor 3@5\n"},
      row{"  entrypointNumGpus: 2\n  serveConfigV2: '{applications: [{deployments: [{ray_actor_options: {num_gpus: 2}}]}]}'\n"
          "  rayClusterSpec:\n    headGroupSpec: {template: {spec: {containers: [{name: h, image: i, resources: {limits: {nvidia.com/gpu: 2}}}]}}}\n",
          "r/head@8 in [RayJob r in line 1] gpus 2@8 an actor 2@5 actors 2@6\n"},
      row{"  entrypointNumGpus: 2\n  serveConfigV2: '{applications: [{deployments: [{ray_actor_options: {num_gpus: 3}}]}]}'\n"
          "  rayClusterSpec:\n    headGroupSpec: {template: {spec: {containers: [{name: h, image: i, resources: {limits: {nvidia.com/gpu: 2}}}]}}}\n",
          "r/head@8 in [RayJob r in line 1] gpus 2@8 an actor 3@6 actors 3@6\n"},
      row{"  entrypointNumGpus: []\n  rayClusterSpec:\n    headGroupSpec: {template: {spec: {containers: [{name: h, image: i, resources: {limits: {nvidia.com/gpu: 2}}}]}}}\n",
          "r/head@7 in [RayJob r in line 1] gpus 2@7\n"},
      row{"  entrypointNumGpus: ${N}\n  rayClusterSpec:\n    headGroupSpec: {template: {spec: {containers: [{name: h, image: i, resources: {limits: {nvidia.com/gpu: 2}}}]}}}\n",
          "r/head@7 in [RayJob r in line 1] gpus 2@7\n"},
      row{"  entrypointNumGpus: 3\n  rayClusterSpec:\n    headGroupSpec: {rayStartParams: {num-gpus: '2'}, template: {spec: {containers: [{name: h, image: i, resources: {limits: {nvidia.com/gpu: 2}}}]}}}\n",
          "r/head@7 in [RayJob r in line 1] gpus 2@7 processes 2@7\n"},
  };
  told_account::hold_whole(head, rows, line_of_name);
}

TEST_CASE("models of Ray Serve take what Ray sets aside for them") {
  constexpr std::string_view head = "apiVersion: ray.io/v1\nkind: RayService\nmetadata: {name: r}\nspec:\n  rayClusterConfig:\n"
                                    "    headGroupSpec: {template: {spec: {containers: [{name: h, image: i}]}}}\n"
                                    "    workerGroupSpecs:\n    - {replicas: 1, template: {spec: {containers: [{name: w, image: i, resources: {limits: {nvidia.com/gpu: 4}}}]}}}\n"
                                    "  serveConfigV2: |\n    applications:\n    - args:\n        llm_configs:\n";
  constexpr std::string_view first = "r/head@6 in [RayService r in line 1]\nr/worker@8 in [RayService r in line 1] stated 1@8 gpus 4@8";
  constexpr std::array rows{
      row{"        - {engine_kwargs: {tensor_parallel_size: 2}}\n", " vLLM@13 tp 2@13"},
      row{"        - {engine_kwargs: {tensor_parallel_size: 2}, deployment_config: {num_replicas: 2}}\n", " vLLM@13 tp 2@13 dp 2@13"},
      row{"        - {engine_kwargs: {tensor_parallel_size: 2}, deployment_config: {num_replicas: 0}}\n", ""},
      // An autoscaler keeps one at least that can start, and no more than have room.
      row{"        - {engine_kwargs: {tensor_parallel_size: 2}, deployment_config: {autoscaling_config: {min_replicas: 0, max_replicas: 1}}}\n", " vLLM@13 tp 2@13"},
      row{"        - {engine_kwargs: {tensor_parallel_size: 2}, deployment_config: {autoscaling_config: {min_replicas: 0, max_replicas: 8}}}\n", " vLLM@13 tp 2@13 dp 2@13"},
      row{"        - {engine_kwargs: {tensor_parallel_size: 2}, deployment_config: {num_replicas: auto}}\n", " vLLM@13 tp 2@13 dp 2@13"},
      row{"        - {engine_kwargs: {tensor_parallel_size: 2}, deployment_config: {num_replicas: x}}\n", ""},
      row{"        - {engine_kwargs: {tensor_parallel_size: 2}, deployment_config: {autoscaling_config: {min_replicas: x, max_replicas: 8}}}\n", ""},
      row{"        - {engine_kwargs: {tensor_parallel_size: 2}, deployment_config: {autoscaling_config: {min_replicas: 1, max_replicas: x}}}\n", ""},
      // Without sizes it takes one GPU; ranks that are replicas, and sizes that the file leaves open, are not counted.
      row{"        - {model_loading_config: {model_id: m}}\n", " vLLM@13 tp 1@13"},
      row{"        - {engine_kwargs: {max_model_len: 100}}\n", " vLLM@13 tp 1@13"},
      row{"        - {engine_kwargs: {tensor_parallel_size: '${T}'}}\n", ""},
      row{"        - {engine_kwargs: {tensor_parallel_size: 2, data_parallel_size: 1}}\n", ""},
      // What it sets aside is whole GPUs, as many as the sizes take.
      row{"        - {engine_kwargs: {tensor_parallel_size: 2}, resources_per_bundle: {GPU: 1}}\n", " vLLM@13 tp 2@13"},
      row{"        - {engine_kwargs: {tensor_parallel_size: 2}, resources_per_bundle: {GPU: 0.5}}\n", ""},
      row{"        - {engine_kwargs: {tensor_parallel_size: 2}, placement_group_config: {bundles: [{GPU: 1}, {CPU: 1, GPU: 1}, {CPU: 1}]}}\n", " vLLM@13 tp 2@13"},
      row{"        - {engine_kwargs: {tensor_parallel_size: 2}, placement_group_config: {bundles: [{GPU: 1}]}}\n", ""},
      row{"        - {engine_kwargs: {tensor_parallel_size: 2}, placement_group_config: {bundles: [{GPU: 1}, {GPU: x}]}}\n", ""},
      // Several are one where they are of the same sizes.
      row{"        - {engine_kwargs: {tensor_parallel_size: 2}}\n        - {engine_kwargs: {tensor_parallel_size: 2}}\n", " vLLM@13 tp 2@13 dp 2@13"},
      row{"        - {engine_kwargs: {tensor_parallel_size: 1}, deployment_config: {autoscaling_config: {max_replicas: 3}}}\n        - {engine_kwargs: {tensor_parallel_size: 1}}\n", " vLLM@13 tp 1@13 dp 4@13"},
      row{"        - {engine_kwargs: {tensor_parallel_size: 2}}\n        - {engine_kwargs: {tensor_parallel_size: 2, pipeline_parallel_size: 1}}\n", " vLLM@13 tp 2@13 dp 2@13"},
      row{"        - {engine_kwargs: {tensor_parallel_size: 2, pipeline_parallel_size: 1}}\n        - {engine_kwargs: {tensor_parallel_size: 2}}\n", " vLLM@13 tp 2@13 pp 1@13 dp 2@13"},
      row{"        - {engine_kwargs: {tensor_parallel_size: 2}}\n        - {engine_kwargs: {tensor_parallel_size: 1}}\n", ""},
      row{"        - {engine_kwargs: {tensor_parallel_size: 1, pipeline_parallel_size: 2}}\n        - {engine_kwargs: {tensor_parallel_size: 2, pipeline_parallel_size: 2}}\n", ""},
      row{"        - {engine_kwargs: {tensor_parallel_size: 2}}\n        - {engine_kwargs: {tensor_parallel_size: 2, pipeline_parallel_size: 2}}\n", ""},
      row{"        - {engine_kwargs: {tensor_parallel_size: 2}}\n        - other.yaml\n", ""},
      // One alone that has too few is wrong whatever the others take; one that has just enough may be right.
      row{"        - {engine_kwargs: {tensor_parallel_size: 2}}\n        - {engine_kwargs: {tensor_parallel_size: 4}}\n", ""},
      row{"        - {engine_kwargs: {tensor_parallel_size: 2}}\n        - {engine_kwargs: {tensor_parallel_size: 8}}\n", " vLLM@14 tp 8@14"},
      row{"        - {engine_kwargs: {tensor_parallel_size: 2}}\n        - {engine_kwargs: {tensor_parallel_size: 1}, deployment_config: {num_replicas: 5}}\n", " vLLM@14 tp 1@14 dp 5@14"},
  };
  for (const row& each : rows) {
    CAPTURE(each.text);
    CHECK(told_account::whole_account_of(std::string(head) + std::string(each.text), line_of_name) == std::string(first) + std::string(each.account) + "\n");
  }
}

TEST_CASE("jobs of a queue, of Volcano and of groups, whose pods wait for each other") {
  constexpr std::array rows{
      // Kueue admits all pods of a job or none: an engine of each is one of several.
      row{"apiVersion: batch/v1\nkind: Job\nmetadata: {name: j, labels: {kueue.x-k8s.io/queue-name: l}}\n"
          "spec: {parallelism: 2, template: {spec: {containers: [{name: a, image: i, command: [vllm, serve, m, -tp, '2'], resources: {limits: {nvidia.com/gpu: 2}}}]}}}\n"
          "---\nkind: LocalQueue\napiVersion: kueue.x-k8s.io/v1beta1\nmetadata: {name: l}\nspec: {clusterQueue: q}\n---\nkind: ClusterQueue\napiVersion: kueue.x-k8s.io/v1beta1\nmetadata: {name: q}\n",
          "j@3 pods 2@4 gpus 2@4 vLLM@4 tp 2@4 open: how many pods run one engine; queue q@3\n2 without\n"},
      row{"apiVersion: batch/v1\nkind: Job\nmetadata: {name: j, labels: {kueue.x-k8s.io/queue-name: l}}\n"
          "spec: {template: {spec: {containers: [{name: a, image: i, command: [vllm, serve, m, -tp, '2'], resources: {limits: {nvidia.com/gpu: 2}}}]}}}\n"
          "---\nkind: LocalQueue\napiVersion: kueue.x-k8s.io/v1beta1\nmetadata: {name: l}\nspec: {clusterQueue: q}\n---\nkind: ClusterQueue\napiVersion: kueue.x-k8s.io/v1beta1\nmetadata: {name: q}\n",
          "j@3 gpus 2@4 vLLM@4 tp 2@4 queue q@3\n2 without\n"},
      row{"apiVersion: batch/v1\nkind: Job\nmetadata: {name: j, labels: {kueue.x-k8s.io/queue-name: l}, annotations: {kueue.x-k8s.io/job-min-parallelism: '2'}}\n"
          "spec: {parallelism: 3, template: {spec: {containers: [{name: a, image: i, resources: {limits: {nvidia.com/gpu: 2}}}]}}}\n"
          "---\nkind: LocalQueue\napiVersion: kueue.x-k8s.io/v1beta1\nmetadata: {name: l}\nspec: {clusterQueue: q}\n---\nkind: ClusterQueue\napiVersion: kueue.x-k8s.io/v1beta1\nmetadata: {name: q}\n",
          "j@3 pods 3@4 gpus 2@4 queue q@3 admitted with 2@3\n2 without\n"},
      // Partial admission is of plain jobs in a queue.
      row{"apiVersion: batch/v1\nkind: Job\nmetadata: {name: j, annotations: {kueue.x-k8s.io/job-min-parallelism: '2'}}\n"
          "spec: {parallelism: 3, template: {spec: {containers: [{name: a, image: i, resources: {limits: {nvidia.com/gpu: 2}}}]}}}\n",
          "j@3 replicas 3@4 gpus 2@4\n"},
      row{"apiVersion: batch/v1\nkind: CronJob\nmetadata: {name: j, labels: {kueue.x-k8s.io/queue-name: l}, annotations: {kueue.x-k8s.io/job-min-parallelism: '2'}}\n"
          "spec: {jobTemplate: {spec: {parallelism: 3, template: {spec: {containers: [{name: a, image: i, resources: {limits: {nvidia.com/gpu: 2}}}]}}}}}\n"
          "---\nkind: LocalQueue\napiVersion: kueue.x-k8s.io/v1beta1\nmetadata: {name: l}\nspec: {clusterQueue: q}\n---\nkind: ClusterQueue\napiVersion: kueue.x-k8s.io/v1beta1\nmetadata: {name: q}\n",
          "j@3 pods 3@4 gpus 2@4 queue q@3\n2 without\n"},
      // Pods with an index work together, unless each serves by sizes of its own, whichever they are.
      row{"apiVersion: batch/v1\nkind: Job\nmetadata: {name: j}\n"
          "spec: {completionMode: Indexed, parallelism: 3, template: {spec: {containers: [{name: a, image: i, command: [vllm, serve, m, -dp, '2'], resources: {limits: {nvidia.com/gpu: 2}}}]}}}\n",
          "j@3 replicas 3@4 gpus 2@4 vLLM@4 dp 2@4\n"},
      row{"apiVersion: batch/v1\nkind: Job\nmetadata: {name: j}\n"
          "spec: {completionMode: Indexed, parallelism: 3, template: {spec: {containers: [{name: a, image: i, command: [vllm, serve, m, -pp, '2'], resources: {limits: {nvidia.com/gpu: 2}}}]}}}\n",
          "j@3 replicas 3@4 gpus 2@4 vLLM@4 pp 2@4\n"},
      row{"apiVersion: batch/v1\nkind: Job\nmetadata: {name: j}\n"
          "spec: {completionMode: Indexed, parallelism: 3, template: {spec: {containers: [{name: a, image: vllm/vllm-openai, resources: {limits: {nvidia.com/gpu: 2}}}]}}}\n",
          "j@3 pods 3@4 gpus 2@4 vLLM@0\n"},
      row{"apiVersion: batch/v1\nkind: Job\nmetadata: {name: j}\n"
          "spec: {completionMode: Indexed, parallelism: 3, completions: 2, template: {spec: {containers: [{name: a, image: i, resources: {limits: {nvidia.com/gpu: 2}}}]}}}\n",
          "j@3 pods 2@4 gpus 2@4\n"},
      row{"apiVersion: batch/v1\nkind: Job\nmetadata: {name: j}\n"
          "spec: {completionMode: Indexed, parallelism: 3, template: {spec: {containers: [{name: a, image: i, command: [torchrun, pretrain_megatron.py, --tensor-model-parallel-size, '2'], resources: {limits: {nvidia.com/gpu: 2}}}]}}}\n",
          "j@3 pods 3@4 gpus 2@4 Megatron-LM@4 tp 2@4 processes 1@4\n"},
      row{"apiVersion: batch/v1\nkind: Job\nmetadata: {name: j}\n"
          "spec: {completionMode: Indexed, parallelism: 3, template: {spec: {containers: [{name: a, image: i, command: [python3, x.py, --tensor-parallel-size, '2'], resources: {limits: {nvidia.com/gpu: 2}}}]}}}\n",
          "j@3 pods 3@4 gpus 2@4 an unnamed engine@4 tp 2@4\n"},
      row{"apiVersion: batch/v1\nkind: Job\nmetadata: {generateName: j-}\nspec: {template: {spec: {containers: [{name: a, image: i, resources: {limits: {nvidia.com/gpu: 2}}}]}}}\n", "j-@3 gpus 2@4\n"},
      // Parts work together where one of them serves on pods of others; several that do are each for themselves, and so are all beside an engine of its own.
      row{"apiVersion: jobset.x-k8s.io/v1alpha2\nkind: JobSet\nmetadata: {name: j}\nspec:\n  replicatedJobs:\n"
          "  - {name: a, template: {spec: {template: {spec: {containers: [{name: c, image: i, command: [vllm, serve, m, -tp, '8', --nnodes, '2', --node-rank, '0'], resources: {limits: {nvidia.com/gpu: 4}}}]}}}}}\n"
          "  - {name: b, template: {spec: {template: {spec: {containers: [{name: c, image: i, resources: {limits: {nvidia.com/gpu: 4}}}]}}}}}\n",
          "j/a@6 in [JobSet j in line 1] gpus 4@6 vLLM@6 tp 8@6\nj/b@7 in [JobSet j in line 1] gpus 4@7\n"},
      row{"apiVersion: jobset.x-k8s.io/v1alpha2\nkind: JobSet\nmetadata: {name: j}\nspec:\n  replicatedJobs:\n"
          "  - {name: a, replicas: 3, template: {spec: {template: {spec: {containers: [{name: c, image: i, command: [vllm, serve, m, -tp, '8', --nnodes, '2', --node-rank, '0'], resources: {limits: {nvidia.com/gpu: 4}}}]}}}}}\n"
          "  - {name: b, template: {spec: {parallelism: 2, template: {spec: {containers: [{name: c, image: i, command: [vllm, serve, m, -tp, '8', --nnodes, '2', --node-rank, '1'], resources: {limits: {nvidia.com/gpu: 4}}}]}}}}}\n",
          "j/a@6 replicas 3@6 gpus 4@6 vLLM@6 tp 8@6 open: how many pods run one engine;\nj/b@7 pods 2@7 gpus 4@7 vLLM@7 tp 8@7\n"},
      row{"apiVersion: jobset.x-k8s.io/v1alpha2\nkind: JobSet\nmetadata: {name: j}\nspec:\n  replicatedJobs:\n"
          "  - {name: a, replicas: 3, template: {spec: {parallelism: 2, template: {spec: {containers: [{name: c, image: i, command: [vllm, serve, m, -tp, '4'], resources: {limits: {nvidia.com/gpu: 4}}}]}}}}}\n"
          "  - {name: b, template: {spec: {template: {spec: {containers: [{name: c, image: i, resources: {limits: {nvidia.com/gpu: 4}}}]}}}}}\n",
          "j/a@6 replicas 6@6 gpus 4@6 vLLM@6 tp 4@6\nj/b@7 gpus 4@7\n"},
      // A task of Volcano is one pod where it says no number, and is told where it stands.
      row{"apiVersion: batch.volcano.sh/v1alpha1\nkind: Job\nmetadata: {name: j}\nspec:\n  queue: q\n  tasks:\n"
          "  - {name: a, template: {spec: {containers: [{name: a, image: i}]}}}\n"
          "  - {name: b, replicas: 2, template: {spec: {containers: [{name: a, image: i, resources: {limits: {nvidia.com/gpu: 4}}}]}}}\n",
          "j/a@7 in [Job j in line 1] queue q@5\nj/b@8 in [Job j in line 1] pods 2@8 gpus 4@8 queue q@5\n"},
      // With more than there are it never starts, unless its pods say themselves for how many they wait.
      row{"apiVersion: batch.volcano.sh/v1alpha1\nkind: Job\nmetadata: {name: j}\nspec:\n  minAvailable: 9\n  tasks:\n"
          "  - {name: a, replicas: 2, template: {spec: {containers: [{name: a, image: i, resources: {limits: {nvidia.com/gpu: 4}}}]}}}\n"
          "  - {name: b, replicas: 4, template: {spec: {containers: [{name: a, image: i, command: [torchrun, --nnodes=4, --nproc-per-node=4, t.py], resources: {limits: {nvidia.com/gpu: 4}}}]}}}\n",
          "j/a@7 in [Job j in line 1] pods 2@7 gpus 4@7 meets 9@5\nj/b@8 in [Job j in line 1] pods 4@8 gpus 4@8 processes 4@8 meets 4@8\n"},
      row{"apiVersion: batch.volcano.sh/v1alpha1\nkind: Job\nmetadata: {name: j}\nspec:\n  minAvailable: 2\n  tasks:\n"
          "  - {name: a, replicas: 2, template: {spec: {containers: [{name: a, image: i, resources: {limits: {nvidia.com/gpu: 4}}}]}}}\n",
          "j/a@7 in [Job j in line 1] pods 2@7 gpus 4@7\n"},
      row{"apiVersion: batch.volcano.sh/v1alpha1\nkind: Job\nmetadata: {name: j}\nspec:\n  minAvailable: 9\n  tasks:\n"
          "  - {name: a, replicas: 2, template: {spec: {containers: [{name: a, image: i, command: [vllm, serve, m, -tp, '2'], resources: {limits: {nvidia.com/gpu: 2}}}]}}}\n",
          "j/a@7 replicas 2@7 gpus 2@7 vLLM@7 tp 2@7\n"},
      // Fewer than all may start: its queue holds it back in part.
      row{"apiVersion: batch.volcano.sh/v1alpha1\nkind: Job\nmetadata: {name: j}\nspec:\n  minAvailable: 1\n  queue: q\n  tasks:\n"
          "  - {name: b, replicas: 2, template: {spec: {containers: [{name: a, image: i, resources: {limits: {nvidia.com/gpu: 4}}}]}}}\n",
          "j/b@8 in [Job j in line 1] pods 2@8 gpus 4@8\n"},
      // Each of two replicas may be launched by itself where it has as many pods.
      row{"apiVersion: jobset.x-k8s.io/v1alpha2\nkind: JobSet\nmetadata: {name: j}\nspec:\n  replicatedJobs:\n"
          "  - {name: w, replicas: 2, template: {spec: {parallelism: 3, template: {spec: {containers: [{name: a, image: i, command: [torchrun, --nnodes=3, --nproc-per-node=4, t.py], resources: {limits: {nvidia.com/gpu: 4}}}]}}}}}\n",
          "j/w@6 in [JobSet j in line 1] pods 6@6 gpus 4@6 processes 4@6\n"},
      row{"apiVersion: jobset.x-k8s.io/v1alpha2\nkind: JobSet\nmetadata: {name: j}\nspec:\n  replicatedJobs:\n"
          "  - {name: w, replicas: 2, template: {spec: {parallelism: 3, template: {spec: {containers: [{name: a, image: i, command: [torchrun, --nnodes=6, --nproc-per-node=4, t.py], resources: {limits: {nvidia.com/gpu: 4}}}]}}}}}\n",
          "j/w@6 in [JobSet j in line 1] pods 6@6 gpus 4@6 processes 4@6 meets 6@6\n"},
      row{"apiVersion: jobset.x-k8s.io/v1alpha2\nkind: JobSet\nmetadata: {name: j}\nspec:\n  replicatedJobs:\n"
          "  - {name: w, replicas: 2, template: {spec: {parallelism: '${N}', template: {spec: {containers: [{name: a, image: i, command: [torchrun, --nnodes=1, --nproc-per-node=4, t.py], resources: {limits: {nvidia.com/gpu: 4}}}]}}}}}\n",
          "j/w@6 in [JobSet j in line 1] pods ?@6 gpus 4@6 processes 4@6 meets 1@6\n"},
      row{"apiVersion: jobset.x-k8s.io/v1alpha2\nkind: JobSet\nmetadata: {name: j, annotations: {alpha.jobset.sigs.k8s.io/exclusive-topology: nvidia.com/gpu.clique}}\nspec:\n  replicatedJobs:\n"
          "  - {name: w, template: {spec: {parallelism: 3, template: {spec: {containers: [{name: a, image: i, resources: {limits: {nvidia.com/gpu: 4}}}]}}}}}\n",
          "j/w@6 in [JobSet j in line 1] pods 3@6 gpus 4@6 in one domain\n"},
      // Each replica may be in a domain of its own.
      row{"apiVersion: jobset.x-k8s.io/v1alpha2\nkind: JobSet\nmetadata: {name: j, annotations: {alpha.jobset.sigs.k8s.io/exclusive-topology: nvidia.com/gpu.clique}}\nspec:\n  replicatedJobs:\n"
          "  - {name: w, replicas: 2, template: {spec: {parallelism: 3, template: {spec: {containers: [{name: a, image: i, resources: {limits: {nvidia.com/gpu: 4}}}]}}}}}\n",
          "j/w@6 in [JobSet j in line 1] pods 6@6 gpus 4@6\n"},
      row{"apiVersion: jobset.x-k8s.io/v1alpha2\nkind: JobSet\nmetadata: {name: j, annotations: {alpha.jobset.sigs.k8s.io/exclusive-topology: zone}}\nspec:\n  replicatedJobs:\n"
          "  - {name: w, template: {spec: {parallelism: 3, template: {spec: {containers: [{name: a, image: i, resources: {limits: {nvidia.com/gpu: 4}}}]}}}}}\n",
          "j/w@6 in [JobSet j in line 1] pods 3@6 gpus 4@6\n"},
      row{"apiVersion: leaderworkerset.x-k8s.io/v1\nkind: LeaderWorkerSet\nmetadata: {name: l, annotations: {leaderworkerset.sigs.k8s.io/exclusive-topology: nvidia.com/gpu.clique}}\nspec:\n"
          "  leaderWorkerTemplate: {size: 2, workerTemplate: {spec: {containers: [{name: a, image: i, resources: {limits: {nvidia.com/gpu: 4}}}]}}}\n",
          "l@5 in [LeaderWorkerSet l in line 1] pods 2@5 gpus 4@5 in one domain\n"},
      row{"apiVersion: leaderworkerset.x-k8s.io/v1\nkind: LeaderWorkerSet\nmetadata: {name: l, annotations: {leaderworkerset.sigs.k8s.io/exclusive-topology: zone}}\nspec:\n"
          "  leaderWorkerTemplate: {size: 2, workerTemplate: {spec: {containers: [{name: a, image: i, resources: {limits: {nvidia.com/gpu: 4}}}]}}}\n",
          "l@5 in [LeaderWorkerSet l in line 1] pods 2@5 gpus 4@5\n"},
      // The controller tells each of a group how many they are: one where nothing is said.
      row{"apiVersion: leaderworkerset.x-k8s.io/v1\nkind: LeaderWorkerSet\nmetadata: {name: l}\nspec:\n  leaderWorkerTemplate: {size: 2, workerTemplate: {spec: {containers: [{name: a, image: i,\n"
          "    command: [torchrun, --nnodes=$(LWS_GROUP_SIZE), --nproc-per-node=4, t.py], resources: {limits: {nvidia.com/gpu: 4}}}]}}}\n",
          "l@5 in [LeaderWorkerSet l in line 1] pods 2@5 gpus 4@6 processes 4@6 meets 2@6\n"},
      row{"apiVersion: leaderworkerset.x-k8s.io/v1\nkind: LeaderWorkerSet\nmetadata: {name: l}\nspec:\n  leaderWorkerTemplate: {workerTemplate: {spec: {containers: [{name: a, image: i,\n"
          "    command: [torchrun, --nnodes=$(LWS_GROUP_SIZE), --nproc-per-node=4, t.py], resources: {limits: {nvidia.com/gpu: 4}}}]}}}\n",
          "l@5 in [LeaderWorkerSet l in line 1] gpus 4@6 processes 4@6 meets 1@6\n"},
      // Pods of a StatefulSet are numbered: as many as an engine spans are one replica, where they make whole ones.
      row{"apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: d}\nspec: {replicas: 4, template: {spec: {containers: [{name: a, image: i,\n"
          "  command: [sglang, serve, m, --tp, '8', --nnodes, '2', --node-rank, '0'], resources: {limits: {nvidia.com/gpu: 4}}}]}}}\n",
          "d@3 replicas 2@4 pods 2@5 gpus 4@5 SGLang@5 tp 8@5\n"},
      row{"apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: d}\nspec: {replicas: 3, template: {spec: {containers: [{name: a, image: i,\n"
          "  command: [sglang, serve, m, --tp, '8', --nnodes, '2', --node-rank, '0'], resources: {limits: {nvidia.com/gpu: 4}}}]}}}\n",
          "d@3 replicas 3@4 gpus 4@5 SGLang@5 tp 8@5 open: how many pods run one engine;\n"},
      row{"apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: d}\nspec: {replicas: '${N}', template: {spec: {containers: [{name: a, image: i,\n"
          "  command: [sglang, serve, m, --tp, '8', --nnodes, '2', --node-rank, '0'], resources: {limits: {nvidia.com/gpu: 4}}}]}}}\n",
          "d@3 replicas ?@4 gpus 4@5 SGLang@5 tp 8@5 open: how many pods run one engine;\n"},
      // Annotations of pods stand in their template, and not in the Deployment.
      row{"apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: d, annotations: {gpu-fraction: '0.5'}}\nspec: {template: {metadata: {labels: {a: b}}, spec: {containers: [{name: a, image: i}]}}}\n", "d@3\n"},
      row{"apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: d}\nspec: {template: {metadata: {annotations: {gpu-fraction: '0.5'}}, spec: {containers: [{name: a, image: i}]}}}\n", "d@3 mig ?@4\n"},
      // A Deployment's autoscaler is the one of its name, kind and namespace.
      row{"apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: d, namespace: n}\nspec: {replicas: 2, template: {spec: {containers: [{name: a, image: i}]}}}\n"
          "---\napiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: h, namespace: n}\nspec: {minReplicas: 3}\n",
          "d@3 replicas 2@4\n1 without\n"},
      row{"apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: d, namespace: n}\nspec: {replicas: 2, template: {spec: {containers: [{name: a, image: i}]}}}\n"
          "---\napiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: h, namespace: n}\nspec: {minReplicas: 3, maxReplicas: 3, scaleTargetRef: {kind: Deployment, name: d}}\n",
          "d@3 replicas 3@9 least 3@9 most 3@9\n1 without\n"},
      row{"apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: d, namespace: n}\nspec: {replicas: 2, template: {spec: {containers: [{name: a, image: i}]}}}\n"
          "---\napiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: h, namespace: m}\nspec: {minReplicas: 3, maxReplicas: 3, scaleTargetRef: {kind: Deployment, name: d}}\n",
          "d@3 replicas 2@4\n1 without\n"},
      row{"apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: d, namespace: n}\nspec: {replicas: 2, template: {spec: {containers: [{name: a, image: i}]}}}\n"
          "---\napiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: h, namespace: n}\nspec: {minReplicas: 3, maxReplicas: 3, scaleTargetRef: {kind: StatefulSet, name: d}}\n",
          "d@3 replicas 2@4\n1 without\n"},
      row{"apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: d, namespace: n}\nspec: {replicas: 2, template: {spec: {containers: [{name: a, image: i}]}}}\n"
          "---\napiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: h, namespace: n}\nspec: {minReplicas: 3, maxReplicas: 3, scaleTargetRef: {kind: Deployment, name: e}}\n",
          "d@3 replicas 2@4\n1 without\n"},
  };
  told_account::hold_whole({}, rows, line_of_name);
}

TEST_CASE("a pod runs on the flavor or the pool of nodes whose labels it selects") {
  constexpr std::string_view head = "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  nodeSelector: {a: b, c: d}\n  containers: [{name: x, image: i}]\n";
  constexpr std::array rows{
      row{"---\nkind: ResourceFlavor\napiVersion: kueue.x-k8s.io/v1beta1\nmetadata: {name: f}\nspec: {nodeLabels: {a: b}}\n", "p@3 pool f@5\npool f@10\n"},
      row{"---\nkind: ResourceFlavor\napiVersion: kueue.x-k8s.io/v1beta1\nmetadata: {name: f}\nspec: {nodeLabels: {a: b, c: d}}\n", "p@3 pool f@5\npool f@10\n"},
      row{"---\nkind: ResourceFlavor\napiVersion: kueue.x-k8s.io/v1beta1\nmetadata: {name: f}\nspec: {nodeLabels: {a: b, c: e}}\n", "p@3 pool ?@3\npool f@10\n"},
      row{"---\nkind: ResourceFlavor\napiVersion: kueue.x-k8s.io/v1beta1\nmetadata: {name: f}\nspec: {nodeLabels: {a: b, e: f}}\n", "p@3 pool ?@3\npool f@10\n"},
      row{"---\nkind: ResourceFlavor\napiVersion: kueue.x-k8s.io/v1beta1\nmetadata: {name: f}\nspec: {nodeLabels: {}}\n", "p@3 pool ?@3\npool f@10\n"},
      row{"---\nkind: ResourceFlavor\napiVersion: kueue.x-k8s.io/v1beta1\nmetadata: {name: f}\n", "p@3 pool ?@3\npool f@10\n"},
      row{"---\nkind: ResourceFlavor\napiVersion: kueue.x-k8s.io/v1beta1\nmetadata: {name: f}\nspec: {nodeLabels: {a: b}}\n"
          "---\nkind: ResourceFlavor\napiVersion: kueue.x-k8s.io/v1beta1\nmetadata: {name: g}\nspec: {nodeLabels: {c: d}}\n",
          "p@3 pool ?@3\npool f@10\npool g@15\n"},
      // Karpenter's: labels of their own that a pod selects they have to have; those of clouds they may.
      row{"---\nkind: NodePool\napiVersion: karpenter.sh/v1\nmetadata: {name: n}\nspec: {template: {spec: {}}}\n", "p@3\n1 without\n"},
      row{"---\nkind: NodePool\napiVersion: karpenter.sh/v1\nmetadata: {name: n}\nspec: {template: {metadata: {labels: {a: b}}}}\n", "p@3\n1 without\n"},
      row{"---\nkind: NodePool\napiVersion: karpenter.sh/v1\nmetadata: {name: n}\nspec: {template: {metadata: {labels: {a: b, c: d}}}}\n", "p@3 pool n@5\n1 without\n"},
      row{"---\nkind: NodePool\napiVersion: karpenter.sh/v1\nmetadata: {name: n}\nspec:\n  limits: {cpu: 4}\n  template:\n    metadata: {labels: {a: b, c: d}}\n"
          "    spec: {requirements: [{key: node.kubernetes.io/instance-type, operator: In, values: [t]}]}\n",
          "p@3 size t@15 pool n@5\nbound n of cpu 4000@12\n"},
  };
  told_account::hold_whole(head, rows, line_of_name);
}

TEST_CASE("a pod selects nodes by labels and terms, and stays away from others of its own") {
  constexpr std::string_view head = "apiVersion: v1\nkind: Pod\nmetadata: {name: p, labels: {app: x, tier: y}}\nspec:\n  containers: [{name: a, image: i}]\n";
  constexpr std::array rows{
      row{"  nodeSelector: {nvidia.com/gpu.count: '2'}", "p@3\n"},
      row{"  nodeSelector: {karpenter.sh/capacity-type: spot}", "p@3 spot\n"},
      row{"  nodeSelector: {karpenter.sh/capacity-type: on-demand}", "p@3\n"},
      row{"  nodeSelector: {eks.amazonaws.com/capacityType: SPOT}", "p@3 spot\n"},
      row{"  nodeSelector: {eks.amazonaws.com/capacityType: ON_DEMAND}", "p@3\n"},
      row{"  nodeSelector: {kubernetes.azure.com/scalesetpriority: spot}", "p@3 spot\n"},
      row{"  nodeSelector: {kubernetes.azure.com/scalesetpriority: regular}", "p@3\n"},
      row{"  nodeSelector: {cloud.google.com/gke-spot: 'true'}", "p@3 spot\n"},
      row{"  nodeSelector: {cloud.google.com/gke-spot: 'false'}", "p@3\n"},
      row{"  nodeSelector: {example.com/priority: spot}", "p@3\n"},
      row{"  affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchFields: [{key: metadata.name, operator: In, values: [n]}]}]}}}", "p@3\n"},
      row{"  affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [\n"
          "    {key: node.kubernetes.io/instance-type, operator: In, values: [a, b]}, {key: zone, operator: NotIn, values: [a]}]}]}}}",
          "p@3 size ?@7 size of a, b\n"},
      row{"  affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [\n"
          "    {key: node.kubernetes.io/instance-type, operator: In, values: [a, b]}, {key: node.kubernetes.io/instance-type, operator: NotIn, values: [a]}]}]}}}",
          "p@3 size b@7\n"},
      row{"  affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [\n"
          "    {key: node.kubernetes.io/instance-type, operator: In, values: [a, b]}, {key: node.kubernetes.io/instance-type, operator: NotIn, values: [a, c]}]}]}}}",
          "p@3 size b@7\n"},
      row{"  nodeSelector: {agentpool: a, cloud.google.com/gke-nodepool: b}", "p@3 pool a@6\n"},
      row{"  affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [\n"
          "    {key: agentpool, operator: In, values: [a, b]},\n    {key: cloud.google.com/gke-nodepool, operator: In, values: [c, d]}]}]}}}",
          "p@3 pool ?@7\n"},
      row{"  affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [\n"
          "    {key: node.kubernetes.io/instance-type, operator: In, values: [a]}, {key: node.kubernetes.io/instance-type, operator: NotIn, values: [a]}]}]}}}",
          "p@3\n"},
      row{"  affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [\n"
          "    {topologyKey: kubernetes.io/hostname, labelSelector: {matchExpressions: [{key: app, operator: In}]}}]}}",
          "p@3\n"},
      // A node has both labels.
      row{"  affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [\n"
          "    {key: node.kubernetes.io/instance-type, operator: In, values: [a, b]}, {key: beta.kubernetes.io/instance-type, operator: In, values: [b]}]}]}}}",
          "p@3 size b@7\n"},
      row{"  affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [\n"
          "    {key: node.kubernetes.io/instance-type, operator: In, values: [a, b]}, {key: agentpool, operator: In, values: [c, d]}]}]}}}",
          "p@3 size ?@7 pool ?@7 size of a, b\n"},
      row{"  affinity: {podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: nvidia.com/gpu.clique}]}}", "p@3 in one domain\n"},
      row{"  affinity: {podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: zone}]}}", "p@3\n"},
      // One pod of a node, where its terms are about nodes and about these pods.
      row{"  affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [\n    {topologyKey: kubernetes.io/hostname, labelSelector: {matchLabels: {app: x}}}]}}",
          "p@3 a node 1@7\n"},
      row{"  affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [\n    {topologyKey: kubernetes.io/hostname, labelSelector: {matchLabels: {app: z}}}]}}", "p@3\n"},
      row{"  affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [\n    {topologyKey: kubernetes.io/hostname, labelSelector: {matchLabels: {other: x}}}]}}", "p@3\n"},
      row{"  affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [\n    {topologyKey: kubernetes.io/hostname, labelSelector: {}}]}}", "p@3 a node 1@7\n"},
      row{"  affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [\n    {topologyKey: kubernetes.io/hostname}]}}", "p@3\n"},
      row{"  affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [\n    {topologyKey: zone, labelSelector: {matchLabels: {app: x}}}]}}", "p@3\n"},
      row{"  affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [\n"
          "    {topologyKey: kubernetes.io/hostname, labelSelector: {matchExpressions: [{key: app, operator: In, values: [w, x]}]}}]}}",
          "p@3 a node 1@7\n"},
      row{"  affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [\n"
          "    {topologyKey: kubernetes.io/hostname, labelSelector: {matchExpressions: [{key: app, operator: In, values: [w]}]}}]}}",
          "p@3\n"},
      row{"  affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [\n"
          "    {topologyKey: kubernetes.io/hostname, labelSelector: {matchExpressions: [{key: app, operator: NotIn, values: [x]}]}}]}}",
          "p@3\n"},
      row{"  affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [\n"
          "    {topologyKey: kubernetes.io/hostname, labelSelector: {matchExpressions: [{key: app, operator: DoesNotExist}]}}]}}",
          "p@3\n"},
      row{"  affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [\n"
          "    {topologyKey: kubernetes.io/hostname, labelSelector: {matchExpressions: [{key: other, operator: In, values: ['']}]}}]}}",
          "p@3\n"},
      row{"  affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [\n"
          "    {topologyKey: kubernetes.io/hostname, labelSelector: {matchExpressions: [{key: app, operator: Exists}, {key: tier, operator: Exists}]}}]}}",
          "p@3 a node 1@7\n"},
      row{"  affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [\n"
          "    {topologyKey: kubernetes.io/hostname, labelSelector: {matchExpressions: [{key: app, operator: Exists}, {key: other, operator: Exists}]}}]}}",
          "p@3\n"},
      // A spread bounds where it is held to, over nodes, so many of them.
      row{"  topologySpreadConstraints:\n  - {topologyKey: kubernetes.io/hostname, maxSkew: 2, minDomains: 4, labelSelector: {matchLabels: {app: x}}}", "p@3 a node 2@7 of 4 nodes\n"},
      row{"  topologySpreadConstraints:\n  - {topologyKey: zone, maxSkew: 2, minDomains: 4, labelSelector: {matchLabels: {app: x}}}", "p@3\n"},
      row{"  topologySpreadConstraints:\n  - {topologyKey: kubernetes.io/hostname, maxSkew: 2, minDomains: 4, whenUnsatisfiable: ScheduleAnyway, labelSelector: {matchLabels: {app: x}}}", "p@3\n"},
      row{"  topologySpreadConstraints:\n  - {topologyKey: kubernetes.io/hostname, maxSkew: 2, labelSelector: {matchLabels: {app: x}}}", "p@3\n"},
      row{"  topologySpreadConstraints:\n  - {topologyKey: kubernetes.io/hostname, minDomains: 4, labelSelector: {matchLabels: {app: x}}}", "p@3\n"},
      row{"  topologySpreadConstraints:\n  - {topologyKey: kubernetes.io/hostname, maxSkew: 2, minDomains: 4, labelSelector: {matchLabels: {app: z}}}", "p@3\n"},
  };
  told_account::hold_whole(head, rows, line_of_name);
}

TEST_CASE("a pod's amounts: limits below requests, devices by other names, and what is no quantity") {
  constexpr std::string_view head = "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n";
  constexpr std::array rows{
      row{"  containers: [{name: a, image: i, resources: {requests: {cpu: 4}, limits: {cpu: 2}}}]", "p@3 cpus 4000@5\np/a@3 replicas 0@3 cpus 4000@5 limit of cpus 2000@5\n"},
      row{"  containers: [{name: a, image: i, resources: {requests: {cpu: 4}, limits: {cpu: '${C}'}}}]", "p@3 cpus 4000@5\n"},
      row{"  containers: [{name: a, image: i, resources: {requests: {cpu: '${C}'}, limits: {cpu: 2}}}]", "p@3 cpus ?@5\n"},
      row{"  containers: [{name: a, image: i, resources: {requests: {cpu: 2}, limits: {cpu: 2}}}]", "p@3 cpus 2000@5\n"},
      row{"  containers: [{name: a, image: i, resources: {requests: {nvidia.com/gpu: 4}, limits: {nvidia.com/gpu: 2}}}]", "p@3 gpus 4@5 limit 2@5\n"},
      row{"  containers: [{name: a, image: i, resources: {requests: {memory: 4Gi}, limits: {memory: 2Gi}}}]", "p@3 memory 4096@5\np/a@3 replicas 0@3 memory 4096@5 limit of memory 2048@5\n"},
      row{"  containers: [{name: a, image: i, resources: {limits: {ephemeral-storage: 2Gi}}}]", "p@3 disk 2048@5\n"},
      row{"  initContainers: [{name: b, image: i, resources: {requests: {ephemeral-storage: 4Gi}, limits: {ephemeral-storage: 2Gi}}}]\n  containers: [{name: a, image: i}]",
          "p@3 disk 4096@5\np/b@3 replicas 0@3 disk 4096@5 limit of disk 2048@5\n"},
      // Of the pod's own resources its containers request no more, and no container has a higher limit.
      row{"  resources: {requests: {cpu: 2}, limits: {cpu: 1}}\n  containers: [{name: a, image: i}]", "p@3 cpus 2000@5\np@3 replicas 0@3 cpus 2000@5 limit of cpus 1000@5\n"},
      row{"  resources: {requests: {cpu: 2}}\n  containers: [{name: a, image: i, resources: {requests: {cpu: 3}}}]",
          "p@3 cpus 2000@5\np/containers@3 replicas 0@3 cpus 3000@6 limit of cpus 2000@5 of the whole pod\n"},
      row{"  resources: {limits: {cpu: 2}}\n  containers: [{name: a, image: i, resources: {requests: {cpu: 1}, limits: {cpu: 3}}}]",
          "p@3 cpus 1000@6\np/a@3 replicas 0@3 cpus 3000@6 limit of cpus 2000@5 of the whole pod\n"},
      row{"  resources: {requests: {cpu: 2}, limits: {cpu: 4}}\n  containers: [{name: a, image: i, resources: {requests: {cpu: 3}, limits: {cpu: 5}}}]",
          "p@3 cpus 2000@5\np/containers@3 replicas 0@3 cpus 3000@6 limit of cpus 2000@5 of the whole pod\n"},
      row{"  nodeSelector: {nvidia.com/gpu.count: '2'}\n  containers: [{name: a, image: i, resources: {limits: {nvidia.com/gpu: 1}}}]", "p@3 gpus 1@6 of a node 2@5\n"},
      row{"  containers: [{name: a, image: i, resources: {requests: {memory: '${M}'}}}]", "p@3 memory ?@5\n"},
      // Of init containers and the others the larger, and neither where one of them is left open.
      row{"  initContainers: [{name: b, image: i, resources: {requests: {cpu: 8}}}]\n  containers: [{name: a, image: i, resources: {requests: {cpu: '${C}'}}}]", "p@3 cpus ?@6\n"},
      row{"  initContainers: [{name: b, image: i, resources: {requests: {cpu: '${C}'}}}]\n  containers: [{name: a, image: i, resources: {requests: {cpu: 8}}}]", "p@3 cpus ?@5\n"},
      row{"  initContainers: [{name: b, image: i, resources: {requests: {cpu: 8}}}]\n  containers: [{name: a, image: i, resources: {requests: {cpu: 8}}}]", "p@3 cpus 8000@6\n"},
      row{"  containers:\n  - {name: a, image: i, resources: {requests: {cpu: 2}}}\n  - {name: b, image: i, resources: {requests: {cpu: 2}}}", "p@3 cpus 4000@6\n"},
      // Limit ranges of its namespace: of containers, and a default limit stands in for a request; Kubernetes refuses one below a request.
      row{"  containers: [{name: a, image: i, resources: {limits: {memory: 1Gi}}}]\n---\napiVersion: v1\nkind: LimitRange\nmetadata: {name: l}\n"
          "spec: {limits: [{type: Pod, default: {cpu: 9}, defaultRequest: {cpu: 9}}, {type: Container, default: {cpu: 4, memory: 8Gi}, defaultRequest: {cpu: 2}}]}",
          "p@3 cpus 2000@10 memory 1024@5\n1 without\n"},
      row{"  containers: [{name: a, image: i}]\n---\napiVersion: v1\nkind: LimitRange\nmetadata: {name: l}\nspec: {limits: [{type: Container, default: {cpu: 4}}]}", "p@3 cpus 4000@10\n1 without\n"},
      row{"  containers: [{name: a, image: i, resources: {requests: {cpu: 5}}}]\n---\napiVersion: v1\nkind: LimitRange\nmetadata: {name: l}\nspec: {limits: [{type: Container, default: {cpu: 4}}]}",
          "p@3 cpus 5000@5\np/a@3 replicas 0@3 cpus 5000@5 limit of cpus 4000@10\n1 without\n"},
      row{"  containers: [{name: a, image: i}]\n---\napiVersion: v1\nkind: LimitRange\nmetadata: {name: l, namespace: n}\nspec: {limits: [{type: Container, default: {cpu: 4}}]}", "p@3\n1 without\n"},
      row{"  containers: [a]", "p@3\n"},
      row{"  containers: {a: {resources: {limits: {nvidia.com/gpu: 2}}}}", "p@3\n"},
      row{"  containers: [{name: a}]", "p@3\ntold@5:0 a container without an image is of a patch: what it is applied to is not judged; check what `kustomize build` prints\n"},
      row{"  containers: [{name: a, image: i, resources: {requests: [b]}}]", "p@3\n"},
      row{"  containers: [{name: a, image: i, resources: {limits: {cpu: []}}}]", "unread@5:0 cpu: a list is not a quantity: expected a number such as 8, 500m or 1800Gi\n"},
      row{"  containers: [{name: a, image: i, resources: {limits: {cpu: {}}}}]", "unread@5:0 cpu: a map is not a quantity: expected a number such as 8, 500m or 1800Gi\n"},
      row{"  containers: [{name: a, image: i, resources: {limits: {nvidia.com/gpu: 0.5}}}]",
          "unread@5:0 nvidia.com/gpu: \"0.5\" is not a quantity: expected a whole number: an extended resource has no parts\n"},
      // Kubernetes' validation: a positive integer multiple of the page.
      row{"  containers: [{name: a, image: i, resources: {limits: {hugepages-2Mi: 3Mi}}}]",
          "unread@5:0 hugepages-2Mi: \"3Mi\" is not a quantity: expected whole pages of 2Mi\n"},
      row{"  containers: [{name: a, image: i, resources: {limits: {hugepages-1Gi: 512Mi}}}]",
          "unread@5:0 hugepages-1Gi: \"512Mi\" is not a quantity: expected whole pages of 1Gi\n"},
      row{"  containers: [{name: a, image: i, resources: {limits: {hugepages-2Mi: 4Mi, hugepages-1Gi: '${P}', hugepages-x: 3Mi, hugepages-0: 3Mi}}}]", "p@3\n"},
      // Accelerators that are no GPUs.
      row{"  containers: [{name: a, image: i, resources: {limits: {google.com/tpu: 1}}}]", "p@3\ntold@5:0 google.com/tpu are no GPUs: what runs on them is not judged\n"},
      row{"  containers: [{name: a, image: i, resources: {limits: {google.com/tpu: '${N}'}}}]", "p@3\ntold@5:0 google.com/tpu are no GPUs: what runs on them is not judged\n"},
      row{"  containers: [{name: a, image: i, resources: {limits: {google.com/tpu: 0}}}]", "p@3\n"},
      row{"  containers: [{name: a, image: i, resources: {limits: {huawei.com/Ascend910: 8}}}]", "p@3\ntold@5:0 huawei.com/Ascend910 are no GPUs: what runs on them is not judged\n"},
      // GPUs by the plugin of another.
      row{"  containers: [{name: a, image: i, resources: {limits: {example.com/gpu: 8}}}]",
          "p@3 mig ?@5\ntold@5:0 example.com/gpu is no resource that is known, and its GPUs are not counted\n"},
      row{"  containers: [{name: a, image: i, resources: {limits: {amd.com/gpu: 4}}}]", "p@3 gpus 4@5 of amd.com/gpu\n"},
      row{"  containers: [{name: a, image: i, resources: {limits: {amd.com/gpu: '${N}'}}}]", "p@3 gpus ?@5 of amd.com/gpu\n"},
      row{"  containers: [{name: a, image: i, resources: {limits: {amd.com/gpu: 0}}}]", "p@3 gpus 0@5\n"},
      row{"  containers: [{name: a, image: i, resources: {limits: {nvidia.com/gpu.shared: 2}}}]", "p@3 mig ?@5\n"},
      row{"  containers: [{name: a, image: i, resources: {limits: {nvidia.com/gpu.shared: '${N}'}}}]", "p@3 mig ?@5\n"},
      row{"  containers: [{name: a, image: i, resources: {limits: {nvidia.com/gpu.shared: 0}}}]", "p@3\n"},
      row{"  containers: [{name: a, image: i, resources: {limits: {nvidia.com/mig-1g.10gb: 2}}}]", "p@3 mig 1g.10gb@5 instances 2@5\n"},
      row{"  containers: [{name: a, image: i, resources: {limits: {nvidia.com/mig-1g.10gb: 2, nvidia.com/gpumem: 8000}}}]", "p@3 mig 1g.10gb@5 instances 2@5\n"},
      row{"  containers: [{name: a, image: i, resources: {limits: {nvidia.com/mig-1g.10gb: 1}}}]", "p@3 mig 1g.10gb@5 instances 1@5\n"},
      row{"  containers: [{name: a, image: i, resources: {limits: {nvidia.com/mig-1g.10gb: '${N}'}}}]", "p@3 mig 1g.10gb@5 instances ?@5\n"},
      row{"  containers: [{name: a, image: i, resources: {limits: {nvidia.com/mig-1g.10gb: 0}}}]", "p@3\n"},
      row{"  containers: [{name: a, image: i, resources: {limits: {rdma/ib: 2}}}]", "p@3 rdma 2@5\n"},
  };
  told_account::hold_whole(head, rows, line_of_name);
}

TEST_CASE("a pod's engine stands in a script of the volume that is mounted, and may be of several pods") {
  constexpr std::string_view head =
      "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: p}\nspec:\n  template:\n    spec:\n"
      "      volumes: [{name: v, configMap: {name: c}}, {name: w, configMap: {name: d}}]\n      containers:\n";
  constexpr std::string_view maps = "\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: {run.sh: vllm serve m -tp 4}\n"
                                    "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: d}\ndata: {go.sh: vllm serve m -tp 2, run.py: vllm serve m -tp 2}";
  constexpr std::array rows{
      row{"      - {name: a, image: i, command: [sh, /s/run.sh], volumeMounts: [{name: v, mountPath: /s}], resources: {limits: {nvidia.com/gpu: 4}}}", "p@3 gpus 4@9 vLLM@14 tp 4@14\n2 without\n"},
      row{"      - {name: a, image: i, command: [sh, /s/run.sh], volumeMounts: [{name: w, mountPath: /s}], resources: {limits: {nvidia.com/gpu: 4}}}", "p@3 gpus 4@9\n2 without\n"},
      row{"      - {name: a, image: i, command: [sh, /s/run.sh], volumeMounts: [{name: w, mountPath: /s}, {name: v, mountPath: /t}], resources: {limits: {nvidia.com/gpu: 4}}}",
          "p@3 gpus 4@9\n2 without\n"},
      // Sizes that fill the pod are of it alone, whatever else takes part; of more than one pod nothing says how many.
      row{"      - {name: a, image: i, command: [sglang, serve, m, --tp, '4', --nnodes, '2', --node-rank, '0'], resources: {limits: {nvidia.com/gpu: 4}}}",
          "p@3 gpus 4@9 SGLang@9 tp 4@9\n2 without\n"},
      row{"      - {name: a, image: i, command: [sglang, serve, m, --tp, '8', --nnodes, '2', --node-rank, '0'], resources: {limits: {nvidia.com/gpu: 4}}}",
          "p@3 gpus 4@9 SGLang@9 tp 8@9 open: how many pods run one engine;\n2 without\n"},
      row{"      - {name: a, image: i, command: [sglang, serve, m, --tp, '${T}', --nnodes, '2', --node-rank, '0'], resources: {limits: {nvidia.com/gpu: '${N}'}}}",
          "p@3 gpus ?@9 SGLang@9 tp ?@9 open: how many pods run one engine;\n2 without\n"},
      row{"      - {name: a, image: i, command: [sglang, serve, m, --tp, '8', --nnodes, '2'], resources: {limits: {nvidia.com/gpu: 4}}}",
          "p@3 gpus 4@9 SGLang@9 tp 8@9 open: how many pods run one engine; meets 2@9\n2 without\n"},
      // What Python runs is no script of a shell.
      row{"      - {name: a, image: i, command: [python3, /s/run.py], volumeMounts: [{name: w, mountPath: /s}], resources: {limits: {nvidia.com/gpu: 4}}}", "p@3 gpus 4@9\n2 without\n"},
  };
  for (const row& each : rows) {
    CAPTURE(each.text);
    CHECK(told_account::whole_account_of(std::string(head) + std::string(each.text) + std::string(maps), line_of_name) == each.account);
  }
}

TEST_CASE("claims of a container that has GPUs besides, and a class that holds its driver to nothing") {
  constexpr std::string_view head =
      "apiVersion: resource.k8s.io/v1\nkind: ResourceClaimTemplate\nmetadata: {name: t}\nspec: {spec: {devices: {requests: [{name: g, exactly: {deviceClassName: own, count: 3}}]}}}\n---\n";
  constexpr std::array rows{
      row{"apiVersion: resource.k8s.io/v1\nkind: DeviceClass\nmetadata: {name: own}\nspec: {selectors: [{cel: {expression: \"device.driver == 'gpu.nvidia.com'\"}}]}\n---\napiVersion: v1\nkind: Pod\n"
          "metadata: {name: p}\nspec: {resourceClaims: [{name: c, resourceClaimTemplateName: t}], containers: [\n"
          "  {name: a, image: i, resources: {claims: [{name: c}], limits: {nvidia.com/gpu: 2}}}]}",
          "p@13 gpus 5@4\n1 without\n"},
      row{"apiVersion: resource.k8s.io/v1\nkind: DeviceClass\nmetadata: {name: own}\nspec: {selectors: [{cel: {expression: \"device.driver == '' && device.attributes['gpu.nvidia.com'].x\"}}]}\n---\n"
          "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {resourceClaims: [{name: c, resourceClaimTemplateName: t}], containers: [{name: a, image: i}]}",
          "p@13 gpus ?@4\n1 without\n"},
  };
  told_account::hold_whole(head, rows, 13);
}

TEST_CASE("nodes and groups of nodes are pools of those that are alike") {
  constexpr std::string_view head = "kind: List\napiVersion: v1\nitems:\n";
  constexpr std::array rows{
      row{"- {kind: Node, apiVersion: v1, metadata: {name: a}, status: {allocatable: {nvidia.com/mig-1g.10gb: 7}}}\n", "pool nodes@4 nodes 1@4 gpus 0@4 mig 1g.10gb@4\n"},
      row{"- {kind: Node, apiVersion: v1, metadata: {name: a}, status: {allocatable: {cpu: 4}}}\n", "pool nodes@4 nodes 1@4 gpus 0@4 cpus 4000@4\n"},
      row{"- {kind: Node, apiVersion: v1, metadata: {name: a}}\n", "pool nodes@4 nodes 1@4\n"},
      // A node of which nothing says the memory takes nothing from what its pool's give.
      row{"- {kind: Node, apiVersion: v1, metadata: {name: a}, status: {allocatable: {memory: 4Gi, nvidia.com/gpu: 8}}}\n"
          "- {kind: Node, apiVersion: v1, metadata: {name: b}, status: {allocatable: {nvidia.com/gpu: 8}}}\n"
          "- {kind: Node, apiVersion: v1, metadata: {name: c}, status: {allocatable: {memory: 3Gi, nvidia.com/gpu: 8}}}\n",
          "pool nodes@4 nodes 3@4 gpus 8@4 memory 3072\n"},
      row{"- {kind: Node, apiVersion: v1, metadata: {name: a}, status: {allocatable: {memory: 3Gi, nvidia.com/gpu: 8}}}\n"
          "- {kind: Node, apiVersion: v1, metadata: {name: b}, status: {allocatable: {memory: 4Gi, nvidia.com/gpu: 8}}}\n",
          "pool nodes@4 nodes 2@4 gpus 8@4 memory 3072\n"},
      row{"- {kind: Node, apiVersion: v1, metadata: {name: a, labels: {agentpool: x}}, status: {allocatable: {nvidia.com/gpu: 8}}}\n"
          "- {kind: Node, apiVersion: v1, metadata: {name: b, labels: {agentpool: y}}, status: {allocatable: {nvidia.com/gpu: 8}}}\n",
          "pool x@4 nodes 1@4 gpus 8@4\npool y@5 nodes 1@5 gpus 8@5\n"},
      row{"- {kind: Node, apiVersion: v1, metadata: {name: a, labels: {agentpool: x, node.kubernetes.io/instance-type: s}}, status: {allocatable: {nvidia.com/gpu: 8}}}\n"
          "- {kind: Node, apiVersion: v1, metadata: {name: b, labels: {agentpool: x, node.kubernetes.io/instance-type: t}}, status: {allocatable: {nvidia.com/gpu: 8}}}\n"
          "- {kind: Node, apiVersion: v1, metadata: {name: c, labels: {agentpool: x}}, status: {allocatable: {nvidia.com/gpu: 8}}}\n",
          "pool x@4 nodes 1@4 gpus 8@4 size s@4\npool x@5 nodes 1@5 gpus 8@5 size t@5\npool x@6 nodes 1@6 gpus 8@6\n"},
      row{"- {kind: Node, apiVersion: v1, metadata: {name: a, labels: {nvidia.com/gpu.product: NVIDIA-H100-80GB-HBM3}}, status: {allocatable: {nvidia.com/gpu: 8}}}\n"
          "- {kind: Node, apiVersion: v1, metadata: {name: b, labels: {nvidia.com/gpu.product: NVIDIA-H200}}, status: {allocatable: {nvidia.com/gpu: 8}}}\n"
          "- {kind: Node, apiVersion: v1, metadata: {name: c, labels: {nvidia.com/gpu.product: NVIDIA-H200, karpenter.sh/capacity-type: spot}}, status: {allocatable: {nvidia.com/gpu: 8}}}\n"
          "- {kind: Node, apiVersion: v1, metadata: {name: d, labels: {nvidia.com/gpu.product: NVIDIA-H200}}, status: {allocatable: {nvidia.com/gpu: 4}}}\n"
          "- {kind: Node, apiVersion: v1, metadata: {name: e, labels: {nvidia.com/gpu.product: NVIDIA-H200}}, status: {allocatable: {nvidia.com/gpu: 8, cpu: 4}}}\n",
          "pool nodes@4 nodes 1@4 gpus 8@4 type H100-SXM5-80GB@4\npool nodes@5 nodes 1@5 gpus 8@5 type H200-SXM5-141GB@5\n"
          "pool nodes@6 nodes 1@6 gpus 8@6 type H200-SXM5-141GB@6 spot\npool nodes@7 nodes 1@7 gpus 4@7 type H200-SXM5-141GB@7\npool nodes@8 nodes 1@8 gpus 8@8 type H200-SXM5-141GB@8 cpus 4000@8\n"},
      row{"- apiVersion: eksctl.io/v1alpha5\n  kind: ClusterConfig\n  metadata: {name: c}\n  nodeGroups:\n  - instanceType: s\n    name: a\n", "pool a@9 size s@8\n"},
      // Nodes that are there are none of a group that is called as they are.
      row{"- {apiVersion: eksctl.io/v1alpha5, kind: ClusterConfig, metadata: {name: c}, nodeGroups: [{name: nodes, desiredCapacity: 2}]}\n- {kind: Node, apiVersion: v1, metadata: {name: a}}\n",
          "pool nodes@4 nodes 2@4\npool nodes@5 nodes 1@5\n"},
      // Groups of eksctl: a size, or a choice of sizes.
      row{"- {apiVersion: eksctl.io/v1alpha5, kind: ClusterConfig, metadata: {name: c}, managedNodeGroups: [{name: a, instanceType: s, desiredCapacity: 2, minSize: 1, maxSize: 3, spot: true}]}\n",
          "pool a@4 nodes 2@4 size s@4 spot least 1@4 most 3@4\n"},
      row{"- {apiVersion: eksctl.io/v1alpha5, kind: ClusterConfig, metadata: {name: c}, nodeGroups: [{name: a, instanceTypes: [s]}, {name: b, instanceTypes: [s, t]}]}\n",
          "pool a@4 size s@4\npool b@4 size ?@4\n"},
      row{"- {apiVersion: eksctl.io/v1alpha5, kind: ClusterConfig, metadata: {name: c}, nodeGroups: [{name: a, instanceType: s, instanceTypes: []}, {name: b, instancesDistribution: {instanceTypes: [t]}}]}\n",
          "pool a@4 size s@4\npool b@4 size t@4\n"},
      row{"- {apiVersion: x.example/v1, kind: ClusterConfig, metadata: {name: c}, nodeGroups: [{name: a, instanceType: s}]}\n", "1 without\n"},
  };
  told_account::hold_whole(head, rows, 0);
}

TEST_CASE("an object that cannot be read leaves nothing behind, and is told in the order of lines") {
  constexpr std::string_view pod = "---\napiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: a, image: i, resources: {limits: {nvidia.com/gpu: 8}}}]}\n";
  constexpr std::array rows{
      row{"apiVersion: eksctl.io/v1alpha5\nkind: ClusterConfig\nmetadata: {name: c}\nnodeGroups: [{name: a, instanceType: s}, {name: b, desiredCapacity: x}]\n",
          "p@8 gpus 8@9\nunread@4:0 \"x\" is not a count: expected a whole number from 0 to 1099511627776\n"},
      row{"apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: c}\nspec: {hard: {requests.nvidia.com/gpu: 8, cpu: x}}\n",
          "p@8 gpus 8@9\nunread@4:0 cpu: \"x\" is not a quantity: expected a number that is not negative, with one of the suffixes n, u, m, k, M, G, T, P, E, Ki, Mi, Gi, Ti, Pi and Ei, or none\n"},
      // Quotas are held against the sum of all: without one of them none is.
      row{"apiVersion: kueue.x-k8s.io/v1beta1\nkind: ClusterQueue\nmetadata: {name: q}\nspec: {resourceGroups: [{flavors: [{name: f, resources: [{name: nvidia.com/gpu, nominalQuota: 8}]}]}]}\n",
          "p@8 gpus 8@9\nquota q@4 of nvidia.com/gpu 8@4\n"},
      row{"apiVersion: kueue.x-k8s.io/v1beta1\nkind: ClusterQueue\nmetadata: {name: q}\nspec: {resourceGroups: [{flavors: [{name: f, resources: [{name: nvidia.com/gpu, nominalQuota: 8}]}]}]}\n"
          "---\napiVersion: kueue.x-k8s.io/v1beta1\nkind: ClusterQueue\nmetadata: {name: r}\nspec: {resourceGroups: [{flavors: [{name: f, resources: [{name: nvidia.com/gpu, nominalQuota: []}]}]}]}\n",
          "p@13 gpus 8@14\nunread@9:0 nominalQuota: a list is not a quantity: expected a number such as 8, 500m or 1800Gi\n"},
      row{"apiVersion: kueue.x-k8s.io/v1beta1\nkind: ClusterQueue\nmetadata: {name: q}\nspec: {resourceGroups: [{flavors: [{name: f, resources: [{name: nvidia.com/gpu, nominalQuota: 8}]}]}]}\n"
          "---\napiVersion: v1\nkind: ResourceQuota\nmetadata: {name: r}\nspec: {hard: {cpu: []}}\n",
          "p@13 gpus 8@14\nquota q@4 of nvidia.com/gpu 8@4\nunread@9:0 cpu: a list is not a quantity: expected a number such as 8, 500m or 1800Gi\n"},
      row{"apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: q}\nspec: {hard: {cpu: 8}, hard: {cpu: 4}}\n---\napiVersion: v1\nkind: ResourceQuota\nmetadata: {name: r}\nspec: {hard: {cpu: []}}\n",
          "p@13 gpus 8@14\nbound q of cpu 4000@4\nunread@4:24 the key \"hard\" is here twice, and on line 4: expected each key once\n"
          "unread@9:0 cpu: a list is not a quantity: expected a number such as 8, 500m or 1800Gi\n"},
      // What two pods refer to, and is no count, is said once.
      row{"apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {resourceClaims: [{name: c, resourceClaimTemplateName: t}], containers: [{name: a, image: i}]}\n"
          "---\napiVersion: v1\nkind: Pod\nmetadata: {name: b}\nspec: {resourceClaims: [{name: c, resourceClaimTemplateName: t}], containers: [{name: a, image: i}]}\n"
          "---\napiVersion: resource.k8s.io/v1\nkind: ResourceClaimTemplate\nmetadata: {name: t}\nspec: {spec: {devices: {requests: [{name: g, exactly: {deviceClassName: gpu.nvidia.com, count: x}}]}}}\n",
          "p@18 gpus 8@19\nunread@14:0 \"x\" is not a count: expected a whole number from 0 to 1099511627776\n"},
      // Of a queue for any pods, what asks for nothing runs on its flavor.
      row{"apiVersion: kueue.x-k8s.io/v1beta1\nkind: ClusterQueue\nmetadata: {name: q}\nspec: {resourceGroups: [{coveredResources: [cpu], flavors: [{name: f}]}, {coveredResources: [pods], flavors: [{name: g}]}]}\n"
          "---\napiVersion: kueue.x-k8s.io/v1beta1\nkind: LocalQueue\nmetadata: {name: l}\nspec: {clusterQueue: q}\n"
          "---\napiVersion: v1\nkind: Pod\nmetadata: {name: o, labels: {kueue.x-k8s.io/queue-name: l}}\nspec: {containers: [{name: a, image: i}]}\n",
          "o@13 pool g@13 queue q@13\np@18 gpus 8@19\n2 without\n"},
      // A domain's channels are the devices of its claims alone.
      row{"apiVersion: x.example/v1\nkind: Gizmo\nmetadata: {name: z}\nspec: {channel: {resourceClaimTemplate: {name: t}}}\n"
          "---\napiVersion: v1\nkind: Pod\nmetadata: {name: o}\nspec: {resourceClaims: [{name: c, resourceClaimTemplateName: t}], containers: [{name: a, image: i}]}\n",
          "o@8 gpus ?@9\np@13 gpus 8@14\n1 without\n"},
      row{"apiVersion: resource.nvidia.com/v1beta1\nkind: ComputeDomain\nmetadata: {name: z}\nspec: {channel: {resourceClaimTemplate: {name: t}}}\n"
          "---\napiVersion: v1\nkind: Pod\nmetadata: {name: o}\nspec: {resourceClaims: [{name: c, resourceClaimTemplateName: t}], containers: [{name: a, image: i}]}\n",
          "o@8 a node 1@9 in one domain\np@13 gpus 8@14\n"},
      // A pool of Karpenter's is chosen by its name or labels, not by those that clouds give any node.
      row{"apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: n}\nspec: {template: {metadata: {labels: {a: b}}, spec: {requirements: [{key: node.kubernetes.io/instance-type, operator: In, values: [s, t]}]}}}\n"
          "---\napiVersion: v1\nkind: Pod\nmetadata: {name: o}\nspec: {nodeSelector: {topology.kubernetes.io/zone: z}, containers: [{name: a, image: i}]}\n"
          "---\napiVersion: v1\nkind: Pod\nmetadata: {name: m}\nspec: {nodeSelector: {topology.kubernetes.io/zone: z, a: b}, containers: [{name: a, image: i}]}\n"
          "---\napiVersion: v1\nkind: Pod\nmetadata: {name: k}\nspec: {nodeSelector: {karpenter.sh/nodepool: n, node.kubernetes.io/instance-type: s}, containers: [{name: a, image: i}]}\n",
          "o@8\nm@13 size ?@4 pool n@14 size of s, t\nk@18 size s@19 pool n@19\np@23 gpus 8@24\n1 without\n"},
      // Another object of Karpenter's is no pool.
      row{"apiVersion: karpenter.sh/v1\nkind: NodeClaim\nmetadata: {name: n}\nspec: {}\n---\napiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: n}\n"
          "spec: {template: {spec: {requirements: [{key: node.kubernetes.io/instance-type, operator: In, values: [s]}]}}}\n"
          "---\napiVersion: v1\nkind: Pod\nmetadata: {name: k}\nspec: {nodeSelector: {karpenter.sh/nodepool: n}, containers: [{name: a, image: i}]}\n",
          "k@13 size s@9 pool n@14\np@18 gpus 8@19\n2 without\n"},
      // A claim is made from a template of claims alone.
      row{"apiVersion: x.example/v1\nkind: Gizmo\nmetadata: {name: t}\nspec: {spec: {devices: {requests: [{name: g, exactly: {deviceClassName: nic.example.com}}]}}}\n"
          "---\napiVersion: v1\nkind: Pod\nmetadata: {name: o}\nspec: {resourceClaims: [{name: c, resourceClaimTemplateName: t}], containers: [{name: a, image: i}]}\n",
          "o@8 gpus ?@9\np@13 gpus 8@14\n1 without\n"},
      row{"apiVersion: v1\nkind: Node\nmetadata:\n  name: a\n", "p@8 gpus 8@9\npool nodes@4 nodes 1@4\n"},
      row{"apiVersion: v1\nkind: Node\nmetadata: {labels: {agentpool: x}}\n\n", "p@8 gpus 8@9\npool x@1 nodes 1@1\n"},
      row{"apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: [a.yaml]\n\n", "p@8 gpus 8@9\ntold@1:0 a kustomization is not judged: check what `kustomize build` prints\n1 without\n"},
      // A pool that is called as a queue is of no queue, unless its pods are queued for it.
      row{"apiVersion: kueue.x-k8s.io/v1beta1\nkind: ClusterQueue\nmetadata: {name: q}\nspec: {resourceGroups: [{coveredResources: [nvidia.com/gpu], flavors: [{name: q, resources: [{name: nvidia.com/gpu, nominalQuota: 8}]}]}]}\n"
          "---\napiVersion: kueue.x-k8s.io/v1beta1\nkind: LocalQueue\nmetadata: {name: l}\nspec: {clusterQueue: q}\n"
          "---\napiVersion: v1\nkind: Pod\nmetadata: {name: o, labels: {kueue.x-k8s.io/queue-name: l}}\nspec: {containers: [{name: a, image: i, resources: {limits: {nvidia.com/gpu: 8}}}]}\n"
          "---\napiVersion: v1\nkind: Pod\nmetadata: {name: n}\nspec: {nodeSelector: {agentpool: q}, containers: [{name: a, image: i}]}\n",
          "o@13 gpus 8@14 pool q@13 queue q@13\nn@18 pool ?@19\np@23 gpus 8@24\nquota q@4 of nvidia.com/gpu 8@4\n1 without\n"},
  };
  for (const row& each : rows) {
    CAPTURE(each.text);
    int line = 0;
    for (const char c : each.text) line += c == '\n' ? 1 : 0;
    CHECK(told_account::whole_account_of(std::string(each.text) + std::string(pod), line + 4) == each.account);
  }
}

TEST_CASE("what is of no kind that is known is told by its shape, with the names that lead to it") {
  constexpr std::string_view head = "apiVersion: x.example/v1\nkind: Gizmo\nmetadata: {name: it}\n";
  constexpr std::array rows{
      row{"spec:\n  worker: {template: {spec: {containers: [{name: a, image: i, resources: {limits: {nvidia.com/gpu: 2}}}]}}}\n", "it/worker@5 replicas ?@5 gpus 2@5\nuncounted it/worker@5 2@5\n"},
      row{"spec:\n  workers: [{name: w, template: {spec: {containers: [{name: a, image: i, resources: {limits: {nvidia.com/gpu: 2}}}]}}}]\n",
          "it/w@5 replicas ?@5 gpus 2@5\nuncounted it/w@5 2@5\n"},
      row{"spec: {containers: [{name: a}]}\n", "it@4 replicas ?@4\n"},
      row{"spec: {containers: [{image: a}]}\n", "it@4 replicas ?@4\n"},
      row{"spec: {containers: [{image: a, resources: {limits: {nvidia.com/gpu: 2}}}, {other: 3}]}\n",
          "it/containers@3 replicas ?@3 gpus 2@4\nuncounted it/containers@4 2@4\n"},
      row{"spec: {containers: []}\n", "1 without\n"},
      row{"spec: {containers: {a: {name: b, image: i}}}\n", "1 without\n"},
      row{"spec: {pods: {spec: {containers: [{name: a, image: i, resources: {limits: {nvidia.com/mig-1g.10gb: 2}}}]}}}\n", "it/pods@4 replicas ?@4 mig 1g.10gb@4 instances 2@4\nuncounted it/pods@4 ?@0\n"},
      // A number of GPUs is told, and not besides that there are some.
      row{"spec: {a: {gpus: 2}, nodeSelector: {nvidia.com/gpu.product: NVIDIA-H200}}\n", "uncounted it@4 2@4\n"},
      // Items of what is no list are parts of it.
      row{"items: [{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: a, image: i, resources: {limits: {nvidia.com/gpu: 2}}}]}}]\n", "it@4 replicas ?@4 gpus 2@4\nuncounted it@4 2@4\n"},
      row{"spec: {containers: [a, b]}\n", "1 without\n"},
      // Nodes that it chooses by their GPUs say that it has some where nothing is read that runs on them.
      row{"spec: {nodeSelector: {nvidia.com/gpu.product: NVIDIA-H200}}\n", "uncounted it@4 ?@4\n"},
      row{"spec: {affinity: {nodeAffinity: {x: {nvidia.com/gpu.product: NVIDIA-H200}}}}\n", "uncounted it@4 ?@4\n"},
      row{"spec: {nodeSelector: {nvidia.com/gpu.product: NVIDIA-H200}, pods: {spec: {containers: [{name: a, image: i}]}}}\n", "it/pods@4 replicas ?@4\n"},
      row{"spec: {affinity: {nodeAffinity: {x: {nvidia.com/gpu.product: NVIDIA-H200}}}, pods: {spec: {containers: [{name: a, image: i}]}}}\n", "it/pods@4 replicas ?@4\n"},
  };
  told_account::hold_whole(head, rows, line_of_name);
}

}  // namespace further_account_test
