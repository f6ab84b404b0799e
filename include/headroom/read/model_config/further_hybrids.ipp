// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include <headroom/math.hpp>
#include <headroom/read/model_config/architectures.hpp>
#include <headroom/read/model_config/parts.hpp>
#include <headroom/read/common/messages.hpp>

// More models with state-space layers, short convolutions or linear attention among their layers.
namespace headroom::read::configs {

namespace {

// Mamba-2 under the names of Bamba, Falcon-H1 and Granite 4.
state_space read_mamba_2(const fields& c, count hidden) {
  state_space s{.heads = c.number("mamba_n_heads"),
                .groups = c.number("mamba_n_groups", 1),
                .state_size = c.number("mamba_d_state"),
                .kernel = c.number("mamba_d_conv", 4),
                .kernel_bias = c.is("mamba_conv_bias", true),
                .bias = c.is("mamba_proj_bias", false)};
  s.output_bias = s.bias;
  const count inner = c.number("mamba_d_ssm", multiply(c.number("mamba_expand", 2), hidden));
  if (inner % s.heads != 0) c.fail("mamba_n_heads", concat(s.heads, " heads do not divide ", inner, " channels"));
  const tree* size = c.find("mamba_d_head");  // or "auto"
  s.head_size = size != nullptr && size->is_number() ? c.number("mamba_d_head") : inner / s.heads;
  if (s.inner() != inner) c.fail("mamba_d_head", concat("heads of ", s.head_size, " do not make ", inner, " channels"));
  return s;
}

void read_bamba(const fields& c, transformer& into) {
  read_sizes(c, into);
  attention a = read_heads(c);
  read_biases(c, a);
  const state_space s = read_mamba_2(c, into.hidden);
  const feed_forward network{.width = c.number("intermediate_size"), .bias = c.is("mlp_bias", false)};
  const count layers = layer_number(c);
  const std::vector<bool> attends = places_in(c, "attn_layer_indices", layers);
  put_layers(c, into, layers, [&](count place) {
    return attends[static_cast<std::size_t>(place)] ? layer{.attention = a, .feed_forward = network}
                                                    : layer{.state_space = s, .feed_forward = network};
  });
}

// Attention and Mamba-2 side by side in each layer.
void read_falcon_h1(const fields& c, transformer& into) {
  read_sizes(c, into);
  layer each{.attention = read_heads(c),
             .state_space = read_mamba_2(c, into.hidden),
             .feed_forward = {.width = c.number("intermediate_size"), .bias = c.is("mlp_bias", false)}};
  each.state_space.output_bias = c.is("projectors_bias", false);
  each.state_space.norm = c.is("mamba_rms_norm", false);
  if (!c.is("mamba_use_mlp", true)) each.feed_forward = {};
  c.pass_over({"attn_layer_indices"});  // each layer has attention, whatever it says
  read_biases(c, each.attention);
  put_alike(c, into, each);
}

// A dense network beside the experts, counted as a shared one; without experts it is all there is.
void read_granite_hybrid(const fields& c, transformer& into) {
  read_sizes(c, into);
  c.pass_over({"num_experts_per_tok", "mamba_n_heads", "mamba_d_state", "mamba_n_groups", "mamba_d_conv", "mamba_conv_bias",
               "mamba_proj_bias", "mamba_expand", "mamba_d_head"});  // of layers or experts it may lack
  layer attends{.attention = read_heads(c)};
  read_biases(c, attends.attention);
  const count shared = c.number("shared_intermediate_size");
  if (const count routed = c.number("num_local_experts", 0); routed > 0)
    attends.experts = {.routed = routed,
                       .per_token = c.number("num_experts_per_tok"),
                       .width = c.number("intermediate_size"),
                       .shared_width = shared};
  else
    attends.feed_forward = {.width = shared};
  const count layers = layer_number(c);
  const std::string_view types = c.has("layers_block_type") ? "layers_block_type" : "layer_types";
  const std::vector<const tree*> each = c.list(types, layers);
  put_layers(c, into, layers, [&](count place) {
    const bool is_mamba = each.empty() || is_called(c, *each[static_cast<std::size_t>(place)], "mamba", "attention");
    layer one = attends;
    if (!is_mamba) return one;
    one.attention = {};
    one.state_space = read_mamba_2(c, into.hidden);
    return one;
  });
}

// A rank of time steps: a number, or "auto", a sixteenth of the hidden width.
count time_step_rank(const fields& c, std::string_view name, count hidden) {
  const tree* given = c.find(name);
  if (given == nullptr || given->text == "auto") return (hidden + 15) / 16;
  return c.number(name);
}

void read_jamba(const fields& c, transformer& into) {
  read_sizes(c, into);
  const attention a = read_heads(c);
  c.pass_over({"mamba_inner_layernorms"});
  const bool has_biases = c.is("mamba_proj_bias", false);
  const state_space s{.heads = multiply(c.number("mamba_expand", 2), into.hidden),
                      .head_size = 1,
                      .groups = 1,
                      .state_size = c.number("mamba_d_state", 16),
                      .kernel = c.number("mamba_d_conv", 4),
                      .kernel_bias = c.is("mamba_conv_bias", true),
                      .bias = has_biases,
                      .output_bias = has_biases,
                      .norm = false,
                      .time_step_rank = time_step_rank(c, "mamba_dt_rank", into.hidden),
                      .parameter_norms = true};
  const count width = c.number("intermediate_size");
  const count routed = c.number("num_experts", 16);
  const experts e{.routed = routed, .per_token = c.number("num_experts_per_tok", 2), .width = width};
  const count attends_each = c.number("attn_layer_period", 8);
  const count attends_from = c.number("attn_layer_offset", 4);
  const count experts_each = c.number("expert_layer_period", 2);
  const count experts_from = c.number("expert_layer_offset", 1);
  put_layers(c, into, layer_number(c), [&](count place) {
    layer one;
    if (attends_each > 0 && place % attends_each == attends_from)
      one.attention = a;
    else
      one.state_space = s;
    if (routed > 1 && experts_each > 0 && place % experts_each == experts_from)
      one.experts = e;
    else
      one.feed_forward.width = width;
    return one;
  });
}

// Layers of Mamba alone.
void read_mamba(const fields& c, transformer& into) {
  into.vocabulary = c.number("vocab_size");
  into.hidden = c.number("hidden_size|d_model");
  into.context = c.number("max_position_embeddings", 0);
  c.pass_over({"pad_vocab_size_multiple", "rms_norm"});  // vocab_size has the padding, and all norms are RMS
  const bool has_biases = c.is("use_bias", false);
  const count expand = c.number("expand", 2);
  const layer each{
      .state_space = {.heads = c.number("intermediate_size|d_inner", multiply(expand, into.hidden)),
                      .head_size = 1,
                      .groups = 1,
                      .state_size = c.number("state_size", 16),
                      .kernel = c.number("conv_kernel", 4),
                      .kernel_bias = c.is("use_conv_bias", true),
                      .bias = has_biases,
                      .output_bias = has_biases,
                      .norm = false,
                      .time_step_rank = time_step_rank(c, "time_step_rank", into.hidden)}};
  put_layers(c, into, layer_number(c, "num_hidden_layers|n_layer"), [&](count) { return each; });
}

void read_mamba2(const fields& c, transformer& into) {
  into.vocabulary = c.number("vocab_size");
  into.hidden = c.number("hidden_size");
  c.pass_over({"rms_norm"});  // all norms are
  const bool has_biases = c.is("use_bias", false);
  const layer each{.state_space = {.heads = c.number("num_heads"),
                                   .head_size = c.number("head_dim"),
                                   .groups = c.number("n_groups"),
                                   .state_size = c.number("state_size"),
                                   .kernel = c.number("conv_kernel", 4),
                                   .kernel_bias = c.is("use_conv_bias", true),
                                   .bias = has_biases,
                                   .output_bias = has_biases}};
  if (c.number("expand", 2) * into.hidden != each.state_space.inner())
    c.fail("num_heads", "heads and head_dim do not make expand x hidden_size channels");
  put_layers(c, into, layer_number(c), [&](count) { return each; });
}

// The width that a network of LFM2 has of what its configuration says.
count adjusted_width(const fields& c) {
  const count said = c.number("block_ff_dim|intermediate_size");
  if (!c.is("block_auto_adjust_ff_dim", true)) return said;
  const count two_thirds = 2 * said / 3;
  const double widened = c.real("block_ffn_dim_multiplier", 1) * static_cast<double>(two_thirds);
  const count multiple = c.number("block_multiple_of", 256);
  if (multiple == 0) c.fail("block_multiple_of", "0: expected 1 or more");
  return multiply(multiple, (static_cast<count>(math::floor(widened)) + multiple - 1) / multiple);
}

std::vector<bool> layers_that_convolve(const fields& c, count layers) {
  if (c.has("full_attn_idxs") && !c.has("layer_types")) {
    std::vector<bool> attends = places_in(c, "full_attn_idxs", layers);
    attends.flip();
    return attends;
  }
  c.need({"layer_types"});
  return layers_called(c, layers, "conv", [](count) { return false; });
}

void put_convolving(const fields& c, transformer& into, const std::vector<layer>& networks) {
  attention a = read_heads(c);
  a.norm = query_key_norm::per_head;
  const short_convolution s{
      .width = into.hidden, .kernel = c.number("conv_L_cache", 3), .bias = c.is("conv_bias", false)};
  const std::vector<bool> convolves = layers_that_convolve(c, static_cast<count>(networks.size()));
  put_layers(c, into, static_cast<count>(networks.size()), [&](count at) {
    const auto place = static_cast<std::size_t>(at);
    layer one = networks[place];
    if (convolves[place])
      one.short_convolution = s;
    else
      one.attention = a;
    return one;
  });
}

void read_lfm2(const fields& c, transformer& into) {
  read_sizes(c, into);
  c.pass_over({"block_ffn_dim_multiplier", "block_multiple_of", "block_use_swiglu", "block_use_xavier_init", "num_heads",
               "conv_use_xavier_init", "full_attn_idxs", "use_pos_enc", "theta"});
  for (const std::string_view name : {"block_dim", "conv_dim", "conv_dim_out"})
    if (c.number(name, into.hidden) != into.hidden) c.fail(name, "other than hidden_size: expected the same");
  const layer each{.feed_forward = {.width = adjusted_width(c)}};
  put_convolving(c, into, std::vector<layer>(static_cast<std::size_t>(layer_number(c)), each));
}

// The biases that choose experts are a buffer, no parameters.
void read_lfm2_moe(const fields& c, transformer& into) {
  read_sizes(c, into);
  c.pass_over({"use_expert_bias"});
  const count layers = layer_number(c);
  const count dense = c.number("num_dense_layers", 2);
  const layer first{.feed_forward = {.width = c.number("intermediate_size")}};
  const layer other{.experts = read_experts(c, "num_experts", "num_experts_per_tok", "moe_intermediate_size")};
  std::vector<layer> networks;
  for (count place = 0; place < layers; ++place) networks.push_back(place < dense ? first : other);
  put_convolving(c, into, networks);
}

// Lightning attention, with softmax attention in some layers; experts in each.
void read_minimax_01(const fields& c, transformer& into) {
  read_sizes(c, into);
  const attention a = read_heads(c);
  const linear_attention lightning{.key_heads = a.heads,
                                   .value_heads = a.heads,
                                   .key_head_size = a.head_size,
                                   .value_head_size = a.head_size,
                                   .decay = state_decay::fixed,
                                   .norm_of_all_heads = true};
  experts e = read_experts(c, "num_local_experts", "num_experts_per_tok", "intermediate_size");
  e.shared_width = c.number("shared_intermediate_size", 0);
  const count layers = layer_number(c);
  std::vector<bool> attends = c.flags("attn_type_list", layers);
  if (attends.empty())
    attends = layers_called(c, layers, "full_attention", [](count place) { return place % 2 == 0; }, "linear_attention");
  put_layers(c, into, layers, [&](count place) {
    return attends[static_cast<std::size_t>(place)] ? layer{.attention = a, .experts = e}
                                                    : layer{.linear_attention = lightning, .experts = e};
  });
}

// Kimi delta attention, with attention over latents in some layers; experts in all but the first few.
void read_kimi_linear(const fields& c, transformer& into) {
  read_sizes(c, into);
  c.pass_over({"head_dim", "mla_use_nope"});
  attention a{.heads = c.number("num_attention_heads"),
              .value_head_size = c.number("v_head_dim"),
              .query_rank = c.number("q_lora_rank", 0),
              .kv_rank = c.number("kv_lora_rank"),
              .rotary_head_size = c.number("qk_rope_head_dim")};
  a.head_size = add(c.number("qk_nope_head_dim"), a.rotary_head_size);
  const fields l = c.part("linear_attn_config");
  l.need({"full_attn_layers", "kda_layers"});
  const count heads = l.number("num_heads");
  const count size = l.number("head_dim");
  const linear_attention delta{.key_heads = heads,
                               .value_heads = heads,
                               .key_head_size = size,
                               .value_head_size = size,
                               .kernel = l.number("short_conv_kernel_size"),
                               .decay = state_decay::per_key,
                               .rank = size};
  experts e = read_experts(c, "num_experts", "num_experts_per_token", "moe_intermediate_size", "num_shared_experts");
  read_groups(c, e, "num_expert_group");
  e.score_correction = true;
  const count layers = layer_number(c);
  const std::vector<bool> attends = places_in(l, "full_attn_layers", layers + 1);  // counted from 1
  const std::vector<bool> has_experts = layers_with_experts(c, layers);
  if (c.number("num_nextn_predict_layers", 0) > 0) into.leaves_out = "modules that predict further tokens";
  put_layers(c, into, layers, [&](count at) {
    const auto place = static_cast<std::size_t>(at);
    layer one;
    if (attends[place + 1])
      one.attention = a;
    else
      one.linear_attention = delta;
    if (has_experts[place])
      one.experts = e;
    else
      one.feed_forward.width = c.number("intermediate_size");
    return one;
  });
}

}  // namespace

std::span<const architecture> further_architectures_of_hybrids() {
  static constexpr std::array all{
      architecture{"bamba", "BambaForCausalLM", read_bamba},
      architecture{"falcon_h1", "FalconH1ForCausalLM", read_falcon_h1},
      architecture{"falcon_mamba", "FalconMambaForCausalLM", read_mamba, true},
      architecture{"granitemoehybrid", "GraniteMoeHybridForCausalLM", read_granite_hybrid},
      architecture{"jamba", "JambaForCausalLM", read_jamba},
      architecture{"kimi_linear", "KimiLinearForCausalLM", read_kimi_linear},
      architecture{"lfm2", "Lfm2ForCausalLM", read_lfm2, true},
      architecture{"lfm2_moe", "Lfm2MoeForCausalLM", read_lfm2_moe, true},
      architecture{"mamba", "MambaForCausalLM", read_mamba, true},
      architecture{"mamba2", "Mamba2ForCausalLM", read_mamba2},
      architecture{"minimax", "MiniMaxForCausalLM", read_minimax_01},
      architecture{"minimax_m1", "MiniMaxM1ForCausalLM", read_minimax_01},
      architecture{"minimax_text_01", "MiniMaxText01ForCausalLM", read_minimax_01},
  };
  return all;
}

}  // namespace headroom::read::configs
