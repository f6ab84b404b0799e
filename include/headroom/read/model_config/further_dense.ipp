// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <vector>

#include <headroom/read/model_config/architectures.hpp>
#include <headroom/read/model_config/parts.hpp>
#include <headroom/read/common/messages.hpp>

// Dense models near Llama's, with biases, norms or names of their own.
namespace headroom::read::configs {

namespace {

// One key for the biases of all projections: of the attention, of the network, or of both.
void read_internlm(const fields& c, transformer& into) {
  layer each = read_dense_layer(c, into);
  each.attention.query_key_value_bias = each.attention.output_bias = c.is("bias", true);
  put_alike(c, into, each);
}

void read_internlm3(const fields& c, transformer& into) {
  layer each = read_dense_layer(c, into);
  each.attention.query_key_value_bias = c.is("qkv_bias", false);
  each.attention.output_bias = each.feed_forward.bias = c.is("bias", false);
  put_alike(c, into, each);
}

void read_ernie(const fields& c, transformer& into) {
  layer each = read_dense_layer(c, into, 128);
  each.attention.query_key_value_bias = each.attention.output_bias = each.feed_forward.bias = c.is("use_bias", false);
  put_alike(c, into, each);
}

void read_seed(const fields& c, transformer& into) {
  layer each = read_dense_layer(c, into, 128);
  each.attention.query_key_value_bias = c.is("attention_bias", true);
  each.attention.output_bias = c.is("attention_out_bias", false);
  each.feed_forward.bias = c.is("mlp_bias", false);
  put_alike(c, into, each);
}

void read_hunyuan(const fields& c, transformer& into) {
  layer each = read_dense_layer(c, into);
  refuse_shared_caches(c, into);
  c.pass_over({"cla_share_factor", "dense_list", "norm_type", "attention_head_dim"});
  if (c.is("use_qk_norm", true)) each.attention.norm = query_key_norm::per_head;
  read_biases(c, each.attention);
  put_alike(c, into, each);
}

void read_exaone(const fields& c, transformer& into) {
  into.vocabulary = c.number("vocab_size");
  into.hidden = c.number("hidden_size");
  into.context = c.number("max_position_embeddings", 0);
  const layer each{.attention = read_heads(c),
                   .feed_forward = {.width = c.number("intermediate_size", multiply(4, into.hidden))}};
  put_layers(c, into, layer_number(c, "num_layers|num_hidden_layers"), [&](count) { return each; });
}

// A window in the layers that layer_types calls so. Where that is not there, sliding_window_pattern says that each so
// many-th has none, or spells a period of local and global layers.
void put_with_windows(const fields& c, transformer& into, const layer& each, count window, count every) {
  const count layers = layer_number(c);
  const tree* pattern = c.find("sliding_window_pattern");
  std::string_view letters;
  if (pattern != nullptr && pattern->is_string()) {
    letters = pattern->text;
    if (letters.empty() || letters.find_first_not_of("LG") != std::string_view::npos)
      c.fail(*pattern, concat(description_of(*pattern), ": expected a number, or L and G for local and global layers"));
  } else {
    every = c.number("sliding_window_pattern", every);
  }
  const std::vector<bool> is_local = layers_called(c, layers, "sliding_attention", [&](count place) {
    if (letters.empty()) return every > 0 && (place + 1) % every != 0;
    return place + 1 != layers && letters[static_cast<std::size_t>(place) % letters.size()] == 'L';
  });
  put_with_window(c, into, each, is_local, window);
}

// Norms behind each part, not before; normed queries and keys.
void read_exaone4(const fields& c, transformer& into) {
  layer each = read_dense_layer(c, into);
  each.attention.norm = query_key_norm::per_head;
  put_with_windows(c, into, each, window_of(c, 4'096), 4);
}

// Norms without weights.
void read_olmo(const fields& c, transformer& into) {
  layer each = read_dense_layer(c, into);
  into.norm = norm_kind::without_weights;
  read_biases(c, each.attention);
  put_alike(c, into, each);
}

void read_olmo2(const fields& c, transformer& into) {
  layer each = read_dense_layer(c, into);
  each.attention.norm = query_key_norm::per_layer;
  read_biases(c, each.attention);
  put_alike(c, into, each);
}

void read_olmo3(const fields& c, transformer& into) {
  layer each = read_dense_layer(c, into);
  each.attention.norm = query_key_norm::per_layer;
  read_biases(c, each.attention);
  put_with_windows(c, into, each, window_of(c, 4'096), 4);
}

void read_smollm3(const fields& c, transformer& into) {
  layer each = read_dense_layer(c, into);
  read_biases(c, each.attention);
  each.feed_forward.bias = c.is("mlp_bias", false);
  put_with_windows(c, into, each, c.is("use_sliding_window", false) ? window_of(c, 0) : 0, 0);
}

// Skips from block to block have no weights.
void read_solar(const fields& c, transformer& into) {
  layer each = read_dense_layer(c, into);
  each.attention.window = window_of(c, 2'047);
  read_biases(c, each.attention);
  each.feed_forward.bias = c.is("mlp_bias", false);
  c.pass_over({"bskcn_1", "bskcn_2", "bskcn_3", "bskcn_4", "bskcn_tv"});
  put_alike(c, into, each);
}

// Two matrices and no gate.
void read_arcee(const fields& c, transformer& into) {
  layer each = read_dense_layer(c, into);
  each.feed_forward.gated = false;
  read_biases(c, each.attention);
  each.feed_forward.bias = c.is("mlp_bias", false);
  put_alike(c, into, each);
}

// Normed queries and keys; xIELU has two learned numbers a layer.
void read_apertus(const fields& c, transformer& into) {
  layer each = read_dense_layer(c, into);
  if (c.is("qk_norm", true)) each.attention.norm = query_key_norm::per_head;
  each.feed_forward.gated = false;
  const tree* activation = c.find("hidden_act");
  if (activation == nullptr || activation->text == "xielu") each.feed_forward.activation_numbers = 2;
  read_biases(c, each.attention);
  each.feed_forward.bias = c.is("mlp_bias", false);
  c.pass_over({"post_norm"});  // as many norms, wherever they stand
  put_alike(c, into, each);
}

// A module that predicts a further token is a layer with two norms and a projection before it.
void read_mimo(const fields& c, transformer& into) {
  layer each = read_dense_layer(c, into);
  each.attention.query_key_value_bias = c.is("attention_bias", true);
  if (c.is("use_sliding_window", false)) into.missing = "which layers have a sliding window (use_sliding_window)";
  const layer_list found = put_layers(c, into, layer_number(c), [&](count) { return each; });
  predict_with(into, found, c.number("num_nextn_predict_layers", 0), each);
}

// The first Qwen: intermediate_size is of both matrices into the network together.
void read_qwen(const fields& c, transformer& into) {
  read_sizes(c, into);
  const count heads = c.number("num_attention_heads");
  const bool has_biases = !c.is("no_bias", true);
  into.context = c.number("seq_length|max_position_embeddings", 0);
  const count width = c.number("intermediate_size");
  if (width % 2 != 0) c.fail("intermediate_size", concat(width, ": expected an even number"));
  put_alike(c, into,
            {.attention = {.heads = heads,
                           .kv_heads = heads,
                           .head_size = c.number("kv_channels"),
                           .query_key_value_bias = true,
                           .output_bias = has_biases},
             .feed_forward = {.width = width / 2, .bias = has_biases}});
}

void read_chatglm(const fields& c, transformer& into) {
  into.vocabulary = c.number("padded_vocab_size|vocab_size");
  into.hidden = c.number("hidden_size");
  into.context = c.number("seq_length", 0);
  into.norm = c.is("rmsnorm", true) ? norm_kind::rms : norm_kind::layer;
  into.final_norm = c.is("post_layer_norm", true);
  attention a{.heads = c.number("num_attention_heads"), .head_size = c.number("kv_channels")};
  c.pass_over({"multi_query_group_num"});  // of no groups
  a.kv_heads = c.is("multi_query_attention", false) ? c.number("multi_query_group_num", 1) : a.heads;
  const bool has_biases = c.is("add_bias_linear", false);
  a.query_key_value_bias = has_biases || c.is("add_qkv_bias", false);
  a.output_bias = has_biases;
  const layer each{.attention = a, .feed_forward = {.width = c.number("ffn_hidden_size"), .bias = has_biases}};
  put_layers(c, into, layer_number(c, "num_layers"), [&](count) { return each; });
}

// As Llama.
void read_plain(const fields& c, transformer& into) {
  layer each = read_dense_layer(c, into);
  read_biases(c, each.attention);
  each.feed_forward.bias = c.is("mlp_bias", false);
  put_alike(c, into, each);
}

// As Llama, with layer norms.
void read_orion(const fields& c, transformer& into) {
  read_plain(c, into);
  into.norm = norm_kind::layer;
}

// BitNet: a norm of the heads' outputs and one inside the network.
void read_bitnet(const fields& c, transformer& into) {
  layer each = read_dense_layer(c, into);
  read_biases(c, each.attention);
  each.attention.output_norm = each.feed_forward.norm = true;
  put_alike(c, into, each);
}

// DeciLM: heads of keys and values layer by layer.
void read_deci(const fields& c, transformer& into) {
  read_sizes(c, into);
  const count layers = layer_number(c);
  const std::vector<count> kv_heads = c.numbers("num_key_value_heads_per_layer", layers, c.number("num_key_value_heads", c.number("num_attention_heads")));
  layer each{.attention = read_heads(c), .feed_forward = {.width = c.number("intermediate_size")}};
  read_biases(c, each.attention);
  put_layers(c, into, layers, [&](count place) {
    each.attention.kv_heads = kv_heads[static_cast<std::size_t>(place)];
    return each;
  });
}

// nanochat: norms without weights, one of them behind the embedding, and networks without a gate.
void read_nanochat(const fields& c, transformer& into) {
  read_sizes(c, into);
  into.norm = norm_kind::without_weights;
  layer each{.attention = read_heads(c), .feed_forward = {.width = c.number("intermediate_size"), .gated = false}};
  read_biases(c, each.attention);
  put_alike(c, into, each);
}

}  // namespace

std::span<const architecture> further_dense_architectures() {
  static constexpr std::array all{
      architecture{"apertus", "ApertusForCausalLM", read_apertus},
      architecture{"aquila", "AquilaForCausalLM AquilaModel", read_plain},
      architecture{"arcee", "ArceeForCausalLM", read_arcee},
      architecture{"baichuan", "BaichuanForCausalLM BaiChuanForCausalLM", read_plain},
      architecture{"bitnet", "BitNetForCausalLM", read_bitnet, true},
      architecture{"chatglm", "ChatGLMModel ChatGLMForConditionalGeneration", read_chatglm},
      architecture{"deci", "DeciLMForCausalLM", read_deci},
      architecture{"ernie4_5", "Ernie4_5ForCausalLM Ernie4_5_ForCausalLM", read_ernie, true},
      architecture{"exaone", "ExaoneForCausalLM", read_exaone},
      architecture{"exaone4", "Exaone4ForCausalLM", read_exaone4},
      architecture{"granite", "GraniteForCausalLM", read_plain},
      architecture{"helium", "HeliumForCausalLM", read_plain},
      architecture{"hunyuan_v1_dense", "HunYuanDenseV1ForCausalLM", read_hunyuan},
      architecture{"internlm", "InternLMForCausalLM", read_internlm},
      architecture{"internlm2", "InternLM2ForCausalLM", read_internlm},
      architecture{"internlm3", "InternLM3ForCausalLM", read_internlm3},
      architecture{"mimo", "MiMoForCausalLM", read_mimo},
      architecture{"minicpm", "MiniCPMForCausalLM", read_plain, true},
      architecture{"nanochat", "NanoChatForCausalLM", read_nanochat},
      architecture{"olmo", "OlmoForCausalLM", read_olmo},
      architecture{"olmo2", "Olmo2ForCausalLM", read_olmo2},
      architecture{"olmo3", "Olmo3ForCausalLM", read_olmo3},
      architecture{"orion", "OrionForCausalLM", read_orion},
      architecture{"qwen", "QWenLMHeadModel", read_qwen},
      architecture{"seed_oss", "SeedOssForCausalLM", read_seed},
      architecture{"smollm3", "SmolLM3ForCausalLM", read_smollm3, true},
      architecture{"solar", "SolarForCausalLM", read_solar},
      architecture{"xverse", "XverseForCausalLM", read_plain},
      architecture{"Yi", "YiForCausalLM", read_plain},
  };
  return all;
}

}  // namespace headroom::read::configs
