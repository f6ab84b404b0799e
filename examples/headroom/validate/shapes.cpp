// SPDX-License-Identifier: BSL-1.0
#include "validate/shapes.hpp"

#include <fmt/format.h>

#include "suggest.hpp"
#include "validate/names.hpp"

namespace headroom::program::validation {

transformer gpt(count layers, count hidden, count heads, count vocabulary, count positions) {
  transformer shape{.vocabulary = vocabulary,
                    .hidden = hidden,
                    .learned_positions = positions,
                    .tied = true,
                    .norm = norm_kind::layer};
  shape.layers[0] = {.how_many = layers,
                     .attention = {.heads = heads,
                                   .kv_heads = heads,
                                   .head_size = heads > 0 ? hidden / heads : 0,
                                   .query_key_value_bias = true,
                                   .output_bias = true},
                     .feed_forward = {.width = multiply(4, hidden), .gated = false, .bias = true}};
  return shape;
}

bool describes_shape(const json& c) {
  return find(c, {"layers", "num_hidden_layers"}) != nullptr && find(c, {"hidden", "hidden_size"}) != nullptr &&
         find(c, {"heads", "num_attention_heads"}) != nullptr && find(c, {"vocab", "vocab_size"}) != nullptr;
}

transformer described(const json& c) {
  const count hidden = whole(c, {"hidden", "hidden_size"});
  const count heads = degree(c, {"heads", "num_attention_heads"});
  const count layers = whole(c, {"layers", "num_hidden_layers"});
  const count vocabulary = whole(c, {"vocab", "vocab_size"});
  const std::string kind = has(c, "kv_lora") || has(c, "kv_lora_rank")  ? "mla_moe"
                           : has(c, "experts") || has(c, "num_experts") ? "moe"
                           : has(c, "ffn") || has(c, "intermediate_size") || has(c, "kv_heads") ? "llama"
                                                                                                : "gpt";
  const std::string arch = text(c, {"arch"}, kind);
  if (arch == "gpt") {
    // BLOOM norms its embedding and learns no positions: 4h outside of the layers in its rows' own formula.
    const bool is_bloom = text(c, {"model"}, "").starts_with("bloom");
    transformer shape = gpt(layers, hidden, heads, vocabulary, is_bloom ? 0 : whole(c, {"seq"}, 0));
    shape.embedding_norm = is_bloom;
    return shape;
  }

  transformer shape{.vocabulary = vocabulary,
                    .hidden = hidden,
                    .tied = flag(c, {"tied", "tie_word_embeddings"})};
  attention heads_of{.heads = heads,
                     .kv_heads = whole(c, {"kv_heads", "num_key_value_heads"}, heads),
                     .head_size = whole(c, {"head_dim"}, hidden / heads),
                     .norm = flag(c, {"qk_norm"}) ? query_key_norm::per_head : query_key_norm::none,
                     .query_key_value_bias = flag(c, {"attn_bias"}) || flag(c, {"qkv_bias"}),
                     .output_bias = flag(c, {"attn_bias"}),
                     .sinks = flag(c, {"sinks"})};
  if (arch.starts_with("mla")) {
    const count rotary = whole(c, {"rope", "qk_rope_head_dim"});
    heads_of = {.heads = heads,
                .head_size = add(whole(c, {"nope", "qk_nope_head_dim"}), rotary),
                .value_head_size = whole(c, {"vdim", "v_head_dim"}),
                .query_rank = whole(c, {"q_lora", "q_lora_rank"}, 0),
                .kv_rank = whole(c, {"kv_lora", "kv_lora_rank"}),
                .rotary_head_size = rotary};
  }
  const bool gated = flag(c, {"gated"}, true);
  const feed_forward dense{.width = whole(c, {"ffn", "intermediate_size"}, 0), .gated = gated};
  const count expert_width = whole(c, {"moe_ffn", "moe_intermediate_size"}, 0);
  const experts routed{.routed = whole(c, {"experts", "num_experts", "n_routed_experts"}, 0),
                       .per_token = whole(c, {"topk", "num_experts_per_tok"}, 0),
                       .width = expert_width,
                       .shared_width = multiply(whole(c, {"shared", "n_shared_experts"}, 0), expert_width),
                       .gated = gated,
                       .bias = flag(c, {"moe_bias"}),
                       .router_bias = flag(c, {"router_bias"}),
                       .score_correction = arch.starts_with("mla")};
  const count plain_layers =
      routed.is_present() ? whole(c, {"dense_layers", "first_k_dense_replace"}, 0) : layers;
  shape.layers[0] = {.letter = 'd', .how_many = plain_layers, .attention = heads_of, .feed_forward = dense};
  if (plain_layers > layers) throw refusal("there are more dense layers than layers");
  const count rest = layers - plain_layers;
  if (rest > 0) shape.layers[1] = {.letter = 'e', .how_many = rest, .attention = heads_of, .experts = routed};
  if (const count windows = whole(c, {"sliding_layers"}, 0); windows > 0) {
    layer& kind_of_all = shape.layers[rest > 0 ? 1 : 0];
    if (windows > kind_of_all.how_many) throw refusal("there are more layers with a window than layers");
    shape.layers[2] = kind_of_all;
    kind_of_all.how_many -= windows;
    shape.layers[2].letter = 's';
    shape.layers[2].how_many = windows;
    shape.layers[2].attention.window = whole(c, {"sliding_window"});
  }
  return shape;
}

transformer model_of(const json& c) {
  if (describes_shape(c)) return described(c);
  const std::string name = text(c, {"model"}, "");
  if (name.empty()) throw refusal("the row neither names nor describes its model");
  if (const transformer* found = model_named(name)) return *found;
  if (is_gpt_of_a_paper(name)) return gpt_of_a_paper(name, whole(c, {"seq"}, 0));
  throw refusal(fmt::format("no model is called {}, and the row does not describe it", in_quotes(name)));
}

transformer named_model_of(const json& c) {
  const transformer* found = model_named(text(c, {"model"}, ""));
  return found == nullptr ? model_of(c) : *found;
}

}  // namespace headroom::program::validation
