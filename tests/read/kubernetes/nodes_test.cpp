// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/deployment.hpp>

#include <check.hpp>
#include <read/reading.hpp>
#include <string>

// What `kubectl get nodes -o json` prints: the labels and figures of AKS's documentation.
namespace listed_nodes {

std::string node(std::string_view name, std::string_view more) {
  return "- {kind: Node, apiVersion: v1, metadata: {name: " + std::string(name) +
         ", labels: {node.kubernetes.io/instance-type: Standard_ND96isr_H100_v5, agentpool: gpu}}, " + std::string(more) + "}\n";
}
constexpr std::string_view ready = "status: {allocatable: {cpu: '95', nvidia.com/gpu: '8'}, conditions: [{type: Ready, status: 'True'}]}";

}  // namespace listed_nodes

TEST_CASE("Nodes that are alike are one pool; those that take no pods are not held") {
  using namespace listed_nodes;
  const auto file = headroom::read::file_of(
      "kind: List\napiVersion: v1\nitems:\n" + node("a", ready) + node("b", ready) + node("c", "spec: {unschedulable: true}, " + std::string(ready)) +
      node("d", "status: {allocatable: {nvidia.com/gpu: '8'}, conditions: [{type: Ready, status: 'False'}]}") +
      node("e", "status: {allocatable: {cpu: '95'}}"));
  REQUIRE(file->pools.size() == 2);
  CHECK(file->pools[0].name == "gpu");
  CHECK(file->pools[0].nodes.value == 2);
  CHECK(file->pools[0].gpus_per_node.value == 8);
  CHECK(file->pools[0].size.value == "Standard_ND96isr_H100_v5");
  CHECK(file->pools[1].gpus_per_node.value == 0);
  CHECK(file->view("x").gpus_held() == 16);
  CHECK(file->pools[0].millicpus_given.value == 95'000);
  CHECK(file->pools[0].memory_given.is_silent());
  CHECK(file->nodes_out_of_service == 2);
}

TEST_CASE("Like nodes give what the smallest of them does: of memory some bytes differ, CPUs make another pool") {
  using namespace listed_nodes;
  const auto gives = [](std::string_view cpu, std::string_view memory) {
    return "status: {capacity: {cpu: '96', memory: 1900Gi}, allocatable: {cpu: " + std::string(cpu) + ", memory: " + std::string(memory) + ", nvidia.com/gpu: '8'}}";
  };
  const auto file = headroom::read::file_of("kind: List\napiVersion: v1\nitems:\n" + node("a", gives("95580m", "1800Gi")) +
                                            node("b", gives("95580m", "1799Gi")) + node("c", gives("10", "1800Gi")));
  REQUIRE(file->pools.size() == 2);
  CHECK(file->pools[0].nodes.value == 2);
  CHECK(file->pools[0].millicpus_given.value == 95'580);
  CHECK(hr::in_gibibytes(file->pools[0].memory_given.value) == 1'799);
  CHECK(file->pools[1].millicpus_given.value == 10'000);
}

TEST_CASE("A key twice in an object is refused with both lines, and noted in what PyYAML reads") {
  headroom::read::deployment_file object("apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  containers: []\n  containers: []\n");
  const auto refused = headroom::read::read_source(object);
  REQUIRE(refused.has_value());
  CHECK(refused->why == headroom::read::refusal::key_twice);
  CHECK(refused->line == 6);
  CHECK(refused->message.find("line 5") != std::string::npos);
  const auto values = headroom::read::file_of("m:\n  requestGPU: 1\n  requestGPU: 2\n");
  REQUIRE(values->noted.size() == 1);
  CHECK(values->noted[0].line == 3);
  CHECK(values->noted[0].message.find("line 2") != std::string::npos);
  REQUIRE(values->workloads.size() == 1);
  CHECK(values->workloads[0].requests.gpus.value == 2);
}
