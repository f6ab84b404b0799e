// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/deployment.hpp>

#include <check.hpp>
#include <read/reading.hpp>
#include <string>

// What `scontrol show node --json` prints, by the fields of slurmrestd's "node".
namespace shown_nodes {

std::string node(std::string_view name, std::string_view gres, std::string_view state) {
  return R"({"name": ")" + std::string(name) + R"(", "cpus": 96, "real_memory": 1900000, "gres": ")" + std::string(gres) +
         R"(", "partitions": ["gpu"], "features": ["Standard_ND96isr_H100_v5"], "state": [)" + std::string(state) + "]}";
}

}  // namespace shown_nodes

TEST_CASE("Nodes of Slurm that are up are pools of those that are alike") {
  using namespace shown_nodes;
  const auto file = headroom::read::file_of(
      R"({"meta": {}, "nodes": [)" + node("n1", "gpu:h100:8(S:0-1)", R"("IDLE")") + ", " + node("n2", "gpu:h100:8(S:0-1)", R"("ALLOCATED")") +
      ", " + node("n3", "gpu:h100:8", R"("IDLE", "DRAIN")") + ", " + node("n4", "", R"("IDLE")") + "]}");
  CHECK(file->format == "slurm-nodes");
  REQUIRE(file->pools.size() == 2);
  CHECK(file->pools[0].name == "gpu");
  CHECK(file->pools[0].nodes.value == 2);
  CHECK(file->pools[0].gpus_per_node.value == 8);
  CHECK(file->pools[0].size.value == "Standard_ND96isr_H100_v5");
  CHECK(file->pools[0].cpus_per_node.value == 96);
  CHECK(file->pools[1].gpus_per_node.value == 0);
  CHECK(file->view("x").gpus_held() == 16);
}

TEST_CASE("Nodes of Slurm as YAML, with lists as one text, are the same") {
  const auto file = headroom::read::file_of("nodes:\n- name: n1\n  gres: gpu:8\n  cpus: 96\n  partitions: gpu\n  state: IDLE\n");
  CHECK(file->format == "slurm-nodes");
  REQUIRE(file->pools.size() == 1);
  CHECK(file->pools[0].gpus_per_node.value == 8);
}
