// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>

#include <headroom/read/model_config/architectures.hpp>
#include <headroom/read/model_config/towers.hpp>

namespace headroom::read::configs {

std::span<const wrapper> wrappers() {
  static constexpr std::array all{
      wrapper{"gemma3", "Gemma3ForConditionalGeneration", "gemma3_text", gemma_3_tower},
      wrapper{"gemma3n", "Gemma3nForConditionalGeneration", "gemma3n_text", gemma_3n_tower, "text_config", true},
      wrapper{"gemma4", "Gemma4ForConditionalGeneration", "gemma4_text"},
      wrapper{"glm4v_moe", "Glm4vMoeForConditionalGeneration", "glm4v_moe_text"},
      wrapper{"internvl_chat", "InternVLChatModel", "", intern_vit_tower, "llm_config"},
      wrapper{"kimi_k25", "KimiK25ForConditionalGeneration", "kimi_k2"},
      wrapper{"kimi_vl", "KimiVLForConditionalGeneration", "deepseek_v3"},
      wrapper{"llama4", "Llama4ForConditionalGeneration", "llama4_text", llama_4_tower},
      wrapper{"llava", "LlavaForConditionalGeneration", "llama", llava_tower},
      wrapper{"ministral3", "Mistral3ForConditionalGeneration", "ministral3", mistral_3_tower},
      wrapper{"mistral3", "Mistral3ForConditionalGeneration", "mistral", mistral_3_tower},
      wrapper{"mllama", "MllamaForConditionalGeneration", "mllama_text_model", mllama_tower},
      wrapper{"paligemma", "PaliGemmaForConditionalGeneration", "gemma", paligemma_tower},
      wrapper{"qwen2_vl", "Qwen2VLForConditionalGeneration", "qwen2_vl_text", qwen_2_tower},
      wrapper{"qwen2_5_vl", "Qwen2_5_VLForConditionalGeneration", "qwen2_5_vl_text", qwen_2_5_tower},
      wrapper{"qwen3_vl", "Qwen3VLForConditionalGeneration", "qwen3_vl_text", qwen_3_tower},
      wrapper{"qwen3_vl_moe", "Qwen3VLMoeForConditionalGeneration", "qwen3_vl_moe_text", qwen_3_tower},
      wrapper{"qwen3_5", "Qwen3_5ForConditionalGeneration", "qwen3_5_text"},
      wrapper{"qwen3_5_moe", "Qwen3_5MoeForConditionalGeneration", "qwen3_5_moe_text"},
  };
  return all;
}

}  // namespace headroom::read::configs
