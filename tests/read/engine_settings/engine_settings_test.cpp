// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/deployment.hpp>

#include <check.hpp>
#include <read/reading.hpp>
#include <string>

// Settings as the engines' documentation gives them in files.
namespace settings_alone {

using headroom::read::told;

std::string settings(std::string text) {
  const auto reading = headroom::read::read_deployment(std::move(text), {});
  if (reading.file->format != "engine-settings") return "none";
  if (reading.file->workloads.size() != 1) return "nothing";
  const hr::workload& w = reading.file->workloads[0];
  return std::string(w.identity.kind) + " " + told(w.scale.replicas) + " of " + told(w.scale.gpus) + " on " + told(w.scale.nodes);
}

}  // namespace settings_alone

TEST_CASE("Settings of an engine are known by a key that it alone has, and take what its sizes take") {
  using namespace settings_alone;
  CHECK(settings("tensor-parallel-size: 8\npipeline-parallel-size: 2\nmax-model-len: 8192\n") == "vLLM 1 of 16 on -");
  CHECK(settings("tensor_parallel_size: 4\nenable_expert_parallel: true\ndata_parallel_size: 2\n") == "vLLM 1 of 8 on -");
  CHECK(settings("tp-size: 16\ndp-size: 16\nenable-dp-attention: true\nnnodes: 2\n") == "SGLang 1 of 16 on 2");
  CHECK(settings("{\"tensor_parallel_size\": 8, \"kv_cache_config\": {\"dtype\": \"fp8\"}}\n") == "TensorRT-LLM 1 of 8 on -");
  CHECK(settings("tensor-parallel-size: ${TP}\nmax-model-len: 8192\n") == "vLLM 1 of ? on -");
  CHECK(headroom::read::file_of("\ntensor-parallel-size: 8\nmax-model-len: 8192\n")->workloads.at(0).identity.line == 2);
}

TEST_CASE("A size that is no count is refused with its line") {
  const auto reading = headroom::read::read_deployment("mem-fraction-static: 0.9\ntp-size: 99999999999999999999\n", {});
  REQUIRE(reading.error.has_value());
  CHECK(reading.error->line == 2);
  CHECK(headroom::read::read_deployment("tp-size: 8\n", "engine-settings").file->workloads.size() == 1);
  CHECK(headroom::read::read_deployment("max-model-len: 8192\n", "engine-settings").file->workloads.empty());
  for (const char* none : {"- 8\n", "", "tp: 8\n---\ntp: 8\n", "8\n"})
    CHECK(headroom::read::read_deployment(none, "engine-settings").error.has_value());
}

TEST_CASE("Settings without a size, of no engine or of two are of no format") {
  using namespace settings_alone;
  CHECK(settings("max-model-len: 8192\n") == "none");
  CHECK(settings("model: x\ntensor-parallel-size: 8\n") == "none");
  CHECK(settings("tensor-parallel-size: 8\nmax-model-len: 8192\nmem-fraction-static: 0.8\n") == "none");
  CHECK(settings("apiVersion: v1\nkind: X\ntensor-parallel-size: 8\nmax-model-len: 8192\n") == "none");
  CHECK(settings("- tensor-parallel-size: 8\n  max-model-len: 8192\n") == "none");
  CHECK(settings("tensor_model_parallel_size: 8\n") == "none");  // of training, on all GPUs of a job
}
