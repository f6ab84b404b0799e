// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/hardware/gpu.hpp>
#include <headroom/model/shape.hpp>
#include <headroom/units.hpp>
#include <string>
#include <vector>

#include "validate/row.hpp"

// From a row of serving memory to what an engine was started with, and from our answer to the row's own figure.
namespace headroom::program::validation {

// What a row says of an engine. A number that it does not give is 0, a text that it does not give is empty.
struct serving_row {
  transformer model{};
  const headroom::gpu* gpu = nullptr;  // null: the row names none
  std::string engine{};                // "vLLM"
  std::string version{};
  std::string weights{};   // the format as the row words it: "fp8", "mxfp4 experts + bf16"
  std::string kv_cache{};  // the same of the cache; empty: as the engine chooses
  count gpus = 0;
  count tensor = 1;
  count pipeline = 1;
  count data = 1;
  count expert = 1;
  count max_model_len = 0;
  count max_num_seqs = 0;
  count max_num_batched_tokens = 0;
  double gpu_memory_utilization = 0;
  bool eager = false;  // no CUDA graphs
  count batch = 0;
  count input_tokens = 0;
  count output_tokens = 0;
};

// Of one GPU, at the moment that the engine's profile run ends.
struct serving_answer {
  std::string refused{};  // why there is no answer; empty: there is one
  memory weights{};
  memory activation_peak{};
  memory non_torch{};
  memory kv_left{};
  double kv_tokens = 0;  // that the memory left holds, over all GPUs of the engine
  bool fits = false;
};

// Reads a row leniently; refuses one whose model is not known.
serving_row read_serving_row(const json& row);

serving_answer answer(const serving_row& asked);

// Whether a row's figures are of serving: its engine, its settings, or the words of its names say so.
bool is_serving_row(const json& row);

// Whether a metric is memory of an engine that is judged, or known and refused.
bool is_engine_memory(std::string_view metric);

// Measured weights, activation peak, memory outside of torch, and cache. Figures of nothing of these are
// refused, but for those of rows on speed that are in no unit of memory.
std::vector<judged> judge_serving_memory(const json& row);

}  // namespace headroom::program::validation
