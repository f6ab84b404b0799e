// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/count.hpp>
#include <headroom/hardware/gpu.hpp>
#include <headroom/inference/engine.hpp>
#include <headroom/units.hpp>

namespace headroom {

// How many sequences an engine runs at once and how many tokens a step takes unless it is told otherwise, on GPUs that
// it calls large and on others.
struct engine_limits {
  std::string_view engine{};  // as `serving_engine::name`
  std::string_view since{};   // the version from which on it holds; empty: from the first on
  count since_month = 0;      // in which that was released, 202503 of March 2025; 0: not known
  count sequences = 0;        // 0: as many as the memory holds
  count sequences_of_large = 0;
  count chunk = 0;  // 0: as `serving_engine::chunk`
  count chunk_of_large = 0;
  bool steps_take_longest = false;  // a step takes a whole prompt, and no fewer tokens than the longest may have
  bool sets_aside = false;    // memory to sample so many, however many there are
  std::string_view option{};  // by which it is told how many
};

// General knowledge of the engines' sources, no copy of which is at hand:
// - vLLM, vllm/engine/arg_utils.py, _set_default_args_v1() of 0.8 to 0.11 for an API server: 1,024 sequences and 8,192
//   tokens a step on GPUs of 70 GiB and more but, from 0.9 on, the A100, which 0.8 is not told apart from here; else 256
//   and 2,048. 0.8.0 is of March 2025. Before, without the V1 engine: 256 sequences, and prompts in one step, of 2,048
//   tokens or the longest that there may be. Its profile of a GPU's memory
//   samples as many sequences as it may run.
// - SGLang, python/sglang/srt/server_args.py: max_running_requests follows from the memory.
// - TensorRT-LLM, tensorrt_llm/llmapi/llm_args.py from 0.17 on: max_batch_size is 2,048. That memory is set aside for so
//   many is not known.
namespace engines::limits {

inline constexpr engine_limits vllm{.engine = engines::vllm.name,
                                    .since = "0.8",
                                    .since_month = 202'503,
                                    .sequences = 256,
                                    .sequences_of_large = 1'024,
                                    .chunk = 2'048,
                                    .chunk_of_large = 8'192,
                                    .sets_aside = true,
                                    .option = "--max-num-seqs"};
inline constexpr engine_limits vllm_before_v1{.engine = engines::vllm.name,
                                              .sequences = 256,
                                              .sequences_of_large = 256,
                                              .chunk = 2'048,
                                              .chunk_of_large = 2'048,
                                              .steps_take_longest = true,
                                              .sets_aside = true,
                                              .option = vllm.option};
inline constexpr engine_limits sglang{.engine = engines::sglang.name, .option = "--max-running-requests"};
inline constexpr engine_limits tensorrt_llm{.engine = engines::tensorrt_llm.name,
                                            .since = "0.17",
                                            .sequences = 2'048,
                                            .sequences_of_large = 2'048,
                                            .option = "--max_batch_size"};

}  // namespace engines::limits

// Of an engine of its month; null: none is known.
constexpr const engine_limits* limits_of(const serving_engine& of) {
  for (const engine_limits* each : {&engines::limits::vllm, &engines::limits::vllm_before_v1, &engines::limits::sglang,
                                    &engines::limits::tensorrt_llm})
    if (each->engine == of.name && (of.month == 0 || of.month >= each->since_month)) return each;
  return nullptr;
}

// Whether vLLM takes a GPU for a large one. False where its memory is not known.
constexpr bool is_large_to_engine(const gpu& of) {
  const figure<memory> has = usable_memory(of);
  return has.is_known() && *has.known() >= gibibytes(70) && of.name.find("A100") == std::string_view::npos;
}

constexpr count sequences_of(const engine_limits& of, const gpu& on) {
  return is_large_to_engine(on) ? of.sequences_of_large : of.sequences;
}
// With sequences of so many tokens at most.
constexpr count chunk_of(const engine_limits& of, const gpu& on, count longest = 0) {
  const count chunk = is_large_to_engine(on) ? of.chunk_of_large : of.chunk;
  return of.steps_take_longest && longest > chunk ? longest : chunk;
}

}  // namespace headroom
