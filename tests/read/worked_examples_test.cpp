// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/deployment.hpp>

#include <check.hpp>
#include <deployment/serving_recipes.hpp>
#include <headroom/catalog/azure.hpp>
#include <headroom/deployment/check.hpp>
#include <headroom/deployment/sentence.hpp>
#include <memory>
#include <read/reading.hpp>
#include <string>
#include <string_view>
#include <vector>

// Files of our own of each kind that is tested with files of others: what they hold and use is counted by hand.
namespace worked_examples {

namespace read = headroom::read;
using read::file_of;

// "error gpus_per_node:5" of each finding.
std::string found(const std::vector<hr::finding>& findings) {
  std::string all;
  for (const hr::finding& each : findings)
    all += std::string(name(each.severity)) + " " + std::string(each.rule) + ":" + std::to_string(each.line) + "\n";
  return all;
}

const hr::machine gb300_vm(hr::azure::nd128isr_gb300_v6::spec);
const hr::machine gb300_rack(hr::azure::gb300_nvl72::spec);
const hr::machine h100_vm(hr::azure::nd96isr_h100_v5::spec);

std::string recipe_of(const serving_recipes::recipe& r) {
  const auto line = [](std::string_view key, hr::count value) {
    return "  " + std::string(key) + ": " + std::to_string(value) + "\n";
  };
  std::string text = "name: " + std::string(r.name) + "\nresources:\n  gpu_type: " + std::string(r.gpu_type) + "\n";
  text += line("gpus_per_node", r.per_node);
  text += line("prefill_nodes", r.prefill_nodes) + line("prefill_workers", r.prefill_workers);
  text += line("gpus_per_prefill", r.prefill_gpus);
  text += line("decode_nodes", r.decode_nodes) + line("decode_workers", r.decode_workers);
  text += line("gpus_per_decode", r.decode_gpus);
  if (r.colocated) text += "  allow_prefill_decode_colocation: true\n";
  return text + "backend:\n  type: sglang\n";
}

}  // namespace worked_examples

TEST_CASE("NCCL tests of two sizes: nodes of eight GPUs are no GB300, and 12 nodes are no full rack of 18") {
  using namespace worked_examples;
  const auto file = file_of(
      "pair:\n"
      "  nodes: 2\n"
      "  gpusPerNode: 8\n"
      "  ncclTest: {testArgs: -g 1}\n"
      "gb300-full-rack:\n"
      "  nodes: 12\n"
      "  gpusPerNode: 4\n"
      "  ncclTest: {testArgs: -g 1}\n"
      "  dra: {enabled: true}\n"
      "  affinity: {required: [{topologyKey: nvidia.com/gpu.clique}]}\n");
  const hr::deployment all = file->view("nccl");
  REQUIRE(file->workloads.size() == 2);
  CHECK(found(hr::check(all)).empty());
  CHECK(found(hr::check(all, gb300_vm)) == "error gpus_per_node:3\nwarning rack_size:10\n");
  // Nodes of four GPUs leave four of eight unused, and two such nodes are all that a domain of eight holds.
  CHECK(found(hr::check(all, h100_vm)) == "warning gpus_stranded:6\nwarning gpus_per_node:7\nerror rack_size:10\n");
}

TEST_CASE("A queue of three nodes has the GPUs of three nodes, and fits their machines") {
  using namespace worked_examples;
  const auto file = file_of(
      "nodes:\n"
      "  count: 3\n"
      "  perNodeResources: {nvidia.com/gpu: 8, rdma/ib: 8, cpu: 90, memory: 1800Gi}\n"
      "resourceFlavor: {name: h100, nodeLabels: {agentpool: gpu}}\n"
      "clusterQueue: {name: training}\n");
  CHECK(file->quotas.size() == 4);
  CHECK(file->view("queue").gpus_held() == 24);
  CHECK(found(hr::check(file->view("queue"))).empty());
  CHECK(found(hr::check(file->view("queue"), h100_vm)).empty());
}

TEST_CASE("A recipe of a whole rack is clean on a bare rack, and asks more CPUs than Azure's VM has") {
  using namespace worked_examples;
  const auto file = file_of(
      "sbatch_directives:\n"
      "  cpus-per-task: \"136\"\n"
      "resources:\n"
      "  gpu_type: gb300\n"
      "  gpus_per_node: 4\n"
      "  prefill_nodes: 6\n"
      "  prefill_workers: 6\n"
      "  gpus_per_prefill: 4\n"
      "  decode_nodes: 12\n"
      "  decode_workers: 1\n"
      "  gpus_per_decode: 48\n"
      "backend:\n"
      "  type: sglang\n");
  const hr::deployment all = file->view("rack");
  CHECK(all.gpus_used() == 72);
  CHECK(all.gpus_held() == 72);
  CHECK(all.nodes_held() == 18);
  CHECK(found(hr::check(all, gb300_rack)).empty());
  CHECK(found(hr::check(all, gb300_vm)) == "error cpus:2\n");
}

TEST_CASE("Recipes, written and read: GPUs, nodes, GPUs held and stranded as counted by hand, and no error") {
  using namespace worked_examples;
  for (const serving_recipes::recipe& each : serving_recipes::small) {
    CAPTURE(each.name);
    const auto file = file_of(recipe_of(each));
    CHECK(file->format == "recipe");
    const hr::deployment all = file->view("recipe");
    CHECK(all.gpus_used() == each.used);
    CHECK(all.nodes_held() == each.nodes);
    CHECK(all.gpus_held() == each.held);
    hr::count stranded = 0;
    const std::vector<hr::finding> findings = hr::check(all);
    for (const hr::finding& one : findings) {
      CHECK(one.rule == "gpus_stranded");
      CHECK(one.severity == hr::finding_severity::warning);
      stranded += static_cast<hr::count>(one.terms[3].amount);
    }
    CHECK(stranded == each.stranded);
    CHECK(findings.size() == (each.stranded > 0 ? 1 : 0));
  }
}

TEST_CASE("Parameters of CycleCloud: at most 3 nodes with 12 GPUs, of a retired size, and one limit in cores") {
  using namespace worked_examples;
  const auto file = file_of(
      "{\"GPUMachineType\": \"Standard_NC24rs_v3\", \"GPUUseLowPrio\": false, \"MaxGPUExecuteNodeCount\": 3,\n"
      " \"DynamicMachineType\": \"Standard_D2_v4\", \"DynamicUseLowPrio\": false,\n"
      " \"MaxDynamicExecuteCoreCount\": 50, \"HPCMachineType\": \"\", \"MaxHPCExecuteNodeCount\": 4,\n"
      " \"Region\": \"westeurope\"}\n");
  REQUIRE(file->pools.size() == 2);
  hr::count nodes = 0;
  hr::count gpus = 0;
  for (const hr::machine_pool& each : file->pools) {
    CHECK(each.spot.is_known());
    CHECK_FALSE(each.spot.value);
    nodes += hr::most_nodes_of(each).value_or(0);
    gpus += hr::most_gpus_of(each, {}).value_or(0);
  }
  CHECK(nodes == 3);
  CHECK(gpus == 12);
  CHECK(found(hr::check(file->view("parameters"))) == "warning core_limits:3\nerror size_lifecycle:1\n");
}

TEST_CASE("Groups of a leader and a worker: 3 groups of 2 pods of 8 GPUs, which ask 100 of 96 vCPUs each") {
  using namespace worked_examples;
  const auto file = file_of(
      "apiVersion: leaderworkerset.x-k8s.io/v1\n"
      "kind: LeaderWorkerSet\n"
      "metadata: {name: serve}\n"
      "spec:\n"
      "  replicas: 3\n"
      "  leaderWorkerTemplate:\n"
      "    size: 2\n"
      "    leaderTemplate:\n"
      "      spec:\n"
      "        containers:\n"
      "          - name: leader\n"
      "            command: [sh, -c]\n"
      "            args: [vllm serve m --tensor-parallel-size 8 --pipeline-parallel-size 2]\n"
      "            resources:\n"
      "              limits: {nvidia.com/gpu: 8, memory: 1500Gi}\n"
      "              requests:\n"
      "                cpu: 100\n"
      "    workerTemplate:\n"
      "      spec:\n"
      "        containers:\n"
      "          - name: worker\n"
      "            resources:\n"
      "              limits: {nvidia.com/gpu: 8, memory: 1500Gi}\n"
      "              requests:\n"
      "                cpu: 100\n");
  const hr::deployment all = file->view("groups");
  REQUIRE(file->workloads.size() == 2);
  CHECK(all.gpus_used() == 48);
  hr::count pods = 0;
  for (const hr::workload& each : all.workloads) pods += each.scale.replicas.value * each.scale.pods.value;
  CHECK(pods == 6);
  CHECK(all.workloads[0].parallel.engine == hr::engine::vllm);
  CHECK(all.workloads[0].parallel.tensor.value == 8);
  CHECK(all.workloads[0].parallel.pipeline.value == 2);
  CHECK(found(hr::check(all, h100_vm)) == "error cpus:17\nerror cpus:25\n");
}
