// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>

#include <headroom/read/model_config/architectures.hpp>
#include <headroom/read/model_config/parts.hpp>
#include <headroom/read/model_config/towers.hpp>

// Dense models with grouped heads, rotary positions, RMS norms and a gated network.
namespace headroom::read::configs {

namespace {

void read_llama(const fields& c, transformer& into) {
  layer each = read_dense_layer(c, into);
  read_biases(c, each.attention);
  each.feed_forward.bias = c.is("mlp_bias", false);
  put_alike(c, into, each);
}

void read_mistral(const fields& c, transformer& into) {
  layer each = read_dense_layer(c, into);
  each.attention.window = window_of(c, 4'096);
  put_alike(c, into, each);
}

// From max_window_layers on, where use_sliding_window is set.
void put_qwen_layers(const fields& c, transformer& into, const layer& each) {
  const count layers = layer_number(c);
  const count window = c.is("use_sliding_window", false) ? window_of(c, 4'096) : 0;
  const count first = c.number("max_window_layers", 28);
  const std::vector<bool> is_local =
      layers_called(c, layers, "sliding_attention", [&](count place) { return place >= first; });
  put_with_window(c, into, each, is_local, window);
}

void read_qwen2(const fields& c, transformer& into) {
  layer each = read_dense_layer(c, into);
  each.attention.query_key_value_bias = true;
  put_qwen_layers(c, into, each);
}

void read_qwen2_vl(const fields& c, transformer& into) {
  read_qwen2(c, into);
  read_tower(c, qwen_2_tower, into);
}

void read_qwen2_5_vl(const fields& c, transformer& into) {
  read_qwen2(c, into);
  read_tower(c, qwen_2_5_tower, into);
}

void read_qwen3(const fields& c, transformer& into) {
  layer each = read_dense_layer(c, into, 128);
  each.attention.norm = query_key_norm::per_head;
  read_biases(c, each.attention);
  put_qwen_layers(c, into, each);
}

void read_phi3(const fields& c, transformer& into) {
  layer each = read_dense_layer(c, into);
  each.attention.window = c.number("sliding_window", 0);
  if (c.number("full_attn_mod", 1) != 1) into.missing = "which layers have a sliding window (full_attn_mod)";
  put_alike(c, into, each);
}

void read_glm(const fields& c, transformer& into) {
  layer each = read_dense_layer(c, into, 128);
  each.attention.query_key_value_bias = c.is("attention_bias", false);
  put_alike(c, into, each);
}

void read_glm4(const fields& c, transformer& into) {
  read_glm(c, into);
  into.norms_per_part = 2;
}

// Layers that attend to pictures in place of the text: with normed queries and keys, a gate of the attention and one of
// the network. Its embedding has eight tokens more than its head.
void read_mllama(const fields& c, transformer& into) {
  read_sizes(c, into);
  c.need({"cross_attention_layers"});
  into.more_tokens = 8;
  const layer own{.attention = read_heads(c), .feed_forward = {.width = c.number("intermediate_size")}};
  layer of_pictures = own;
  of_pictures.attention.norm = query_key_norm::per_head;
  of_pictures.attention.gates = 2;
  const count layers = layer_number(c);
  const std::vector<bool> is_crossing = places_in(c, "cross_attention_layers", layers);
  put_layers(c, into, layers,
             [&](count place) { return is_crossing[static_cast<std::size_t>(place)] ? of_pictures : own; });
}

}  // namespace

std::span<const architecture> architectures_like_llama() {
  static constexpr std::array all{
      architecture{"llama", "LlamaForCausalLM", read_llama},
      architecture{"ministral3", "Ministral3ForCausalLM", read_mistral},
      architecture{"mllama_text_model", "MllamaForCausalLM", read_mllama},
      architecture{"mistral", "MistralForCausalLM", read_mistral},
      architecture{"qwen2", "Qwen2ForCausalLM", read_qwen2},
      architecture{"qwen2_vl", "Qwen2VLForConditionalGeneration", read_qwen2_vl},
      architecture{"qwen2_vl_text", "", read_qwen2},
      architecture{"qwen2_5_vl", "Qwen2_5_VLForConditionalGeneration", read_qwen2_5_vl},
      architecture{"qwen2_5_vl_text", "", read_qwen2},
      architecture{"qwen3", "Qwen3ForCausalLM", read_qwen3},
      architecture{"qwen3_vl_text", "", read_qwen3},
      architecture{"phi3", "Phi3ForCausalLM", read_phi3},
      architecture{"glm", "GlmForCausalLM", read_glm},
      architecture{"glm4", "Glm4ForCausalLM", read_glm4},
  };
  return all;
}
}  // namespace headroom::read::configs
