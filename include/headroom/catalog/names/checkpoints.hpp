// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

// How publishers hold the weights of their models.
namespace headroom::catalog {

enum class checkpoint_format {
  unlisted,
  in_16_bits,
  fp8_blocks,    // a scale for each block of 128 x 128
  mxfp4_experts  // the routed experts; all else in 16 bits
};

// The models whose names begin so.
struct published_checkpoint {
  std::string_view models{};
  checkpoint_format format = checkpoint_format::unlisted;
};

// The models' cards; the sizes of the files of gpt-oss-120b and DeepSeek-V3 bear theirs out.
inline constexpr published_checkpoint published_checkpoints[]{
    {"openai/gpt-oss", checkpoint_format::mxfp4_experts},
    {"deepseek-ai/DeepSeek-V2", checkpoint_format::in_16_bits},
    {"deepseek-ai/DeepSeek-V3", checkpoint_format::fp8_blocks},
    {"deepseek-ai/DeepSeek-R1", checkpoint_format::fp8_blocks},
    {"moonshotai/Kimi-K2-Instruct", checkpoint_format::fp8_blocks},
    {"meta-llama/Llama-2", checkpoint_format::in_16_bits},
    {"meta-llama/Meta-Llama-3", checkpoint_format::in_16_bits},
    {"Qwen/Qwen2", checkpoint_format::in_16_bits},
    {"Qwen/Qwen3-", checkpoint_format::in_16_bits},
    {"mistralai/", checkpoint_format::in_16_bits},
    {"bigscience/", checkpoint_format::in_16_bits},
    {"facebook/", checkpoint_format::in_16_bits},
};

// Of a model by the name that the library has for it.
constexpr checkpoint_format checkpoint_format_of(std::string_view model) {
  for (const published_checkpoint& each : published_checkpoints)
    if (model.starts_with(each.models)) return each.format;
  return checkpoint_format::unlisted;
}

}  // namespace headroom::catalog
