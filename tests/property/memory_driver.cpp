// SPDX-License-Identifier: BSL-1.0
// Answers questions about the memory of serving jobs that memory.py makes up: one job a line from standard input, as
// KEY=VALUE; for each the parameters of the model and, stage by stage, bytes of weights and of caches on a rank.
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <map>
#include <sstream>
#include <string>

#include <headroom/inference/memory.hpp>
#include <headroom/model/models.hpp>
#include <headroom/model/parameters.hpp>

namespace hr = headroom;

namespace {

using fields = std::map<std::string, std::string>;

[[noreturn]] void refuse(const std::string& what) {
  std::fprintf(stderr, "driver: cannot read '%s'\n", what.c_str());
  std::exit(2);
}

hr::served_weights weights_called(const std::string& name) {
  if (name == "bf16") return hr::bf16;
  if (name == "fp8") return hr::fp8;
  if (name == "fp8_blocks") return hr::fp8_blocks;
  if (name == "mxfp4_experts") return {hr::experts_in(hr::mxfp4), hr::bf16};
  refuse(name);
}

hr::serving_job read(const std::string& line) {
  fields f;
  std::istringstream words(line);
  for (std::string word; words >> word;) {
    const auto at = word.find('=');
    if (at == std::string::npos) refuse(word);
    f[word.substr(0, at)] = word.substr(at + 1);
  }
  const auto number = [&](const char* key) { return hr::count{std::atoll(f.at(key).c_str())}; };
  const hr::transformer* model = hr::models::find(f.at("model")).found;
  if (model == nullptr) refuse(f.at("model"));
  hr::serving_job job{.model = *model,
                      .weights = weights_called(f.at("weights")),
                      .kv_cache = f.at("cache") == "fp8" ? hr::fp8 : hr::bf16,
                      .tensor_parallel = number("tensor"),
                      .pipeline_parallel = number("pipeline"),
                      .data_parallel = number("data"),
                      .expert_parallel = number("whole_experts") == 1,
                      .concurrent_sequences = number("sequences"),
                      .context = number("context"),
                      .shared_prefix = static_cast<double>(number("eighths_shared")) / 8};
  job.engine.page = number("page");
  return job;
}

}  // namespace

int main() {
  for (std::string line; std::getline(std::cin, line);) {
    const hr::serving_job job = read(line);
    std::printf("parameters %lld\n", static_cast<long long>(hr::parameters(job.model).value.total()));
    for (hr::count stage = 0; stage < job.pipeline_parallel; ++stage) {
      const hr::figure<hr::serving_memory_parts> m = hr::serving_memory(job, stage);
      if (!m.is_known()) refuse(line + ": " + std::string(m.note));
      std::printf("stage %.17g %.17g\n", hr::in_bytes(m.value.weights), hr::in_bytes(m.value.kv_cache));
    }
  }
}
