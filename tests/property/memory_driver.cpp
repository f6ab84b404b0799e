// SPDX-License-Identifier: BSL-1.0
// Answers questions about the memory of serving jobs that memory.py makes up: one job a line from standard input, as
// KEY=VALUE; for each the parameters of the model and, stage by stage, bytes of weights and of caches on a rank.
#include <cstdio>
#include <iostream>
#include <string>

#include <headroom/inference/memory.hpp>
#include <headroom/model/parameters.hpp>

#include "fields.hpp"

namespace hr = headroom;

namespace {

using property::fields;
using property::refuse;

hr::served_weights weights_called(const std::string& name) {
  if (name == "bf16") return hr::bf16;
  if (name == "fp8") return hr::fp8;
  if (name == "fp8_blocks") return hr::fp8_blocks;
  if (name == "mxfp4_experts") return {hr::experts_in(hr::mxfp4), hr::bf16};
  refuse(name);
}

hr::serving_job read(const std::string& line) {
  const fields f(line);
  hr::serving_job job{.model = f.model(),
                      .weights = weights_called(f.text("weights")),
                      .kv_cache = f.text("cache") == "fp8" ? hr::fp8 : hr::bf16,
                      .tensor_parallel = f.number("tensor"),
                      .pipeline_parallel = f.number("pipeline"),
                      .data_parallel = f.number("data"),
                      .expert_parallel = f.yes("whole_experts"),
                      .concurrent_sequences = f.number("sequences"),
                      .context = f.number("context"),
                      .shared_prefix = static_cast<double>(f.number("eighths_shared")) / 8};
  job.engine.page = f.number("page");
  job.engine.whole_blocks = false;
  return job;
}

}  // namespace

int main() {
  for (std::string line; std::getline(std::cin, line);) {
    const hr::serving_job job = read(line);
    std::printf("parameters %lld\n", static_cast<long long>(hr::parameters(job.model).known()->total()));
    for (hr::count stage = 0; stage < job.pipeline_parallel; ++stage) {
      const hr::figure<hr::serving_memory_parts> m = hr::serving_memory(job, stage);
      if (!m.is_known()) refuse(line + ": " + std::string(m.note));
      std::printf("stage %.17g %.17g\n", hr::in_bytes(m.known()->weights), hr::in_bytes(m.known()->kv_cache));
    }
  }
}
