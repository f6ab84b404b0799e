// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>

#include <headroom/count.hpp>
#include <headroom/math.hpp>
#include <headroom/model/shape.hpp>
#include <headroom/model/weights.hpp>
#include <headroom/training/job.hpp>
#include <headroom/training/states.hpp>

namespace headroom {

// Bytes that wait for the backward pass, by the part of a layer that leaves them.
struct activation_bytes {
  double norms = 0;      // inputs of norms, which are the residual stream, and their outputs, inputs of products
  double attention = 0;  // queries, keys, values, outputs, and what leads to them
  double scores = 0;     // materialised, with their masks
  double state_space = 0;
  double feed_forward = 0;  // of dense layers and shared experts
  double experts = 0;       // routed, with their routers
  double masks = 0;         // of dropout outside of the attention
  double embedding = 0;     // the mask behind it

  constexpr double total() const {
    return norms + attention + scores + state_space + feed_forward + experts + masks + embedding;
  }
  constexpr void add(const activation_bytes& more, double times) {
    norms += times * more.norms;
    attention += times * more.attention;
    scores += times * more.scores;
    state_space += times * more.state_space;
    feed_forward += times * more.feed_forward;
    experts += times * more.experts;
    masks += times * more.masks;
    embedding += times * more.embedding;
  }
};

namespace detail {

// The numbers of a job that every layer's activations are made of.
struct activation_terms {
  double tokens = 0;    // of a micro-batch on a rank
  double divided = 0;   // the same over the tensor ranks
  double residual = 0;  // the same for what only sequence parallelism divides
  double length = 0;    // of a sequence
  double kept = 2;      // bytes of a product's input
  double activated = 2;  // of the input of a gated activation
  // Bytes of an input that products keep in the part that mixes tokens, in networks, and in routed experts: frozen
  // products keep none, and adapters keep their own in 16 bits.
  double mixing_input = 2;
  double network_input = 2;
  double expert_input = 2;
  double masks = 0;     // bytes of a number that dropout may drop
  double expert_load = 1;  // tokens of the fullest rank's experts over their mean
  double experts = 0;   // expert inputs of a token that one rank of its experts' tensor group holds, over `tokens`
};

constexpr activation_terms terms_of(const training_job& job) {
  const parallelism& p = job.parallelism;
  activation_terms t;
  const auto tensor = static_cast<double>(p.tensor);
  t.length = static_cast<double>(job.sequence);
  t.tokens = static_cast<double>(job.micro_batch) * t.length / static_cast<double>(p.context);
  t.divided = t.tokens / tensor;
  t.residual = p.sequence ? t.divided : t.tokens;
  if (job.formats.products_saved) t.kept = bytes_with_scales(job.formats.products);
  if (job.formats.activation_saved) t.activated = bytes_with_scales(job.formats.products);
  const auto input = [&](bool adapted) { return job.adapters.rank == 0 ? t.kept : adapted ? 2 : 0; };
  t.mixing_input = input(job.adapters.attention);
  t.network_input = input(job.adapters.feed_forward);
  t.expert_input = input(job.adapters.experts);
  t.masks = job.dropout ? 1 : 0;
  t.expert_load = expert_load(job);
  t.experts = static_cast<double>(p.experts_tensor()) / tensor * t.expert_load;
  return t;
}

// An input that the next product keeps in its own format too, where that is shorter.
constexpr double beside(double input) { return input < 2 ? input : 0; }

// Of latent attention: queries, keys and values of all heads, and the latents behind their norms.
constexpr double expanded_bytes(const attention& a, const activation_terms& t) {
  return 2 * static_cast<double>(multiply(a.heads, add(multiply(2, a.head_size), a.value_size()))) * t.divided +
         t.mixing_input * static_cast<double>(add(a.query_rank, a.kv_rank)) * t.residual;
}

constexpr void add_attention(activation_bytes& sum, const training_job& job, const attention& a,
                             const activation_terms& t) {
  const count ranks = job.parallelism.tensor;
  const auto heads = static_cast<double>(a.heads);
  const double queries = heads * static_cast<double>(a.head_size) * t.divided;
  const double outputs = heads * static_cast<double>(a.value_size()) * t.divided;
  double keys = queries;  // MLA: expanded for every head
  double values = outputs;
  if (a.is_latent()) {
    // The two latents before and behind their norms; keys' rotary part comes with the latent.
    const auto query_rank = static_cast<double>(a.query_rank);
    const auto kv_rank = static_cast<double>(a.kv_rank);
    sum.attention += t.residual * ((query_rank + kv_rank) * (2 + t.mixing_input) + 2 * static_cast<double>(a.rotary_head_size));
  } else {
    const auto kv_heads = static_cast<double>(heads_on_rank(a.kv_heads, ranks));
    keys = kv_heads * static_cast<double>(a.head_size) * t.tokens;
    values = a.keys_are_values ? 0 : kv_heads * static_cast<double>(a.value_size()) * t.tokens;
    if (a.norm != query_key_norm::none) sum.attention += 2 * (queries + keys);
  }
  sum.attention += 2 * (queries + keys + values + outputs) + beside(t.mixing_input) * outputs;
  if (a.output_gate) sum.attention += 4 * outputs;  // the gate, and the product
  if (job.scores_materialised) {
    const double seen =
        a.window > 0 && static_cast<double>(a.window) < t.length ? static_cast<double>(a.window) : t.length;
    sum.scores += heads * t.divided * seen * (2 + 3 * t.masks);  // softmax; mask; what is left
  } else {
    sum.attention += 4 * heads * t.divided;  // logarithm of each row's sum
  }
}

// The input of a network's activation, and of its last product, which keeps `input` bytes of each.
constexpr double network_bytes(double inner, bool gated, const activation_terms& t, double input) {
  return inner * ((gated ? 2 * t.activated : 2) + input);
}

constexpr void add_experts(activation_bytes& sum, const training_job& job, const experts& e,
                           const activation_terms& t) {
  const auto routed = static_cast<double>(e.routed);
  const auto chosen = static_cast<double>(e.per_token);
  const auto inside = static_cast<double>(e.latent > 0 ? e.latent : job.model.hidden);
  sum.experts += 8 * routed * t.residual;  // logits and probabilities, in 32 bits
  const double sent = t.tokens * chosen * t.experts;
  sum.experts += t.expert_input * inside * sent;
  sum.experts += network_bytes(static_cast<double>(e.width) * t.divided * chosen * t.expert_load, e.gated, t,
                               t.expert_input);
  if (e.latent > 0) sum.experts += 4 * inside * t.residual;
  sum.feed_forward += network_bytes(static_cast<double>(e.shared_width) * t.divided, e.gated, t, t.network_input);
}

// Mamba and linear attention: the projections, their convolution, and the gated output before and behind its norm.
// States inside the scan are computed again by the published kernels.
constexpr void add_recurrence(activation_bytes& sum, const layer& l, const activation_terms& t) {
  const auto of = [&](count projected, count convolved, count inner) {
    sum.state_space += t.divided * (2 * static_cast<double>(projected) + 2 * static_cast<double>(convolved) +
                                    (4 + t.mixing_input) * static_cast<double>(inner));
  };
  const state_space& s = l.state_space;
  if (s.heads > 0) of(s.convolved() + s.inner() + s.heads, s.convolved(), s.inner());
  const linear_attention& a = l.linear_attention;
  if (a.value_heads > 0) of(a.convolved() + a.values() + 2 * a.value_heads, a.convolved(), a.values());
  const count gated = l.short_convolution.width;
  if (gated > 0) of(3 * gated, gated, gated);
}

// Outputs of a layer's norms that products keep, in bytes of a number of the residual stream.
constexpr double norm_outputs(const training_job& job, const layer& l, const activation_terms& t) {
  const double mixing = l.mixes_tokens() ? t.mixing_input : 0;
  const double network = l.has_feed_forward() ? t.network_input : 0;
  return job.model.one_norm_per_layer ? (mixing > network ? mixing : network) : mixing + network;
}

// Everything a layer keeps where nothing is computed again.
constexpr activation_bytes all_of_layer(const training_job& job, const layer& l, const activation_terms& t) {
  activation_bytes sum;
  const auto hidden = static_cast<double>(job.model.hidden);
  const bool both = l.mixes_tokens() && l.has_feed_forward();
  const double parts = both ? 2 : 1;
  const double norms = both && job.model.one_norm_per_layer ? 1 : parts;
  sum.norms = t.residual * hidden *
              (2 * norms + norm_outputs(job, l, t) + (job.model.norms_per_part > 1 ? 2 * parts : 0));
  sum.masks = t.masks * parts * hidden * t.residual;
  if (l.attention.heads > 0) add_attention(sum, job, l.attention, t);
  add_recurrence(sum, l, t);
  if (l.feed_forward.width > 0)
    sum.feed_forward += network_bytes(static_cast<double>(l.feed_forward.width) * t.divided, l.feed_forward.gated, t,
                                      t.network_input);
  if (l.experts.is_present()) add_experts(sum, job, l.experts, t);
  return sum;
}

// torchtitan's policy "op": the layer's input, the attention's output, and the 1st, 3rd, ... product of the layer:
// queries, values, the first feed-forward product and the last.
constexpr activation_bytes alternate_products(const training_job& job, const layer& l, const activation_terms& t) {
  activation_bytes sum;
  const auto hidden = static_cast<double>(job.model.hidden);
  const attention& a = l.attention;
  sum.norms = 2 * hidden * t.residual;
  if (a.heads > 0) {
    const auto heads = static_cast<double>(a.heads);
    const double values = a.is_latent()
                              ? heads * t.divided
                              : static_cast<double>(heads_on_rank(a.kv_heads, job.parallelism.tensor)) * t.tokens;
    sum.attention = 2 * heads * static_cast<double>(a.head_size + a.value_size()) * t.divided +
                    2 * values * static_cast<double>(a.value_size()) + 4 * heads * t.divided;
  }
  if (l.feed_forward.width > 0) {
    sum.feed_forward = 2 * static_cast<double>(l.feed_forward.width) * t.divided;
    if (l.feed_forward.gated) sum.feed_forward += 2 * hidden * t.residual;
  }
  if (l.experts.is_present()) add_experts(sum, job, l.experts, t);
  add_recurrence(sum, l, t);
  return sum;
}

// What a layer keeps, before layers that are not computed again are counted.
constexpr activation_bytes kept_of_layer(const training_job& job, const layer& l, const activation_terms& t) {
  const auto hidden = static_cast<double>(job.model.hidden);
  if (job.recompute.kind == recompute::full)
    return {.norms = 2 * hidden * t.residual / static_cast<double>(job.recompute.group)};
  if (job.recompute.kind == recompute::alternate_products) return alternate_products(job, l, t);
  activation_bytes sum = all_of_layer(job, l, t);
  if (job.recompute.kind == recompute::none) return sum;
  const recomputed_parts& again = job.recompute.parts;
  if (again.scores) sum.scores = 0;
  if (again.norms) sum.norms -= t.residual * hidden * norm_outputs(job, l, t);
  if (again.feed_forward)
    sum.feed_forward = 0;
  else if (again.activation)
    sum.feed_forward -= t.divided * t.network_input * static_cast<double>(l.feed_forward.width + l.experts.shared_width);
  if (again.expanded_latents && l.attention.is_latent()) sum.attention -= expanded_bytes(l.attention, t);
  if (again.expert_activation && !again.experts)
    sum.experts -= t.divided * t.expert_input * t.expert_load *
                   static_cast<double>(multiply(l.experts.width, l.experts.per_token));
  if (again.experts && l.experts.is_present()) {
    experts routed = l.experts;
    routed.shared_width = 0;
    activation_bytes left;
    add_experts(left, job, routed, t);
    sum.experts -= left.experts;
  }
  return sum;
}

// What the modules that predict further tokens keep: their layers', two norms' inputs, the input of their product,
// which is twice as wide, and the input of their last norm.
constexpr activation_bytes kept_of_predicting(const training_job& job, const activation_terms& t) {
  activation_bytes sum;
  const multi_token_prediction& predicts = job.model.predicts;
  if (!job.with_predicting || predicts.modules == 0) return sum;
  const auto modules = static_cast<double>(predicts.modules);
  for (const char letter : predicts.order)
    if (const std::size_t place = job.model.place_of(letter); place < max_layer_kinds)
      sum.add(kept_of_layer(job, job.model.layers[place], t), modules);
  sum.norms += modules * static_cast<double>(job.model.hidden) * t.residual * (6 + 2 * t.kept);
  return sum;
}

// Gradients inside a layer while it runs backward: of its output, and of the widest network and its activation.
constexpr double gradients_in_layer(const training_job& job, const layer& l, const activation_terms& t) {
  const auto hidden = static_cast<double>(job.model.hidden);
  const auto inside = [&](count width, bool gated) { return static_cast<double>(width) * t.divided * (gated ? 6 : 4); };
  const double mixing = 2 * t.divided * static_cast<double>(l.attention.heads) *
                        static_cast<double>(l.attention.head_size + l.attention.value_size());
  const double dense = math::larger(mixing, inside(l.feed_forward.width, l.feed_forward.gated));
  const auto chosen = static_cast<double>(l.experts.per_token);
  const double routed = inside(l.experts.width, l.experts.gated) * chosen * t.expert_load +
                        2 * hidden * t.tokens * chosen * t.experts;
  return 2 * hidden * t.residual + (l.experts.is_present() ? math::larger(dense, routed) : dense);
}

}  // namespace detail

// What one layer of one micro-batch keeps on one rank for its backward pass. The job can be.
constexpr activation_bytes layer_activations(const training_job& job, const layer& l) {
  return detail::kept_of_layer(job, l, detail::terms_of(job));
}

}  // namespace headroom
