// SPDX-License-Identifier: BSL-1.0
#include <array>

#include <doctest/doctest.h>

#include <read/told_account.hpp>

// SkyPilot, "SkyPilot YAML".
namespace skypilot_account_test {

using told_account::row;

TEST_CASE("the account of a task of SkyPilot is what its documentation makes of it") {
  constexpr std::array rows{
      row{"resources:\n  accelerators: H100:8\n", "@1 gpus 8@2 type H100@2\n"},
      row{"name: t\nnum_nodes: 4\nresources:\n  accelerators: H100:8\n  use_spot: true\n  instance_type: p5\n", "t@1 pods 4@2 gpus 8@4 a node 1@2 type H100@4 size p5@6 spot\n"},
      row{"name: t\nresources:\n  accelerators: H100\n  use_spot: false\n", "t@1 gpus 1@3 type H100@3 on demand\n"},
      row{"resources:\n  accelerators: {H100: 8}\n", "@1 gpus 8@2 type H100@2\n"},
      row{"resources:\n  accelerators:\n    H100: 8\n    A100: 8\n", "@1 gpus 8@3 type ?@3\n"},
      row{"resources:\n  accelerators: {H100:8, H100:4}\n", "@1 gpus ?@2 type H100@2\n"},
      row{"resources:\n  accelerators: [H100:8, H100:8]\n", "@1 gpus 8@2 type H100@2\n"},
      row{"resources:\n  accelerators: H100:x\n", "@1 gpus ?@2 type H100@2\n"},
      row{"resources:\n  accelerators: ${ACC}\n", "@1 gpus ?@2 type ?@2\n"},
      // Each of several choices says what differs from the rest.
      row{"resources:\n  any_of:\n  - accelerators: H100:8\n  - accelerators: H200:8\nrun: echo\n", "@1 gpus 8@3 type ?@3\n"},
      row{"resources:\n  ordered:\n  - accelerators: H100:8\n  - accelerators: H100:4\nrun: echo\n", "@1 gpus ?@3 type H100@3\n"},
      row{"resources:\n  ordered:\n  - accelerators: H100:0\n  - accelerators: ${ACC}\nrun: echo\n", "@1 gpus ?@3 type ?@3\n"},
      row{"resources:\n  accelerators: H100:8\n  any_of:\n  - infra: a\n  - infra: b\nrun: echo\n", "@1 gpus 8@2 type H100@2\n"},
      // What has no accelerators is a task where it runs something somewhere.
      row{"resources: {cloud: aws}\nrun: echo\n", "@1\n"},
      row{"apiVersion: v1\nresources: {cloud: aws}\nrun: echo\n", "refused@0: of no kind that can be checked\n"},
      row{"resources: {infra: aws}\nsetup: echo\n", "@1\n"},
      row{"resources: {instance_type: a}\nnum_nodes: 2\n", "@1 pods 2@2 a node 1@2 size a@1\n"},
      row{"service: {replicas: 3}\nresources: {accelerators: L4}\n", "@1 replicas 3@1 gpus 1@2 type L4@2\n"},
      row{"name: s\nservice:\n  replica_policy:\n    min_replicas: 2\n    max_replicas: 5\nresources: {accelerators: L4}\n", "s@1 least 2@4 most 5@5 gpus 1@6 type L4@6\n"},
      row{"name: s\nservice:\n  replica_policy:\n    min_replicas: 2\nresources: {accelerators: L4}\n", "s@1 replicas 2@4 gpus 1@5 type L4@5\n"},
      row{"name: s\nservice:\n  replica_policy:\n    max_replicas: 5\nresources: {accelerators: L4}\n", "s@1 least 1@1 most 5@4 gpus 1@5 type L4@5\n"},
      // What its commands say, with its own variables and those that SkyPilot sets.
      row{"resources: {accelerators: H100:8}\nrun: torchrun t.py\n", "@1 gpus 8@1 type H100@1 processes 1@2\n"},
      row{"num_nodes: 2\nresources: {accelerators: H100:8}\nrun: torchrun --nnodes=$SKYPILOT_NUM_NODES --nproc-per-node=$SKYPILOT_NUM_GPUS_PER_NODE --node_rank=$SKYPILOT_NODE_RANK t.py\n",
          "@1 pods 2@1 gpus 8@2 type H100@2 processes 8@3 meets 2@3\n"},
      row{"resources: {accelerators: H100:8}\nenvs:\n  TP: 4\nsecrets:\n  PP: 2\nrun: vllm serve m -tp $TP -pp $PP\n", "@1 gpus 8@1 type H100@1 vLLM@6 tp 4@6 pp 2@6\n"},
      row{"resources: {accelerators: H100:8}\nenvs:\n  TP: null\nrun: vllm serve m -tp $TP\n", "@1 gpus 8@1 type H100@1 vLLM@4 tp ?@4 open: what $TP holds;\n"},
      row{"num_nodes: 2\nresources: {accelerators: H100:8}\nrun: vllm serve m -tp 8\n", "@1 pods 2@1 gpus 8@2 type H100@2 vLLM@3 tp 8@3 open: how many nodes run one engine;\n"},
      row{"num_nodes: 2\nresources: {accelerators: H100:8}\nrun: vllm serve m -tp 16\n", "@1 pods 2@1 gpus 8@2 type H100@2 vLLM@3 tp 16@3\n"},
      row{"num_nodes: 2\nresources: {accelerators: H100:8}\nrun: vllm serve m -tp 32\n", "@1 pods 2@1 gpus 8@2 type H100@2 vLLM@3 tp 32@3\n"},
      row{"num_nodes: 2\nresources: {accelerators: H100:8}\nrun: vllm serve m\n", "@1 pods 2@1 gpus 8@2 type H100@2 vLLM@3\n"},
      row{"resources: {accelerators: H100:8}\nrun: |\n  vllm serve m -tp 2 &\n  python train.py\n", "@1 gpus 8@1 type H100@1\n"},
      row{"num_nodes: ${N}\nresources: {accelerators: H100:8}\nrun: vllm serve m -tp 8\n", "@1 pods ?@1 gpus 8@2 type H100@2 vLLM@3 tp 8@3 open: how many nodes run one engine;\n"},
      row{"num_nodes: 2\nresources: {accelerators: H100:8}\nrun: python3 -m sglang.launch_server --tp 16 --nnodes 2\n", "@1 pods 2@1 gpus 8@2 type H100@2 SGLang@3 tp 16@3 meets 2@3\n"},
      row{"resources: {accelerators: H100:8}\nenvs: [TP=4]\nrun: vllm serve m -tp 8\n", "@1 gpus 8@1 type H100@1 vLLM@3 tp 8@3\n"},
      // Other documents beside it.
      row{"name: all\n---\nresources: {accelerators: L4}\n---\n- a\n---\nresources: {cloud: aws}\n", "@3 gpus 1@3 type L4@3\n3 without\n"},
  };
  told_account::hold({}, rows);
  headroom::read::deployment_file file(std::string("name: all\n---\nresources: {accelerators: L4}\n---\nresources: {accelerators: H100:8}\n"));
  REQUIRE_FALSE(headroom::read::read_source(file).has_value());
  CHECK(file.documents == 3);
  CHECK(file.workloads.at(0).requests.unit == "node");
}

}  // namespace skypilot_account_test
