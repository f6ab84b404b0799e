// SPDX-License-Identifier: BSL-1.0
#include <array>

#include <doctest/doctest.h>

#include <read/told_account.hpp>

namespace pod_account_test {

using told_account::row;

TEST_CASE("a pod asks for the devices of its claims, as dynamic resource allocation counts them") {
  // Kubernetes, "Dynamic Resource Allocation": a request is of one device where it gives no count; pods that name a claim share its devices.
  constexpr std::string_view head =
      "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\n"
      "spec: {containers: [{name: a, resources: {claims: [{name: c}]}}], resourceClaims: [{name: c, resourceClaimTemplateName: t}]}\n"
      "---\napiVersion: resource.k8s.io/v1\nkind: ResourceClaimTemplate\nmetadata: {name: t}\nspec:\n spec:\n  devices:\n   requests:\n";
  constexpr std::array rows{
      row{"   - {name: g, exactly: {deviceClassName: gpu.nvidia.com}}", "p@3 gpus 1@13\n"},
      row{"   - {name: g, exactly: {deviceClassName: gpu.nvidia.com, count: 4}}", "p@3 gpus 4@13\n"},
      row{"   - {name: g, deviceClassName: gpu.nvidia.com, count: 4}", "p@3 gpus 4@13\n"},
      row{"   - {name: g, exactly: {deviceClassName: gpu.amd.com, count: 2}}", "p@3 gpus 2@13\n"},
      row{"   - {name: g, exactly: {deviceClassName: gpu.nvidia.com, count: 4}}\n   - {name: h, exactly: {deviceClassName: gpu.nvidia.com, count: 3}}", "p@3 gpus 7@14\n"},
      row{"   - {name: g, exactly: {deviceClassName: gpu.nvidia.com, allocationMode: All}}", "p@3 gpus ?@13 all a node 1@4\n"},
      row{"   - {name: g, exactly: {deviceClassName: gpu.nvidia.com, allocationMode: All, selectors: []}}", "p@3 gpus ?@13\n"},
      row{"   - {name: g, exactly: {deviceClassName: gpu.nvidia.com}}\n   - {name: h, exactly: {deviceClassName: gpu.nvidia.com, allocationMode: All}}", "p@3 gpus ?@14\n"},
      row{"   - {name: g, exactly: {deviceClassName: gpu.nvidia.com, adminAccess: true}}", "p@3\n"},
      row{"   - {name: g, exactly: {deviceClassName: mig.nvidia.com}}", "p@3 mig any@13\n"},
      row{"   - {name: g, firstAvailable: [{deviceClassName: gpu.nvidia.com}]}", "p@3 gpus ?@13\n"},
      row{"   - {name: g, exactly: {deviceClassName: my-gpus}}", "p@3 gpus ?@13\n"},
      row{"   - {name: g, exactly: {deviceClassName: nic.example.com}}", "p@3\n"},
      // A class of the file's own is what its expression holds devices to.
      row{"   - {name: g, exactly: {deviceClassName: own, count: 2}}\n---\napiVersion: resource.k8s.io/v1\nkind: DeviceClass\nmetadata: {name: own}\n"
          "spec: {selectors: [{cel: {expression: 'device.driver == \"gpu.nvidia.com\"'}}]}",
          "p@3 gpus 2@13\n1 without\n"},
      row{"   - {name: g, exactly: {deviceClassName: own, count: 2}}\n---\napiVersion: resource.k8s.io/v1\nkind: DeviceClass\nmetadata: {name: own}\n"
          "spec: {selectors: [{cel: {expression: \"device.driver=='gpu.nvidia.com' && device.attributes['gpu.nvidia.com'].type == 'mig'\"}}]}",
          "p@3 mig any@13\n1 without\n"},
      row{"   - {name: g, exactly: {deviceClassName: own, count: 2}}\n---\napiVersion: resource.k8s.io/v1\nkind: DeviceClass\nmetadata: {name: own}\n"
          "spec: {selectors: [{cel: {expression: \"device.driver != 'gpu.nvidia.com'\"}}]}",
          "p@3 gpus ?@13\n1 without\n"},
      row{"   - {name: g, exactly: {deviceClassName: own, count: 2}}\n---\napiVersion: resource.k8s.io/v1\nkind: DeviceClass\nmetadata: {name: own}\n"
          "spec: {selectors: [{cel: {expression: \"device.driver == 'gpu.nvidia.com' || true\"}}]}",
          "p@3 gpus ?@13\n1 without\n"},
      row{"   - {name: g, exactly: {deviceClassName: own, count: 2}}\n---\napiVersion: resource.k8s.io/v1\nkind: DeviceClass\nmetadata: {name: own}\n"
          "spec: {selectors: [{cel: {expression: \"device.driver == 'nic.example.com'\"}}]}",
          "p@3\n1 without\n"},
  };
  told_account::hold(head, rows, 3);
}

TEST_CASE("a pod's engine is that of its container with GPUs") {
  constexpr std::string_view head = "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n";
  constexpr std::array rows{
      row{"  containers:\n  - {name: a, command: [vllm, serve, m, -tp, '2'], resources: {limits: {nvidia.com/gpu: 2}}}", "p@3 gpus 2@6 vLLM@6 tp 2@6\n"},
      row{"  containers:\n  - {name: a, image: vllm/vllm-openai, args: [--tensor-parallel-size=2], resources: {limits: {nvidia.com/gpu: 2}}}", "p@3 gpus 2@6 vLLM@6 tp 2@6\n"},
      row{"  containers:\n  - {name: a, image: lmsysorg/sglang, resources: {limits: {nvidia.com/gpu: 2}}}", "p@3 gpus 2@6 SGLang@0\n"},
      // Of init containers only one that runs on beside it, with GPUs, has them to itself.
      row{"  initContainers: [{name: s, image: x, restartPolicy: Always}]\n  containers:\n  - {name: a, command: [vllm, serve, m, -tp, '2'], resources: {limits: {nvidia.com/gpu: 2}}}", "p@3 gpus 2@7 vLLM@7 tp 2@7\n"},
      row{"  initContainers: [{name: s, image: x, resources: {limits: {nvidia.com/gpu: 1}}}]\n  containers:\n  - {name: a, command: [vllm, serve, m, -tp, '2'], resources: {limits: {nvidia.com/gpu: 2}}}",
          "p@3 gpus 2@7 vLLM@7 tp 2@7\n"},
      row{"  initContainers: [{name: s, image: x, restartPolicy: Always, resources: {limits: {nvidia.com/gpu: 1}}}]\n  containers:\n"
          "  - {name: a, command: [vllm, serve, m, -tp, '2'], resources: {limits: {nvidia.com/gpu: 2}}}",
          "p@3 gpus 3@7\np/a@3 replicas 0@3 of each 2@7 vLLM@7 tp 2@7\n"},
      // A container beside it that asks for none is no part of it; one with GPUs has them to itself.
      row{"  containers:\n  - {name: a, command: [vllm, serve, m, -tp, '2'], resources: {limits: {nvidia.com/gpu: 2}}}\n  - {name: b, image: proxy}", "p@3 gpus 2@6 vLLM@6 tp 2@6\n"},
      row{"  containers:\n  - {name: a, command: [vllm, serve, m, -tp, '2'], resources: {limits: {nvidia.com/gpu: 2}}}\n"
          "  - {name: b, command: [vllm, serve, m, -tp, '4'], resources: {limits: {nvidia.com/gpu: 4}}}",
          "p@3 gpus 6@7\np/a@3 replicas 0@3 of each 2@6 vLLM@6 tp 2@6\np/b@3 replicas 0@3 of each 4@7 vLLM@7 tp 4@7\n"},
      row{"  containers:\n  - {name: a, command: [vllm, serve, m, -tp, '2']}\n  - {name: b, image: x, resources: {limits: {nvidia.com/gpu: 4}}}", "p@3 gpus 4@7 vLLM@6 tp 2@6\n"},
      row{"  containers:\n  - {name: a, command: [vllm, serve, m, -tp, '2']}\n  - {name: b, command: [vllm, serve, m, -tp, '2'], resources: {limits: {nvidia.com/gpu: 4}}}",
          "p@3 gpus 4@7 vLLM@6 tp 2@6 open: how many GPUs the engine's container has;\n"},
      row{"  containers:\n  - {name: a, command: [vllm, serve, m, -tp, '2', --node-rank, '0'], resources: {limits: {nvidia.com/gpu: 2}}}\n"
          "  - {name: b, command: [vllm, serve, m, -tp, '2'], resources: {limits: {nvidia.com/gpu: 4}}}",
          "p@3 gpus 6@7 vLLM@6 tp 2@6 open: how many pods run one engine;\n"},
      row{"  initContainers:\n  - {name: s, restartPolicy: Always, resources: {limits: {nvidia.com/gpu: 1}}}\n  containers:\n"
          "  - {name: a, command: [vllm, serve, m, -tp, '2'], resources: {limits: {nvidia.com/gpu: 2}}}",
          "p@3 gpus 3@8\np/a@3 replicas 0@3 of each 2@8 vLLM@8 tp 2@8\n"},
      row{"  initContainers:\n  - {name: s, resources: {limits: {nvidia.com/gpu: 1}}}\n  containers:\n"
          "  - {name: a, command: [vllm, serve, m, -tp, '2'], resources: {limits: {nvidia.com/gpu: 2}}}",
          "p@3 gpus 2@8 vLLM@8 tp 2@8\n"},
      // Processes of a launcher, unless several containers have GPUs or a daemon shares them.
      row{"  containers:\n  - {name: a, command: [torchrun, --nproc-per-node=4, t.py], resources: {limits: {nvidia.com/gpu: 4}}}", "p@3 gpus 4@6 processes 4@6\n"},
      row{"  containers:\n  - {name: a, command: [torchrun, --nproc-per-node=4, t.py], resources: {limits: {nvidia.com/gpu: 4}}}\n  - {name: b, resources: {limits: {nvidia.com/gpu: 1}}}",
          "p@3 gpus 5@6\n"},
      row{"  containers:\n  - {name: a, command: [torchrun, --nproc-per-node=4, t.py], resources: {limits: {nvidia.com/gpu: 2}}, env: [{name: CUDA_MPS_PIPE_DIRECTORY, value: x}]}", "p@3 gpus 2@6\n"},
      row{"  containers:\n  - {name: a, command: [torchrun, --nproc-per-node=2, t.py], resources: {limits: {nvidia.com/gpu: 4}}, env: [{name: CUDA_MPS_PIPE_DIRECTORY, value: x}]}",
          "p@3 gpus 4@6 processes 2@6\n"},
      row{"  containers:\n  - {name: a, command: [sh, -c, 'vllm serve m -tp $TP'], env: [{name: TP, value: '4'}], resources: {limits: {nvidia.com/gpu: 4}}}", "p@3 gpus 4@6 vLLM@6 tp 4@6\n"},
      row{"  containers:\n  - {name: a, command: [vllm, serve, m, -tp, $(TP)], env: [{name: TP, value: '4'}], resources: {limits: {nvidia.com/gpu: 4}}}", "p@3 gpus 4@6 vLLM@6 tp 4@6\n"},
      row{"  containers:\n  - {name: a, image: ghcr.io/huggingface/text-generation-inference, env: [{name: NUM_SHARD, value: '4'}], resources: {limits: {nvidia.com/gpu: 4}}}",
          "p@3 gpus 4@6 TGI@6 tp 4@6\n"},
  };
  told_account::hold(head, rows, 3);
}

TEST_CASE("a pod's nodes are those that its labels, terms and spreads allow") {
  constexpr std::string_view head = "apiVersion: v1\nkind: Pod\nmetadata: {name: p, labels: {app: x}}\nspec:\n  containers: [{name: a, image: i, resources: {limits: {nvidia.com/gpu: 4}}}]\n";
  constexpr std::array rows{
      row{"  nodeSelector: {a: 'true', b: spot, c: SPOT}", "p@3 gpus 4@5\n"},
      row{"  nodeSelector: {cloud.google.com/gke-spot: 'true'}", "p@3 gpus 4@5 spot\n"},
      row{"  nodeSelector: {cloud.google.com/gke-spot: 'false'}", "p@3 gpus 4@5\n"},
      row{"  nodeSelector: {kubernetes.azure.com/scalesetpriority: spot}", "p@3 gpus 4@5 spot\n"},
      row{"  nodeSelector: {kubernetes.azure.com/scalesetpriority: regular}", "p@3 gpus 4@5\n"},
      row{"  nodeSelector: {karpenter.sh/capacity-type: spot}", "p@3 gpus 4@5 spot\n"},
      row{"  nodeSelector: {karpenter.sh/capacity-type: on-demand}", "p@3 gpus 4@5\n"},
      row{"  nodeSelector: {eks.amazonaws.com/capacityType: SPOT}", "p@3 gpus 4@5 spot\n"},
      row{"  nodeSelector: {eks.amazonaws.com/capacityType: ON_DEMAND}", "p@3 gpus 4@5\n"},
      // The first of two labels that count GPUs.
      row{"  nodeSelector: {agentpool: q, cloud.google.com/gke-accelerator-count: '8', nvidia.com/gpu.count: '2', a: b}", "p@3 gpus 4@5 pool q@6 of a node 8@6\n"},
      row{"  nodeSelector: {nvidia.com/gpu.count: '2'}", "p@3 gpus 4@5 of a node 2@6\n"},
      row{"  nodeSelector: {nvidia.com/gpu.count: '${N}'}", "p@3 gpus 4@5 of a node ?@6\n"},
      row{"  affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: nvidia.com/gpu.count, operator: In, values: ['4', '8']}]}]}}}",
          "p@3 gpus 4@5 of a node ?@6\n"},
      // One domain of NVLink, and not one of several.
      row{"  nodeSelector: {nvidia.com/gpu.clique: a}", "p@3 gpus 4@5 in one domain\n"},
      row{"  affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: nvidia.com/gpu.clique, operator: In, values: [a]}]}]}}}",
          "p@3 gpus 4@5 in one domain\n"},
      row{"  affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: nvidia.com/gpu.clique, operator: In, values: [a, b]}]}]}}}",
          "p@3 gpus 4@5\n"},
      // What has no values chooses nothing, nor do terms that are no list.
      row{"  affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: agentpool, operator: In}]}]}}}", "p@3 gpus 4@5\n"},
      row{"  affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: agentpool, operator: In, values: {a: q}}]}]}}}", "p@3 gpus 4@5\n"},
      row{"  affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: {a: {matchExpressions: [{key: agentpool, operator: In, values: [q]}]}}}}}", "p@3 gpus 4@5\n"},
      // Of a size that is chosen already, terms choose no other; terms alone, of those that all of them leave.
      row{"  nodeSelector: {node.kubernetes.io/instance-type: r}\n"
          "  affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: node.kubernetes.io/instance-type, operator: In, values: [s, t]}]}]}}}",
          "p@3 gpus 4@5 size r@6\n"},
      row{"  affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: node.kubernetes.io/instance-type, operator: In, values: [s, t]}]}]}}}",
          "p@3 gpus 4@5 size ?@6 size of s, t\n"},
      row{"  affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [\n"
          "    {matchExpressions: [{key: node.kubernetes.io/instance-type, operator: In, values: [s, t]}]}, {matchExpressions: [{key: agentpool, operator: In, values: [q]}]}]}}}",
          "p@3 gpus 4@5 size ?@7 pool ?@7\n"},
      row{"  affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [\n"
          "    {key: node.kubernetes.io/instance-type, operator: In, values: [s, t]}, {key: node.kubernetes.io/instance-type, operator: NotIn, values: [t]}]}]}}}",
          "p@3 gpus 4@5 size s@7\n"},
      // Pods that stand apart are one of a node, whatever a spread would allow; a spread that is no list is none.
      row{"  affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: kubernetes.io/hostname, labelSelector: {matchLabels: {app: x}}}]}}\n"
          "  topologySpreadConstraints: [{topologyKey: kubernetes.io/hostname, maxSkew: 2, minDomains: 4, labelSelector: {matchLabels: {app: x}}}]",
          "p@3 gpus 4@5 a node 1@6\n"},
      row{"  topologySpreadConstraints: {a: {topologyKey: kubernetes.io/hostname, maxSkew: 2, minDomains: 4, labelSelector: {matchLabels: {app: x}}}}", "p@3 gpus 4@5\n"},
      row{"  affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {a: {topologyKey: kubernetes.io/hostname, labelSelector: {matchLabels: {app: x}}}}}}", "p@3 gpus 4@5\n"},
      // Processes that share GPUs, of which there are as many; of another container's the first.
      row{"  initContainers: [{name: b, image: i, command: [torchrun, --nproc-per-node=2, t.py]}]", "p@3 gpus 4@5\n"},
  };
  told_account::hold_whole(head, rows, 3);
}

TEST_CASE("what a pod with a daemon of its own starts, and what annotations ask a scheduler for") {
  constexpr std::string_view head = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: p\n";
  constexpr std::array rows{
      row{"spec: {containers: [{name: a, image: i, command: [torchrun, --nproc-per-node=1, t.py], env: [{name: CUDA_MPS_PIPE_DIRECTORY, value: x}]}]}", "p@4\n"},
      row{"spec: {containers: [{name: a, image: i, command: [torchrun, --nproc-per-node=1, t.py], env: [{name: CUDA_MPS_PIPE_DIRECTORY, value: x}], resources: {limits: {nvidia.com/gpu: '${N}'}}}]}", "p@4 gpus ?@5\n"},
      row{"spec: {containers: [{name: a, image: i, command: [torchrun, --nproc-per-node=1, t.py], resources: {limits: {nvidia.com/gpu: '${N}'}}}]}", "p@4 gpus ?@5 processes 1@5\n"},
      row{"spec: {containers: [{name: a, image: i, command: [torchrun, --nproc-per-node=1, t.py], env: [{name: CUDA_MPS_PIPE_DIRECTORY, value: x}], resources: {limits: {nvidia.com/gpu: 1}}}]}",
          "p@4 gpus 1@5 processes 1@5\n"},
      row{"spec: {containers: [{name: a, image: i, command: [torchrun, --nproc-per-node=8, t.py], env: [{name: A, value: x}], resources: {limits: {nvidia.com/gpu: 4}}}]}", "p@4 gpus 4@5 processes 8@5\n"},
      row{"spec: {containers: [{name: a, image: i, command: [torchrun, --nproc-per-node=8, t.py], env: [{name: CUDA_MPS_PIPE_DIRECTORY, value: x}, {name: A, value: x}], resources: {limits: {nvidia.com/gpu: 4}}}]}",
          "p@4 gpus 4@5\n"},
      row{"spec: {containers: [{name: d, image: i, command: [nvidia-cuda-mps-control, -f]}, {name: a, image: i, command: [torchrun, --nproc-per-node=8, t.py], resources: {limits: {nvidia.com/gpu: 4}}}]}",
          "p@4 gpus 4@5\n"},
      row{"  annotations: {gpu-fraction: '0.5'}\nspec: {containers: [{name: a, image: i}]}", "p@4 mig ?@5\n"},
      row{"  annotations: {gpu-memory: 2000}\nspec: {containers: [{name: a, image: i}]}", "p@4 mig ?@5\n"},
      row{"  annotations: {gpu-fraction: '0.0'}\nspec: {containers: [{name: a, image: i}]}", "p@4\n"},
      row{"  annotations: {gpu-fraction: half1}\nspec: {containers: [{name: a, image: i}]}", "p@4\n"},
      row{"  annotations: {gpu-fraction: [1]}\nspec: {containers: [{name: a, image: i}]}", "p@4\n"},
      row{"  annotations: {cpu-fraction: '0.5'}\nspec: {containers: [{name: a, image: i}]}", "p@4\n"},
      row{"  annotations: {gpu-fraction: '0.5'}\nspec: {containers: [{name: a, image: i, resources: {limits: {nvidia.com/gpu: 1}}}]}", "p@4 gpus 1@6\n"},
  };
  told_account::hold_whole(head, rows, 4);
}

TEST_CASE("a pod's claims in another file, shared ones and several of them") {
  constexpr std::string_view head =
      "apiVersion: resource.k8s.io/v1\nkind: ResourceClaim\nmetadata: {name: s}\nspec: {devices: {requests: [{name: g, exactly: {deviceClassName: gpu.nvidia.com, count: 2}}]}}\n"
      "---\napiVersion: resource.k8s.io/v1\nkind: ResourceClaimTemplate\nmetadata: {name: t}\nspec: {spec: {devices: {requests: [{name: g, exactly: {deviceClassName: gpu.nvidia.com, count: 3}}]}}}\n"
      "---\napiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  containers: [{name: a}]\n  resourceClaims:\n";
  constexpr std::array rows{
      row{"  - {name: c, resourceClaimTemplateName: t}", "p@13 gpus 3@9\n"},
      row{"  - {name: c, resourceClaimTemplateName: t}\n  - {name: d, resourceClaimTemplateName: t}", "p@13 gpus 6@9\n"},
      row{"  - {name: c, resourceClaimName: s}", "p@13 gpus 2@4\n"},
      row{"  - {name: c, resourceClaimTemplateName: t}\n  - {name: d, resourceClaimName: s}", "p@13 gpus 5@4\n"},
      row{"  - {name: c, resourceClaimTemplateName: t}\n  - {name: d, resourceClaimName: s}\n  - {name: e, resourceClaimName: s}", "p@13 gpus ?@19\n"},
      row{"  - {name: c, resourceClaimTemplateName: elsewhere}", "p@13 gpus ?@17\n"},
      row{"  - {name: c, resourceClaimTemplateName: t}\n  - {name: d, resourceClaimTemplateName: elsewhere}", "p@13 gpus 3@9\n"},
      row{"  - {name: c, resourceClaimTemplateName: elsewhere}\n  - {name: d, resourceClaimTemplateName: t}", "p@13 gpus ?@9\n"},
      row{"  - {name: c}", "p@13\n"},
      // The one container that names them has those of the pod, unless another asks for GPUs itself.
      row{"  - {name: c, resourceClaimTemplateName: t}\n---\napiVersion: v1\nkind: Pod\nmetadata: {name: q}\nspec: {resourceClaims: [{name: c, resourceClaimTemplateName: t}], containers: [\n"
          "  {name: a, image: i, command: [torchrun, --nproc-per-node=3, t.py], resources: {claims: [{name: c}]}}, {name: b, image: i}]}",
          "p@13 gpus 3@9\nq@21 gpus 3@9 processes 3@23\n"},
      row{"  - {name: c, resourceClaimTemplateName: t}\n---\napiVersion: v1\nkind: Pod\nmetadata: {name: q}\nspec: {resourceClaims: [{name: c, resourceClaimTemplateName: t}], containers: [\n"
          "  {name: a, image: i, command: [torchrun, --nproc-per-node=3, t.py], resources: {claims: [{name: c}]}}, {name: b, image: i, resources: {limits: {nvidia.com/gpu: 2}}}]}",
          "p@13 gpus 3@9\nq@21 gpus 5@9\n"},
      row{"  - {name: c, resourceClaimTemplateName: t}\n---\napiVersion: v1\nkind: Pod\nmetadata: {name: q}\nspec: {resourceClaims: [{name: c, resourceClaimTemplateName: t}], containers: [\n"
          "  {name: a, image: i, command: [vllm, serve, m, -tp, '3'], resources: {claims: [{name: c}]}}, {name: b, image: i, resources: {limits: {nvidia.com/gpu: 2}}}]}",
          "p@13 gpus 3@9\nq@21 gpus 5@9 vLLM@23 tp 3@23\n"},
      row{"  - {name: c, resourceClaimTemplateName: t}\n---\napiVersion: v1\nkind: Pod\nmetadata: {name: q}\nspec: {resourceClaims: [{name: c, resourceClaimTemplateName: t}], containers: [\n"
          "  {name: a, image: i, resources: {claims: [{name: c}]}}, {name: b, image: i, command: [torchrun, --nproc-per-node=3, t.py], resources: {claims: [{name: c}]}}]}",
          "p@13 gpus 3@9\nq@21 gpus 3@9\n"},
  };
  told_account::hold(head, rows, 13);
}

}  // namespace pod_account_test
