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
  return told(w.scale.replicas) + " x " + told(w.scale.pods) + " of " + told(w.requests.gpus) + " " + std::string(w.placement.gpu_type.value_or("?"));
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

TEST_CASE("What a task of SkyPilot runs is held against its nodes") {
  const auto sizes = [](std::string text) {
    const auto file = headroom::read::file_of(std::move(text));
    if (file->workloads.size() != 1) return std::string("?");
    const hr::workload& w = file->workloads[0];
    return "TP " + headroom::read::told(w.parallel.tensor) + ", " + headroom::read::told(w.launch.processes) + " processes, " +
           headroom::read::told(w.launch.nodes) + " nodes" + (w.parallel.left_open.empty() ? "" : ", open");
  };
  const std::string four = "resources: {accelerators: H100:8}\nnum_nodes: 4\nrun: |\n";
  CHECK(sizes(four + "  torchrun --nnodes=4 --nproc_per_node=8 train.py\n") == "TP -, 8 processes, 4 nodes");
  // Variables of SkyPilot and of the task.
  CHECK(sizes(four + "  torchrun --nnodes $SKYPILOT_NUM_NODES --nproc_per_node $SKYPILOT_NUM_GPUS_PER_NODE "
                     "--node_rank $SKYPILOT_NODE_RANK train.py\n") == "TP -, 8 processes, 4 nodes");
  const std::string one = "resources: {accelerators: H100:8}\nenvs: {TP: 8, PORT: null}\nrun: |\n";
  CHECK(sizes(one + "  vllm serve some/model --tensor-parallel-size $TP --port $PORT\n") == "TP 8, - processes, - nodes");
  CHECK(sizes(one + "  vllm serve some/model --tensor-parallel-size $PORT\n").starts_with("TP ?"));
  // Several nodes run one engine between them, or one each.
  CHECK(sizes(four + "  vllm serve some/model --tensor-parallel-size 8\n") == "TP 8, - processes, - nodes, open");
  CHECK(sizes("resources: {accelerators: H100:8}\nrun: echo\n") == "TP -, - processes, - nodes");
}
