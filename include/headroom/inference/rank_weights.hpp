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
  double copied_head = 0;  // a tied one, of a last stage that is not the first as well
};

namespace detail {

// Bits of all copies of a weight on one rank.
constexpr double bits_on_rank(const serving_job& job, const weight& w) {
  const bool routed = w.part == weight_part::routed_experts;
  const count ranks = !routed ? job.tensor_parallel : job.expert_parallel ? 1 : expert_ranks(job);
  const count copies = routed && job.expert_parallel ? heads_on_rank(w.copies, expert_ranks(job)) : w.copies;
  const auto part = [&](count size, weight_split along) {
    return w.split == along ? multiply(size / w.pieces, heads_on_rank(w.pieces, ranks)) : size;
  };
  const count each = bits_of(format_of(job.weights.held, w), part(w.outputs, weight_split::outputs),
                             part(w.inputs, weight_split::inputs));
  return static_cast<double>(each) * static_cast<double>(copies);
}

// Of the weights that `list` calls its argument with, in bytes.
template <class List>
constexpr double bytes_on_rank(const serving_job& job, List list) {
  double sum = 0;
  auto add = [&](const weight& w) { sum += bits_on_rank(job, w); };
  list(add);
  return sum / 8;
}

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
  for (std::size_t kind = 0; kind < max_layer_kinds; ++kind)
    if (m.layers[kind].how_many > 0)
      sum.of_kind[kind] = detail::bytes_on_rank(
          job, [&](auto& add) { detail::layer_weights(add, m, m.layers[kind], {1, false}); });
  detail::for_each_end(m, [&](const weight& w, detail::model_end end) {
    if (w.predicts && !job.with_predicting) return;
    weight held = w;
    const bool copied = m.tied && w.part == weight_part::head && !w.is_vector();
    if (copied) held.copies = 1;
    double& part = copied ? sum.copied_head : end == detail::model_end::first ? sum.first : sum.last;
    part += detail::bits_on_rank(job, held) / 8;
  });
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
