// SPDX-License-Identifier: BSL-1.0
#include <array>

#include <doctest/doctest.h>

#include <read/told_account.hpp>
#include <read/told_pools.hpp>

namespace helm_account_test {

using told_account::row;

TEST_CASE("parts of a chart's values are told where they stand, and what is none is left to the chart") {
  // A part beside them, so that there is something to read.
  constexpr std::string_view beside = "b:\n  replicas: 2\n  resources: {limits: {nvidia.com/gpu: 1}}\n";
  constexpr std::array rows{
      // nccl-test: a number of nodes and of GPUs of each; lists of nodes are others' words.
      row{"t:\n  nodes: 14\n  gpusPerNode: 4\n  ncclTest: {}\n", "t@1 nodes 14@2 of each 56@2 of a node 4@3\n"},
      row{"t: {nodes: 14, gpusPerNode: 4}\n", "t@1 nodes 14@1 of each 56@1 of a node 4@1\n"},
      row{"t: {nodes: '{{ .n }}', gpusPerNode: 4}\n", "t@1 nodes ?@1 of each ?@1 of a node 4@1\n"},
      row{"t:\n  nodes: [a]\n  ncclTest: {}\n", ""},
      row{"t:\n  nodes: [a]\n  gpusPerNode: 4\n", "uncounted t@3 ?@3\n"},
      row{"t:\n  nodes: 4\n", ""},
      row{"t:\n  nodes: some\n  gpusPerNode: 4\n", "uncounted t@3 ?@3\n"},
      row{"t:\n  nodes: 14\n  gpusPerNode: 4\n  ncclTest: {}\n  affinity: {required: [{topologyKey: nvidia.com/gpu.clique}]}\n", "t@1 nodes 14@2 of each 56@2 in one domain of a node 4@3\n"},
      // gpu-recipes.
      row{"w:\n  gpus: 8\n  image: nemo\n", "w@1 of each 8@2\n"},
      row{"w:\n  gpus: 8\n  image: vllm/vllm-openai\n", "w@1 of each 8@2 vLLM@0\n"},
      row{"w:\n  gpus: 8\n  image: nemo\n  command: [vllm, serve, m, -tp, '8']\n", "w@1 of each 8@2 vLLM@4 tp 8@4\n"},
      row{"w:\n  gpus: 8\n  image: {repository: null, tag: v1}\n", "w@1 of each 8@2\n"},
      row{"w:\n  gpus: {type: x}\n  image: nemo\n", ""},
      row{"w:\n  gpus: 8\n  image: [nemo]\n", "uncounted w@2 ?@2\n"},
      row{"w:\n  gpus: 1\n  image:\n", "uncounted w@2 ?@2\n"},
      // llm-d: ranks in a pod, and pods of the ranks in all.
      row{"decode:\n  parallelism: {tensor: 2, data: '{{ .d }}', dataLocal: 2}\n  containers: [{name: a}]\n", "decode@1 decode pods ?@2 gpus 4@2 vLLM@2 tp 2@2 dp ?@2\n"},
      row{"decode:\n  parallelism: {tensor: 2, data: 4, dataLocal: 0}\n  containers: [{name: a}]\n", "decode@1 decode pods ?@2 gpus 0@2 vLLM@2 tp 2@2 dp 4@2\n"},
      row{"decode:\n  parallelism: {tensor: 2, data: 4, dataLocal: 1}\n  containers: [{name: a}]\n", "decode@1 decode pods 4@2 gpus 2@2 vLLM@2 tp 2@2 dp 4@2\n"},
      row{"decode: {parallelism: {tensor: 2}, containers: [{name: a}]}\n", "decode@1 decode gpus 2@1 vLLM@1 tp 2@1\n"},
      row{"decode:\n  parallelism: {data: 4, dataLocal: 1}\n  containers: [{name: a}]\n", "decode@1 decode pods 4@2 vLLM@2 dp 4@2\n"},
      row{"decode:\n  parallelism: {workers: 3}\n  containers: [{name: a}]\n", "decode@1 decode pods 3@2\n"},
      row{"decode:\n  replicas: 3\n  parallelism: {tensor: 2}\n", ""},
      row{"decode:\n  parallelism: {tensor: 2}\n  containers: [{name: a, resources: {limits: {cpu: 3}}}]\n", "decode@1 decode gpus 2@2 cpus 3000@3 vLLM@2 tp 2@2 limit of cpus 3000@3\n"},
      row{"decode:\n  replicas: 3\n  parallelism: 4\n  containers: [{name: a, resources: {limits: {nvidia.com/gpu: 2}}}]\n", "decode@1 replicas 3@2 pods 1@2 gpus 2@4\n"},
      // Any part: its engine may be of more pods than one, and of none it has nothing is said.
      row{"w:\n  replicas: 3\n  resources: {limits: {nvidia.com/gpu: 2}}\n  command: [sglang, serve, m, --tp, '4', --nnodes, '2', --node-rank, '0']\n",
          "w@1 replicas 3@2 pods ?@4 gpus 2@3 SGLang@4 tp 4@4 open: how many pods run one engine;\n"},
      row{"w:\n  resources: {limits: {nvidia.com/gpu: 0}}\n", "w@1 gpus 0@2\n"},
      row{"w:\n  replicas: 3\n  resources: {limits: {nvidia.com/gpu: 2}}\n  image: vllm/vllm-openai\n", "w@1 replicas 3@2 pods 1@2 gpus 2@3 vLLM@0\n"},
      row{"w:\n  replicas: 3\n  resources: {limits: {nvidia.com/gpu: 2}}\n  image: ghcr.io/huggingface/text-generation-inference\n  env: [{name: NUM_SHARD, value: '2'}]\n",
          "w@1 replicas 3@2 pods 1@2 gpus 2@3 TGI@5 tp 2@5\n"},
      row{"w:\n  replicas: 3\n  resources: {limits: {nvidia.com/gpu: 2}}\n  image: ghcr.io/huggingface/text-generation-inference\n  env: {a: {name: NUM_SHARD, value: '2'}}\n",
          "w@1 replicas 3@2 pods 1@2 gpus 2@3 TGI@0\n"},
      row{"w:\n  replicas: 3\n  resources: {limits: {nvidia.com/gpu: 2}}\n  image: {repository: x, command: [vllm, serve, m, -tp, '2']}\n",
          "w@1 replicas 3@2 pods 1@2 gpus 2@3 vLLM@4 tp 2@4\n"},
      row{"w:\n  replicas: 3\n  resources: {limits: {nvidia.com/gpu: 2}}\n  nodeSelector: {agentpool: p}\n", "w@1 replicas 3@2 pods 1@2 gpus 2@3 pool p@4\n"},
      row{"w:\n  replicas: 3\n  resources: {limits: {nvidia.com/gpu: 2}}\n  nodeSelector: {node.kubernetes.io/instance-type: s}\n", "w@1 replicas 3@2 pods 1@2 gpus 2@3 size s@4\n"},
      // A map of a container or a node is that of Kubernetes: other values are others' words.
      row{"q:\n  nodes: {count: 3, perNodeResources: x}\n", ""},
      row{"w:\n  replicas: 3\n  containers: [{name: a, image: vllm/vllm-openai}]\n", ""},
      row{"w:\n  replicas: 3\n  containers: [{name: a}, {name: b, resources: {limits: {nvidia.com/gpu: 2}}}]\n", "w@1 replicas 3@2 pods 1@2 gpus 2@3\n"},
      row{"w:\n  replicas: 3\n  containers: [{name: a, resources: {requests: {nvidia.com/gpu: 1}, limits: {nvidia.com/gpu: 2}}}, {name: b, resources: {limits: {nvidia.com/gpu: 4}}}]\n",
          "w@1 replicas 3@2 pods 1@2 gpus 5@3 limit 6@3\n"},
      // A node set without a pod's specification has that of its own map.
      row{"w:\n  replicas: 3\n  slurmd: {resources: {limits: {nvidia.com/gpu: 2}}}\n  podSpec:\n  nodeSelector: {agentpool: p}\n", "w@1 replicas 3@2 pods 1@2 gpus 2@3 pool p@5\n"},
      row{"w:\n  replicas: 3\n  slurmd: {resources: {limits: {nvidia.com/gpu: 2}}}\n  podSpec: {nodeSelector: {agentpool: q}}\n  nodeSelector: {agentpool: p}\n",
          "w@1 replicas 3@2 pods 1@2 gpus 2@3 pool q@4\n"},
      row{"w:\n  replicas: 3\n  resources: {limits: {nvidia.com/gpu: 2}}\n"
          "  affinity: {podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: nvidia.com/gpu.clique, labelSelector: {matchLabels: {a: b}}}]}}\n",
          "w@1 replicas 3@2 pods 1@2 gpus 2@3 in one domain\n"},
      // What a part is called may say its engine.
      row{"vllm:\n  replicas: 3\n  resources: {limits: {nvidia.com/gpu: 2}}\n", "vllm@1 replicas 3@2 pods 1@2 gpus 2@3 vLLM@0\n"},
      // A command, or arguments alone, have all that it is told: the chart's own settings stand in where it has neither.
      row{"w:\n  replicas: 3\n  resources: {limits: {nvidia.com/gpu: 2}}\n  tensorParallelSize: 2\n  args: [vllm, serve, m, -pp, '3']\n",
          "w@1 replicas 3@2 pods 1@2 gpus 2@3 vLLM@5 pp 3@5\n"},
      row{"w:\n  replicas: 3\n  resources: {limits: {nvidia.com/gpu: 2}}\n  tensorParallelSize: 2\n  command: [vllm, serve, m, -pp, '3']\n",
          "w@1 replicas 3@2 pods 1@2 gpus 2@3 vLLM@5 pp 3@5\n"},
      row{"w:\n  replicas: 3\n  resources: {limits: {nvidia.com/gpu: 2}}\n  tensorParallelSize: 2\n  command: [vllm, serve, m, -dp, '3']\n",
          "w@1 replicas 3@2 pods 1@2 gpus 2@3 vLLM@5 dp 3@5\n"},
      row{"w:\n  replicas: 3\n  resources: {limits: {nvidia.com/gpu: 2}}\n  tensorParallelSize: 2\n  command: [vllm, serve, m, -pcp, '3']\n",
          "w@1 replicas 3@2 pods 1@2 gpus 2@3 vLLM@5\n"},
      row{"w:\n  replicas: 3\n  resources: {limits: {nvidia.com/gpu: 2}}\n  tensorParallelSize: 2\n  command: [vllm, serve, m, -pp, '3']\n  image: {repository: x}\n",
          "w@1 replicas 3@2 pods 1@2 gpus 2@3 vLLM@5 pp 3@5\n"},
      row{"w:\n  replicas: 3\n  resources: {limits: {nvidia.com/gpu: 2}}\n  tensorParallelSize: 2\n  extraArgs: [-pp, '3']\n",
          "w@1 replicas 3@2 pods 1@2 gpus 2@3 an unnamed engine@5 tp 2@4 pp 3@5\n"},
      // An autoscaler, where it is on, in any of YAML's words.
      row{"w:\n  replicas: 3\n  autoscaling: {enabled: yes, minReplicas: 2, maxReplicas: 2}\n  resources: {limits: {nvidia.com/gpu: 2}}\n",
          "w@1 least 2@3 most 2@3 gpus 2@4\n"},
      row{"w:\n  replicas: 3\n  autoscaling: {enabled: True, minReplicas: 2, maxReplicas: 2}\n  resources: {limits: {nvidia.com/gpu: 2}}\n",
          "w@1 least 2@3 most 2@3 gpus 2@4\n"},
      row{"w:\n  replicas: 3\n  autoscaling: {enabled: no, minReplicas: 2, maxReplicas: 2}\n  resources: {limits: {nvidia.com/gpu: 2}}\n", "w@1 replicas 3@2 pods 1@2 gpus 2@4\n"},
      row{"w:\n  replicas: 3\n  resources: {limits: {nvidia.com/gpu: 2}}\n  affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [\n"
          "    {key: node.kubernetes.io/instance-type, operator: In, values: [s, t]}]}]}}}\n",
          "w@1 replicas 3@2 pods 1@2 gpus 2@3 size ?@5 size of s, t\n"},
  };
  for (const row& each : rows) {
    CAPTURE(each.text);
    int line = 1;
    for (const char c : each.text) line += c == '\n' ? 1 : 0;
    std::string all = told_account::whole_account_of(std::string(each.text) + std::string(beside));
    const std::string its = "b@" + std::to_string(line) + " replicas 2@" + std::to_string(line + 1) + " pods 1@" + std::to_string(line + 1) + " gpus 1@" + std::to_string(line + 2) + "\n";
    const std::size_t at = all.find(its);
    REQUIRE_MESSAGE(at != std::string::npos, all);
    CHECK(all.erase(at, its.size()) == each.account);
  }
}

TEST_CASE("workers over nodes, whose numbers may be left to the chart") {
  constexpr std::array rows{
      row{"decode: {workers: 3, gpus: '{{ .g }}', nodesPerWorker: 2}\n", "decode@1 decode replicas 3@1 pods 2@1 of each ?@1 gpus ?@1\n"},
      row{"decode: {workers: '{{ .w }}', gpus: 8}\n", "decode@1 decode replicas ?@1 of each 8@1 gpus 8@1\n"},
      row{"decode: {workers: 2, gpus: 8, tensorParallelSize: 8}\n", "decode@1 decode replicas 2@1 of each 8@1 gpus 8@1 an unnamed engine@1 tp 8@1\n"},
      row{"decode: {workers: 2, gpus: 8, engine: {tensorParallelSize: 8}}\n", "decode@1 decode replicas 2@1 of each 8@1 gpus 8@1 an unnamed engine@1 tp 8@1\n"},
      row{"decode: {workers: 2, gpus: 8, image: vllm/vllm-openai}\nimage: lmsysorg/sglang\n", "decode@1 decode replicas 2@1 of each 8@1 gpus 8@1 vLLM@0\n"},
      row{"decode: {workers: 2, gpus: 8}\nimage: lmsysorg/sglang\n", "decode@1 decode replicas 2@1 of each 8@1 gpus 8@1 SGLang@0\n"},
      row{"decode: {workers: 2, gpus: 8, nodesPerWorker: 0}\n", "decode@1 decode replicas 2@1 pods 0@1 of each 8@1 gpus ?@1\n"},
  };
  told_account::hold_whole({}, rows);
}

TEST_CASE("a queue's nodes and quotas are what its values say of them") {
  const auto told = [](std::string_view more) {
    headroom::read::deployment_file file("q:\n  nodes:\n    count: 3\n    perNodeResources: {nvidia.com/gpu: 8, rdma/ib: 1}\n" + std::string(more));
    const auto error = headroom::read::read_source(file);
    return error.has_value() ? error->message : headroom::read::told_pools(file);
  };
  CHECK(told("") == "nodes@2 nodes 3@3 gpus 8@4 infiniband yes@4\nquota @4 of nvidia.com/gpu 24\nquota @4 of rdma/ib 3\n");
  headroom::read::deployment_file open(std::string("q:\n  nodes:\n    count: 3\n    perNodeResources: {nvidia.com/gpu: 8, rdma/ib: '{{ .i }}'}\n"));
  REQUIRE_FALSE(headroom::read::read_source(open).has_value());
  CHECK(headroom::read::told_pools(open).starts_with("nodes@2 nodes 3@3 gpus 8@4\n"));
  CHECK(told("  clusterQueue: {name: c}\n") == "nodes@2 nodes 3@3 gpus 8@4 infiniband yes@4\nquota c@5 of nvidia.com/gpu 24@4\nquota c@5 of rdma/ib 3@4\n");
  CHECK(told("  clusterQueue:\n    name: c\n    nominalQuota: {nvidia.com/gpu: 20}\n") == "nodes@2 nodes 3@3 gpus 8@4 infiniband yes@4\nquota c@5 of nvidia.com/gpu 20@7\n");
  CHECK(told("  clusterQueue: {name: c, nominalQuota: x}\n") == "nodes@2 nodes 3@3 gpus 8@4 infiniband yes@4\nquota c@5 of nvidia.com/gpu 24@4\nquota c@5 of rdma/ib 3@4\n");
  CHECK(told("  clusterQueue:\n    name: c\n    resourceGroups:\n    - flavors: [{name: f}, {name: g, resources: [{name: nvidia.com/gpu, nominalQuota: 7}]}]\n") ==
        "nodes@2 nodes 3@3 gpus 8@4 infiniband yes@4\nquota c@5 of nvidia.com/gpu 7@8\n");
  headroom::read::deployment_file of_flavors(std::string("q:\n  nodes: {count: 3, perNodeResources: {nvidia.com/gpu: 8}}\n  clusterQueue: {name: c, resourceGroups: [{flavors: [\n"
      "    {name: f, resources: [{name: nvidia.com/gpu, nominalQuota: 16}]}, {name: g, resources: [{name: nvidia.com/gpu, nominalQuota: 8}]}]}]}\n"));
  REQUIRE_FALSE(headroom::read::read_source(of_flavors).has_value());
  REQUIRE(of_flavors.quotas.size() == 2);
  CHECK(of_flavors.quotas[0].pool == "f");
  CHECK(of_flavors.quotas[1].pool == "g");
  CHECK(told("  resourceFlavor: {name: f, nodeLabels: {node.kubernetes.io/instance-type: s}}\n").starts_with("f@2 size s@5 nodes 3@3 gpus 8@4 infiniband yes@4\n"));
  headroom::read::deployment_file sized(std::string("q:\n  nodes:\n    count: 3\n    instanceType: s\n    perNodeResources: {nvidia.com/gpu: 8, rdma/ib: 0}\n"));
  REQUIRE_FALSE(headroom::read::read_source(sized).has_value());
  CHECK(headroom::read::told_pools(sized).starts_with("nodes@2 size s@4 nodes 3@3 gpus 8@5\n"));
}

TEST_CASE("a test of collectives is a job, and what has no part for its workers is told to have none") {
  const auto first = [](std::string_view text) {
    headroom::read::deployment_file file{std::string(text)};
    REQUIRE_FALSE(headroom::read::read_source(file).has_value());
    return std::string(file.workloads.at(0).identity.kind) + (file.workloads[0].queueing.runs_as == headroom::workload_class::job ? " once" : "");
  };
  CHECK(first("t:\n  nodes: 14\n  gpusPerNode: 4\n  ncclTest: {}\n") == "nccl-test once");
  CHECK(first("t:\n  nodes: 14\n  gpusPerNode: 4\n") == "Helm values");
  headroom::read::deployment_file none(std::string("prefill: {workers: 0, gpus: 2}\n"));
  CHECK(headroom::read::read_source(none).has_value());
  CHECK(none.documents_without_capacity == 1);
  headroom::read::deployment_file open(std::string("w:\n  replicas: 3\n  resources: {limits: {nvidia.com/gpu: 2}}\n  nodeSelector: {node.kubernetes.io/instance-type: '{{ .s }}'}\n"));
  REQUIRE_FALSE(headroom::read::read_source(open).has_value());
  CHECK(open.size_choices.empty());
}

}  // namespace helm_account_test
