// SPDX-License-Identifier: BSL-1.0
#pragma once


#include <array>
#include <cstddef>
#include <headroom/model/models/deepseek.hpp>
#include <headroom/model/models/further.hpp>
#include <vector>

#include <headroom/read/model_config/architectures.hpp>
#include <headroom/read/model_config/parts.hpp>
#include <headroom/read/common/messages.hpp>

// DeepSeek's models and those of their design: attention over latents (MLA), routed and shared experts.
namespace headroom::read::configs {

namespace {

void read_latent_sizes(const fields& c, transformer& into) {
  read_sizes(c, into);
  if (c.is("attention_bias", false)) into.missing = "the biases of attention over latents (attention_bias)";
}

attention read_latent_attention(const fields& c) {
  c.pass_over({"head_dim", "qk_head_dim"});
  attention a{.heads = c.number("num_attention_heads"),
              .value_head_size = c.number("v_head_dim"),
              .query_rank = c.number("q_lora_rank", 0),
              .kv_rank = c.number("kv_lora_rank"),
              .rotary_head_size = c.number("qk_rope_head_dim")};
  a.head_size = add(c.number("qk_nope_head_dim"), a.rotary_head_size);
  return a;
}

experts read_routed_and_shared(const fields& c) {
  experts e = read_experts(c, "n_routed_experts", "num_experts_per_tok", "moe_intermediate_size", "n_shared_experts");
  return e;
}

void expect_method(const fields& c, std::span<const std::string_view> known) {
  const std::string_view method = c.text("topk_method");
  for (const std::string_view each : known)
    if (method.empty() || method == each) return;
  c.fail("topk_method",
         concat(in_quotes(method), " is no way of routing that is known here: expected ", one_of(known)));
}

// A layer of each place, the one after the last too: that is what predicts further tokens.
void put_latent_layers(const fields& c, transformer& into, const attention& a, const experts& e) {
  const count layers = layer_number(c);
  std::vector<bool> has_experts = layers_with_experts(c, layers);
  if (const std::vector<const tree*> types = c.list("mlp_layer_types", layers); !types.empty())
    for (std::size_t i = 0; i < types.size(); ++i) has_experts[i] = is_called(c, *types[i], "sparse", "dense");
  const std::vector<const tree*> indexers = c.list("indexer_types", layers);
  const layer_list found = put_layers(c, into, layers, [&](count at) {
    const auto place = static_cast<std::size_t>(at);
    layer one{.attention = a};
    if (has_experts[place])
      one.experts = e;
    else
      one.feed_forward.width = c.number("intermediate_size");
    if (!indexers.empty() && is_called(c, *indexers[place], "shared", "full")) {
      one.attention.index = {.most_tokens = a.index.most_tokens};
      into.missing = models::glm_5_2.missing;
    }
    return one;
  });
  predict_with(into, found, c.number("num_nextn_predict_layers", 0), {.attention = a, .experts = e});
}

void read_deepseek_v2(const fields& c, transformer& into) {
  read_latent_sizes(c, into);
  static constexpr std::string_view methods[]{"group_limited_greedy", "greedy"};
  expect_method(c, methods);
  experts e = read_routed_and_shared(c);
  if (c.text("topk_method") == methods[0]) read_groups(c, e);
  put_latent_layers(c, into, read_latent_attention(c), e);
}

experts read_corrected_experts(const fields& c) {
  static constexpr std::string_view methods[]{"noaux_tc"};
  expect_method(c, methods);
  experts e = read_routed_and_shared(c);
  read_groups(c, e);
  e.score_correction = true;
  return e;
}

void read_deepseek_v3(const fields& c, transformer& into) {
  read_latent_sizes(c, into);
  put_latent_layers(c, into, read_latent_attention(c), read_corrected_experts(c));
}

void read_deepseek_v32(const fields& c, transformer& into) {
  read_latent_sizes(c, into);
  attention a = read_latent_attention(c);
  a.index = {.heads = c.number("index_n_heads"),
             .head_size = c.number("index_head_dim"),
             .most_tokens = c.number("index_topk")};
  put_latent_layers(c, into, a, read_corrected_experts(c));
}

// Dense, with heads of values as large as the hidden size divided among the heads.
void read_minicpm3(const fields& c, transformer& into) {
  read_sizes(c, into);
  if (c.is("attention_bias", false)) into.missing = "the biases of attention over latents (attention_bias)";
  attention a{.heads = c.number("num_attention_heads"),
              .query_rank = c.number("q_lora_rank", 0),
              .kv_rank = c.number("kv_lora_rank"),
              .rotary_head_size = c.number("qk_rope_head_dim")};
  a.value_head_size = c.number("v_head_dim", 0);
  if (a.value_head_size == 0) a.value_head_size = divided_among_heads(c, into.hidden, "num_attention_heads");
  a.head_size = add(c.number("qk_nope_head_dim"), a.rotary_head_size);
  put_alike(c, into, {.attention = a, .feed_forward = {.width = c.number("intermediate_size")}});
}

// LongCat-Flash: a layer is two of attention and a dense network, the first of which has experts beside its network.
void read_longcat(const fields& c, transformer& into) {
  read_sizes(c, into, {});
  if (c.is("attention_bias", false)) into.missing = "the biases of attention over latents (attention_bias)";
  if (const std::string_view type = c.text("zero_expert_type"); !type.empty() && type != "identity")
    c.fail("zero_expert_type", concat(in_quotes(type), ": expected \"identity\""));
  c.pass_over({"attention_method", "mla_scale_q_lora", "mla_scale_kv_lora", "num_key_value_heads"});
  experts e = read_experts(c, "n_routed_experts", "moe_topk", "expert_ffn_hidden_size");
  e.passing = c.number("zero_expert_num", 0);
  e.router_bias = c.is("router_bias", false);
  e.score_correction = true;
  const layer one{.attention = read_latent_attention(c), .feed_forward = {.width = c.number("ffn_hidden_size")}};
  layer with_experts = one;
  with_experts.experts = e;
  if (c.number("num_nextn_predict_layers", 0) > 0) into.leaves_out = "modules that predict further tokens";
  put_layers(c, into, multiply(2, layer_number(c, "num_layers|num_hidden_layers")), [&](count place) { return place % 2 == 0 ? with_experts : one; });
}

// As far as it can be said.
void read_deepseek_v4(const fields& c, transformer& into) {
  read_sizes(c, into);
  put_alike(c, into, {.attention = read_heads(c)});
  into.missing = models::deepseek_v4_pro.missing;
}

}  // namespace

std::span<const architecture> architectures_with_latents() {
  static constexpr std::array all{
      architecture{"deepseek_v2", "DeepseekV2ForCausalLM", read_deepseek_v2},
      architecture{"deepseek_v3", "DeepseekV3ForCausalLM", read_deepseek_v3},
      architecture{"deepseek_v32", "DeepseekV32ForCausalLM", read_deepseek_v32},
      architecture{"deepseek_v4", "DeepseekV4ForCausalLM", read_deepseek_v4},
      architecture{"glm4_moe_lite", "Glm4MoeLiteForCausalLM", read_deepseek_v3},
      architecture{"glm_moe_dsa", "GlmMoeDsaForCausalLM", read_deepseek_v32},
      architecture{"kimi_k2", "DeepseekV3ForCausalLM KimiK2ForCausalLM", read_deepseek_v3},
      architecture{"longcat_flash", "LongcatFlashForCausalLM LongcatCausalLM", read_longcat},
      architecture{"minicpm3", "MiniCPM3ForCausalLM", read_minicpm3, true},
  };
  return all;
}

}  // namespace headroom::read::configs
