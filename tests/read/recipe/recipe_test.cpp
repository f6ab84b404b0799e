// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/deployment.hpp>
#include <headroom/read/common/key_name.hpp>
#include <headroom/read/recipe/value.hpp>

#include <check.hpp>
#include <read/reading.hpp>
#include <headroom/deployment/deployment.hpp>
#include <string>
#include <string_view>

namespace recipe_cases {

namespace program = headroom::read;

// What the text is read as: the format, or what is wrong.
std::string read(program::deployment_file& into) {
  const std::optional<program::reading_error> problem = program::read_source(into);
  const bool is_other = problem.has_value() && (problem->why == program::refusal::unknown_kind ||
                                                problem->why == program::refusal::not_rendered);
  return problem.has_value() && !is_other ? std::to_string(problem->line) + ": " + problem->message : std::string(into.format);
}
std::string read(std::string_view text) {
  program::deployment_file file{std::string(text)};
  return read(file);
}

// "8@3": 8, said in line 3; "?@3": unknown, said there; "-": not said.
std::string told(const hr::said<hr::count>& one) {
  if (one.is_silent()) return "-";
  return (one.is_known() ? std::to_string(one.value) : std::string("?")) + "@" + std::to_string(one.line);
}

std::string told(const hr::workload& w) {
  std::string words(w.identity.name);
  words += ": " + told(w.scale.replicas) + " x " + told(w.scale.pods) + " pods, " + told(w.scale.gpus) + " or " + told(w.requests.gpus) +
           " GPUs, " + told(w.scale.nodes) + " nodes";
  if (w.parallel.line != 0)
    words += ", tp " + told(w.parallel.tensor) + " pp " + told(w.parallel.pipeline) + " dp " + told(w.parallel.data);
  return words;
}

std::string memory_told(std::string_view text) {
  const program::parsed_documents parsed("mem: " + std::string(text));
  REQUIRE(parsed.is_good());
  try {
    const hr::said<hr::memory> one = program::slurm_memory_said(parsed.roots().front()->at("mem"));
    if (one.is_silent()) return "-";
    return one.is_known() ? std::to_string(hr::in_gibibytes(one.value)) : std::string("?");
  } catch (const program::unreadable& problem) {
    return problem.error.message;
  }
}

constexpr std::string_view recipe = R"(name: two roles
sbatch_directives: {cpus-per-task: 72, mem: "480G"}
resources:
  gpu_type: gb200
  gpus_per_node: 4
  prefill_nodes: 2
  prefill_workers: 3
  gpus_per_prefill: 2
  decode_nodes: 4
  decode_workers: 2
backend:
  type: trtllm
  trtllm_config:
    decode: {tensor_parallel_size: 8, pipeline_parallel_size: 1}
  sglang_config:
    decode: {tensor-parallel-size: 99}
)";

}  // namespace recipe_cases

// Slurm's word for what srun starts so many of: "mem" and "cpus-per-task" are said of tasks.
TEST_CASE("What a recipe asks for is said of its tasks") {
  recipe_cases::program::deployment_file file{std::string(recipe_cases::recipe)};
  CHECK(recipe_cases::read(file) == "recipe");
  REQUIRE(!file.workloads.empty());
  for (const hr::workload& each : file.workloads) CHECK(each.requests.unit == "task");
}

TEST_CASE("Keys are the same in camel case, with underscores and with hyphens") {
  using namespace recipe_cases;
  CHECK(program::with_hyphens("tensorParallelSize") == "tensor-parallel-size");
  CHECK(program::with_hyphens("tensor_parallel_size") == "tensor-parallel-size");
  CHECK(program::with_hyphens("requestGPU") == "request-gpu");
  CHECK(program::with_hyphens("") == "");
  const program::parsed_documents parsed("gpusPerNode: 4\nbase: &b {prefill_nodes: 2}\nmore: {<<: *b, x: 1}\n");
  const program::tree& root = *parsed.roots().front();
  REQUIRE(program::value_named(root, "gpus_per_node") != nullptr);
  CHECK(program::value_named(root, "gpus_per_node")->text == "4");
  CHECK(program::value_named(*root.at("more"), "prefillNodes")->text == "2");
  CHECK(program::value_named(root, "nodes") == nullptr);
}

TEST_CASE("Slurm's memory is of MiB where it has no letter, and 0 is all of it") {
  using namespace recipe_cases;
  CHECK(memory_told("480G") == "480.000000");
  CHECK(memory_told("\"491520\"") == "480.000000");
  CHECK(memory_told("1T") == "1024.000000");
  CHECK(memory_told("512mb") == "0.500000");
  CHECK(memory_told("1048576K") == "1.000000");
  CHECK(memory_told("\"0\"") == "-");
  CHECK(memory_told("\"$MEM\"") == "?");
  CHECK(memory_told("\"{mem}\"") == "?");
  CHECK(memory_told("lots").starts_with("\"lots\" is not an amount of memory"));
  CHECK(memory_told("-5G").starts_with("\"-5G\" is not an amount of memory"));
  CHECK(memory_told("[1]").starts_with("\"\" is not an amount of memory"));
}

TEST_CASE("A recipe is a pool of its nodes and a workload for each role, with its backend's sizes") {
  using namespace recipe_cases;
  program::deployment_file file{std::string(recipe)};
  REQUIRE(read(file) == "recipe");
  REQUIRE(file.pools.size() == 1);
  CHECK(file.pools[0].name == "two roles");
  CHECK(told(file.pools[0].nodes) == "6@6");
  CHECK(told(file.pools[0].gpus_per_node) == "4@5");
  CHECK(file.pools[0].gpu_type.value == "gb200");
  REQUIRE(file.workloads.size() == 2);
  CHECK(told(file.workloads[0]) == "prefill: 3@7 x - pods, 2@8 or - GPUs, 2@6 nodes");
  CHECK(told(file.workloads[1]) == "decode: 2@10 x - pods, 8@10 or - GPUs, 4@9 nodes, tp 8@14 pp 1@14 dp -");
  CHECK(file.workloads[1].identity.role == hr::serving_role::decode);
  CHECK(file.workloads[1].parallel.engine == hr::engine::tensorrt_llm);
  CHECK(told(file.workloads[0].requests.millicpus) == "72000@2");
  CHECK(file.workloads[0].requests.system_memory.value == hr::gibibytes(480));
  CHECK_FALSE(file.workloads[0].placement.shares_nodes);
}

TEST_CASE("A role without workers is none, one without nodes has GPUs only where it says so, and both may be one") {
  using namespace recipe_cases;
  program::deployment_file shared(
      "resources: {gpus_per_node: 8, prefill_nodes: 1, prefill_workers: 1,\n"
      "  decode_nodes: 0, decode_workers: 2, agg_nodes: 0, agg_workers: 0}\n");
  REQUIRE(read(shared) == "recipe");
  REQUIRE(shared.workloads.size() == 2);
  CHECK(told(shared.workloads[0].scale.gpus) == "8@1");
  CHECK(told(shared.workloads[1].scale.gpus) == "?@2");
  CHECK(told(shared.pools[0].nodes) == "1@1");

  program::deployment_file together("resources: {gpus_per_node: 8, agg_nodes: 2, agg_workers: 4}\n");
  REQUIRE(read(together) == "recipe");
  REQUIRE(together.workloads.size() == 1);
  CHECK(told(together.workloads[0]) == "agg: 4@1 x - pods, 4@1 or - GPUs, 2@1 nodes");
  CHECK(together.workloads[0].identity.role == hr::serving_role::none);
}

TEST_CASE("Colocation is any key of the resources or the backend that says so") {
  using namespace recipe_cases;
  const auto shares = [](std::string_view key, std::string_view of_backend = {}) {
    program::deployment_file file("resources: {prefill_nodes: 1, prefill_workers: 1, " + std::string(key) +
                                  "}\nbackend: {type: vllm, " + std::string(of_backend) + "}\n");
    CHECK(read(file) == "recipe");
    return file.workloads.front().placement.shares_nodes;
  };
  CHECK(shares("colocation: 1"));
  CHECK(shares("allow_prefill_decode_colocation: true"));
  CHECK(shares("allow_prefill_decode_colocation: \"{colocated}\""));
  CHECK_FALSE(shares("colocation: 0"));
  CHECK_FALSE(shares("allow_prefill_decode_colocation: false"));
  CHECK_FALSE(shares("gpu_type: b200"));
  CHECK(shares("gpu_type: b200", "allow_prefill_decode_colocation: true"));
  CHECK_FALSE(shares("gpu_type: b200", "allow_prefill_decode_colocation: false"));
}

TEST_CASE("A node of its own for services is held beside those of the roles") {
  using namespace recipe_cases;
  program::deployment_file file(
      "resources: {gpus_per_node: 4, prefill_nodes: 1, prefill_workers: 1}\n"
      "infra: {etcd_nats_dedicated_node: true}\n");
  REQUIRE(read(file) == "recipe");
  REQUIRE(file.pools.size() == 2);
  CHECK(file.view("x").nodes_held() == 2);
  CHECK(told(file.pools[1].nodes) == "1@2");
}

TEST_CASE("What is no number in any case is refused with its line") {
  using namespace recipe_cases;
  CHECK(read("resources:\n  gpus_per_node: 4\n  prefill_nodes: -1\n  prefill_workers: 1\n").starts_with("3: "));
  CHECK(read("resources:\n  gpus_per_node: four\n  prefill_nodes: 1\n").starts_with("2: "));
  CHECK(read("resources:\n  gpus_per_node: 4\n  prefill_nodes: 99999999999999999999\n").starts_with("3: "));
  CHECK(read("resources: {prefill_nodes: 1}\nsbatch_directives:\n  mem: much\n").starts_with("3: "));
  CHECK(read("t:\n  nodes: -2\n  gpusPerNode: 8\n  ncclTest: {}\n").starts_with("2: "));
  CHECK(read("nodes:\n  count: 2\n  perNodeResources:\n    cpu: many\n").starts_with("4: "));
  CHECK(read("a:\n  replicas: 1.5\n  resources: {limits: {nvidia.com/gpu: 1}}\n").starts_with("2: "));
}

TEST_CASE("Values of charts are models, roles, and parts with replicas and resources") {
  using namespace recipe_cases;
  program::deployment_file file(R"(servingEngineSpec:
  modelSpec:
    - name: large
      replicaCount: 2
      requestGPU: 4
      vllmConfig: {tensorParallelSize: 4}
    - name: piped
      replicaCount: 1
      requestGPU: 8
      raySpec: {headNode: {requestGPU: 8}}
      vllmConfig: {tensorParallelSize: 8, pipelineParallelSize: 2}
cacheserverSpec:
  replicaCount: 1
  resources: {requests: {cpu: 4}}
)");
  REQUIRE(read(file) == "recipe");
  REQUIRE(file.workloads.size() == 3);
  CHECK(told(file.workloads[0]) == "large: 2@4 x 1@4 pods, - or 4@5 GPUs, - nodes, tp 4@6 pp - dp -");
  CHECK(told(file.workloads[1]) == "piped: 1@10 x 1@10 pods, - or 8@10 GPUs, - nodes, tp 8@11 pp 2@11 dp -");
  CHECK(told(file.workloads[2]) == "piped: 1@7 x 1@8 pods, - or 8@9 GPUs, - nodes");
  CHECK(file.workloads[1].identity.group == file.workloads[2].identity.group);
  CHECK(file.workloads[0].identity.group.empty());
  CHECK(file.workloads[0].parallel.engine == hr::engine::vllm);
}

TEST_CASE("Parts of charts select their machines as pods do, with a chart's own key for the terms of nodes") {
  using namespace recipe_cases;
  const auto part = [](std::string_view selection) {
    auto file = program::file_of("modelSpec:\n  - {name: m, requestGPU: 1, " + std::string(selection) + "}\n");
    REQUIRE(file->workloads.size() == 1);
    return file;
  };
  const auto term = [](std::string_view key, std::string_view values) {
    return "{matchExpressions: [{key: " + std::string(key) + ", operator: In, values: [" + std::string(values) + "]}]}";
  };
  const std::string type = "node.kubernetes.io/instance-type";
  const auto one = part("nodeSelectorTerms: [" + term(type, "p5.48xlarge") + "]");
  CHECK(one->workloads[0].placement.instance_type.value == "p5.48xlarge");
  // Either will do, or one that no term names.
  CHECK(part("nodeSelectorTerms: [" + term(type, "p5.48xlarge, p5e.48xlarge") + "]")
            ->workloads[0]
            .placement.instance_type.is_unresolved());
  CHECK(part("nodeSelectorTerms: [" + term(type, "p5.48xlarge") + ", " + term("zone", "a") + "]")
            ->workloads[0]
            .placement.instance_type.is_unresolved());
  const auto gpu = part("nodeSelectorTerms: [" + term("nvidia.com/gpu.product", "NVIDIA-H100-80GB-HBM3") + "]");
  CHECK(gpu->workloads[0].placement.gpu_type.value == "H100-SXM5-80GB");
  const auto affinity = part(
      "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [" +
      term(type, "p5.48xlarge") + "]}}}");
  CHECK(affinity->workloads[0].placement.instance_type.value == "p5.48xlarge");
  const auto head = program::file_of("modelSpec:\n  - {name: m, requestGPU: 1, replicaCount: 1, nodeSelectorTerms: [" +
                                     term(type, "p5.48xlarge") + "], raySpec: {headNode: {requestGPU: 1}}}\n");
  REQUIRE(head->workloads.size() == 2);
  for (const hr::workload& each : head->workloads) CHECK(each.placement.instance_type.value == "p5.48xlarge");
}

TEST_CASE("A role of llm-d has as many pods as its ranks need, and the GPUs of the ranks in each") {
  using namespace recipe_cases;
  const auto decode = [](std::string_view parallelism, std::string_view resources) {
    program::deployment_file file("decode:\n  replicas: 3\n  parallelism: {" + std::string(parallelism) +
                                  "}\n  containers:\n    - resources: {limits: {" + std::string(resources) + "}}\n");
    CHECK(read(file) == "recipe");
    REQUIRE(file.workloads.size() == 1);
    CHECK(file.workloads[0].identity.role == hr::serving_role::decode);
    return told(file.workloads[0].scale.pods) + " of " + told(file.workloads[0].requests.gpus);
  };
  CHECK(decode("tensor: 4", "nvidia.com/gpu: 4") == "1@2 of 4@5");
  CHECK(decode("tensor: 4", "cpu: 4") == "1@2 of 4@3");
  CHECK(decode("tensor: 2, data: 16, dataLocal: 4", "cpu: 4") == "4@3 of 8@3");
  CHECK(decode("tensor: 1, data: 16, workers: 2", "nvidia.com/gpu: 8") == "2@3 of 8@5");
  CHECK(decode("tensor: 1, data: 16", "nvidia.com/gpu: 8") == "?@3 of 8@5");
}

TEST_CASE("Arguments of one of several pods leave open how many there are") {
  using namespace recipe_cases;
  program::deployment_file file(
      "a:\n  replicas: 1\n  args: [--tp, \"16\", --nnodes, \"2\", --node-rank, \"0\"]\n"
      "  image: lmsysorg/sglang:v0.5\n  resources: {limits: {nvidia.com/gpu: 8}}\n");
  REQUIRE(read(file) == "recipe");
  CHECK(told(file.workloads.front().scale.pods) == "?@3");
  CHECK(file.workloads.front().parallel.engine == hr::engine::sglang);
}

TEST_CASE("What holds no capacity, or is of another kind, is not taken for a recipe") {
  using namespace recipe_cases;
  for (const std::string_view other : {
           "",
           "just: values\nreplicaCount: 3\nresources: {limits: {cpu: 1}}\n",
           "resources:\n  - main.tf\n",
           "resources: {limits: {nvidia.com/gpu}}\n",
           "nodes:\n  count: 2\n",
           "nodes: node[1-4]\ngpusPerNode: 8\n",
           "prefill: {workers: 2}\n",
           "services:\n  web:\n    deploy:\n      resources:\n        reservations: {devices: [{count: 8}]}\n",
           "jobs:\n  build:\n    steps: [{run: \"python -m vllm --tensor-parallel-size 8\"}]\n",
           "gpu:\n  enabled: false\n  resources: {limits: {nvidia.com/gpu: 8}}\n",
           "a: 1\n---\nresources: {limits: {nvidia.com/gpu: 8}}\n",
           "{\"dependencies\": {\"nodes\": \"^1.0.0\"}, \"resources\": []}",
           "- nodes: 2\n  gpusPerNode: 8\n",
       }) {
    CAPTURE(other);
    CHECK(read(other) == "");
  }
}

TEST_CASE("Settings of an engine are found in maps merged in, of which those of the map itself win") {
  using namespace recipe_cases;
  program::deployment_file file(
      "base: &b\n  tensorParallelSize: 2\n  enable_expert_parallel: true\n"
      "a:\n  <<: *b\n  data-parallel-size: 4\n  image: vllm/vllm-openai:v0.10.0\n"
      "  resources: {limits: {nvidia.com/gpu: 8}}\n"
      "b:\n  <<: *b\n  tensorParallelSize: 8\n  enable_expert_parallel: false\n  image: vllm/vllm-openai:v0.10.0\n"
      "  resources: {limits: {nvidia.com/gpu: 8}}\n");
  REQUIRE(read(file) == "recipe");
  REQUIRE(file.workloads.size() == 2);
  CHECK(told(file.workloads[0].parallel.tensor) == "2@2");
  CHECK(told(file.workloads[0].parallel.expert) == "8@3");
  CHECK(told(file.workloads[1].parallel.tensor) == "8@11");
  CHECK(told(file.workloads[1].parallel.expert) == "-");
}
