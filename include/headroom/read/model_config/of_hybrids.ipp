// SPDX-License-Identifier: BSL-1.0
#pragma once


#include <array>
#include <cstddef>
#include <headroom/model/models/nvidia.hpp>
#include <vector>

#include <headroom/read/model_config/architectures.hpp>
#include <headroom/read/model_config/parts.hpp>
#include <headroom/read/own/reader.hpp>
#include <headroom/read/common/messages.hpp>

// Models with state-space layers or linear attention among their layers.
namespace headroom::read::configs {

namespace {

// A letter for each layer: M Mamba-2, * attention, - feed-forward, E experts.
std::string pattern_of(const fields& c) {
  if (const tree* types = c.find("layers_block_type")) {
    if (!types->is_list()) c.fail(*types, concat(description_of(*types), ": expected a list"));
    std::string pattern;
    for (const tree* each : types->items) {
      const std::string_view word = each->text;
      const char letter = word == "mamba"       ? 'M'
                          : word == "attention" ? '*'
                          : word == "mlp"       ? '-'
                          : word == "moe"       ? 'E'
                                                : 0;
      if (letter == 0)
        c.fail(*each, concat(description_of(*each), ": expected \"mamba\", \"attention\", \"mlp\" or \"moe\""));
      pattern += letter;
    }
    return pattern;
  }
  c.need({"hybrid_override_pattern"});
  const std::string_view pattern = c.text("hybrid_override_pattern");
  if (pattern.find_first_not_of("M*-E") != std::string_view::npos)
    c.fail("hybrid_override_pattern", "a letter of no kind of layer: expected M, *, - or E for each layer");
  return std::string(pattern);
}

layer layer_of(const fields& c, char letter) {
  if (letter == 'M')
    return {.state_space = {.heads = c.number("mamba_num_heads"),
                            .head_size = c.number("mamba_head_dim"),
                            .groups = c.number("n_groups"),
                            .state_size = c.number("ssm_state_size"),
                            .kernel = c.number("conv_kernel", 4),
                            .kernel_bias = c.is("use_conv_bias", true),
                            .bias = c.is("use_bias", false) || c.is("mamba_proj_bias", false),
                            .output_bias = c.is("use_bias", false) || c.is("mamba_proj_bias", false)}};
  if (letter == '-')
    return {.feed_forward = {.width = c.number("intermediate_size"), .gated = false, .bias = c.is("mlp_bias", false)}};
  if (letter == 'E') {
    layer made{.experts = {.routed = c.number("n_routed_experts"),
                           .per_token = c.number("num_experts_per_tok"),
                           .width = c.number("moe_intermediate_size"),
                           .shared_width = c.number("moe_shared_expert_intermediate_size", 0),
                           .latent = c.number("moe_latent_size", 0),
                           .gated = false,
                           .bias = c.is("mlp_bias", false),
                           .score_correction = true}};
    read_groups(c, made.experts);
    return made;
  }
  attention a{.heads = c.number("num_attention_heads")};
  a.kv_heads = c.number("num_key_value_heads", a.heads);
  a.head_size = c.number("attention_head_dim|head_dim", 128);
  read_biases(c, a);
  return {.attention = a};
}

void read_nemotron_h(const fields& c, transformer& into) {
  read_sizes(c, into, {});
  const std::string pattern = pattern_of(c);
  const auto layers = static_cast<count>(pattern.size());
  c.pass_over({"expand", "hybrid_override_pattern", "n_groups", "mamba_num_heads", "mamba_head_dim", "ssm_state_size",
               "conv_kernel", "use_conv_bias", "n_routed_experts", "num_experts_per_tok", "moe_intermediate_size",
               "moe_shared_expert_intermediate_size", "n_shared_experts", "mtp_hybrid_override_pattern", "mtp_layers_block_type", "attention_head_dim", "head_dim"});
  if (layers == 0) c.fail(c.object(), "a pattern of no layers: expected one letter or word for each");
  if (layers > most_layers) c.fail(c.object(), concat(layers, " layers: expected at most ", most_layers));
  if (c.number("num_hidden_layers", layers) != layers)
    c.fail("num_hidden_layers", concat("other than the ", layers, " layers of the pattern"));
  put_layers(c, into, layers, [&](count place) { return layer_of(c, pattern[static_cast<std::size_t>(place)]); });
  if (c.number("num_nextn_predict_layers", 0) > 0) into.leaves_out = models::nemotron_3_super_120b_a12b.leaves_out;
}

void read_nemotron_nas(const fields& c, transformer& into) {
  read_sizes(c, into);
  put_alike(c, into, {.attention = read_heads(c)});
  into.missing = models::llama3_3_nemotron_super_49b_v1.missing;
}

experts read_experts_of_qwen(const fields& c) {
  return {.routed = c.number("num_experts|num_local_experts"),
          .per_token = c.number("num_experts_per_tok"),
          .width = c.number("moe_intermediate_size"),
          .shared_width = c.number("shared_expert_intermediate_size"),
          .shared_gate = true};
}

// Three layers of linear attention and one of softmax attention with a gate of its output; a dense network or experts in each.
void put_layers_of_qwen(const fields& c, transformer& into, bool with_experts) {
  read_sizes(c, into);
  layer full{.attention = read_heads(c, 256)};
  if (with_experts) {
    full.experts = read_experts_of_qwen(c);
  } else {
    full.feed_forward.width = c.number("intermediate_size");
  }
  full.attention.norm = query_key_norm::per_head;
  full.attention.output_gate = c.is("attn_output_gate", true);
  read_biases(c, full.attention);
  const linear_attention linear{.key_heads = c.number("linear_num_key_heads"),
                                .value_heads = c.number("linear_num_value_heads"),
                                .key_head_size = c.number("linear_key_head_dim"),
                                .value_head_size = c.number("linear_value_head_dim"),
                                .kernel = c.number("linear_conv_kernel_dim")};
  const count layers = layer_number(c);
  const count interval = c.number("full_attention_interval", 4);
  const std::vector<bool> is_linear = layers_called(
      c, layers, "linear_attention", [&](count place) { return interval == 0 || (place + 1) % interval != 0; });
  const std::vector<bool> has_experts =
      with_experts ? qwen_layers_with_experts(c, layers) : std::vector<bool>(static_cast<std::size_t>(layers));
  const layer_list found = put_layers(c, into, layers, [&](count at) {
    const auto place = static_cast<std::size_t>(at);
    layer one = full;
    if (is_linear[place]) {
      one.attention = {};
      one.linear_attention = linear;
    }
    if (!has_experts[place]) {
      one.experts = {};
      one.feed_forward.width = c.number("intermediate_size");
    }
    return one;
  });
  const count predicting = c.number("mtp_num_hidden_layers", 0);
  if (predicting == 1) predict_with(into, found, 1, full);
  if (predicting > 1) into.leaves_out = "a module that predicts further tokens";
}

void read_qwen3_5(const fields& c, transformer& into) { put_layers_of_qwen(c, into, false); }

void read_qwen3_5_moe(const fields& c, transformer& into) { put_layers_of_qwen(c, into, true); }

void read_qwen3_next(const fields& c, transformer& into) {
  read_qwen3_5_moe(c, into);
  // The checkpoints have one, and their configurations do not say so.
  if (into.predicts.modules == 0) into.leaves_out = "a module that predicts a further token";
}

}  // namespace

std::span<const architecture> architectures_of_hybrids() {
  static constexpr std::array all{
      architecture{"nemotron_h", "NemotronHForCausalLM", read_nemotron_h},
      architecture{"nemotron-nas", "DeciLMForCausalLM", read_nemotron_nas},
      architecture{"qwen3_next", "Qwen3NextForCausalLM", read_qwen3_next},
      architecture{"qwen3_5_text", "Qwen3_5ForCausalLM", read_qwen3_5},
      architecture{"qwen3_5_moe_text", "Qwen3_5MoeForCausalLM", read_qwen3_5_moe},
  };
  return all;
}

}  // namespace headroom::read::configs
