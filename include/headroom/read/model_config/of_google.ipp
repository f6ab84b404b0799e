// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <headroom/model/models/google.hpp>
#include <vector>

#include <headroom/read/model_config/architectures.hpp>
#include <headroom/read/model_config/parts.hpp>

// Gemma: tied embeddings, heads of a size of their own.
namespace headroom::read::configs {

namespace {

void read_gemma(const fields& c, transformer& into) {
  read_sizes(c, into,
             {"vocab_size", "hidden_size", "num_hidden_layers", "num_attention_heads", "num_key_value_heads",
              "intermediate_size"});
  layer each{.attention = read_heads(c, 256), .feed_forward = {.width = c.number("intermediate_size")}};
  read_biases(c, each.attention);
  put_alike(c, into, each);
}

// A window in all layers but each so many-th.
template <class IsLocal>
void put_local_and_global(const fields& c, transformer& into, const layer& each, count window, IsLocal otherwise) {
  const count layers = layer_number(c);
  const std::vector<bool> is_local = layers_called(c, layers, "sliding_attention", otherwise);
  put_layers(c, into, layers, [&](count place) {
    layer one = each;
    if (is_local[static_cast<std::size_t>(place)]) one.attention.window = window;
    return one;
  });
}

void read_gemma2(const fields& c, transformer& into) {
  read_sizes(c, into,
             {"vocab_size", "hidden_size", "num_hidden_layers", "num_attention_heads", "num_key_value_heads",
              "intermediate_size"});
  into.norms_per_part = 2;
  layer each{.attention = read_heads(c, 256), .feed_forward = {.width = c.number("intermediate_size")}};
  read_biases(c, each.attention);
  put_local_and_global(c, into, each, window_of(c, 4'096), [](count place) { return place % 2 == 0; });
}

// Its configurations leave out what is as in Gemma 3 4B.
void read_gemma3(const fields& c, transformer& into) {
  c.need({"hidden_size", "num_hidden_layers", "intermediate_size"});
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

// As far as it can be said.
void read_gemma4(const fields& c, transformer& into) {
  read_sizes(c, into, {"vocab_size", "hidden_size", "num_hidden_layers", "num_attention_heads"});
  put_alike(c, into, {.attention = read_heads(c, 256)});
  into.missing = models::gemma_4_26b_a4b.missing;
}

}  // namespace

std::span<const architecture> architectures_of_google() {
  static constexpr std::array all{
      architecture{"gemma", "GemmaForCausalLM", read_gemma, true},
      architecture{"gemma2", "Gemma2ForCausalLM", read_gemma2, true},
      architecture{"gemma3_text", "Gemma3ForCausalLM", read_gemma3, true},
      architecture{"gemma4_text", "Gemma4ForCausalLM", read_gemma4, true},
  };
  return all;
}

}  // namespace headroom::read::configs
