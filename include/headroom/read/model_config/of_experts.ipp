// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include <headroom/read/model_config/architectures.hpp>
#include <headroom/read/model_config/parts.hpp>

// Mixtures of experts with grouped heads.
namespace headroom::read::configs {

namespace {

void read_mixtral(const fields& c, transformer& into) {
  read_sizes(c, into);
  layer each{.attention = read_heads(c),
             .experts = read_experts(c, "num_local_experts|num_experts", "num_experts_per_tok", "intermediate_size")};
  each.attention.window = c.number("sliding_window", 0);
  put_alike(c, into, each);
}

// Layer norms with biases, biases of all projections and of the head.
void read_phimoe(const fields& c, transformer& into) {
  read_sizes(c, into);
  into.norm = norm_kind::layer;
  into.head_bias = c.is("lm_head_bias", false);
  layer each{.attention = read_heads(c),
             .experts = read_experts(c, "num_local_experts", "num_experts_per_tok", "intermediate_size")};
  each.attention.window = c.number("sliding_window", 0);
  read_biases(c, each.attention);
  put_alike(c, into, each);
}

// Grok-1 as ported to transformers: a norm before and after each part.
void read_grok(const fields& c, transformer& into) {
  read_sizes(c, into);
  into.norms_per_part = 2;
  put_alike(c, into,
            {.attention = read_heads(c),
             .experts = read_experts(c, "num_experts", "num_experts_per_tok", "intermediate_size")});
}

void read_gpt_oss(const fields& c, transformer& into) {
  read_sizes(c, into);
  attention a = read_heads(c, 64);
  a.sinks = true;
  read_biases(c, a, true);
  experts e = read_experts(c, "num_local_experts", "num_experts_per_tok|experts_per_token", "intermediate_size");
  e.bias = true;
  e.router_bias = true;
  const count layers = layer_number(c);
  const std::vector<bool> is_local =
      layers_called(c, layers, "sliding_attention", [](count place) { return place % 2 == 0; });
  put_layers(c, into, layers, [&](count place) {
    layer one{.attention = a, .experts = e};
    if (is_local[static_cast<std::size_t>(place)]) one.attention.window = window_of(c, 128);
    return one;
  });
}

// Layers with rotary positions see their chunk; those without, one in four, see all. Its norm of queries and keys has
// no weights.
void read_llama4(const fields& c, transformer& into) {
  read_sizes(c, into);
  attention a = read_heads(c, 128);
  read_biases(c, a);
  const count width = c.number("intermediate_size");
  const experts e{.routed = c.number("num_local_experts"),
                  .per_token = c.number("num_experts_per_tok"),
                  .width = width,
                  .shared_width = width};
  c.pass_over({"intermediate_size_mlp", "attention_chunk_size", "use_qk_norm", "interleave_moe_layer_step"});
  const count layers = layer_number(c);
  const count interval = c.number("no_rope_layer_interval", 4);
  const tree* rotary = c.find("no_rope_layers");  // 1 for a layer that has them
  const std::vector<bool> is_rotary = rotary != nullptr && rotary->is_list() && rotary->items.empty()
                                          ? std::vector<bool>{}
                                          : c.flags("no_rope_layers", layers);
  const std::vector<bool> is_chunked = layers_called(c, layers, "chunked_attention", [&](count place) {
    if (!is_rotary.empty()) return static_cast<bool>(is_rotary[static_cast<std::size_t>(place)]);
    return interval == 0 || (place + 1) % interval != 0;
  });
  const bool is_listed = c.has("moe_layers");
  const std::vector<bool> listed = places_in(c, "moe_layers", layers);
  const count step = c.number("interleave_moe_layer_step", 1);
  put_layers(c, into, layers, [&](count at) {
    const auto place = static_cast<std::size_t>(at);
    layer one{.attention = a};
    if (is_chunked[place]) one.attention.chunk = c.number("attention_chunk_size", 8'192);
    if (is_listed ? listed[place] : step > 0 && (at + 1) % step == 0)
      one.experts = e;
    else
      one.feed_forward.width = c.number("intermediate_size_mlp");
    return one;
  });
}

void read_dbrx(const fields& c, transformer& into) {
  const fields attended = c.part("attn_config");
  const fields network = c.part("ffn_config");
  into.vocabulary = c.number("vocab_size");
  into.hidden = c.number("d_model");
  into.context = c.number("max_seq_len", 0);
  into.norm = norm_kind::layer_without_bias;
  network.pass_over({"ffn_act_fn", "moe_normalize_expert_weights", "uniform_expert_assignment"});
  const layer each{.attention = {.heads = c.number("n_heads"),
                                 .kv_heads = attended.number("kv_n_heads", 1),
                                 .head_size = divided_among_heads(c, into.hidden, "n_heads")},
                   .experts = {.routed = network.number("moe_num_experts"),
                               .per_token = network.number("moe_top_k"),
                               .width = network.number("ffn_hidden_size")}};
  put_layers(c, into, layer_number(c, "n_layers"), [&](count) { return each; });
}

}  // namespace

std::span<const architecture> architectures_of_experts() {
  static constexpr std::array all{
      architecture{"mixtral", "MixtralForCausalLM", read_mixtral},
      architecture{"phimoe", "PhiMoEForCausalLM PhimoeForCausalLM", read_phimoe},
      architecture{"grok-1", "Grok1ModelForCausalLM", read_grok, true},
      architecture{"gpt_oss", "GptOssForCausalLM", read_gpt_oss},
      architecture{"llama4_text", "Llama4ForCausalLM", read_llama4},
      architecture{"dbrx", "DbrxForCausalLM", read_dbrx},
  };
  return all;
}

}  // namespace headroom::read::configs
