// SPDX-License-Identifier: BSL-1.0
#include <array>

#include <doctest/doctest.h>

#include <read/told_account.hpp>

namespace recipe_account_test {

using told_account::row;

TEST_CASE("the account of a recipe is what its roles and its backend say") {
  constexpr std::array rows{
      row{"resources:\n  gpus_per_node: 8\n  agg_nodes: 1\n  agg_workers: 1\n  instanceType: p5.48xlarge\n",
          "agg@3 replicas 1@4 nodes 1@3 of each 8@4 pool The recipe@3\npool The recipe@1 nodes 1@3 gpus 8@2 size p5.48xlarge@5\n"},
      row{"name: r\nresources:\n  gpu_type: gb200\n  gpus_per_node: 4\n  prefill_nodes: 2\n  prefill_workers: 4\n  decode_nodes: 3\n  decode_workers: 1\n",
          "prefill@5 prefill replicas 4@6 nodes 2@5 of each 2@6 pool r@5\ndecode@7 decode replicas 1@8 nodes 3@7 of each 12@8 pool r@7\n"
          "pool r@2 nodes 5@5 gpus 4@4 type gb200@3\n"},
      row{"resources:\n  gpus_per_node: 8\n  agg_nodes: 2\n", "agg@3 nodes 2@3 of each ?@3 pool The recipe@3\npool The recipe@1 nodes 2@3 gpus 8@2\n"},
      row{"resources:\n  gpus_per_node: 8\n  agg_workers: 2\n  gpus_per_agg: 4\n", "agg@3 replicas 2@3 of each 4@4 pool The recipe@3\npool The recipe@1 nodes ?@1 gpus 8@2\n"},
      row{"resources:\n  agg_nodes: 2\n  agg_workers: 2\n", "agg@2 replicas 2@3 nodes 2@2 of each ?@3 pool The recipe@2\npool The recipe@1 nodes 2@2\n"},
      row{"resources:\n  gpus_per_node: 8\n  prefill: {nodes: 1, workers: 2, gpus_per_worker: 3}\n  decode: {nodes: 0, workers: 0}\n",
          "prefill@3 prefill replicas 2@3 nodes 1@3 of each 3@3 pool The recipe@3\npool The recipe@1 nodes 1@3 gpus 8@2\n"},
      row{"resources:\n  gpus_per_node: 8\n  agg_nodes: 0\n  agg_workers: 1\n", "agg@3 replicas 1@4 nodes 0@3 of each ?@4 pool The recipe@3\npool The recipe@1 nodes 0@3 gpus 8@2\n"},
      row{"resources:\n  gpus_per_node: 8\n  agg_nodes: 1\n  agg_workers: 2\nsbatch_directives:\n  cpus-per-task: 72\n  mem: 4G\n",
          "agg@3 replicas 2@4 nodes 1@3 of each 4@4 cpus 72000@6 memory 4096@7 pool The recipe@3\npool The recipe@1 nodes 1@3 gpus 8@2\n"},
      row{"resources:\n  gpus_per_node: 8\n  agg_nodes: 1\n  agg_workers: 1\n  allow_colocation: true\n", "agg@3 replicas 1@4 nodes 1@3 of each 8@4 pool The recipe@3 shared\npool The recipe@1 nodes 1@3 gpus 8@2\n"},
      row{"resources:\n  gpus_per_node: 8\n  agg_nodes: 1\n  agg_workers: 1\n  colocation: {on: 3}\n", "agg@3 replicas 1@4 nodes 1@3 of each 8@4 pool The recipe@3\npool The recipe@1 nodes 1@3 gpus 8@2\n"},
      row{"resources:\n  gpus_per_node: 8\n  agg_nodes: 1\n  agg_workers: 1\n  allow_colocation: false\nbackend:\n  colocate: yes\n",
          "agg@3 replicas 1@4 nodes 1@3 of each 8@4 pool The recipe@3 shared\npool The recipe@1 nodes 1@3 gpus 8@2\n"},
      // The settings of the engine that the backend runs; those of one role, and "aggregated" for "agg".
      row{"resources:\n  gpus_per_node: 8\n  agg_nodes: 1\n  agg_workers: 1\nbackend:\n  type: sglang\n  trtllm_config: {agg: {tensor_parallel_size: 9}}\n"
          "  sglang_config: {aggregated: {tensor-parallel-size: 4, data-parallel-size: 2}}\n",
          "agg@3 replicas 1@4 nodes 1@3 of each 8@4 pool The recipe@3 SGLang@8 tp 4@8 dp 2@8\npool The recipe@1 nodes 1@3 gpus 8@2\n"},
      row{"resources:\n  gpus_per_node: 8\n  prefill_nodes: 1\n  prefill_workers: 1\nbackend:\n  trtllm_config:\n    prefill: {tensor_parallel_size: 4}\n    aggregated: {tensor_parallel_size: 8}\n",
          "prefill@3 prefill replicas 1@4 nodes 1@3 of each 8@4 pool The recipe@3 TensorRT-LLM@7 tp 4@7\npool The recipe@1 nodes 1@3 gpus 8@2\n"},
      row{"resources:\n  gpus_per_node: 8\n  prefill_nodes: 1\n  prefill_workers: 1\nbackend: {type: vllm}\n",
          "prefill@3 prefill replicas 1@4 nodes 1@3 of each 8@4 pool The recipe@3 vLLM@0\npool The recipe@1 nodes 1@3 gpus 8@2\n"},
      row{"resources:\n  gpu_type: h100\n  gpus_per_node: 8\n  agg_nodes: 1\n  agg_workers: 1\ninfra:\n  etcd_nats_dedicated_node: true\n",
          "agg@4 replicas 1@5 nodes 1@4 of each 8@5 pool The recipe@4\npool The recipe@1 nodes 1@4 gpus 8@3 type h100@2\npool etcd_nats_dedicated_node@7 nodes 1@7 gpus 8@3 type h100@2\n"},
      row{"resources:\n  gpus_per_node: 8\n  agg_nodes: 1\n  agg_workers: 1\ninfra:\n  etcd_nats_dedicated_node: false\n",
          "agg@3 replicas 1@4 nodes 1@3 of each 8@4 pool The recipe@3\npool The recipe@1 nodes 1@3 gpus 8@2\n"},
      row{"base:\n  resources:\n    gpus_per_node: 8\n    agg_nodes: 1\n    agg_workers: 1\n", "agg@4 replicas 1@5 nodes 1@4 of each 8@5 pool The recipe@4\npool The recipe@2 nodes 1@4 gpus 8@3\n"},
      row{"kind: x\nresources:\n  gpus_per_node: 8\n  agg_nodes: 1\n  agg_workers: 1\n", "agg@4 replicas 1@5 nodes 1@4 of each 8@5 pool The recipe@4\npool The recipe@2 nodes 1@4 gpus 8@3\n"},
      row{"resources:\n  gpus_per_node: 8\n  agg_nodes: '{{ n }}'\n  agg_workers: 1\n", "agg@3 replicas 1@4 nodes ?@3 of each ?@4 pool The recipe@3\npool The recipe@1 nodes ?@3 gpus 8@2\n"},
      row{"resources:\n  gpus_per_node: 8\n  agg_nodes: 1\n  agg_workers: '{{ w }}'\n", "agg@3 replicas ?@4 nodes 1@3 of each ?@4 pool The recipe@3\npool The recipe@1 nodes 1@3 gpus 8@2\n"},
      row{"resources:\n  gpus_per_node: 8\n  agg_nodes: 1\n  agg_workers: 2\nsbatch_directives:\n  cpus-per-task: '{{ c }}'\n",
          "agg@3 replicas 2@4 nodes 1@3 of each 4@4 cpus ?@6 pool The recipe@3\npool The recipe@1 nodes 1@3 gpus 8@2\n"},
      row{"resources:\n  gpus_per_node: 8\n  prefill_nodes: 1\n  prefill_workers: 1\nbackend:\n  trtllm_config:\n    aggregated: {tensor_parallel_size: 8}\n",
          "prefill@3 prefill replicas 1@4 nodes 1@3 of each 8@4 pool The recipe@3 TensorRT-LLM@0\npool The recipe@1 nodes 1@3 gpus 8@2\n"},
      row{"resources:\n  gpus_per_node: 8\n  prefill: {nodes: [a, b]}\n", "refused@0: of no kind that can be checked\n"},
      // Roles within values of a chart.
      row{"x:\n  gpus_per_node: 8\n  agg_nodes: 1\n  agg_workers: 1\n", "agg@3 replicas 1@4 nodes 1@3 of each 8@4 pool x@3\npool x@1 nodes 1@3 gpus 8@2\n"},
  };
  told_account::hold({}, rows);
}

}  // namespace recipe_account_test
