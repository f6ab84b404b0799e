// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include <headroom/count.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/source.hpp>

// The shape of a transformer: what its configuration says, as plain numbers. A part that a layer lacks has zeros.
namespace headroom {

// Weights that norm queries and keys: none, one a place of a head (shared by all heads), or one a place of all heads.
enum class query_key_norm { none, per_head, per_layer };

// Picks the tokens that attention reads (DeepSeek sparse attention): a small key a token, scored by heads of its own.
struct sparse_index {
  count heads = 0;
  count head_size = 0;
  count most_tokens = 0;  // attention reads no more than these

  friend constexpr bool operator==(const sparse_index&, const sparse_index&) = default;
};

// Softmax attention. Queries of `heads`, keys and values of `kv_heads` (GQA; 1 is MQA), or of a latent of `kv_rank`
// (MLA).
struct attention {
  count heads = 0;
  count kv_heads = 0;          // MLA has none of its own
  count head_size = 0;         // of queries and keys; of MLA with its rotary part
  count value_head_size = 0;   // 0: as head_size
  count query_rank = 0;        // MLA: 0 where queries are projected at once
  count kv_rank = 0;           // MLA: more than 0
  count rotary_head_size = 0;  // MLA: the part of head_size that is rotated, its key shared by all heads
  count window = 0;            // sliding: the last so many tokens; 0: no window
  count chunk = 0;             // of tokens that see each other only; 0: no chunks
  query_key_norm norm = query_key_norm::none;
  bool query_key_value_bias = false;
  bool output_bias = false;
  bool sinks = false;            // a learned logit a head that takes attention from the tokens
  bool output_gate = false;      // a gate of each head's output, projected with the queries
  bool output_norm = false;      // of all heads' outputs, before they are projected
  bool keys_are_values = false;  // no projection of values
  bool shares_cache = false;     // it attends to keys and values of a layer before; its own are not kept
  count gates = 0;               // learned numbers that weigh what the layer adds: of attention to pictures
  sparse_index index{};

  constexpr bool is_latent() const { return kv_rank > 0; }
  constexpr count value_size() const { return value_head_size > 0 ? value_head_size : head_size; }

  friend constexpr bool operator==(const attention&, const attention&) = default;
};

// The state-space model of a Mamba-2 layer, or of a Mamba layer, whose channels are heads of size 1 and whose time steps
// come from a projection of a rank.
struct state_space {
  count heads = 0;
  count head_size = 0;
  count groups = 0;  // that share the input and output vectors of the state
  count state_size = 0;
  count kernel = 0;  // of the convolution over time
  bool kernel_bias = true;
  bool bias = false;         // of the projection in
  bool output_bias = false;  // and out
  bool norm = true;          // of the output; Mamba has none
  count time_step_rank = 0;  // Mamba: more than 0
  bool parameter_norms = false;  // Mamba: of the time step, and of the input and output vectors

  constexpr bool is_mamba_1() const { return time_step_rank > 0; }
  constexpr count inner() const { return multiply(heads, head_size); }
  constexpr count vectors() const { return multiply(2, multiply(groups, state_size)); }
  constexpr count convolved() const { return is_mamba_1() ? inner() : add(inner(), vectors()); }

  friend constexpr bool operator==(const state_space&, const state_space&) = default;
};

// How a state of linear attention decays: by a fixed rate a head (lightning attention), one that a token gives a head
// (gated delta rule), or one that it gives each place of a key (Kimi delta attention).
enum class state_decay { fixed, per_head, per_key };

// Linear attention: a matrix a value head instead of a cache.
struct linear_attention {
  count key_heads = 0;
  count value_heads = 0;
  count key_head_size = 0;
  count value_head_size = 0;
  count kernel = 0;  // of the convolution over time; 0: none
  state_decay decay = state_decay::per_head;
  count rank = 0;                // of the projections of a decay per key and of the output's gate; 0: they have full rank
  bool norm_of_all_heads = false;  // one weight a place of all heads, or of one

  constexpr count keys() const { return multiply(key_heads, key_head_size); }
  constexpr count values() const { return multiply(value_heads, value_head_size); }
  constexpr count convolved() const { return add(multiply(2, keys()), values()); }

  friend constexpr bool operator==(const linear_attention&, const linear_attention&) = default;
};

// A gated convolution over the last few tokens in place of attention.
struct short_convolution {
  count width = 0;
  count kernel = 0;
  bool bias = false;

  friend constexpr bool operator==(const short_convolution&, const short_convolution&) = default;
};

// A gated linear recurrence (RG-LRU; De et al., Griffin, 2024) behind a convolution over time, beside a gate of the output.
// A channel keeps one number, and the two gates of its step come from the channels of its block.
struct gated_recurrence {
  count width = 0;
  count blocks = 0;
  count kernel = 0;

  friend constexpr bool operator==(const gated_recurrence&, const gated_recurrence&) = default;
};

// A dense feed-forward network: two matrices, or three where it is gated (SwiGLU and the like).
struct feed_forward {
  count width = 0;
  bool gated = true;
  bool bias = false;
  count activation_numbers = 0;  // learned ones of the activation itself: 2 of xIELU
  bool norm = false;             // of what goes into the last matrix

  friend constexpr bool operator==(const feed_forward&, const feed_forward&) = default;
};

// A mixture of experts.
struct experts {
  count routed = 0;
  count per_token = 0;
  count groups = 0;            // node-limited routing: of so many equal groups of neighbouring experts a token's lie in only
  count groups_per_token = 0;  // so many; 0: there are none
  count width = 0;         // of one routed expert
  count shared_width = 0;  // of all shared experts together
  count passing = 0;       // beside the routed: what is sent to one of them comes back as it is, and counts as one of a token's
  count latent = 0;        // routed experts work on a projection of this width; 0: on the hidden width
  bool gated = true;
  bool bias = false;              // of every expert
  bool router_bias = false;       // of the router's projection
  bool score_correction = false;  // a number an expert, for choosing and not for weighing
  bool shared_gate = false;       // a learned weight of the shared expert's output
  bool own_norm = false;          // beside a dense network of the same layer, which has another

  constexpr bool is_present() const { return routed > 0; }

  friend constexpr bool operator==(const experts&, const experts&) = default;
};

// One kind of layer, and how many of the model's layers are of it. What mixes tokens works side by side, and has one
// norm before it; so have a dense network and experts, together.
struct layer {
  char letter = 0;  // what the model's order calls it
  count how_many = 0;
  headroom::attention attention{};
  headroom::state_space state_space{};
  headroom::linear_attention linear_attention{};
  headroom::short_convolution short_convolution{};
  headroom::gated_recurrence gated_recurrence{};
  headroom::feed_forward feed_forward{};
  headroom::experts experts{};

  constexpr bool mixes_tokens() const {
    return attention.heads > 0 || state_space.heads > 0 || linear_attention.value_heads > 0 ||
           short_convolution.width > 0 || gated_recurrence.width > 0;
  }
  constexpr bool has_feed_forward() const { return feed_forward.width > 0 || experts.is_present(); }

  friend constexpr bool operator==(const layer&, const layer&) = default;
};

inline constexpr std::size_t max_layer_kinds = 6;

// Layers after the last that predict further tokens (DeepSeek's design): two norms and a projection from twice the
// hidden width, its layers, a norm; embedding and head are the model's.
struct multi_token_prediction {
  count modules = 0;
  std::string_view order{};  // of one module's layers, in the letters of the model's kinds
};

// An embedding of a token for each layer (Gemma 3n), from a table of its own and from a projection of the token's first
// hidden state; a layer gates it and projects it to the hidden width.
struct layer_embeddings {
  count width = 0;  // of one layer's; 0: none
  count vocabulary = 0;
};

// Of a norm's weights: one a place (RMS, or layer norm without biases), two, or none.
enum class norm_kind { rms, layer, layer_without_bias, without_weights };

struct transformer {
  std::string_view name{};  // as its publisher spells it
  const source* from = nullptr;
  headroom::basis basis = headroom::basis::stated;
  std::string_view missing{};     // the field or mechanism without which nothing can be counted; empty: none
  std::string_view leaves_out{};  // a part that the published model has and this shape has not
  bool without_vision = false;    // that part is its vision tower, or the tower is of it
  count vocabulary = 0;
  count hidden = 0;
  count context = 0;            // the longest that the configuration allows; 0: it names none
  count learned_positions = 0;  // 0: rotary, ALiBi or none, which have no weights
  count more_tokens = 0;        // of the embedding, which the head has not
  count embedding_width = 0;    // 0: as hidden; else there are projections to the hidden width and back
  layer_embeddings per_layer{};
  count hidden_states = 1;      // of a token, side by side, of which a layer computes one and corrects the rest (AltUp)
  count residual_rank = 0;      // of what each layer learns to add to the residual beside attention (LAuReL); 0: nothing
  bool tied = false;            // the head is the embedding
  bool embedding_norm = false;
  bool head_bias = false;
  norm_kind norm = norm_kind::rms;
  bool final_norm = true;
  count norms_per_part = 1;         // 2: one before and one after
  bool one_norm_per_layer = false;  // attention and feed-forward read the same norm
  std::array<layer, max_layer_kinds> layers{};
  std::string_view order{};  // letters of kinds, repeated to fill; empty: the kinds one after the other
  multi_token_prediction predicts{};
  count vision = 0;  // parameters of a vision tower, and of an audio encoder beside it

  constexpr count layer_count() const {
    count sum = 0;
    for (const layer& each : layers)
      if (is_count(each.how_many)) sum = add(sum, each.how_many);
    return sum;
  }
  // The place of the kind that is called so; max_layer_kinds where none is.
  constexpr std::size_t place_of(char letter) const {
    std::size_t place = 0;
    while (place < max_layer_kinds && (layers[place].letter != letter || layers[place].how_many <= 0)) ++place;
    return place;
  }
  // That kind, or null.
  constexpr const layer* kind(char letter) const {
    const std::size_t place = place_of(letter);
    return place < max_layer_kinds ? &layers[place] : nullptr;
  }
};

// The kind of a model's layer, from 0 to layer_count() - 1; null outside of it.
constexpr const layer* layer_at(const transformer& of, count place) {
  if (place < 0 || place >= of.layer_count()) return nullptr;
  if (!of.order.empty()) return of.kind(of.order[static_cast<std::size_t>(place) % of.order.size()]);
  for (const layer& each : of.layers) {
    if (place < each.how_many) return &each;
    place -= each.how_many;
  }
  return nullptr;
}

// Whether layers have weights beside what mixes tokens and their networks.
constexpr bool has_weights_beside(const transformer& of) {
  return of.per_layer.width > 0 || of.hidden_states > 1 || of.residual_rank > 0;
}

// Whether some layer attends to what another has kept.
constexpr bool shares_caches(const transformer& of) {
  for (const layer& each : of.layers)
    if (each.how_many > 0 && each.attention.shares_cache) return true;
  return false;
}

// Whether some layer has routed experts.
constexpr bool has_experts(const transformer& of) {
  for (const layer& each : of.layers)
    if (each.how_many > 0 && each.experts.is_present()) return true;
  return false;
}

}  // namespace headroom
