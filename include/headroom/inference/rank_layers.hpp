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
#include <headroom/parallel/parallelism.hpp>

namespace headroom {

// One layer of a kind on the fullest rank.
struct serving_layer {
  double weights = 0;    // bytes
  double adapters = 0;   // bytes of the LoRA adapters that are resident
  double working = 0;    // numbers of 16 bits that a token works in, at the largest moment
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
  double draft = 0;        // bytes of the draft model's weights, on the last stage
  std::array<serving_layer, max_layer_kinds> of_draft{};
};

namespace detail {

// Bits on one rank of weights, and of the LoRA adapters that are resident beside them.
struct rank_bits {
  double weights = 0;
  double adapters = 0;
};

// Adds up the bits of weights on one rank, in floating point: bits are whole numbers, exact below 2^53.
struct rank_sum {
  const serving_job& job;
  count experts_over = job.expert_parallel ? expert_ranks(job) : 1;  // ranks that whole routed experts are shared over
  count routed_ranks = job.expert_parallel ? 1 : expert_ranks(job);  // that divide each of them
  rank_bits held{};
  double copied_head = 0;  // bytes of a tied one, which is a copy where it is not on the embedding's stage

  constexpr double bytes() const { return held.weights / 8; }

  constexpr void operator()(const weight& given) {
    const bool routed = given.part == weight_part::routed_experts;
    const weight w = routed ? as_loaded(given) : given;
    const count ranks = routed ? routed_ranks : job.tensor_parallel;
    const weight_format& format = format_of(job.weights.held, w);
    double numbers = static_cast<double>(w.outputs) * static_cast<double>(w.inputs);
    if (w.split != weight_split::none && ranks > 1)
      numbers = numbers / static_cast<double>(w.pieces) * static_cast<double>(heads_on_rank(w.pieces, ranks));
    double each = numbers * bits(format.format);
    if (format.scale_bits > 0) each += scales_on_rank(format, w, ranks);
    if (w.part == weight_part::head && job.model.tied && !w.is_vector()) {
      copied_head += each / 8;
      return;
    }
    held.weights += each * static_cast<double>(routed ? heads_on_rank(w.copies, experts_over) : w.copies);
    if (job.adapters > 0) held.adapters += bits_of_adapters(w);
  }

 private:
  // Of each matrix, which a layer has once, one from its inputs to the rank and one from there to its outputs, in 16 bits, each
  // with the matrix' divided side, as vLLM holds them.
  constexpr double bits_of_adapters(const weight& w) const {
    const bool adapts = w.part == weight_part::attention || w.part == weight_part::feed_forward ||
                        w.part == weight_part::shared_experts;
    if (!adapts || w.is_vector()) return 0;
    const auto of = [&](count size, weight_split split) {
      const bool divides = w.split == split && job.tensor_parallel > 1;
      return static_cast<double>(divides ? multiply(size / w.pieces, heads_on_rank(w.pieces, job.tensor_parallel)) : size);
    };
    return 16 * static_cast<double>(job.adapters) * static_cast<double>(job.adapter_rank) *
           (of(w.inputs, weight_split::inputs) + of(w.outputs, weight_split::outputs));
  }

  // With the side that is not divided, the hidden width, padded as the kernels of MXFP4 have it.
  constexpr weight as_loaded(weight w) const {
    if (job.engine.mxfp4_multiple == 0 || w.is_vector() || !is_mxfp4(job.weights.held.experts)) return w;
    count& hidden = w.split == weight_split::outputs ? w.inputs : w.outputs;
    hidden = multiply(ceil_of(hidden, job.engine.mxfp4_multiple), job.engine.mxfp4_multiple);
    return w;
  }

  static constexpr double scales_on_rank(const weight_format& format, const weight& w, count ranks) {
    const auto of = [&](count size, weight_split split) {
      return w.split == split ? multiply(size / w.pieces, heads_on_rank(w.pieces, ranks)) : size;
    };
    return static_cast<double>(
        bits_of_scales(format, of(w.outputs, weight_split::outputs), of(w.inputs, weight_split::inputs)));
  }
};

constexpr serving_layer layer_on_rank(const serving_job& job, const layer& l, const rank_bits& bits) {
  const count ranks = job.tensor_parallel;
  return {.weights = bits.weights / 8,
          .adapters = bits.adapters / 8,
          .working = working_numbers(l, job.model.hidden, job),
          .token_bits = caches(l) ? cache_bits_per_token(l.attention, job.kv_cache, ranks) : 0,
          .state_bits = state_bits(l, job.kv_cache, ranks)};
}

}  // namespace detail

constexpr serving_layers layers_on_rank(const serving_job& job);

namespace detail {

constexpr void add_draft(serving_layers& sum, const serving_job& job) {
  if (job.draft == nullptr || !sum.contradicts.empty()) return;
  const serving_layers of = layers_on_rank(drafting(job));
  sum.contradicts = of.contradicts;
  sum.of_draft = of.of_kind;
  sum.draft = of.first + of.last;
  for (std::size_t kind = 0; kind < max_layer_kinds; ++kind)
    sum.draft += static_cast<double>(job.draft->layers[kind].how_many) * of.of_kind[kind].weights;
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
  detail::rank_bits mixing[max_layer_kinds]{};
  detail::rank_bits networks[max_layer_kinds]{};
  detail::rank_sum sum_of{job};
  for (std::size_t kind = 0; kind < max_layer_kinds; ++kind) {
    const layer& l = m.layers[kind];
    if (l.how_many == 0) continue;
    const std::size_t mixes = detail::mixes_as(m, kind);
    const std::size_t feeds = detail::feeds_as(m, kind);
    sum_of.held = {};
    if (mixes == kind) detail::mixing_weights(sum_of, l, m.hidden, {1, false});
    mixing[kind] = mixes == kind ? sum_of.held : mixing[mixes];
    sum_of.held = {};
    if (feeds == kind) detail::feed_forward_weights(sum_of, l, m.hidden, {1, false});
    networks[kind] = feeds == kind ? sum_of.held : networks[feeds];
    sum_of.held = {.weights = mixing[kind].weights + networks[kind].weights,
                   .adapters = mixing[kind].adapters + networks[kind].adapters};
    detail::beside_weights(sum_of, m, {1, false});
    detail::norm_weight(sum_of, m.norm, m.hidden, {detail::norms_of(m, l), false});
    sum.of_kind[kind] = detail::layer_on_rank(job, l, sum_of.held);
  }
  detail::rank_sum first{job};
  detail::rank_sum last{job};
  detail::for_each_end(m, first, last);
  if (job.with_predicting && m.predicts.modules > 0) {
    detail::joining_weights(last, m);
    for (const char letter : m.predicts.order)
      if (const std::size_t kind = m.place_of(letter); kind < max_layer_kinds)
        last.held.weights += 8 * static_cast<double>(m.predicts.modules) * sum.of_kind[kind].weights;
  }
  sum.first = first.bytes();
  sum.last = last.bytes();
  sum.copied_head = last.copied_head;
  detail::add_draft(sum, job);
  return sum;
}

namespace detail {

constexpr std::string_view contradiction(const serving_job& job, const serving_layers& layers) {
  if (!layers.contradicts.empty()) return layers.contradicts;
  const parallelism p = division_of(job);
  if (const auto words = degrees_contradict(p); !words.empty()) return words;
  if (const auto words = stages_contradict(layers.layers, p); !words.empty()) return words;
  if (const auto words = numbers_contradict(job); !words.empty()) return words;
  return blocks_contradict(job);
}

}  // namespace detail

}  // namespace headroom
