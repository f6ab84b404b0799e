// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include <headroom/count.hpp>
#include <headroom/inference/job.hpp>
#include <headroom/model/missing.hpp>
#include <headroom/model/shape.hpp>
#include <headroom/model/weight_memory.hpp>
#include <headroom/model/weights.hpp>
#include <headroom/training/parallelism.hpp>

namespace headroom {

// Bytes of a model's layers and ends on the fullest rank, made once for many jobs: as long as these have the same
// model, weights, tensor, data and expert parallelism.
struct rank_weights {
  std::string_view contradicts{};
  count layers = 0;
  std::array<double, max_layer_kinds> of_kind{};
  double first = 0;
  double last = 0;
};

namespace detail {

// Adds up the bytes of weights on one rank.
struct rank_sum {
  const serving_job& job;
  bool tied_copy = false;  // the head is a copy of the embedding
  double bytes = 0;

  constexpr void operator()(const weight& w) {
    if (w.predicts && !job.with_predicting) return;
    const bool routed = w.part == weight_part::routed_experts;
    const count ranks = !routed ? job.tensor_parallel : job.expert_parallel ? 1 : expert_ranks(job);
    count copies = routed && job.expert_parallel ? heads_on_rank(w.copies, expert_ranks(job)) : w.copies;
    if (tied_copy && w.part == weight_part::head && !w.is_vector()) copies = 1;
    const count outputs = w.split == weight_split::outputs ? share_on_rank(w.outputs, w.pieces, ranks) : w.outputs;
    const count inputs = w.split == weight_split::inputs ? share_on_rank(w.inputs, w.pieces, ranks) : w.inputs;
    bytes += static_cast<double>(bits_of(format_of(job.weights.held, w), outputs, inputs)) *
             static_cast<double>(copies) / 8;
  }

 private:
  static constexpr count share_on_rank(count size, count pieces, count ranks) {
    return multiply(size / pieces, heads_on_rank(pieces, ranks));
  }
};

}  // namespace detail

constexpr rank_weights weights_on_rank(const serving_job& job) {
  rank_weights sum;
  const transformer& m = job.model;
  const parallelism p = detail::division_of(job);
  sum.contradicts = missing(m);
  if (sum.contradicts.empty()) sum.contradicts = detail::degrees_contradict(p);
  if (sum.contradicts.empty()) sum.contradicts = detail::layers_contradict(m, p);
  if (!sum.contradicts.empty()) return sum;
  sum.layers = m.layer_count();
  for (std::size_t kind = 0; kind < max_layer_kinds; ++kind) {
    if (m.layers[kind].how_many == 0) continue;
    detail::rank_sum of_layer{job};
    detail::layer_weights(of_layer, m, m.layers[kind], {1, false});
    sum.of_kind[kind] = of_layer.bytes;
  }
  detail::rank_sum first{job};
  detail::rank_sum last{.job = job, .tied_copy = m.tied && p.pipeline > 1};
  detail::for_each_end(m, first, last);
  sum.first = first.bytes;
  sum.last = last.bytes;
  return sum;
}

namespace detail {

constexpr std::string_view contradiction(const serving_job& job, const rank_weights& weights) {
  if (!weights.contradicts.empty()) return weights.contradicts;
  const parallelism p = division_of(job);
  if (const auto words = degrees_contradict(p); !words.empty()) return words;
  if (const auto words = stages_contradict(weights.layers, p); !words.empty()) return words;
  return numbers_contradict(job);
}

}  // namespace detail

}  // namespace headroom
