// SPDX-License-Identifier: BSL-1.0
#pragma once


#include <array>
#include <cstddef>
#include <headroom/model/models/further.hpp>
#include <vector>

#include <headroom/read/model_config/architectures.hpp>
#include <headroom/read/model_config/parts.hpp>
#include <headroom/read/common/messages.hpp>

// Mixtures of experts with grouped heads that have dense layers too, or may have.
namespace headroom::read::configs {

namespace {

experts read_qwen_experts(const fields& c) {
  return read_experts(c, "num_experts|num_local_experts", "num_experts_per_tok", "moe_intermediate_size");
}

void put_qwen_layers(const fields& c, transformer& into, const attention& a, const experts& e) {
  put_with_experts(c, into, qwen_layers_with_experts(c, layer_number(c)), a, e);
}

void read_qwen2_moe(const fields& c, transformer& into) {
  read_sizes(c, into);
  if (c.is("use_sliding_window", false)) into.missing = "which layers have a sliding window (use_sliding_window)";
  attention a = read_heads(c);
  a.query_key_value_bias = c.is("qkv_bias", true);
  experts e = read_qwen_experts(c);
  e.shared_width = c.number("shared_expert_intermediate_size");
  e.shared_gate = true;
  put_qwen_layers(c, into, a, e);
}

void read_qwen3_moe(const fields& c, transformer& into) {
  read_sizes(c, into);
  attention a = read_heads(c);
  a.norm = query_key_norm::per_head;
  c.pass_over({"use_qk_norm", "shared_expert_intermediate_size"});  // it norms, and shares none, whatever they say
  if (c.is("use_sliding_window", false)) a.window = window_of(c, 4'096);
  read_biases(c, a);
  put_qwen_layers(c, into, a, read_qwen_experts(c));
}

void read_glm4_moe(const fields& c, transformer& into) {
  read_sizes(c, into);
  attention a = read_heads(c);
  a.query_key_value_bias = c.is("attention_bias", false);
  if (c.is("use_qk_norm", false)) a.norm = query_key_norm::per_head;
  experts e = read_experts(c, "n_routed_experts", "num_experts_per_tok", "moe_intermediate_size", "n_shared_experts");
  read_groups(c, e);
  e.score_correction = true;
  const layer_list found =
      put_with_experts(c, into, layers_with_experts(c, layer_number(c)), a, e);
  predict_with(into, found, c.number("num_nextn_predict_layers", 0), {.attention = a, .experts = e});
}

query_key_norm norm_of_minimax(const fields& c) {
  if (!c.is("use_qk_norm", false)) return query_key_norm::none;
  const std::string_view type = c.text("qk_norm_type");
  if (type.empty() || type == "per_layer") return query_key_norm::per_layer;
  if (type == "per_head") return query_key_norm::per_head;
  c.fail("qk_norm_type", concat(in_quotes(type), ": expected \"per_layer\" or \"per_head\""));
}

void leave_out_predicting(transformer& into, count modules, const fields& c) {
  if (modules == 0) return;
  into.leaves_out = modules == 1 ? "a module that predicts a further token" : c.keep(concat(modules, " modules that predict further tokens"));
}

void read_minimax_m2(const fields& c, transformer& into) {
  read_sizes(c, into);
  attention a = read_heads(c);
  a.norm = norm_of_minimax(c);
  const count layers = layer_number(c);
  for (const bool is_full : c.flags("attn_type_list", layers))
    if (!is_full) c.fail("attn_type_list", "a layer of linear attention: expected 1 for each layer");
  c.pass_over({"mtp_transformer_layers", "num_mtp_modules"});
  if (c.is("use_mtp", false)) leave_out_predicting(into, c.number("num_mtp_modules", 1), c);
  put_alike(c, into,
            {.attention = a,
             .experts = {.routed = c.number("num_local_experts"),
                         .per_token = c.number("num_experts_per_tok"),
                         .width = c.number("intermediate_size"),
                         .shared_width = c.number("shared_intermediate_size", 0),
                         .score_correction = c.is("use_routing_bias", false)}});
}

void read_minimax_m3(const fields& c, transformer& into) {
  read_sizes(c, into);
  c.need({"dense_intermediate_size"});
  c.pass_over({"n_shared_experts", "use_gemma_norm", "swiglu_alpha", "num_mtp_modules",
               "num_nextn_predict_layers"});
  into.basis = models::minimax_m3.basis;
  into.leaves_out = models::minimax_m3.leaves_out;
  attention a = read_heads(c);
  a.norm = norm_of_minimax(c);
  experts e = read_experts(c, "num_local_experts", "num_experts_per_tok", "moe_intermediate_size|intermediate_size");
  e.shared_width = c.number("shared_intermediate_size", 0);
  e.score_correction = c.is("use_routing_bias", false);
  put_with_experts(c, into, layers_with_experts(c, layer_number(c)), a, e, "dense_intermediate_size");
}

void read_mimo_v2(const fields& c, transformer& into) {
  read_sizes(c, into);
  c.need({"hybrid_layer_pattern", "intermediate_size"});
  into.leaves_out = models::mimo_v2_flash.leaves_out;
  c.pass_over({"attention_chunk_size", "sliding_window_size", "add_full_attention_sink_bias"});
  attention full = read_heads(c);
  full.value_head_size = c.number("v_head_dim", 0);
  full.sinks = c.is("add_full_attention_sink_bias", false);
  attention local{.heads = c.number("swa_num_attention_heads"),
                  .kv_heads = c.number("swa_num_key_value_heads"),
                  .head_size = c.number("swa_head_dim"),
                  .value_head_size = c.number("swa_v_head_dim"),
                  .window = c.number("sliding_window"),
                  .sinks = c.is("add_swa_attention_sink_bias", false)};
  full.query_key_value_bias = local.query_key_value_bias = c.is("attention_bias", false);
  experts e = read_experts(c, "n_routed_experts", "num_experts_per_tok", "moe_intermediate_size", "n_shared_experts");
  read_groups(c, e);
  e.score_correction = c.text("topk_method") == "noaux_tc";
  const count layers = layer_number(c);
  const std::vector<bool> is_local = c.flags("hybrid_layer_pattern", layers);
  if (is_local.empty()) return;  // told as missing
  const std::vector<bool> has_experts = layers_with_experts(c, layers);
  put_layers(c, into, layers, [&](count at) {
    const auto place = static_cast<std::size_t>(at);
    layer one{.attention = is_local[place] ? local : full};
    if (has_experts[place])
      one.experts = e;
    else
      one.feed_forward.width = c.number("intermediate_size");
    return one;
  });
}

}  // namespace

std::span<const architecture> architectures_of_some_experts() {
  static constexpr std::array all{
      architecture{"qwen2_moe", "Qwen2MoeForCausalLM", read_qwen2_moe},
      architecture{"qwen3_moe", "Qwen3MoeForCausalLM", read_qwen3_moe},
      architecture{"qwen3_vl_moe_text", "", read_qwen3_moe},
      architecture{"glm4_moe", "Glm4MoeForCausalLM", read_glm4_moe},
      architecture{"glm4v_moe_text", "", read_glm4_moe},
      architecture{"minimax_m2", "MiniMaxM2ForCausalLM", read_minimax_m2},
      architecture{"minimax_m3", "", read_minimax_m3},
      architecture{"mimo_v2_flash", "MiMoV2FlashForCausalLM", read_mimo_v2},
  };
  return all;
}

}  // namespace headroom::read::configs
