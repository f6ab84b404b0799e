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

TEST_CASE("a pod's claims in another file, shared ones and several of them") {
  constexpr std::string_view head =
      "apiVersion: resource.k8s.io/v1\nkind: ResourceClaim\nmetadata: {name: s}\nspec: {devices: {requests: [{name: g, exactly: {deviceClassName: gpu.nvidia.com, count: 2}}]}}\n"
      "---\napiVersion: resource.k8s.io/v1\nkind: ResourceClaimTemplate\nmetadata: {name: t}\nspec: {spec: {devices: {requests: [{name: g, exactly: {deviceClassName: gpu.nvidia.com, count: 3}}]}}}\n"
      "---\napiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  containers: [{name: a}]\n  resourceClaims:\n";
  constexpr std::array rows{
      row{"  - {name: c, resourceClaimTemplateName: t}", "p@13 gpus 3@9\n"},
      row{"  - {name: c, resourceClaimTemplateName: t}\n  - {name: d, resourceClaimTemplateName: t}", "p@13 gpus 6@9\n"},
      row{"  - {name: c, resourceClaimName: s}", "p@13 gpus ?@17\n"},
      row{"  - {name: c, resourceClaimTemplateName: t}\n  - {name: d, resourceClaimName: s}", "p@13 gpus ?@18\n"},
      row{"  - {name: c, resourceClaimTemplateName: elsewhere}", "p@13 gpus ?@17\n"},
      row{"  - {name: c, resourceClaimTemplateName: t}\n  - {name: d, resourceClaimTemplateName: elsewhere}", "p@13 gpus 3@9\n"},
      row{"  - {name: c}", "p@13\n"},
  };
  told_account::hold(head, rows, 13);
}

}  // namespace pod_account_test
