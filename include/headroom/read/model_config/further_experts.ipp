// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include <headroom/read/model_config/architectures.hpp>
#include <headroom/read/model_config/parts.hpp>
#include <headroom/read/common/messages.hpp>

// More mixtures of experts with grouped heads.
namespace headroom::read::configs {

namespace {

void read_granitemoe(const fields& c, transformer& into) {
  read_sizes(c, into);
  layer each{.attention = read_heads(c),
             .experts = {.routed = c.number("num_local_experts"),
                         .per_token = c.number("num_experts_per_tok"),
                         .width = c.number("intermediate_size"),
                         .shared_width = c.number("shared_intermediate_size", 0)}};
  read_biases(c, each.attention);
  put_alike(c, into, each);
}

void read_olmoe(const fields& c, transformer& into) {
  read_sizes(c, into);
  layer each{.attention = read_heads(c),
             .experts = read_experts(c, "num_experts", "num_experts_per_tok", "intermediate_size")};
  each.attention.norm = query_key_norm::per_layer;
  read_biases(c, each.attention);
  put_alike(c, into, each);
}

// Beside the experts a dense network of the hidden width, which the attention feeds past them.
void read_arctic(const fields& c, transformer& into) {
  read_sizes(c, into);
  c.need({"intermediate_size", "num_local_experts", "num_experts_per_tok", "parallel_attn_mlp_res"});
  attention a = read_heads(c);
  read_biases(c, a);
  const count every = c.number("moe_layer_frequency", 2);
  const bool is_beside = c.is("parallel_attn_mlp_res", false);
  if (c.is("use_residual", is_beside) != is_beside)
    c.fail("use_residual", "other than parallel_attn_mlp_res: expected the same");
  put_layers(c, into, layer_number(c), [&](count place) {
    layer one{.attention = a};
    if (every == 0 || (place + 1) % every != 0) {
      one.feed_forward.width = c.number("intermediate_size");
      return one;
    }
    one.experts = read_experts(c, "num_local_experts", "num_experts_per_tok", "intermediate_size");
    if (is_beside) one.feed_forward.width = into.hidden;
    one.experts.own_norm = is_beside;
    return one;
  });
}

// Numbers of experts, of those a token has and of shared ones for all layers, or a list of them.
void read_hunyuan_moe(const fields& c, transformer& into) {
  read_sizes(c, into);
  c.need({"num_experts", "moe_topk"});
  refuse_shared_caches(c, into);
  attention a = read_heads(c, c.number("attention_head_dim", 0));
  if (c.is("use_qk_norm", true)) a.norm = query_key_norm::per_head;
  read_biases(c, a);
  c.pass_over({"cla_share_factor", "dense_list", "norm_type"});
  const count layers = layer_number(c);
  const count dense = c.number("moe_layer_num_skipped", 0);
  const count width = c.number("intermediate_size");
  const std::vector<count> routed = c.numbers("num_experts", layers, 0);
  const std::vector<count> per_token = c.numbers("moe_topk", layers, 0);
  const std::vector<count> widths = c.numbers("moe_intermediate_size", layers, width);
  const bool has_shared = c.is("use_mixed_mlp_moe", false);
  const std::vector<count> shared = c.numbers("num_shared_expert", layers, 1);
  put_layers(c, into, layers, [&](count at) {
    const auto place = static_cast<std::size_t>(at);
    layer one{.attention = a};
    if (at < dense || routed[place] <= 1)
      one.feed_forward.width = width;
    else
      one.experts = {.routed = routed[place],
                     .per_token = per_token[place],
                     .width = widths[place],
                     .shared_width = has_shared ? multiply(shared[place], widths[place]) : 0};
    return one;
  });
}

void read_ernie_moe(const fields& c, transformer& into) {
  read_sizes(c, into);
  attention a = read_heads(c);
  a.query_key_value_bias = a.output_bias = c.is("use_bias", false);
  const count layers = layer_number(c);
  experts e = read_experts(c, "moe_num_experts", "moe_k", "moe_intermediate_size", "moe_num_shared_experts");
  e.bias = a.output_bias;
  e.score_correction = c.is("moe_use_aux_free", true);
  const count first = c.number("moe_layer_start_index", 0);
  const tree* end = c.find("moe_layer_end_index");  // -1: the last
  const count last = end == nullptr || (end->is_number() && end->number() == -1) ? layers : c.number("moe_layer_end_index", 0);
  const count every = c.is("use_moe", true) ? c.number("moe_layer_interval", 1) : 0;
  std::vector<bool> has_experts;
  for (count place = 0; place < layers; ++place)
    has_experts.push_back(every > 0 && (place + 1) % every == 0 && place >= first && place <= last);
  const layer_list found = put_with_experts(c, into, has_experts, a, e);
  predict_with(into, found, c.number("num_nextn_predict_layers", 0), {.attention = a, .feed_forward = {.width = c.number("intermediate_size")}});
}

experts routed_and_shared(const fields& c, std::string_view routed, std::string_view shared) {
  experts e{.routed = c.number(routed),
            .per_token = c.number("num_experts_per_tok"),
            .width = c.number("moe_intermediate_size")};
  e.shared_width = multiply(c.number(shared, 0), c.number("moe_shared_expert_intermediate_size", e.width));
  return e;
}

// DeepSeek's first experts, with heads of their own keys and values.
void read_deepseek(const fields& c, transformer& into) {
  read_sizes(c, into);
  attention a = read_heads(c);
  read_biases(c, a);
  put_with_experts(c, into, layers_with_experts(c, layer_number(c)), a, routed_and_shared(c, "n_routed_experts", "n_shared_experts"));
}

void read_dots(const fields& c, transformer& into) {
  read_sizes(c, into);
  attention a = read_heads(c);
  a.norm = query_key_norm::per_head;
  read_biases(c, a);
  experts e = routed_and_shared(c, "n_routed_experts", "n_shared_experts");
  read_groups(c, e);
  e.score_correction = true;
  const layer_list found = put_with_experts(c, into, layers_with_experts(c, layer_number(c)), a, e);
  predict_with(into, found, c.number("num_nextn_predict_layers", 0), {.attention = a, .experts = e});
}

// Ling and Ring.
void read_bailing(const fields& c, transformer& into) {
  read_sizes(c, into);
  attention a = read_heads(c);
  a.query_key_value_bias = c.is("use_qkv_bias", false);
  a.output_bias = c.is("use_bias", false);
  if (c.is("use_qk_norm", false)) a.norm = query_key_norm::per_head;
  experts e = routed_and_shared(c, "num_experts", "num_shared_experts");
  read_groups(c, e);
  e.score_correction = c.is("moe_router_enable_expert_bias", false);
  const layer_list found = put_with_experts(c, into, layers_with_experts(c, layer_number(c)), a, e);
  predict_with(into, found, c.number("num_nextn_predict_layers", 0), {.attention = a, .experts = e});
}

}  // namespace

std::span<const architecture> further_architectures_of_experts() {
  static constexpr std::array all{
      architecture{"arctic", "ArcticForCausalLM", read_arctic},
      architecture{"bailing_moe", "BailingMoeForCausalLM BailingMoeV2ForCausalLM", read_bailing},
      architecture{"bailing_moe_v2", "BailingMoeV2ForCausalLM", read_bailing},
      architecture{"deepseek", "DeepseekForCausalLM", read_deepseek},
      architecture{"dots1", "Dots1ForCausalLM", read_dots},
      architecture{"ernie4_5_moe", "Ernie4_5_MoeForCausalLM", read_ernie_moe, true},
      architecture{"granitemoe", "GraniteMoeForCausalLM", read_granitemoe},
      architecture{"granitemoeshared", "GraniteMoeSharedForCausalLM", read_granitemoe},
      architecture{"hunyuan_v1_moe", "HunYuanMoEV1ForCausalLM", read_hunyuan_moe},
      architecture{"hunyuan", "HunYuanForCausalLM HunYuanMoEV1ForCausalLM", read_hunyuan_moe},
      architecture{"olmoe", "OlmoeForCausalLM", read_olmoe},
  };
  return all;
}

}  // namespace headroom::read::configs
