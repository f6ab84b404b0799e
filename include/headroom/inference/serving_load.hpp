// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include <headroom/count.hpp>
#include <headroom/inference/job.hpp>
#include <headroom/inference/rank_layers.hpp>
#include <headroom/math.hpp>
#include <headroom/model/kv_cache.hpp>
#include <headroom/model/operations.hpp>
#include <headroom/model/shape.hpp>
#include <headroom/model/weight_memory.hpp>
#include <headroom/model/weights.hpp>
#include <headroom/precision.hpp>

// What a step of serving has of a job: bytes, operations, messages and kernels of a rank. Counted once for many loads, as long as
// model, formats and division stay the same.
namespace headroom {

// Matrix products of a rank, of all stages of a pipeline.
struct served_products {
  double weights = 0;          // bytes, read in every step
  double operations = 0;       // of a token, in the format of the layers' products
  double wide_operations = 0;  // in 16 bits, or in the job's own format where that is wider
  double moved = 0;            // bytes of a token that kernels write for the next to read, into the products and out of them
  double outputs = 0;          // of a token

  constexpr void add(const served_products& more, double times) {
    weights += times * more.weights;
    operations += times * more.operations;
    wide_operations += times * more.wide_operations;
    moved += times * more.moved;
    outputs += times * more.outputs;
  }
};

// What mixes tokens in the layers of one kind, on a rank.
struct served_mixing {
  double layers = 0;
  double token_bytes = 0;        // of the KV cache of a token
  double index_bytes = 0;        // of the keys of an index, which are read whole
  double state_bytes = 0;        // of a sequence
  double pair_operations = 0;    // of a token for each token attended, as engines decode
  double prompt_operations = 0;  // the same as they read prompts
  double index_operations = 0;
  double heads = 0;
  double state_operations = 0;   // of a token
  headroom::attention shape{};
};

// Routed experts of the layers of one kind, on a rank.
struct served_experts {
  double layers = 0;
  double experts = 0;       // of a layer
  double held = 0;          // of these, on a rank: whole, or a part of each
  double per_token = 0;
  double expert_bytes = 0;  // of what a rank holds of one, in one layer
  served_products of_token{};  // of one token of the replica, in all layers: the rank's share
  double missed = 0;        // logarithm of the chance that a token leaves an expert out
  double per_input = 0;     // one over the inputs of its products, over all outputs
};

struct serving_load {
  std::string_view contradicts{};
  served_products mixing{};
  served_products networks{};
  served_products head{};
  std::array<served_mixing, max_layer_kinds> mixers{};
  std::array<served_experts, max_layer_kinds> experts{};
  double hidden_bytes = 0;     // of a token's hidden state
  double all_reduces = 0;      // of all layers, where tensor ranks add up what they hold
  double exchanges = 0;        // of all layers, where tokens go to their experts and back
  double kernels = 0;          // launched one after the other
  double block_casts = 0;      // more of them, which no engine fuses: of inputs of products that have a scale for each block
  count routed = 0;            // experts of the layers that have any
  count routed_per_token = 0;
  count routed_groups = 0;     // node-limited routing
  count routed_groups_per_token = 0;
  count tensor = 1;
  count data = 1;
  count stages = 1;
  count gpus = 1;
  bool whole_experts = false;  // on a rank each
  double expert_load = 1;      // tokens of the fullest rank's experts over their mean
};

namespace detail {

// ---- Products

// Bytes of a number that goes into products and comes out of them: of 16 bits, or as wide as the job multiplies in.
constexpr double number_bytes_of(const serving_job& job) {
  const int wide = bits(job.weights.computed);
  return wide > 16 ? wide / 8.0 : 2;
}

// The share of a weight's side that a rank has, whole pieces on the fullest.
constexpr double side_on_rank(count size, count pieces, count ranks) {
  return static_cast<double>(size) / static_cast<double>(pieces) * static_cast<double>(heads_on_rank(pieces, ranks));
}

// Adds up what a rank has of each weight.
struct load_sum {
  const serving_job& job;
  served_products mixing{};
  served_products networks{};
  served_products head{};
  served_products experts{};  // of a token of one rank's, with all of its experts
  count casts = 0;            // of inputs of products, each once
  count block_casts = 0;
  rank_sum bytes{job};
  double bytes_before = 0;
  count read_before = 0;      // inputs of the product before, where it is one of those that engines make one of

  constexpr void operator()(const weight& w) {
    bytes(w);
    const double all = bytes.held.weights / 8 + bytes.copied_head;
    const double own = all - bytes_before;
    bytes_before = all;
    served_products* into = part_of(w);
    if (into == nullptr) return;
    into->weights += own;
    if (w.is_vector() || w.products == 0) return;
    const bool is_routed = w.part == weight_part::routed_experts;
    const count ranks = is_routed ? (job.expert_parallel ? 1 : expert_ranks(job)) : job.tensor_parallel;
    const auto side = [&](count size, weight_split split) {
      return w.split == split ? side_on_rank(size, w.pieces, ranks) : static_cast<double>(size);
    };
    const double outputs = side(w.outputs, weight_split::outputs);
    const double inputs = side(w.inputs, weight_split::inputs);
    const double each = is_routed ? static_cast<double>(w.active) : 1;
    const weight_format& held = format_of(job.weights.held, w);
    const bool is_wide = bits(held.format) >= 16;
    (is_wide ? into->wide_operations : into->operations) += each * 2 * outputs * inputs;
    into->outputs += each * outputs;
    const bool is_cast = !is_wide && bits(job.weights.computed) < 16;
    const bool is_read_before = w.split == weight_split::outputs && w.inputs == read_before;
    read_before = w.split == weight_split::outputs ? w.inputs : 0;
    into->moved += each * (bytes_out(w, outputs) + (is_read_before ? 0 : bytes_in(inputs, is_cast)));
    if (!is_cast || is_read_before) return;
    if (has_blocks(held) && !is_routed) ++block_casts;
    else ++casts;
  }

 private:
  // Written and read. Attention's are written once more, rotated and to the cache, and read from there.
  constexpr double bytes_out(const weight& w, double outputs) const {
    const bool is_rotated = w.part == weight_part::attention && w.split == weight_split::outputs;
    return (is_rotated ? 4 : 2) * number_bytes_of(job) * outputs;
  }

  // Written and read, and once more in the products' own format where they are cast. Queries, keys and values have the same inputs, and
  // so has a gate with what it gates.
  constexpr double bytes_in(double inputs, bool is_cast) const {
    return 2 * (number_bytes_of(job) + (is_cast ? bits(job.weights.computed) / 8.0 : 0)) * inputs;
  }

  constexpr served_products* part_of(const weight& w) {
    switch (w.part) {
      case weight_part::attention:
      case weight_part::state_space: return &mixing;
      case weight_part::feed_forward:
      case weight_part::shared_experts:
      case weight_part::router:
      case weight_part::joint: return &networks;
      case weight_part::routed_experts: return &experts;
      case weight_part::head: return &head;
      case weight_part::embedding:
      case weight_part::norms:
      case weight_part::vision: break;
    }
    return nullptr;
  }
};

// ---- Kernels, one after the other: what engines fuse is one. General knowledge of vLLM, SGLang and TensorRT-LLM.

constexpr double kernels_of_mixing(const layer& l) {
  double sum = 0;
  const attention& a = l.attention;
  if (a.heads > 0) {
    sum += 6;                              // norm, queries with keys and values, rotation and cache, attention and its sum, output
    if (a.is_latent()) sum += 5;           // ranks down, their norms, up, and two products with the latent's expansion
    if (a.norm != query_key_norm::none) ++sum;
    if (a.output_gate) ++sum;
    if (a.output_norm) ++sum;
    // Of DeepSeek-V3.2's indexer as SGLang has it: products for queries, keys and weights with the casts before them, the keys' norm,
    // rotation, two copies, two Hadamard transforms, two casts, three scalings of the weights, storing, scores, choice.
    if (a.index.heads > 0) sum += 18;
  }
  if (l.state_space.heads > 0 || l.linear_attention.value_heads > 0) sum += 8;  // norm, two in, convolution, gates, state, norm, out
  if (l.short_convolution.width > 0) sum += 4;
  if (l.gated_recurrence.width > 0) sum += 8;  // norm, in, convolution, gates, decay, state, the output's gate, out
  return sum;
}

constexpr double kernels_of_networks(const layer& l) {
  double sum = 0;
  if (l.feed_forward.width > 0) sum += l.feed_forward.norm ? 5 : 4;  // norm, in, activation, its own norm, out
  if (l.experts.is_present()) sum += 9;    // norm, router, choice, two to sort, in, activation, out, sum
  if (l.experts.shared_width > 0) sum += 4;
  return sum;
}

constexpr double kernels_beside(const transformer& m) {
  if (!has_weights_beside(m)) return 0;
  double sum = 0;
  if (m.per_layer.width > 0) sum += 4;   // gate, its activation and product, projection, norm
  if (m.residual_rank > 0) sum += 3;     // two products, norm
  if (m.hidden_states > 1) sum += 10;    // to predict and to correct: norm, router, coefficients, their product, sum
  return sum;
}

constexpr served_mixing mixing_on_rank(const serving_job& job, const layer& l) {
  const count ranks = job.tensor_parallel;
  const attention& a = l.attention;
  served_mixing made{.layers = static_cast<double>(l.how_many), .shape = a};
  made.state_bytes = static_cast<double>(state_bits(l, job.kv_cache, ranks)) / 8;
  made.state_operations = recurrence(l) / static_cast<double>(ranks);
  if (a.heads == 0) return made;
  attention plain = a;
  plain.index = {};
  made.token_bytes = static_cast<double>(cache_bits_per_token(plain, job.kv_cache, ranks)) / 8;
  made.index_bytes = static_cast<double>(cache_bits_per_token(a, job.kv_cache, ranks)) / 8 - made.token_bytes;
  made.heads = static_cast<double>(heads_on_rank(a.heads, ranks));
  const double share = made.heads / static_cast<double>(a.heads);
  made.prompt_operations = share * operations_per_pair(a);
  made.pair_operations = share * (a.is_latent() ? operations_per_latent_pair(a) : operations_per_pair(a));
  made.index_operations = index_operations_per_pair(a);
  return made;
}

}  // namespace detail

constexpr serving_load serving_load_of(const serving_job& job) {
  serving_load made;
  made.contradicts = contradiction(job);
  if (!made.contradicts.empty()) return made;
  const transformer& m = job.model;
  made.tensor = job.tensor_parallel;
  made.data = job.data_parallel;
  made.stages = job.pipeline_parallel;
  made.gpus = job.gpus_per_replica();
  made.whole_experts = job.expert_parallel;
  made.expert_load = expert_load_of(job);
  const auto ranks = static_cast<double>(detail::expert_ranks(job));
  for (std::size_t kind = 0; kind < max_layer_kinds; ++kind) {
    const layer& l = m.layers[kind];
    if (l.how_many == 0) continue;
    const auto layers = static_cast<double>(l.how_many);
    detail::load_sum sum{job};
    detail::mixing_weights(sum, l, m.hidden, {1});
    detail::feed_forward_weights(sum, l, m.hidden, {1});
    detail::beside_weights(sum, m, {1});
    const bool feeds = l.feed_forward.width > 0 || l.experts.is_present();
    // The residual stream, which is read and written beside each norm.
    if (l.mixes_tokens()) sum.mixing.moved += 2 * detail::number_bytes_of(job) * static_cast<double>(m.hidden);
    if (feeds) sum.networks.moved += 2 * detail::number_bytes_of(job) * static_cast<double>(m.hidden);
    made.mixing.add(sum.mixing, layers);
    made.networks.add(sum.networks, layers);
    made.mixers[kind] = detail::mixing_on_rank(job, l);
    made.kernels += layers * (detail::kernels_of_mixing(l) + detail::kernels_of_networks(l) + detail::kernels_beside(m) + static_cast<double>(sum.casts));
    made.block_casts += layers * static_cast<double>(sum.block_casts);
    const bool exchanges = l.experts.is_present() && job.data_parallel > 1;
    if (job.tensor_parallel > 1) made.all_reduces += layers * ((l.mixes_tokens() ? 1 : 0) + (feeds && !exchanges ? 1 : 0) + (m.residual_rank > 0 ? 1 : 0));
    if (exchanges) made.exchanges += 2 * layers;
    if (!l.experts.is_present()) continue;
    made.routed = l.experts.routed;
    made.routed_per_token = l.experts.per_token;
    made.routed_groups = l.experts.groups;
    made.routed_groups_per_token = l.experts.groups_per_token;
    served_experts& e = made.experts[kind];
    e.layers = layers;
    e.experts = static_cast<double>(l.experts.routed);
    e.held = static_cast<double>(job.expert_parallel ? heads_on_rank(l.experts.routed, detail::expert_ranks(job)) : l.experts.routed);
    e.per_token = static_cast<double>(l.experts.per_token);
    e.expert_bytes = sum.experts.weights / e.held;
    // What is counted of a token is whole where experts are; the rank has its share of them.
    e.of_token.add(sum.experts, layers / (job.expert_parallel ? ranks : 1));
    e.missed = math::log_of_rest(e.per_token / e.experts);
    e.per_input = 2 * sum.experts.outputs / (sum.experts.operations + sum.experts.wide_operations);
  }
  detail::load_sum first{job};
  detail::load_sum last{job};
  detail::for_each_end(m, first, last);
  made.networks.add(first.networks, 1);
  made.networks.add(last.networks, 1);
  made.head = last.head;
  made.hidden_bytes = detail::number_bytes_of(job) * static_cast<double>(m.hidden);
  made.kernels += 4;  // embedding, last norm, head, sampling
  return made;
}

}  // namespace headroom
