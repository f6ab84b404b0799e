// SPDX-License-Identifier: BSL-1.0
#pragma once


#include <array>

#include <headroom/read/model_config/architectures.hpp>
#include <headroom/read/model_config/parts.hpp>
#include <headroom/read/common/messages.hpp>

// GPT-2 and what came after it: layer norms, networks without a gate, mostly biases.
namespace headroom::read::configs {

namespace {

constexpr attention heads_with_biases(count heads, count head_size) {
  return {.heads = heads, .kv_heads = heads, .head_size = head_size, .query_key_value_bias = true, .output_bias = true};
}

void read_gpt2(const fields& c, transformer& into) {
  c.need({"vocab_size", "n_embd|hidden_size", "n_layer|num_hidden_layers", "n_head|num_attention_heads",
          "n_positions|max_position_embeddings"});
  into.vocabulary = c.number("vocab_size");
  into.hidden = c.number("n_embd|hidden_size");
  into.context = into.learned_positions = c.number("n_positions|max_position_embeddings");
  into.norm = norm_kind::layer;
  if (c.is("add_cross_attention", false)) into.missing = "the attention to an encoder (add_cross_attention)";
  const count head_size = divided_among_heads(c, into.hidden, "n_head|num_attention_heads");
  const layer each{
      .attention = heads_with_biases(c.number("n_head|num_attention_heads"), head_size),
      .feed_forward = {.width = c.number("n_inner", multiply(4, into.hidden)), .gated = false, .bias = true}};
  put_layers(c, into, layer_number(c, "n_layer|num_hidden_layers"), [&](count) { return each; });
}

// Attention and network read one norm; biases in the network and of the head alone.
void read_gptj(const fields& c, transformer& into) {
  c.need({"vocab_size", "n_embd", "n_layer", "n_head"});
  into.vocabulary = c.number("vocab_size");
  into.hidden = c.number("n_embd");
  into.context = c.number("n_positions", 0);
  into.norm = norm_kind::layer;
  into.one_norm_per_layer = true;
  into.head_bias = true;
  const count heads = c.number("n_head");
  const layer each{
      .attention = {.heads = heads, .kv_heads = heads, .head_size = divided_among_heads(c, into.hidden, "n_head")},
      .feed_forward = {.width = c.number("n_inner", multiply(4, into.hidden)), .gated = false, .bias = true}};
  put_layers(c, into, layer_number(c, "n_layer"), [&](count) { return each; });
}

void read_gpt_neox(const fields& c, transformer& into) {
  read_sizes(c, into, {"vocab_size", "hidden_size", "num_hidden_layers", "num_attention_heads", "intermediate_size"});
  into.norm = norm_kind::layer;
  layer each{.attention = heads_with_biases(c.number("num_attention_heads"),
                                            divided_among_heads(c, into.hidden, "num_attention_heads")),
             .feed_forward = {.width = c.number("intermediate_size"), .gated = false, .bias = true}};
  read_biases(c, each.attention, true);
  put_alike(c, into, each);
}

void read_bloom(const fields& c, transformer& into) {
  c.need({"vocab_size", "n_embed|hidden_size", "n_layer|num_hidden_layers", "n_head|num_attention_heads"});
  into.vocabulary = c.number("vocab_size");
  into.hidden = c.number("n_embed|hidden_size");
  into.context = c.number("seq_length", 0);
  into.norm = norm_kind::layer;
  into.embedding_norm = true;
  const count head_size = divided_among_heads(c, into.hidden, "n_head|num_attention_heads");
  const layer each{.attention = heads_with_biases(c.number("n_head|num_attention_heads"), head_size),
                   .feed_forward = {.width = multiply(4, into.hidden), .gated = false, .bias = true}};
  put_layers(c, into, layer_number(c, "n_layer|num_hidden_layers"), [&](count) { return each; });
}

void read_opt(const fields& c, transformer& into) {
  read_sizes(
      c, into,
      {"vocab_size", "hidden_size", "num_hidden_layers", "num_attention_heads", "ffn_dim", "max_position_embeddings"});
  into.learned_positions = add(into.context, 2);  // its table of positions starts two rows late
  into.norm = norm_kind::layer;
  if (c.number("word_embed_proj_dim", into.hidden) != into.hidden)
    into.missing = "the projections of an embedding of another width (word_embed_proj_dim)";
  if (!c.is("do_layer_norm_before", true)) into.missing = "layer norms after each part (do_layer_norm_before)";
  if (!c.is("layer_norm_elementwise_affine", true))
    into.missing = "layer norms without weights (layer_norm_elementwise_affine)";
  const bool has_biases = c.is("enable_bias", true);
  layer each{.attention = heads_with_biases(c.number("num_attention_heads"),
                                            divided_among_heads(c, into.hidden, "num_attention_heads")),
             .feed_forward = {.width = c.number("ffn_dim"), .gated = false, .bias = has_biases}};
  each.attention.query_key_value_bias = each.attention.output_bias = has_biases;
  put_alike(c, into, each);
}

void read_mpt(const fields& c, transformer& into) {
  c.need({"vocab_size", "d_model", "n_layers", "n_heads", "attn_config"});
  const fields attended = c.inside("attn_config");
  attended.need({"alibi"});
  into.vocabulary = c.number("vocab_size");
  into.hidden = c.number("d_model");
  into.context = c.number("max_seq_len", 0);
  const bool has_biases = !c.is("no_bias", true);
  into.norm = has_biases ? norm_kind::layer : norm_kind::layer_without_bias;
  if (!attended.is("alibi", true) && c.is("learned_pos_emb", true)) into.learned_positions = into.context;
  if (attended.is("qk_ln", false)) into.missing = "the norms of queries and keys (qk_ln)";
  const std::string_view type = attended.text("attn_type");
  if (!type.empty() && type != "multihead_attention")
    attended.fail("attn_type", concat(in_quotes(type), ": expected \"multihead_attention\""));
  attention a = heads_with_biases(c.number("n_heads"), divided_among_heads(c, into.hidden, "n_heads"));
  a.query_key_value_bias = a.output_bias = has_biases;
  const layer each{
      .attention = a,
      .feed_forward = {
          .width = multiply(c.number("expansion_ratio", 4), into.hidden), .gated = false, .bias = has_biases}};
  put_layers(c, into, layer_number(c, "n_layers"), [&](count) { return each; });
}

void read_falcon(const fields& c, transformer& into) {
  read_sizes(c, into, {"vocab_size", "hidden_size", "num_hidden_layers", "num_attention_heads"});
  into.norm = norm_kind::layer;
  attention a{.heads = c.number("num_attention_heads")};
  a.head_size = divided_among_heads(c, into.hidden, "num_attention_heads");
  const bool is_new = c.is("new_decoder_architecture", false);
  a.kv_heads = is_new ? c.number("num_kv_heads", a.heads) : c.is("multi_query", true) ? 1 : a.heads;
  into.one_norm_per_layer = is_new ? c.number("num_ln_in_parallel_attn", 2) == 1 : c.is("parallel_attn", true);
  a.query_key_value_bias = a.output_bias = c.is("bias", false);
  put_alike(
      c, into,
      {.attention = a,
       .feed_forward = {
           .width = c.number("ffn_hidden_size", multiply(4, into.hidden)), .gated = false, .bias = a.output_bias}});
}

// One norm a layer; biases everywhere.
void read_phi(const fields& c, transformer& into) {
  read_sizes(c, into, {"vocab_size", "hidden_size", "num_hidden_layers", "num_attention_heads", "intermediate_size"});
  into.norm = norm_kind::layer;
  into.one_norm_per_layer = true;
  into.head_bias = true;
  if (c.is("qk_layernorm", false)) into.missing = "the layer norms of queries and keys (qk_layernorm)";
  attention a = read_heads(c);
  a.query_key_value_bias = a.output_bias = true;
  put_alike(c, into,
            {.attention = a, .feed_forward = {.width = c.number("intermediate_size"), .gated = false, .bias = true}});
}

void read_nemotron(const fields& c, transformer& into) {
  read_sizes(c, into, {"vocab_size", "hidden_size", "num_hidden_layers", "num_attention_heads", "intermediate_size"});
  into.norm = norm_kind::layer;
  layer each{.attention = read_heads(c),
             .feed_forward = {.width = c.number("intermediate_size"), .gated = false, .bias = c.is("mlp_bias", false)}};
  read_biases(c, each.attention);
  put_alike(c, into, each);
}

// Command R: one norm without biases a layer.
void read_cohere(const fields& c, transformer& into) {
  read_sizes(c, into, {"vocab_size", "hidden_size", "num_hidden_layers", "num_attention_heads", "intermediate_size"});
  into.norm = norm_kind::layer_without_bias;
  into.one_norm_per_layer = true;
  layer each{.attention = read_heads(c), .feed_forward = {.width = c.number("intermediate_size")}};
  if (c.is("use_qk_norm", false)) each.attention.norm = query_key_norm::per_layer;
  read_biases(c, each.attention);
  put_alike(c, into, each);
}

}  // namespace

std::span<const architecture> architectures_like_gpt() {
  static constexpr std::array all{
      architecture{"gpt2", "GPT2LMHeadModel", read_gpt2, true},
      architecture{"gptj", "GPTJForCausalLM", read_gptj},
      architecture{"gpt_neox", "GPTNeoXForCausalLM", read_gpt_neox},
      architecture{"bloom", "BloomForCausalLM", read_bloom, true},
      architecture{"opt", "OPTForCausalLM", read_opt, true},
      architecture{"mpt", "MPTForCausalLM MptForCausalLM", read_mpt, true},
      architecture{"falcon", "FalconForCausalLM", read_falcon, true},
      architecture{"phi", "PhiForCausalLM", read_phi},
      architecture{"nemotron", "NemotronForCausalLM", read_nemotron},
      architecture{"cohere", "CohereForCausalLM", read_cohere, true},
  };
  return all;
}

}  // namespace headroom::read::configs
