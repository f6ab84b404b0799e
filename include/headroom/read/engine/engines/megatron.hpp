// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/engine/known_engine.hpp>

namespace headroom::read::known {

// Megatron-LM, arguments.py; NeMo's settings of the same names.
inline constexpr engine_argument megatron_arguments[]{
    {"tensor-model-parallel-size", engine_setting::tensor, true, true},
    {"pipeline-model-parallel-size", engine_setting::pipeline, true, true},
    {"context-parallel-size", engine_setting::context},
    {"expert-model-parallel-size", engine_setting::expert},
    {"expert-tensor-parallel-size", engine_setting::expert_tensor},
};

// Its own scripts, and those of others that are called after it.
constexpr bool starts_megatron(std::string_view word, std::string_view program, std::string_view) {
  return program.ends_with(".py") && (program.starts_with("pretrain_") || word.find("egatron") != std::string_view::npos);
}

inline constexpr std::string_view megatron_images[]{"megatron"};

inline constexpr known_engine megatron{engine::megatron, starts_megatron, megatron_images, {}, megatron_arguments};

}  // namespace headroom::read::known
