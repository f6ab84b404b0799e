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
  read_sizes(c, into);
  into.norm = norm_kind::layer;
  layer each{.attention = heads_with_biases(c.number("num_attention_heads"),
                                            divided_among_heads(c, into.hidden, "num_attention_heads")),
             .feed_forward = {.width = c.number("intermediate_size"), .gated = false, .bias = true}};
  c.pass_over({"use_parallel_residual"});  // two norms a layer all the same
  read_biases(c, each.attention, true);
  put_alike(c, into, each);
}

void read_bloom(const fields& c, transformer& into) {
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
  read_sizes(c, into);
  c.need({"max_position_embeddings"});
  into.learned_positions = add(into.context, 2);  // its table of positions starts two rows late
  into.norm = norm_kind::layer;
  if (const count width = c.number("word_embed_proj_dim", into.hidden); width != into.hidden)
    into.embedding_width = width;
  into.final_norm = c.is("do_layer_norm_before", true) && !c.is("_remove_final_layer_norm", false);
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
  const fields attended = c.part("attn_config");
  attended.need({"alibi"});
  attended.pass_over({"attn_impl", "attn_uses_sequence_id", "alibi_bias_max"});
  into.vocabulary = c.number("vocab_size");
  into.hidden = c.number("d_model");
  into.context = c.number("max_seq_len", 0);
  const bool has_biases = !c.is("no_bias", true);
  into.norm = has_biases ? norm_kind::layer : norm_kind::layer_without_bias;
  if (const std::string_view norm = c.text("norm_type"); !norm.empty() && !norm.ends_with("layernorm"))
    c.fail("norm_type", concat(in_quotes(norm), ": expected a layer norm, such as \"low_precision_layernorm\""));
  const bool learns = c.is("learned_pos_emb", true);
  if (!attended.is("alibi", true) && learns) into.learned_positions = into.context;
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
  read_sizes(c, into, {});
  into.norm = norm_kind::layer;
  attention a{.heads = c.number("num_attention_heads|n_head")};
  a.head_size = divided_among_heads(c, into.hidden, "num_attention_heads|n_head");
  const bool is_new = c.is("new_decoder_architecture", false);
  c.pass_over({"multi_query", "parallel_attn", "num_kv_heads", "n_head_kv", "num_ln_in_parallel_attn"});  // of the other design
  c.pass_over({"alibi"});  // positions are rotations or slopes, neither of which is a weight
  a.kv_heads = is_new ? c.number("num_kv_heads|n_head_kv", a.heads) : c.is("multi_query", true) ? 1 : a.heads;
  into.one_norm_per_layer = is_new ? c.number("num_ln_in_parallel_attn", 2) == 1 : c.is("parallel_attn", true);
  a.query_key_value_bias = a.output_bias = c.is("bias", false);
  const layer each{
      .attention = a,
      .feed_forward = {
          .width = c.number("ffn_hidden_size", multiply(4, into.hidden)), .gated = false, .bias = a.output_bias}};
  put_layers(c, into, layer_number(c, "num_hidden_layers|n_layer"), [&](count) { return each; });
}

// One norm a layer; biases everywhere.
void read_phi(const fields& c, transformer& into) {
  read_sizes(c, into);
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
  read_sizes(c, into);
  into.norm = norm_kind::layer;
  layer each{.attention = read_heads(c),
             .feed_forward = {.width = c.number("intermediate_size"), .gated = false, .bias = c.is("mlp_bias", false)}};
  read_biases(c, each.attention);
  put_alike(c, into, each);
}

// Command R: one norm without biases a layer.
void read_cohere(const fields& c, transformer& into) {
  layer each = read_dense_layer(c, into);
  into.norm = norm_kind::layer_without_bias;
  into.one_norm_per_layer = true;
  if (c.is("use_qk_norm", false)) each.attention.norm = query_key_norm::per_layer;
  read_biases(c, each.attention);
  put_alike(c, into, each);
}

// A window in all layers but each so many-th.
void read_cohere2(const fields& c, transformer& into) {
  layer each = read_dense_layer(c, into);
  into.norm = norm_kind::layer_without_bias;
  into.one_norm_per_layer = true;
  read_biases(c, each.attention);
  c.pass_over({"order_of_interleaved_layers", "use_embedding_sharing", "use_gated_activation", "use_parallel_block",
               "use_qk_norm"});  // as the class has them
  const count every = c.number("sliding_window_pattern|_sliding_window_pattern|layer_switch", 4);
  const count window = window_of(c, 4'096);
  const count layers = layer_number(c);
  const std::vector<bool> is_local = layers_called(c, layers, "sliding_attention", [&](count place) {
    return every > 0 && (place + 1) % every != 0;
  });
  put_with_window(c, into, each, is_local, window);
}

void read_gpt_bigcode(const fields& c, transformer& into) {
  into.vocabulary = c.number("vocab_size");
  into.hidden = c.number("n_embd");
  into.context = into.learned_positions = c.number("n_positions");
  into.norm = norm_kind::layer;
  attention a = heads_with_biases(c.number("n_head"), divided_among_heads(c, into.hidden, "n_head"));
  if (c.is("multi_query", true)) a.kv_heads = 1;
  const layer each{
      .attention = a,
      .feed_forward = {.width = c.number("n_inner", multiply(4, into.hidden)), .gated = false, .bias = true}};
  put_layers(c, into, layer_number(c, "n_layer"), [&](count) { return each; });
}

void expect_word(const fields& c, std::string_view name, std::string_view word) {
  if (const std::string_view given = c.text(name); !given.empty() && given != word)
    c.fail(name, concat(in_quotes(given), " is not known here: expected \"", word, "\""));
}

void read_starcoder2(const fields& c, transformer& into) {
  read_sizes(c, into);
  expect_word(c, "norm_type", "layer_norm");
  expect_word(c, "mlp_type", "default");
  into.norm = norm_kind::layer;
  layer each{.attention = read_heads(c), .feed_forward = {.width = c.number("intermediate_size"), .gated = false}};
  each.attention.query_key_value_bias = each.attention.output_bias = each.feed_forward.bias = c.is("use_bias", true);
  each.attention.window = window_of(c, 0);
  put_alike(c, into, each);
}

// A gated network; a norm of each head's queries and of its keys where they are normed.
void read_stablelm(const fields& c, transformer& into) {
  layer each = read_dense_layer(c, into);
  into.norm = norm_kind::layer;
  into.one_norm_per_layer = c.is("use_parallel_residual", false);
  each.attention.query_key_value_bias = c.is("use_qkv_bias", false);
  if (c.is("qk_layernorm", false)) each.attention.norm = query_key_norm::per_layer;
  put_alike(c, into, each);
}

// A bias of the attention's output alone.
void read_gpt_neo(const fields& c, transformer& into) {
  into.vocabulary = c.number("vocab_size");
  into.hidden = c.number("hidden_size");
  into.context = into.learned_positions = c.number("max_position_embeddings");
  into.norm = norm_kind::layer;
  const count heads = c.number("num_heads");
  const layer each{
      .attention = {.heads = heads,
                    .kv_heads = heads,
                    .head_size = divided_among_heads(c, into.hidden, "num_heads"),
                    .output_bias = true},
      .feed_forward = {
          .width = c.number("intermediate_size", multiply(4, into.hidden)), .gated = false, .bias = true}};
  const count layers = layer_number(c, "num_layers");
  const count window = c.number("window_size", 256);
  c.pass_over({"attention_types"});
  std::vector<bool> is_local;
  if (c.has("attention_layers")) {
    for (const tree* one : c.list("attention_layers", layers)) is_local.push_back(is_called(c, *one, "local", "global"));
  } else {
    // attention_types is the same in another form; where neither is there, they alternate.
    for (count place = 0; place < layers; ++place) is_local.push_back(place % 2 == 1);
  }
  put_with_window(c, into, each, is_local, window);
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
      architecture{"codegen", "CodeGenForCausalLM", read_gptj},
      architecture{"cohere", "CohereForCausalLM", read_cohere, true},
      architecture{"cohere2", "Cohere2ForCausalLM", read_cohere2, true},
      architecture{"gpt_bigcode", "GPTBigCodeForCausalLM", read_gpt_bigcode, true},
      architecture{"gpt_neo", "GPTNeoForCausalLM", read_gpt_neo, true},
      architecture{"stablelm", "StableLmForCausalLM", read_stablelm},
      architecture{"stablelm_epoch", "StableLMEpochForCausalLM StableLmForCausalLM", read_stablelm},
      architecture{"starcoder2", "Starcoder2ForCausalLM", read_starcoder2, true},
  };
  return all;
}

}  // namespace headroom::read::configs
