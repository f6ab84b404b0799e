// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include <headroom/count.hpp>
#include <headroom/inference/job.hpp>
#include <headroom/inference/working.hpp>
#include <headroom/model/kv_cache.hpp>
#include <headroom/model/missing.hpp>
#include <headroom/model/shape.hpp>
#include <headroom/model/weight_memory.hpp>
#include <headroom/model/weights.hpp>
#include <headroom/training/parallelism.hpp>

namespace headroom {

// One layer of a kind on the fullest rank.
struct serving_layer {
  double weights = 0;  // bytes
  double working = 0;  // numbers of 16 bits that a token works in, at the largest moment
  count token_bits = 0;  // of the KV cache
  count state_bits = 0;  // of a sequence's state, however long it is
};

// A model's layers and ends on the fullest rank, counted once for many jobs: as long as these have the same model,
// formats, tensor, data and expert parallelism.
struct serving_layers {
  std::string_view contradicts{};
  count layers = 0;
  std::array<serving_layer, max_layer_kinds> of_kind{};
  double first = 0;  // bytes of the weights of the first stage beside its layers
  double last = 0;
  double copied_head = 0;  // of a tied one, on a last stage that is not the first as well
};

namespace detail {

// Adds up the bytes of weights on one rank.
struct rank_sum {
  const serving_job& job;
  double bytes = 0;
  double copied_head = 0;  // of a tied one, which is a copy where it is not on the embedding's stage

  constexpr void operator()(const weight& w) {
    if (w.predicts && !job.with_predicting) return;
    const bool routed = w.part == weight_part::routed_experts;
    const count ranks = !routed ? job.tensor_parallel : job.expert_parallel ? 1 : expert_ranks(job);
    const bool copied = job.model.tied && w.part == weight_part::head && !w.is_vector();
    const count held = routed && job.expert_parallel ? heads_on_rank(w.copies, expert_ranks(job)) : w.copies;
    const count outputs = w.split == weight_split::outputs ? share_on_rank(w.outputs, w.pieces, ranks) : w.outputs;
    const count inputs = w.split == weight_split::inputs ? share_on_rank(w.inputs, w.pieces, ranks) : w.inputs;
    (copied ? copied_head : bytes) += static_cast<double>(bits_of(format_of(job.weights.held, w), outputs, inputs)) *
                                      static_cast<double>(copied ? 1 : held) / 8;
  }

 private:
  static constexpr count share_on_rank(count size, count pieces, count ranks) {
    return multiply(size / pieces, heads_on_rank(pieces, ranks));
  }
};

constexpr serving_layer layer_on_rank(const serving_job& job, const layer& l, double weights) {
  const count ranks = job.tensor_parallel;
  return {.weights = weights,
          .working = working_numbers(l, job.model.hidden, job),
          .token_bits = caches(l) ? cache_bits_per_token(l.attention, job.kv_cache, ranks) : 0,
          .state_bits = state_bits(l, job.kv_cache, ranks)};
}

}  // namespace detail

constexpr serving_layers layers_on_rank(const serving_job& job) {
  serving_layers sum;
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
    sum.of_kind[kind] = detail::layer_on_rank(job, m.layers[kind], of_layer.bytes);
  }
  detail::rank_sum first{job};
  detail::rank_sum last{job};
  detail::for_each_end(m, first, last);
  sum.first = first.bytes;
  sum.last = last.bytes;
  sum.copied_head = last.copied_head;
  return sum;
}

namespace detail {

constexpr std::string_view contradiction(const serving_job& job, const serving_layers& layers) {
  if (!layers.contradicts.empty()) return layers.contradicts;
  const parallelism p = division_of(job);
  if (const auto words = degrees_contradict(p); !words.empty()) return words;
  if (const auto words = stages_contradict(layers.layers, p); !words.empty()) return words;
  return numbers_contradict(job);
}

}  // namespace detail

}  // namespace headroom
