// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>

#include <headroom/count.hpp>
#include <headroom/model/shape.hpp>

namespace headroom {

// What a weight belongs to.
enum class weight_part {
  embedding,
  attention,
  state_space,  // or linear attention
  feed_forward,
  routed_experts,
  shared_experts,
  router,
  norms,
  head,
  joint,  // of a module that predicts further tokens: hidden state and embedding to hidden width
  vision
};

// How tensor parallelism divides a weight: each rank holds some of the outputs, some of the inputs, or all.
enum class weight_split { none, outputs, inputs };

// Weights of one shape, everywhere in the model.
struct weight {
  weight_part part{};
  count outputs = 0;
  count inputs = 1;    // 1: a vector, which no format but the model's own holds
  count copies = 1;    // in the whole model
  count active = 1;    // that one token uses
  count products = 0;  // that one token is multiplied with
  weight_split split = weight_split::none;
  count pieces =
      1;  // along the split: heads, or as many as there are outputs. A rank holds whole ones, and at least one
  bool predicts = false;  // of layers that predict further tokens

  constexpr count size() const { return multiply(outputs, inputs); }
  constexpr bool is_vector() const { return inputs == 1; }
};

// How many of so many heads the fullest of that many ranks holds: shared out, and repeated beyond their number.
constexpr count heads_on_rank(count heads, count ranks) {
  return ranks < 1 ? heads : ceil_of(heads, ranks);
}

// Numbers of one copy of a weight on the fullest rank: whole pieces of what is divided, or all of what is not.
constexpr count size_on_rank(const weight& w, count ranks) {
  if (w.split == weight_split::none || ranks <= 1) return w.size();
  return multiply(w.size() / w.pieces, heads_on_rank(w.pieces, ranks));
}

namespace detail {

// Copies of a layer's weights: all, those one token uses, and whether they predict further tokens.
struct layer_copies {
  count layers = 0;
  bool predicts = false;
};

template <class F>
constexpr void vector_weight(F& f, weight_part part, count size, layer_copies of, count pieces = 1) {
  if (size > 0)
    f(weight{.part = part,
             .outputs = size,
             .copies = of.layers,
             .active = of.layers,
             .split = pieces > 1 ? weight_split::outputs : weight_split::none,
             .pieces = pieces,
             .predicts = of.predicts});
}

template <class F>
constexpr void matrix_weight(F& f, weight_part part, count outputs, count inputs, layer_copies of,
                             weight_split split = weight_split::none, count pieces = 1) {
  if (outputs > 0 && inputs > 0)
    f(weight{.part = part,
             .outputs = outputs,
             .inputs = inputs,
             .copies = of.layers,
             .active = of.layers,
             .products = of.layers,
             .split = split,
             .pieces = pieces,
             .predicts = of.predicts});
}

template <class F>
constexpr void norm_weight(F& f, norm_kind kind, count size, layer_copies of, count pieces = 1) {
  const count each = kind == norm_kind::without_weights ? 0 : kind == norm_kind::layer ? 2 : 1;
  vector_weight(f, weight_part::norms, multiply(size, each), of, pieces);
}

template <class F>
constexpr void latent_weights(F& f, const attention& a, count hidden, layer_copies of) {
  constexpr auto part = weight_part::attention;
  const count unrotated = a.head_size - a.rotary_head_size;
  matrix_weight(f, part, a.query_rank, hidden, of);
  norm_weight(f, norm_kind::rms, a.query_rank, of);
  matrix_weight(f, part, multiply(a.heads, a.head_size), a.query_rank > 0 ? a.query_rank : hidden, of,
                weight_split::outputs, a.heads);
  matrix_weight(f, part, add(a.kv_rank, a.rotary_head_size), hidden, of);
  norm_weight(f, norm_kind::rms, a.kv_rank, of);
  matrix_weight(f, part, multiply(a.heads, add(unrotated, a.value_size())), a.kv_rank, of, weight_split::outputs,
                a.heads);
}

template <class F>
constexpr void head_weights(F& f, const attention& a, count hidden, layer_copies of) {
  constexpr auto part = weight_part::attention;
  const count queries = multiply(multiply(a.heads, a.head_size), a.output_gate ? 2 : 1);
  const count keys = multiply(a.kv_heads, a.head_size);
  const count values = a.keys_are_values ? 0 : multiply(a.kv_heads, a.value_size());
  matrix_weight(f, part, queries, hidden, of, weight_split::outputs, a.heads);
  matrix_weight(f, part, keys, hidden, of, weight_split::outputs, a.kv_heads);
  matrix_weight(f, part, values, hidden, of, weight_split::outputs, a.kv_heads);
  if (a.query_key_value_bias) {
    vector_weight(f, part, queries, of, a.heads);
    vector_weight(f, part, keys, of, a.kv_heads);
    vector_weight(f, part, values, of, a.kv_heads);
  }
  if (a.norm == query_key_norm::per_head) norm_weight(f, norm_kind::rms, multiply(2, a.head_size), of);
  if (a.norm == query_key_norm::per_layer) {
    norm_weight(f, norm_kind::rms, multiply(a.heads, a.head_size), of, a.heads);
    norm_weight(f, norm_kind::rms, keys, of, a.kv_heads);
  }
}

template <class F>
constexpr void mamba_weights(F& f, const state_space& s, count hidden, layer_copies of) {
  constexpr auto part = weight_part::state_space;
  const count inner = s.inner();
  matrix_weight(f, part, multiply(2, inner), hidden, of, weight_split::outputs, s.heads);  // the input and its gate
  matrix_weight(f, part, add(s.time_step_rank, s.vectors()), inner, of, weight_split::inputs, s.heads);
  matrix_weight(f, part, inner, s.time_step_rank, of, weight_split::outputs, s.heads);
  matrix_weight(f, part, hidden, inner, of, weight_split::inputs, s.heads);
  const count decays_and_skips = multiply(inner, add(s.state_size, 1));
  vector_weight(f, part, add(decays_and_skips, inner), of, s.heads);  // with the bias of the time step
  vector_weight(f, part, multiply(inner, add(s.kernel, s.kernel_bias ? 1 : 0)), of, s.heads);
  if (s.bias) vector_weight(f, part, multiply(2, inner), of, s.heads);
  if (s.output_bias) vector_weight(f, part, hidden, of);
  if (s.parameter_norms) norm_weight(f, norm_kind::rms, add(s.time_step_rank, s.vectors()), of);
}

template <class F>
constexpr void state_space_weights(F& f, const state_space& s, count hidden, layer_copies of) {
  if (s.is_mamba_1()) return mamba_weights(f, s, hidden, of);
  constexpr auto part = weight_part::state_space;
  const count inner = s.inner();
  const count shared = s.vectors();
  matrix_weight(f, part, multiply(2, inner), hidden, of, weight_split::outputs, s.heads);  // the input and its gate
  matrix_weight(f, part, shared, hidden, of, weight_split::outputs, s.groups);
  matrix_weight(f, part, s.heads, hidden, of, weight_split::outputs, s.heads);  // the time steps
  matrix_weight(f, part, hidden, inner, of, weight_split::inputs, s.heads);
  vector_weight(f, part, multiply(inner, add(s.kernel, s.kernel_bias ? 1 : 0)), of, s.heads);
  vector_weight(f, part, multiply(shared, add(s.kernel, s.kernel_bias ? 1 : 0)), of, s.groups);
  vector_weight(f, part, multiply(3, s.heads), of, s.heads);  // decay, skip and bias of the time step
  if (s.bias) {
    vector_weight(f, part, add(multiply(2, inner), s.heads), of, s.heads);
    vector_weight(f, part, shared, of, s.groups);
  }
  if (s.output_bias) vector_weight(f, part, hidden, of);
  if (s.norm) norm_weight(f, norm_kind::rms, inner, of, s.heads);
}

template <class F>
constexpr void linear_attention_weights(F& f, const linear_attention& a, count hidden, layer_copies of) {
  constexpr auto part = weight_part::state_space;
  matrix_weight(f, part, multiply(2, a.keys()), hidden, of, weight_split::outputs, a.key_heads);
  matrix_weight(f, part, a.values(), hidden, of, weight_split::outputs, a.value_heads);
  // The output's gate, and decays of each key, are from the hidden width at once or by way of a rank.
  const count from = a.rank > 0 ? a.rank : hidden;
  matrix_weight(f, part, a.rank, hidden, of);
  matrix_weight(f, part, a.values(), from, of, weight_split::outputs, a.value_heads);
  if (a.decay == state_decay::per_key) {
    matrix_weight(f, part, a.rank, hidden, of);
    matrix_weight(f, part, a.keys(), from, of, weight_split::outputs, a.key_heads);
    matrix_weight(f, part, a.value_heads, hidden, of, weight_split::outputs, a.value_heads);  // strength
    vector_weight(f, part, a.keys(), of, a.key_heads);
    vector_weight(f, part, a.key_heads, of, a.key_heads);
  } else if (a.decay != state_decay::fixed) {  // decay and strength
    matrix_weight(f, part, multiply(2, a.value_heads), hidden, of, weight_split::outputs, a.value_heads);
    vector_weight(f, part, multiply(2, a.value_heads), of, a.value_heads);
  }
  matrix_weight(f, part, hidden, a.values(), of, weight_split::inputs, a.value_heads);
  vector_weight(f, part, multiply(multiply(2, a.keys()), a.kernel), of, a.key_heads);
  vector_weight(f, part, multiply(a.values(), a.kernel), of, a.value_heads);
  if (a.norm_of_all_heads)
    norm_weight(f, norm_kind::rms, a.values(), of, a.value_heads);
  else
    norm_weight(f, norm_kind::rms, a.value_head_size, of);
}

// Of what is convolved, its gate before and its gate after.
template <class F>
constexpr void short_convolution_weights(F& f, const short_convolution& s, count hidden, layer_copies of) {
  constexpr auto part = weight_part::state_space;
  matrix_weight(f, part, multiply(3, s.width), hidden, of, weight_split::outputs, s.width);
  matrix_weight(f, part, hidden, s.width, of, weight_split::inputs, s.width);
  vector_weight(f, part, multiply(s.width, s.kernel), of, s.width);
  if (s.bias) {
    vector_weight(f, part, multiply(4, s.width), of, s.width);
    vector_weight(f, part, hidden, of);
  }
}

// What recurs, the gate of the output, and the two gates of a step, which are of blocks.
template <class F>
constexpr void gated_recurrence_weights(F& f, const gated_recurrence& r, count hidden, layer_copies of) {
  constexpr auto part = weight_part::state_space;
  const count gates = multiply(2, r.width);
  matrix_weight(f, part, multiply(2, r.width), hidden, of, weight_split::outputs, r.blocks);
  matrix_weight(f, part, gates, r.width / r.blocks, of, weight_split::outputs, r.blocks);
  matrix_weight(f, part, hidden, r.width, of, weight_split::inputs, r.blocks);
  vector_weight(f, part, add(multiply(2, r.width), gates), of, r.blocks);                // biases
  vector_weight(f, part, multiply(r.width, add(r.kernel, 2)), of, r.blocks);  // with the convolution's bias, and the decay
  vector_weight(f, part, hidden, of);
}

// Of the part of a layer that mixes tokens.
template <class F>
constexpr void mixing_weights(F& f, const layer& l, count hidden, layer_copies of) {
  if (l.state_space.heads > 0) state_space_weights(f, l.state_space, hidden, of);
  if (l.linear_attention.value_heads > 0) linear_attention_weights(f, l.linear_attention, hidden, of);
  if (l.short_convolution.width > 0) short_convolution_weights(f, l.short_convolution, hidden, of);
  if (l.gated_recurrence.width > 0) gated_recurrence_weights(f, l.gated_recurrence, hidden, of);
  const attention& a = l.attention;
  if (a.heads == 0) return;
  constexpr auto part = weight_part::attention;
  if (a.output_norm) norm_weight(f, norm_kind::rms, multiply(a.heads, a.value_size()), of, a.heads);
  if (a.is_latent()) {
    latent_weights(f, a, hidden, of);
  } else {
    head_weights(f, a, hidden, of);
  }
  matrix_weight(f, part, hidden, multiply(a.heads, a.value_size()), of, weight_split::inputs, a.heads);
  if (a.output_bias) vector_weight(f, part, hidden, of);
  if (a.sinks) vector_weight(f, part, a.heads, of, a.heads);
  vector_weight(f, part, a.gates, of);
  if (a.index.heads > 0) {  // DeepSeek-V3.2: its keys have a layer norm, whatever norm the model has
    matrix_weight(f, part, multiply(a.index.heads, a.index.head_size), a.query_rank > 0 ? a.query_rank : hidden, of);
    matrix_weight(f, part, a.index.head_size, hidden, of);
    norm_weight(f, norm_kind::layer, a.index.head_size, of);
    matrix_weight(f, part, a.index.heads, hidden, of);
  }
}

// Into and out of a network of that width; the gate is a matrix like the one in. Who counts alike ones at once takes f(weight, how many).
template <class F>
constexpr void network_weights(F& f, weight matrices, count width, count outside, bool gated, bool bias) {
  const auto give = [&](count outputs, count inputs, weight_split split, int alike = 1) {
    weight each = matrices;
    each.outputs = outputs;
    each.inputs = inputs;
    each.products = inputs > 1 ? matrices.active : 0;
    each.split = split;
    each.pieces = split == weight_split::none ? 1 : width;
    if constexpr (requires { f(each, alike); }) {
      f(each, alike);
    } else {
      for (int i = 0; i < alike; ++i) f(each);
    }
  };
  const int into = gated ? 2 : 1;
  give(width, outside, weight_split::outputs, into);
  if (bias) give(width, 1, weight_split::outputs, into);
  give(outside, width, weight_split::inputs);
  if (bias) give(outside, 1, weight_split::none);
}

// Of a layer's networks, dense and experts.
template <class F>
constexpr void feed_forward_weights(F& f, const layer& l, count hidden, layer_copies of) {
  const auto network_of = [&](weight_part part) {
    return weight{.part = part, .copies = of.layers, .active = of.layers, .predicts = of.predicts};
  };
  if (l.feed_forward.width > 0)
    network_weights(f, network_of(weight_part::feed_forward), l.feed_forward.width, hidden, l.feed_forward.gated,
                    l.feed_forward.bias);
  vector_weight(f, weight_part::feed_forward, l.feed_forward.activation_numbers, of);
  if (l.feed_forward.norm) norm_weight(f, norm_kind::rms, l.feed_forward.width, of, l.feed_forward.width);
  const experts& e = l.experts;
  if (!e.is_present()) return;
  weight routed = network_of(weight_part::routed_experts);
  routed.copies = multiply(of.layers, e.routed);
  routed.active = multiply(of.layers, e.per_token);
  network_weights(f, routed, e.width, e.latent > 0 ? e.latent : hidden, e.gated, e.bias);
  matrix_weight(f, weight_part::shared_experts, e.latent, hidden, of);
  matrix_weight(f, weight_part::shared_experts, hidden, e.latent, of);
  if (e.shared_width > 0)
    network_weights(f, network_of(weight_part::shared_experts), e.shared_width, hidden, e.gated, e.bias);
  const count routes = add(e.routed, e.passing);
  matrix_weight(f, weight_part::router, routes, hidden, of);
  if (e.router_bias) vector_weight(f, weight_part::router, routes, of);
  if (e.score_correction) vector_weight(f, weight_part::router, routes, of);
  if (e.shared_gate) matrix_weight(f, weight_part::router, 1, hidden, of);
}

// Norms of the hidden width beside the parts.
constexpr count norms_beside(const transformer& m) {
  return (m.per_layer.width > 0 ? 1 : 0) + (m.residual_rank > 0 ? 1 : 0) + (m.hidden_states > 1 ? 1 : 0);
}

// How many norms of the hidden width a layer has.
constexpr count norms_of(const transformer& m, const layer& l) {
  const bool both = l.mixes_tokens() && l.has_feed_forward();
  const count of_parts = multiply(add(both && !m.one_norm_per_layer ? 2 : 1, l.experts.own_norm ? 1 : 0), m.norms_per_part);
  return add(of_parts, norms_beside(m));
}

// What a layer of any kind has beside its parts, less what norms it: the gate of its embedding and the projection to the
// hidden width; a learned residual; and what predicts and corrects several hidden states, chosen by a router. Each rank
// holds all but the residual, as vLLM has it.
template <class F>
constexpr void beside_weights(F& f, const transformer& m, layer_copies of) {
  if (!has_weights_beside(m)) return;
  constexpr auto part = weight_part::feed_forward;
  matrix_weight(f, part, m.per_layer.width, m.hidden, of);
  matrix_weight(f, part, m.hidden, m.per_layer.width, of);
  matrix_weight(f, part, m.residual_rank, m.hidden, of, weight_split::outputs, m.residual_rank);
  matrix_weight(f, part, m.hidden, m.residual_rank, of, weight_split::inputs, m.residual_rank);
  if (m.hidden_states <= 1) return;
  const count n = m.hidden_states;
  matrix_weight(f, part, n, m.hidden, of);
  matrix_weight(f, part, multiply(n, n), n, of);
  matrix_weight(f, part, n, n, of);
  vector_weight(f, part, m.hidden, of);  // scales the correction
}

template <class F>
constexpr void layer_weights(F& f, const transformer& m, const layer& l, layer_copies of) {
  mixing_weights(f, l, m.hidden, of);
  feed_forward_weights(f, l, m.hidden, of);
  beside_weights(f, m, of);
  norm_weight(f, m.norm, m.hidden, {multiply(of.layers, norms_of(m, l)), of.predicts});
}

// The first kind of a model's layers that mixes tokens by the same weights as one of them, which may be that one:
// windows, chunks and shared caches change none.
constexpr std::size_t mixes_as(const transformer& m, std::size_t kind) {
  const layer& l = m.layers[kind];
  for (std::size_t before = 0; before < kind; ++before) {
    attention same = m.layers[before].attention;
    same.window = l.attention.window;
    same.chunk = l.attention.chunk;
    same.shares_cache = l.attention.shares_cache;
    if (m.layers[before].how_many > 0 && same == l.attention && m.layers[before].state_space == l.state_space &&
        m.layers[before].linear_attention == l.linear_attention &&
        m.layers[before].short_convolution == l.short_convolution &&
        m.layers[before].gated_recurrence == l.gated_recurrence)
      return before;
  }
  return kind;
}

// The first whose networks are the same.
constexpr std::size_t feeds_as(const transformer& m, std::size_t kind) {
  const layer& l = m.layers[kind];
  for (std::size_t before = 0; before < kind; ++before)
    if (m.layers[before].how_many > 0 && m.layers[before].feed_forward == l.feed_forward &&
        m.layers[before].experts == l.experts)
      return before;
  return kind;
}

// Of the modules that predict further tokens, all but their layers.
template <class F>
constexpr void joining_weights(F& f, const transformer& m) {
  const count modules = m.predicts.modules;
  norm_weight(f, m.norm, m.hidden, {multiply(3, modules), true});
  matrix_weight(f, weight_part::joint, m.hidden, multiply(2, m.hidden), {modules, true});
}

// Calls first(weight) for what the first stage of a pipeline holds beside its layers, and last(weight) for the last,
// less the modules that predict further tokens.
template <class F>
constexpr void for_each_end(const transformer& m, F& first, F& last) {
  const layer_copies once{1, false};
  const count width = m.embedding_width > 0 ? m.embedding_width : m.hidden;
  first(weight{.part = weight_part::embedding,
               .outputs = add(m.vocabulary, m.more_tokens),
               .inputs = width,
               .split = weight_split::outputs,
               .pieces = add(m.vocabulary, m.more_tokens)});
  if (m.embedding_width > 0) {
    matrix_weight(first, weight_part::embedding, m.hidden, width, once);
    matrix_weight(last, weight_part::head, width, m.hidden, once);
  }
  if (m.learned_positions > 0)
    first(weight{.part = weight_part::embedding, .outputs = m.learned_positions, .inputs = m.hidden});
  if (m.embedding_norm) norm_weight(first, m.norm, m.hidden, once);
  if (const count all = multiply(m.layer_count(), m.per_layer.width); all > 0) {
    first(weight{.part = weight_part::embedding,
                 .outputs = m.per_layer.vocabulary,
                 .inputs = all,
                 .split = weight_split::outputs,
                 .pieces = m.per_layer.vocabulary});
    matrix_weight(first, weight_part::feed_forward, all, m.hidden, once, weight_split::outputs, all);
    norm_weight(first, m.norm, m.per_layer.width, once);
  }
  // Further hidden states begin as projections of the first, and are projected once more before they are added up.
  const count further = multiply(m.hidden_states - 1, m.hidden);
  matrix_weight(first, weight_part::feed_forward, further, m.hidden, once, weight_split::outputs, further);
  matrix_weight(last, weight_part::feed_forward, further, m.hidden, once, weight_split::outputs, further);
  if (m.vision > 0) first(weight{.part = weight_part::vision, .outputs = m.vision});
  if (m.final_norm) norm_weight(last, m.norm, m.hidden, once);
  // A tied head has no weights of its own, and is multiplied with all the same.
  const count own = m.tied ? 0 : 1;
  last(weight{.part = weight_part::head,
              .outputs = m.vocabulary,
              .inputs = width,
              .copies = own,
              .active = own,
              .products = 1,
              .split = weight_split::outputs,
              .pieces = m.vocabulary});
  if (m.head_bias) vector_weight(last, weight_part::head, m.vocabulary, once, m.vocabulary);
}

}  // namespace detail

// Calls f(weight) for every weight of a model whose shape lacks nothing: the one list that parameters, memory and
// operations are sums over.
template <class F>
constexpr void for_each_weight(const transformer& m, F f) {
  detail::for_each_end(m, f, f);
  for (const layer& each : m.layers)
    if (each.how_many > 0) detail::layer_weights(f, m, each, {each.how_many, false});
  if (m.predicts.modules == 0) return;
  detail::joining_weights(f, m);
  for (const char letter : m.predicts.order)
    if (const layer* each = m.kind(letter)) detail::layer_weights(f, m, *each, {m.predicts.modules, true});
}

}  // namespace headroom
