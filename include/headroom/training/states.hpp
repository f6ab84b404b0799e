// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/count.hpp>
#include <headroom/model/shape.hpp>
#include <headroom/model/weights.hpp>
#include <headroom/precision.hpp>
#include <headroom/training/job.hpp>

namespace headroom {

// Bytes of weights, gradients and optimizer state on a GPU, and of what waits in the host's memory.
struct state_bytes {
  double weights = 0;
  double gradients = 0;
  double optimizer = 0;
  double host = 0;

  constexpr double total() const { return weights + gradients + optimizer; }
  constexpr void operator+=(const state_bytes& more) {
    weights += more.weights;
    gradients += more.gradients;
    optimizer += more.optimizer;
    host += more.host;
  }
};

namespace detail {

// Bytes of a number with its part of the scales.
constexpr double bytes_with_scales(const weight_format& f) {
  const double block =
      f.block_inputs > 0 ? static_cast<double>(f.block_outputs) * static_cast<double>(f.block_inputs) : 0;
  return (bits(f.format) + (block > 0 ? f.scale_bits / block : 0)) / 8;
}

}  // namespace detail

// Of so many parameters that are alike on `replicas` ranks: ZeRO's arithmetic (Rajbhandari et al., 2020, section 5).
// Weights are in the formats' own, or of that many bytes each.
constexpr state_bytes state_of(double parameters, count replicas, const training_formats& formats,
                               const optimizer& with, sharding shared = sharding::none,
                               const offloading& offload = {}, double weight_bytes = 0) {
  const double part = parameters / static_cast<double>(replicas);
  state_bytes sum{
      .weights = (shared >= sharding::weights ? part : parameters) *
                 (weight_bytes > 0 ? weight_bytes : bits(formats.weights) / 8.0),
      .gradients = (shared >= sharding::gradients ? part : parameters) *
                   (bits(formats.gradients) + (formats.short_gradients ? bits(formats.weights) : 0)) / 8,
      .optimizer = (shared >= sharding::optimizer ? part : parameters) * bytes_per_parameter(with, formats.weights)};
  const auto move = [&](bool moved, double& bytes) {
    if (!moved) return;
    sum.host += bytes;
    bytes = 0;
  };
  move(offload.weights && shared == sharding::weights, sum.weights);
  move(offload.gradients, sum.gradients);
  move(offload.optimizer, sum.optimizer);
  return sum;
}

namespace detail {

// Parameters of one layer, or of the ends of the model, on one rank.
struct rank_parameters {
  double products = 0;  // of matrix products in layers, but routed experts
  double others = 0;
  double experts = 0;  // routed
  double shapes = 0;   // one weight of each shape, but the attention's
  double attention_shapes = 0;
  double adapters = 0;
  double expert_adapters = 0;

  constexpr double total() const { return products + others + experts; }
  constexpr void add(const rank_parameters& more, double times) {
    products += times * more.products;
    others += times * more.others;
    experts += times * more.experts;
    adapters += times * more.adapters;
    expert_adapters += times * more.expert_adapters;
    // Kinds of layers have the same attention, or nearly, and networks of their own.
    shapes += more.shapes;
    if (more.attention_shapes > attention_shapes) attention_shapes = more.attention_shapes;
  }
};

// The fullest rank's share of so many pieces: whole ones, and at least one.
constexpr double share_of(count pieces, count ranks) {
  return ranks <= 1 ? 1 : static_cast<double>(heads_on_rank(pieces, ranks)) / static_cast<double>(pieces);
}

constexpr bool has_adapter(const adapters& of, const weight& w) {
  switch (w.part) {
    case weight_part::attention:
    case weight_part::state_space:
      return of.attention;
    case weight_part::feed_forward:
    case weight_part::shared_experts:
      return of.feed_forward;
    case weight_part::routed_experts:
      return of.experts;
    default:
      return false;
  }
}

constexpr void add_weight(rank_parameters& sum, const weight& w, const training_job& job) {
  const parallelism& p = job.parallelism;
  const bool routed = w.part == weight_part::routed_experts;
  const count ranks = routed ? p.experts_tensor() : p.tensor;
  const double share = w.split == weight_split::none ? 1 : share_of(w.pieces, ranks);
  const double one = static_cast<double>(w.outputs) * static_cast<double>(w.inputs) * share;
  const double copies = static_cast<double>(w.copies) * (routed ? share_of(w.copies, p.expert) : 1);
  if (!w.is_vector()) (w.part == weight_part::attention ? sum.attention_shapes : sum.shapes) += one;
  const bool product = w.products > 0 && w.part != weight_part::router;
  (routed ? sum.experts : product ? sum.products : sum.others) += one * copies;
  if (job.adapters.rank > 0 && !w.is_vector() && has_adapter(job.adapters, w)) {
    const double outputs = static_cast<double>(w.outputs) * (w.split == weight_split::outputs ? share : 1);
    const double inputs = static_cast<double>(w.inputs) * (w.split == weight_split::inputs ? share : 1);
    (routed ? sum.expert_adapters : sum.adapters) +=
        static_cast<double>(job.adapters.rank) * (outputs + inputs) * copies;
  }
}

// Adds the part of a layer that mixes tokens.
constexpr void add_mixing(rank_parameters& sum, const training_job& job, const layer& l) {
  auto add = [&](const weight& w) { add_weight(sum, w, job); };
  mixing_weights(add, l, job.model.hidden, {1, false});
}

// Adds its networks.
constexpr void add_networks(rank_parameters& sum, const training_job& job, const layer& l) {
  auto add = [&](const weight& w) { add_weight(sum, w, job); };
  feed_forward_weights(add, l, job.model.hidden, {1, false});
}

constexpr double vocabulary_on_rank(const training_job& job) {
  const transformer& m = job.model;
  return static_cast<double>(m.vocabulary) * share_of(m.vocabulary, job.parallelism.tensor);
}

// Of the first stage besides its layers.
constexpr rank_parameters first_on_rank(const training_job& job) {
  const transformer& m = job.model;
  const auto hidden = static_cast<double>(m.hidden);
  double others = (vocabulary_on_rank(job) + static_cast<double>(m.learned_positions)) * hidden;
  if (m.embedding_norm) others += hidden * (m.norm == norm_kind::layer ? 2 : 1);
  return {.others = others + static_cast<double>(m.vision)};
}

// Of the last stage besides its layers, less the copy of a tied head and the modules that predict further tokens.
constexpr rank_parameters last_on_rank(const training_job& job) {
  const transformer& m = job.model;
  const auto hidden = static_cast<double>(m.hidden);
  const double norm = hidden * (m.norm == norm_kind::layer ? 2 : 1);
  const double vocabulary = vocabulary_on_rank(job);
  rank_parameters sum{.others = norm + (m.head_bias ? vocabulary : 0)};
  if (!m.tied) sum.others += vocabulary * hidden;
  return sum;
}

// Of those modules, less their layers.
constexpr rank_parameters joining_on_rank(const training_job& job) {
  rank_parameters sum;
  auto add = [&](const weight& w) { add_weight(sum, w, job); };
  joining_weights(add, job.model);
  return sum;
}

// Copies of a weight in the products' format. Of frozen weights the transposed one is made as the backward pass needs
// it.
constexpr double copies_held(const training_job& job) {
  const int copies = job.formats.product_copies;
  return job.adapters.rank > 0 && copies > 1 ? 1 : copies;
}

// Weights that get neither gradients nor state.
constexpr void add_frozen(state_bytes& sum, const training_job& job, double parameters, count alike,
                          double weight_bytes) {
  const state_bytes all = state_of(parameters, alike, job.formats, job.optimizer, job.sharding,
                                   {.weights = job.offload.weights}, weight_bytes);
  sum.weights += all.weights;
  sum.host += all.host;
}

// State of the parameters of a rank: those of experts are alike on fewer ranks.
constexpr state_bytes state_of_rank(const training_job& job, const rank_parameters& n) {
  const count shards = job.sharing();
  const count expert_shards = job.experts_sharing();
  const auto of = [&](double parameters, count alike, double weight_bytes = 0) {
    return state_of(parameters, alike, job.formats, job.optimizer, job.sharding, job.offload, weight_bytes);
  };
  const training_formats& f = job.formats;
  const double short_weight = copies_held(job) * bytes_with_scales(f.products);
  const double matrix = f.products_primary ? short_weight : 0;
  state_bytes sum;
  if (job.adapters.rank > 0) {  // adapters are held and trained in 16 bits with the optimizer's state
    sum = of(n.adapters, shards);
    sum += of(n.expert_adapters, expert_shards);
    add_frozen(sum, job, n.products, shards, matrix);
    add_frozen(sum, job, n.others, shards, 0);
    add_frozen(sum, job, n.experts, expert_shards, matrix);
  } else {
    sum = of(n.products, shards, matrix);
    sum += of(n.others, shards);
    sum += of(n.experts, expert_shards, matrix);
  }
  // Copies in the products' format; where the weights are shared out they are made as they are gathered.
  if (!f.products_primary && job.sharding != sharding::weights) sum.weights += (n.products + n.experts) * short_weight;
  return sum;
}

}  // namespace detail

}  // namespace headroom
