// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/engine/known_engine.hpp>

namespace headroom::read::known {

// SGLang, "Server Arguments".
inline constexpr engine_argument sglang_arguments[]{
    {"model-path", engine_setting::model},
    {"model", engine_setting::model},
    {"tensor-parallel-size", engine_setting::tensor},
    {"tp-size", engine_setting::tensor},
    {"tp", engine_setting::tensor},
    {"pipeline-parallel-size", engine_setting::pipeline},
    {"pp-size", engine_setting::pipeline},
    {"pp", engine_setting::pipeline},
    {"data-parallel-size", engine_setting::data},
    {"dp-size", engine_setting::data},
    {"dp", engine_setting::data},
    {"enable-dp-attention", engine_setting::data_attention, false, true},
    {"expert-parallel-size", engine_setting::expert},
    {"ep-size", engine_setting::expert},
    {"ep", engine_setting::expert},
    {"nnodes", engine_setting::nodes},
    {"node-rank", engine_setting::shared},
    {"config", engine_setting::config},
    {"quantization", engine_setting::quantization},
    {"torchao-config", engine_setting::quantization},
    {"cpu-offload-gb", engine_setting::quantization},
    {"json-model-override-args", engine_setting::quantization, true, true},
    {"kv-cache-dtype", engine_setting::kv_cache},
    {"context-length", engine_setting::longest_sequence},
    {"mem-fraction-static", engine_setting::memory_share, true, true},
};

constexpr bool serves_sglang(std::string_view word, std::string_view program, std::string_view next) {
  return word == "sglang.launch_server" || (program == "sglang" && next == "serve");
}

constexpr bool starts_sglang(std::string_view word, std::string_view program, std::string_view next) {
  return serves_sglang(word, program, next) || word == "dynamo.sglang" || word.starts_with("sglang.srt") ||
         word.ends_with("sglang/launch_server.py");
}

inline constexpr std::string_view sglang_images[]{"sglang"};

inline constexpr known_engine sglang{engine::sglang, starts_sglang, sglang_images, {}, sglang_arguments, serves_sglang};

}  // namespace headroom::read::known
