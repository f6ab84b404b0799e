// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>

#include <headroom/count.hpp>
#include <headroom/model/shape.hpp>
#include <headroom/parallel/parallelism.hpp>

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

constexpr bool same_layers(const stage_layers& a, const stage_layers& b) {
  // By hand: std::array's own comparison is 43 instantiations for everybody who includes this.
  for (std::size_t kind = 0; kind < max_layer_kinds; ++kind)
    if (a.of_kind[kind] != b.of_kind[kind]) return false;
  return true;
}

// How layers are shared out over the stages. Where they do not come out even, earlier stages hold one more.
struct layer_shares {
  count share = 0;  // of a stage between the first and the last
  count more = 0;   // of these hold one more
  count skipped = 0;
  count first = 0;
  count last = 0;
  count stages = 1;
  std::size_t only_kind = max_layer_kinds;  // where all layers are of one kind

  constexpr count on(count stage) const {
    if (stage == 0) return first;
    return stage == stages - 1 ? last : share + (stage - skipped < more ? 1 : 0);
  }
  // Of all stages before that one.
  constexpr count before(count stage) const {
    if (stage == 0) return 0;
    count longer = more + skipped - 1;
    if (longer > stage - 1) longer = stage - 1;
    return first + (stage - 1) * share + (longer > 0 ? longer : 0);
  }
};

constexpr layer_shares shares_of(count layers, const parallelism& p) {
  const bool first_named = p.first_stage_layers > 0;
  const bool last_named = p.last_stage_layers > 0;
  const count first_end = p.embedding_as_layer && !first_named;
  const count last_end = p.head_as_layer && !last_named;
  const count rest =
      layers + first_end + last_end - (first_named ? p.first_stage_layers : 0) - (last_named ? p.last_stage_layers : 0);
  const count among = p.pipeline - first_named - last_named;
  layer_shares sum{.skipped = first_named, .stages = p.pipeline};
  if (among > 0) {
    sum.share = rest / among;
    sum.more = rest % among;
  }
  const auto less = [](count held, count ends) { return held > ends ? held - ends : 0; };
  sum.last = last_named ? p.last_stage_layers : less(sum.share, last_end);
  sum.first = first_named ? p.first_stage_layers : less(sum.share + (sum.more > 0 ? 1 : 0), first_end);
  if (p.pipeline == 1) sum.first = first_named ? p.first_stage_layers : layers;
  return sum;
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
      if (after >= end) return;
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

namespace detail {

// Of the layers that a stage holds, those of one of its virtual stages: what does not divide is in the first ones.
constexpr count layers_of_chunk(count held, count virtual_stages, count chunk) { return held / virtual_stages + (chunk < held % virtual_stages ? 1 : 0); }

constexpr stage_layers layers_of_one_stage(const transformer& of, const parallelism& p, const layer_shares& shares,
                                           count stage) {
  stage_layers held;
  held.first = stage == 0;
  held.last = stage == p.pipeline - 1;
  if (shares.only_kind < max_layer_kinds) {
    held.of_kind[shares.only_kind] = shares.on(stage);
    return held;
  }
  if (p.pipeline == 1) {
    for (std::size_t kind = 0; kind < max_layer_kinds; ++kind) held.of_kind[kind] = of.layers[kind].how_many;
    return held;
  }
  if (p.virtual_stages == 1) {
    const count before = shares.before(stage);
    add_kinds(of, before, before + shares.on(stage), held.of_kind);
    return held;
  }
  count place = 0;
  for (count chunk = 0; chunk < p.virtual_stages; ++chunk)
    for (count rank = 0; rank < p.pipeline; ++rank) {
      const count layers = layers_of_chunk(shares.on(rank), p.virtual_stages, chunk);
      if (rank == stage) add_kinds(of, place, place + layers, held.of_kind);
      place += layers;
    }
  return held;
}

// DualPipe's ranks hold the stage as far from the other end, too.
constexpr stage_layers layers_of_stage(const transformer& of, const parallelism& p, const layer_shares& shares,
                                       count stage) {
  stage_layers held = layers_of_one_stage(of, p, shares, stage);
  if (p.stages_held() == 1) return held;
  const stage_layers other = layers_of_one_stage(of, p, shares, p.pipeline - 1 - stage);
  for (std::size_t kind = 0; kind < max_layer_kinds; ++kind) held.of_kind[kind] += other.of_kind[kind];
  held.first = held.first || other.first;
  held.last = held.last || other.last;
  return held;
}

// Stages, from that one on, of which it is plain that they hold alike, so that one is counted for all: those between the ends with
// layers of one kind and as many each.
constexpr count alike_from(const transformer& of, const parallelism& p, const layer_shares& shares, count stage) {
  if (stage == 0 || stage >= p.pipeline - 1 || p.stages_held() > 1) return 1;
  const count longer_until = shares.skipped + shares.more;
  const count alike = (stage < longer_until ? longer_until : p.pipeline - 1) - stage;
  if (shares.only_kind < max_layer_kinds) return alike;
  if (!of.order.empty() || p.virtual_stages > 1) return 1;
  const count layers = shares.on(stage);
  const count begin = shares.before(stage);
  count after = 0;
  for (std::size_t kind = 0; kind < max_layer_kinds && after <= begin; ++kind) after += of.layers[kind].how_many;
  if (layers == 0 || after - begin < layers) return 1;
  const count of_kind = (after - begin) / layers;
  return of_kind < alike ? of_kind : alike;
}

}  // namespace detail

// The layers that a rank of a pipeline stage holds, from 0 to pipeline - 1, of a model that can be divided so. Virtual stages take
// turns: the first of every rank, then the second of every rank. DualPipe's ranks hold the stage as far from the other end, too.
constexpr stage_layers layers_of_stage(const transformer& of, const parallelism& p, count stage) {
  return detail::layers_of_stage(of, p, detail::shares_of(of.layer_count(), p), stage);
}

// Micro-batches whose activations a stage holds at once, as shares of all its layers: 1F1B holds as many as there are
// stages from it to the end; with v virtual stages a rank runs 2 (p - stage - 1) + (v - 1) g of them ahead and one
// more, of groups of g, mostly p, which on the first rank is 1 + (p - 1) / (p v) times the micro-batches of 1F1B (Korthikanti et al., 2022,
// section 5). ZB-H1 holds p on every rank at most, where what a weight's gradient waits for is no more than the rest, and
// ZB-H2 2 p - 1 (Qi et al., 2023, table 2); DualPipe p + 1 of one of its two stages (DeepSeek-V3, 2024, table 2).
constexpr double micro_batches_held(const parallelism& p, count stage, count micro_batches) {
  const auto of_all = [&](double most) { return most < static_cast<double>(micro_batches) ? most : static_cast<double>(micro_batches); };
  if (p.schedule == pipeline_schedule::zero_bubble_h1) return of_all(static_cast<double>(p.pipeline));
  if (p.schedule == pipeline_schedule::zero_bubble_h2) return of_all(static_cast<double>(2 * p.pipeline - 1));
  if (p.stages_held() > 1) return of_all(static_cast<double>(p.pipeline + 1) / 2);
  const count behind = p.pipeline - stage;
  if (p.virtual_stages == 1) return static_cast<double>(behind < micro_batches ? behind : micro_batches);
  const count ahead = 2 * (behind - 1) + (p.virtual_stages - 1) * interleaved_group(p.pipeline, micro_batches) + 1;
  const auto chunks = static_cast<double>(p.virtual_stages);
  return of_all(static_cast<double>(ahead) / chunks);
}

}  // namespace headroom
