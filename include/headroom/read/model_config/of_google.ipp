// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <headroom/model/models/google.hpp>
#include <vector>

#include <headroom/read/common/messages.hpp>
#include <headroom/read/model_config/architectures.hpp>
#include <headroom/read/model_config/parts.hpp>

// Gemma and what came of it: tied embeddings, heads of a size of their own.
namespace headroom::read::configs {

namespace {

void read_gemma(const fields& c, transformer& into) {
  read_sizes(c, into);
  c.need({"num_key_value_heads"});
  layer each{.attention = read_heads(c, 256), .feed_forward = {.width = c.number("intermediate_size")}};
  read_biases(c, each.attention);
  put_alike(c, into, each);
}

// A window in all layers but each so many-th.
template <class IsLocal>
void put_local_and_global(const fields& c, transformer& into, const layer& each, count window, IsLocal otherwise) {
  const count layers = layer_number(c);
  const std::vector<bool> is_local = layers_called(c, layers, "sliding_attention", otherwise);
  put_with_window(c, into, each, is_local, window);
}

// VaultGemma is the same with norms before each part alone.
void read_vault_gemma(const fields& c, transformer& into) {
  read_sizes(c, into);
  c.need({"num_key_value_heads"});
  layer each{.attention = read_heads(c, 256), .feed_forward = {.width = c.number("intermediate_size")}};
  read_biases(c, each.attention);
  put_local_and_global(c, into, each, window_of(c, 4'096), [](count place) { return place % 2 == 0; });
}

void read_gemma2(const fields& c, transformer& into) {
  into.norms_per_part = 2;
  read_vault_gemma(c, into);
}

// Two layers of a gated linear recurrence to one of attention with a window, each with a network of half the stated width.
void read_recurrent_gemma(const fields& c, transformer& into) {
  read_sizes(c, into);
  const feed_forward network{.width = c.number("intermediate_size") / 2, .bias = true};
  layer attends{.attention = read_heads(c), .feed_forward = network};
  attends.attention.query_key_value_bias = c.is("attention_bias", false);
  attends.attention.output_bias = true;
  attends.attention.window = c.number("attention_window_size", 2'048);
  const layer recurs{.gated_recurrence = {.width = c.number("lru_width", into.hidden),
                                          .blocks = attends.attention.heads,
                                          .kernel = c.number("conv1d_width", 4)},
                     .feed_forward = network};
  const tree* types = c.find("block_types");
  std::vector<bool> is_attention{false, false, true};
  if (types != nullptr) {
    if (!types->is_list() || types->items.empty()) c.fail(*types, "expected a list of \"recurrent\" and \"attention\"");
    is_attention.clear();
    for (const tree* each : types->items) is_attention.push_back(is_called(c, *each, "attention", "recurrent"));
  }
  c.pass_over({"embeddings_scale_by_sqrt_dim", "w_init_variance_scale", "final_w_init_variance_scale"});
  put_layers(c, into, layer_number(c), [&](count place) {
    return is_attention[static_cast<std::size_t>(place) % is_attention.size()] ? attends : recurs;
  });
}

// Its configurations leave out what is as in Gemma 3 4B.
void read_gemma3(const fields& c, transformer& into) {
  into.vocabulary = c.number("vocab_size", 262'208);
  into.hidden = c.number("hidden_size");
  into.context = c.number("max_position_embeddings", 131'072);
  into.norms_per_part = 2;
  layer each{.attention = {.heads = c.number("num_attention_heads", 8),
                           .kv_heads = c.number("num_key_value_heads", 4),
                           .head_size = c.number("head_dim", 256),
                           .norm = query_key_norm::per_head},
             .feed_forward = {.width = c.number("intermediate_size")}};
  read_biases(c, each.attention);
  const count every = c.number("sliding_window_pattern|_sliding_window_pattern", 6);
  put_local_and_global(c, into, each, window_of(c, 4'096),
                       [&](count place) { return every == 0 || (place + 1) % every != 0; });
}

// Gemma 3n. The last layers attend to the keys and values of the last one before them that has their window or has none, and
// hold projections of their own all the same.
void read_gemma3n(const fields& c, transformer& into) {
  c.need({"intermediate_size"});
  into.vocabulary = c.number("vocab_size", 262'400);
  into.hidden = c.number("hidden_size");
  into.context = c.number("max_position_embeddings", 32'768);
  into.norms_per_part = 2;
  into.per_layer = {.width = c.number("hidden_size_per_layer_input", 256),
                    .vocabulary = c.number("vocab_size_per_layer_input", 262'144)};
  into.hidden_states = c.number("altup_num_inputs", 4);
  into.residual_rank = c.number("laurel_rank", 64);
  const count layers = layer_number(c);
  const count sharing = c.number("num_kv_shared_layers", 15);
  if (sharing >= layers)
    c.fail("num_kv_shared_layers", concat(sharing, " of ", layers, " layers: expected layers before them, whose keys and values they share"));
  // Which of a network's numbers are set to zero, and how hidden states are corrected.
  c.pass_over({"activation_sparsity_pattern", "altup_active_idx", "altup_coef_clip", "altup_correct_scale", "altup_lr_multiplier", "rope_local_base_freq"});
  const std::vector<count> widths = c.numbers("intermediate_size", layers, 0);
  const std::vector<bool> is_local =
      layers_called(c, layers, "sliding_attention", [](count place) { return (place + 1) % 5 != 0; });
  layer each{.attention = {.heads = c.number("num_attention_heads", 8),
                           .kv_heads = c.number("num_key_value_heads", 2),
                           .head_size = c.number("head_dim", 256),
                           .norm = query_key_norm::per_head}};
  read_biases(c, each.attention);
  const count window = window_of(c, 512);
  put_layers(c, into, layers, [&](count place) {
    layer one = each;
    if (is_local[static_cast<std::size_t>(place)]) one.attention.window = window;
    one.attention.shares_cache = place >= layers - sharing;
    one.feed_forward.width = widths[static_cast<std::size_t>(place)];
    return one;
  });
}

// As far as it can be said.
void read_gemma4(const fields& c, transformer& into) {
  read_sizes(c, into);
  put_alike(c, into, {.attention = read_heads(c, 256)});
  if (c.is("enable_moe_block", false))
    into.missing = models::gemma_4_26b_a4b.missing;
  else if (c.number("num_kv_shared_layers", 0) > 0)
    into.missing = "the projections of layers that share the keys and values of others (num_kv_shared_layers)";
  else
    into.missing = "the scales of layers";
}

}  // namespace

std::span<const architecture> architectures_of_google() {
  static constexpr std::array all{
      architecture{"gemma", "GemmaForCausalLM", read_gemma, true},
      architecture{"gemma2", "Gemma2ForCausalLM", read_gemma2, true},
      architecture{"gemma3_text", "Gemma3ForCausalLM", read_gemma3, true},
      architecture{"gemma3n_text", "Gemma3nForCausalLM", read_gemma3n, true},
      architecture{"gemma4_text", "Gemma4ForCausalLM", read_gemma4, true},
      architecture{"recurrent_gemma", "RecurrentGemmaForCausalLM", read_recurrent_gemma, true},
      architecture{"vaultgemma", "VaultGemmaForCausalLM", read_vault_gemma, true},
  };
  return all;
}

}  // namespace headroom::read::configs
