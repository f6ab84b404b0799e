// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>

#include <headroom/count.hpp>
#include <headroom/model/shape.hpp>
#include <headroom/training/parallelism.hpp>

namespace headroom {

// What one pipeline stage holds of a model: layers of each kind, and the parts at the ends.
struct stage_layers {
  std::array<count, max_layer_kinds> of_kind{};
  bool first = false;  // holds the embedding
  bool last = false;   // holds the head, and layers that predict further tokens

  constexpr count total() const {
    count sum = 0;
    for (const count each : of_kind) sum += each;
    return sum;
  }
};

namespace detail {

// Layers of a stage, all its virtual stages together. Where they do not come out even, earlier stages hold one more.
constexpr count layers_on(const transformer& of, const parallelism& p, count stage) {
  const bool first = stage == 0;
  const bool last = stage == p.pipeline - 1;
  if (first && p.first_stage_layers > 0) return p.first_stage_layers;
  if (last && p.last_stage_layers > 0) return p.last_stage_layers;
  const bool first_named = p.first_stage_layers > 0;
  const bool last_named = p.last_stage_layers > 0 && p.pipeline > 1;
  const count ends = (p.embedding_as_layer && !first_named) + (p.head_as_layer && !last_named);
  const count rest = of.layer_count() + ends - (first_named ? p.first_stage_layers : 0) -
                     (last_named ? p.last_stage_layers : 0);
  const count stages = p.pipeline - first_named - last_named;
  const count place = stage - first_named;
  const count share = rest / stages + (place < rest % stages ? 1 : 0);
  const count own_ends = (first && p.embedding_as_layer) + (last && p.head_as_layer);
  return share > own_ends ? share - own_ends : 0;
}

// Adds the layers from place `begin` to before `end` to a count by kind.
constexpr void add_kinds(const transformer& of, count begin, count end, std::array<count, max_layer_kinds>& sum) {
  if (of.order.empty()) {
    count before = 0;
    for (std::size_t kind = 0; kind < max_layer_kinds; ++kind) {
      const count after = before + of.layers[kind].how_many;
      const count from = begin > before ? begin : before;
      const count to = end < after ? end : after;
      if (to > from) sum[kind] += to - from;
      before = after;
    }
    return;
  }
  for (count place = begin; place < end; ++place) {
    const char letter = of.order[static_cast<std::size_t>(place) % of.order.size()];
    for (std::size_t kind = 0; kind < max_layer_kinds; ++kind)
      if (of.layers[kind].letter == letter && of.layers[kind].how_many > 0) {
        ++sum[kind];
        break;
      }
  }
}

}  // namespace detail

// The layers of a pipeline stage, from 0 to pipeline - 1, of a model that can be divided so. Virtual stages take turns:
// the first of every rank, then the second of every rank.
constexpr stage_layers layers_of_stage(const transformer& of, const parallelism& p, count stage) {
  stage_layers held;
  held.first = stage == 0;
  held.last = stage == p.pipeline - 1;
  const count own = detail::layers_on(of, p, stage);
  std::size_t kinds = 0;
  for (const layer& each : of.layers) kinds += each.how_many > 0;
  if (kinds == 1) {
    for (std::size_t kind = 0; kind < max_layer_kinds; ++kind)
      if (of.layers[kind].how_many > 0) held.of_kind[kind] = own;
    return held;
  }
  // A virtual stage of a rank is its share; what does not divide is in the first ones.
  const auto part = [&](count rank, count chunk) {
    const count layers = detail::layers_on(of, p, rank);
    return layers / p.virtual_stages + (chunk < layers % p.virtual_stages ? 1 : 0);
  };
  count place = 0;
  for (count chunk = 0; chunk < p.virtual_stages; ++chunk)
    for (count rank = 0; rank < p.pipeline; ++rank) {
      const count layers = part(rank, chunk);
      if (rank == stage) detail::add_kinds(of, place, place + layers, held.of_kind);
      place += layers;
    }
  return held;
}

// Micro-batches whose activations a stage holds at once, as shares of all its layers: 1F1B holds as many as there are
// stages from it to the end; with v virtual stages a rank runs 2 (p - stage - 1) + (v - 1) p of them ahead and one more,
// which on the first rank is 1 + (p - 1) / (p v) times the micro-batches of 1F1B (Korthikanti et al., 2022, section 5).
constexpr double micro_batches_held(const parallelism& p, count stage, count micro_batches) {
  const count behind = p.pipeline - stage;
  if (p.virtual_stages == 1) return static_cast<double>(behind < micro_batches ? behind : micro_batches);
  const count ahead = 2 * (behind - 1) + (p.virtual_stages - 1) * p.pipeline + 1;
  const count all = multiply(p.virtual_stages, micro_batches);
  return static_cast<double>(ahead < all ? ahead : all) / static_cast<double>(p.virtual_stages);
}

}  // namespace headroom
