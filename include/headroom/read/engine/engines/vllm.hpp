// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/engine/known_engine.hpp>

namespace headroom::read::known {

// vLLM, "vllm serve". A context size for decoding is of the tensor-parallel GPUs, and takes none.
inline constexpr engine_argument vllm_arguments[]{
    {"model", engine_setting::model},
    {"tensor-parallel-size", engine_setting::tensor},
    {"tp", engine_setting::tensor},
    {"pipeline-parallel-size", engine_setting::pipeline},
    {"pp", engine_setting::pipeline},
    {"prefill-context-parallel-size", engine_setting::context},
    {"pcp", engine_setting::context},
    {"data-parallel-size", engine_setting::data},
    {"dp", engine_setting::data},
    {"enable-expert-parallel", engine_setting::expert_switch, false, true},
    {"ep", engine_setting::expert},
    {"nnodes", engine_setting::nodes},
    {"node-rank", engine_setting::shared},
    {"headless", engine_setting::shared, false},
    {"data-parallel-rank", engine_setting::shared},
    {"dpn", engine_setting::shared},
    {"data-parallel-start-rank", engine_setting::shared},
    {"dpr", engine_setting::shared},
    {"data-parallel-address", engine_setting::shared},
    {"dpa", engine_setting::shared},
    {"data-parallel-external-lb", engine_setting::shared, false},
    {"dpe", engine_setting::shared, false},
    {"data-parallel-hybrid-lb", engine_setting::shared, false},
    {"dph", engine_setting::shared, false},
    // Of the script that starts Ray for it.
    {"ray-cluster-size", engine_setting::shared},
    {"ray-address", engine_setting::shared},
    {"config", engine_setting::config},
    {"quantization", engine_setting::quantization},
    {"cpu-offload-gb", engine_setting::quantization},
    {"hf-overrides", engine_setting::quantization},
    {"kv-cache-dtype", engine_setting::kv_cache},
    {"max-model-len", engine_setting::longest_sequence, true, true},
    {"gpu-memory-utilization", engine_setting::memory_share, true, true},
};

constexpr bool starts_vllm(std::string_view word, std::string_view program, std::string_view next) {
  return (program == "vllm" && (next == "serve" || next == "run-batch")) || (program == "trl" && next == "vllm-serve") ||
         word.starts_with("vllm.") || word == "dynamo.vllm" || word.find("/vllm/entrypoints/") != std::string_view::npos;
}

constexpr bool serves_vllm(std::string_view word, std::string_view program, std::string_view next) {
  return (program == "vllm" && next == "serve") || word == "vllm.entrypoints.openai.api_server";
}

inline constexpr std::string_view vllm_images[]{"vllm"};
// KServe's runtime for models of Hugging Face serves by vLLM.
inline constexpr std::string_view vllm_model_formats[]{"huggingface", "vllm"};

inline constexpr known_engine vllm{engine::vllm, starts_vllm, vllm_images, vllm_model_formats, vllm_arguments, serves_vllm};

}  // namespace headroom::read::known
