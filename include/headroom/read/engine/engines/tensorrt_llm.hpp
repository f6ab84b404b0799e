// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/engine/known_engine.hpp>

namespace headroom::read::known {

// TensorRT-LLM, "trtllm-serve" and the settings of its LLM API, which a file gives.
inline constexpr engine_argument tensorrt_llm_arguments[]{
    {"model", engine_setting::model},
    {"tensor-parallel-size", engine_setting::tensor},
    {"tp-size", engine_setting::tensor},
    {"tp", engine_setting::tensor},
    {"pipeline-parallel-size", engine_setting::pipeline},
    {"pp-size", engine_setting::pipeline},
    {"pp", engine_setting::pipeline},
    {"context-parallel-size", engine_setting::context},
    {"cp-size", engine_setting::context},
    {"moe-expert-parallel-size", engine_setting::expert, true, true},
    {"ep-size", engine_setting::expert},
    {"ep", engine_setting::expert},
    {"enable-attention-dp", engine_setting::data_attention, false, true},
    {"config", engine_setting::config},
    {"extra-llm-api-options", engine_setting::config, true, true},
    {"kv-cache-config", engine_setting::other, true, true},
    {"cuda-graph-config", engine_setting::other, true, true},
    {"moe-tensor-parallel-size", engine_setting::other, true, true},
    {"extra-engine-args", engine_setting::config},  // of Dynamo, as the next
    {"override-engine-args", engine_setting::config},
};

constexpr bool starts_tensorrt_llm(std::string_view word, std::string_view program, std::string_view) {
  return program == "trtllm-serve" || program == "trtllm-llmapi-launch" || program == "trtllm-bench" || word == "dynamo.trtllm" ||
         word.starts_with("tensorrt_llm.");
}

inline constexpr std::string_view tensorrt_llm_images[]{"tensorrtllm", "trtllm", "tensorrt-llm", "tensorrt_llm"};

inline constexpr known_engine tensorrt_llm{engine::tensorrt_llm, starts_tensorrt_llm, tensorrt_llm_images, {}, tensorrt_llm_arguments};

}  // namespace headroom::read::known
