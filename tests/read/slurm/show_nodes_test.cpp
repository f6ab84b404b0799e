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

// "Slurm Power Saving Guide": a job starts on a node that saves power, which is powered up for it. slurmrestd of Slurm
// 20.11 to 22.05 (v0.0.36 to v0.0.38) writes "state" as one text and "state_flags" beside it.
TEST_CASE("Nodes that save power are held, and those that are down or drained are not, in every version's words") {
  using namespace shown_nodes;
  const auto held = [](std::string_view state) {
    const auto file = headroom::read::file_of(
        R"({"nodes": [{"name": "n1", "cpus": 96, "gres": "gpu:8", "partitions": ["gpu"], "state": )" + std::string(state) + "}]}");
    CHECK(file->nodes_out_of_service == (file->pools.empty() ? 1 : 0));
    return !file->pools.empty();
  };
  CHECK(held(R"(["IDLE", "CLOUD", "POWERED_DOWN"])"));
  CHECK(held(R"("idle", "state_flags": [])"));
  CHECK(held(R"("mixed", "state_flags": ["POWERED_DOWN"])"));
  CHECK(held(R"("")"));
  CHECK_FALSE(held(R"("down", "state_flags": [])"));
  CHECK_FALSE(held(R"("idle", "state_flags": ["DRAIN"])"));
  CHECK_FALSE(held(R"(["DOWN", "CLOUD", "POWERED_DOWN"])"));
  CHECK_FALSE(held(R"(["FUTURE"])"));
  CHECK_FALSE(held(R"(["IDLE", "INVALID_REG"])"));
}

TEST_CASE("Nodes of Slurm as YAML, with lists as one text, are the same") {
  const auto file = headroom::read::file_of("nodes:\n- name: n1\n  gres: gpu:8\n  cpus: 96\n  partitions: gpu\n  state: IDLE\n");
  CHECK(file->format == "slurm-nodes");
  REQUIRE(file->pools.size() == 1);
  CHECK(file->pools[0].gpus_per_node.value == 8);
}

TEST_CASE("Nodes of Slurm are known by its own words, in a partition or in none") {
  for (const std::string_view node : {R"("gres": "gpu:8", "cpus": 96)", R"("gres": "gpu:8", "real_memory": 1000)", R"("gres": "gpu:8", "partitions": [], "cpus": 96)"}) {
    CAPTURE(node);
    const auto file = headroom::read::file_of(R"({"nodes": [{"name": "n1", )" + std::string(node) + "}]}");
    CHECK(file->format == "slurm-nodes");
    REQUIRE(file->pools.size() == 1);
    CHECK(file->pools[0].name == "nodes");
    CHECK(file->view("x").gpus_held() == 8);
  }
  CHECK(headroom::read::read_deployment(R"({"nodes": [{"name": "n1", "cpus": 96, "real_memory": 1000}]})").is_good());
  CHECK_FALSE(headroom::read::read_deployment(R"({"nodes": [{"name": "n1", "cpus": 96}]})").is_good());
}
