// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/count.hpp>
#include <headroom/deployment/said.hpp>

// What an inference engine or a trainer is told.
namespace headroom {

// An inference engine or trainer, whose meaning of each parallel size counts, not the argument's spelling.
enum class engine { unnamed, vllm, sglang, tensorrt_llm, megatron, text_generation_inference, torchtitan };

// Whether an engine has copies on GPUs beyond those of its sizes: of sizes that say no number of copies, or always.
enum class further_copies { none, where_not_stated, always };

// What an engine takes its sizes for, beside tensor and pipeline, which multiply everywhere.
struct engine_meaning {
  std::string_view name{};        // as its makers write it
  std::string_view enumerator{};
  bool trains = false;
  bool context_multiplies = false;  // else it is of the tensor-parallel GPUs
  bool context_is_of_two = false;   // of prefill, where it multiplies, or of decoding, where it does not
  bool data_multiplies = false;
  bool attention_divides = false;   // data-parallel attention is of the tensor-parallel GPUs
  further_copies copies = further_copies::none;
};

// In the order of the enumerators. Expert sizes and those of SGLang's context are of the tensor-parallel GPUs; what is left of
// torchtitan's and Megatron-LM's GPUs has copies; the data size of torchtitan is of those that share the weights.
inline constexpr engine_meaning engine_meanings[]{
    {.name = "an unnamed engine", .enumerator = "unnamed", .copies = further_copies::where_not_stated},
    {.name = "vLLM", .enumerator = "vllm", .context_is_of_two = true, .data_multiplies = true},
    {.name = "SGLang", .enumerator = "sglang", .data_multiplies = true, .attention_divides = true},
    {.name = "TensorRT-LLM", .enumerator = "tensorrt_llm", .context_multiplies = true, .attention_divides = true},
    {.name = "Megatron-LM", .enumerator = "megatron", .trains = true, .context_multiplies = true, .data_multiplies = true,
     .copies = further_copies::where_not_stated},
    {.name = "TGI", .enumerator = "text_generation_inference"},
    {.name = "torchtitan", .enumerator = "torchtitan", .trains = true, .context_multiplies = true, .data_multiplies = true,
     .copies = further_copies::always},
};

constexpr const engine_meaning& meaning_of(engine of) { return engine_meanings[static_cast<int>(of)]; }
constexpr std::string_view name(engine of) { return meaning_of(of).name; }

// Whether it trains, on all GPUs of its job; others serve.
constexpr bool is_trainer(engine of) { return meaning_of(of).trains; }

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
