// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/deployment.hpp>

#include <check.hpp>
#include <read/reading.hpp>
#include <string>

// Tasks as SkyPilot's documentation writes them ("SkyPilot YAML").
namespace sky_tasks {

using headroom::read::told;

std::string task(std::string text) {
  const auto file = headroom::read::file_of(std::move(text));
  if (file->format != "skypilot" || file->workloads.size() != 1) return std::string(file->format);
  const hr::workload& w = file->workloads[0];
  return told(w.replicas) + " x " + told(w.pods) + " of " + told(w.requests.gpus) + " " + std::string(w.gpu_type.value_or("?"));
}

}  // namespace sky_tasks

TEST_CASE("A task of SkyPilot asks for nodes with accelerators") {
  using namespace sky_tasks;
  CHECK(task("resources:\n  accelerators: H100:8\nnum_nodes: 4\nrun: echo\n") == "1 x 4 of 8 H100");
  CHECK(task("resources: {accelerators: A100}\n") == "1 x 1 of 1 A100");
  CHECK(task("resources:\n  accelerators: {H200: 8}\n") == "1 x 1 of 8 H200");
  CHECK(task("resources:\n  accelerators: [H100:8, A100:8]\n") == "1 x 1 of 8 ?");
  CHECK(task("resources:\n  accelerators: {H100:8, H100:4}\n") == "1 x 1 of ? H100");
  CHECK(task("resources:\n  any_of: [{accelerators: H100:8}, {accelerators: H200:8}]\nrun: echo\n") == "1 x 1 of 8 ?");
  CHECK(task("resources: {accelerators: L4:1}\nservice: {replicas: 3}\nrun: echo\n") == "3 x 1 of 1 L4");
  CHECK(task("resources: {cloud: aws, instance_type: m5.large}\nrun: echo\n") == "1 x 1 of - ?");
}
