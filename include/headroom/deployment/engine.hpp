// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/count.hpp>
#include <headroom/deployment/said.hpp>

// What an inference engine or a trainer is told.
namespace headroom {

// An inference engine or trainer, whose meaning of each parallel size counts, not the argument's spelling.
enum class engine { unnamed, vllm, sglang, tensorrt_llm, megatron, text_generation_inference, torchtitan };

// Whether it trains, on all GPUs of its job; others serve.
constexpr bool is_trainer(engine of) { return of == engine::megatron || of == engine::torchtitan; }

// The model that an engine is told to serve, where it is a published one, and the settings of its memory.
struct served_model {
  said<std::string_view> name{};    // as its publisher spells it
  std::string_view called{};        // where it is another one of the same shape: that one's name
  said<count> weight_bits{};        // of most weights, where the file says that they are quantised
  said<count> cache_bits{};         // of a number of the KV cache, likewise
  said<count> context{};            // tokens of the longest sequence
  said<count> memory_thousandths{};  // of a GPU, that the engine may use
};

// Parallel sizes as the engine's arguments give them; 1 where an engine's argument is left out is for the rule to say.
struct parallel_sizes {
  headroom::engine engine = headroom::engine::unnamed;
  int line = 0;
  said<count> tensor{};
  said<count> pipeline{};
  said<count> context{};
  said<count> data{};
  said<count> expert{};
  said<count> expert_tensor{};  // Megatron-LM: of the experts alone; else they have the tensor-parallel size
  said<bool> data_parallel_attention{};  // SGLang: data divides tensor; vLLM: data multiplies it
  // What else decides how many GPUs they take and the file does not say: "how many pods run one engine".
  std::string_view left_open{};
  served_model serves{};
};

}  // namespace headroom
