// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/count.hpp>
#include <headroom/math.hpp>
#include <headroom/time/gpu_rates.hpp>
#include <headroom/time/memory_bound.hpp>
#include <headroom/units.hpp>

// Attention that never writes its scores (FlashAttention), forward and backward, in 16 bits; and a step of decoding. The
// formulas: docs/reference/time/attention.md.
namespace headroom {

struct attention_shape {
  count sequences = 1;
  count queries = 0;    // of a sequence: its length, or 1 of a step of decoding
  count keys = 0;       // that each may attend to
  count heads = 0;
  count kv_heads = 0;   // 0: as many as heads
  count head_size = 128;
  bool causal = true;   // half of the scores where there are as many queries as keys
  count window = 0;     // of causal attention, keys that a query may attend to, its own the last; 0: all
};

// Scores that are asked for: of a causal square the lower half, and of that what lies in the window.
constexpr double scores_of(const attention_shape& of) {
  const double queries = static_cast<double>(of.queries);
  const double keys = static_cast<double>(of.keys);
  const double window = of.causal && of.window > 0 ? math::smaller(static_cast<double>(of.window), keys) : keys;
  const double each = static_cast<double>(of.sequences) * static_cast<double>(of.heads);
  if (!of.causal || of.queries <= 1) return each * queries * window;
  // The last queries of a prompt whose first keys are cached see all of those and half of their own.
  const double cached = keys - math::smaller(queries, keys);
  const double cut = math::larger(window - cached, 0);  // queries that the window takes nothing from
  return each * (queries * window - cut * cut / 2);
}

// Scores with their keys, and values with the scores: 2 operations a number each.
constexpr operation_count operations_of(const attention_shape& of) {
  return from_base_units<operation_count>(4 * scores_of(of) * static_cast<double>(of.head_size));
}

// A kernel's instructions: those of the GPU's own architecture, or of an older one, which newer tensor units run at part of
// their rate: FlashAttention-2 has Ampere's.
struct attention_kernel {
  double instruction_share = 1;
  count query_tile = 1;  // queries, of all heads of a KV head, that are computed together: where there are fewer, as if there were so many
};
inline constexpr attention_kernel native_attention{};
// FlashAttention-2 reaches 35 % of H100's peak (Shah et al., FlashAttention-3, arXiv:2407.08608, abstract): of the 512 / 0.35 = 1,463
// operations that a score of a head of 128 takes the time of, an exponential takes 256, and products the rest, which sustain 83 % by themselves.
inline constexpr attention_kernel ampere_attention_on_hopper{512 / (512 / 0.35 - 256) / 0.83, 128};

// ---- Fitted constants: 48 rows of H100, cuDNN and FlashAttention-2, forward and backward, measured by us.

// What a tile of queries takes the time of, beyond its keys: it is filled and emptied. The same on the way back.
inline constexpr double edge_keys = 80;
inline constexpr double backward_edge_keys = 360;
// Masked keys of a query that are computed with the others of their tile, at either end of a window.
inline constexpr double diagonal_keys = 128;
// Of the rate of products forward, what those of the way back reach.
inline constexpr double backward_share = 0.75;

namespace detail {

// Scores that a kernel takes the time of.
constexpr double scores_taken(const attention_shape& of, attention_kernel by, double edge) {
  const double scores = scores_of(of);
  if (of.queries == 1) {
    const count sharing = of.kv_heads > 0 ? of.heads / of.kv_heads : 1;
    return sharing < by.query_tile && sharing > 0 ? scores * static_cast<double>(by.query_tile) / static_cast<double>(sharing) : scores;
  }
  const double queries = static_cast<double>(of.sequences) * static_cast<double>(of.heads) * static_cast<double>(of.queries);
  const double masked = !of.causal ? 0 : of.window > 0 && of.window < of.keys ? 2 * diagonal_keys : diagonal_keys;
  return scores + queries * (edge + masked);
}

}  // namespace detail

// Forward. Tensor units and exponentials take turns. Memory: queries, keys, values and results once, 2 bytes each; or the keys and
// values alone where they bind, as in decoding.
constexpr operation_time attention_time(const attention_shape& of, const gpu_rates& on, attention_kernel by = native_attention) {
  const double scores = detail::scores_taken(of, by, edge_keys);
  const double matrix = 4 * scores * static_cast<double>(of.head_size) / (on.attention_rate() * by.instruction_share);
  const double exponentials = scores * on.exponential();
  const double each = static_cast<double>(of.sequences) * static_cast<double>(of.head_size) * 2;
  const double queries = each * static_cast<double>(of.heads) * static_cast<double>(of.queries);
  const bool is_windowed = of.causal && of.window > 0;
  const count reach = is_windowed ? add(of.queries, of.window - 1) : of.keys;
  const count reached = reach < of.keys ? reach : of.keys;
  const double cache = 2 * each * static_cast<double>(of.kv_heads > 0 ? of.kv_heads : of.heads) * static_cast<double>(reached);
  const duration moved = memory_time(bytes(queries + cache), bytes(queries), on);
  const double compute = matrix + exponentials;
  return {seconds(math::larger(compute, in_seconds(moved))) + on.launch, seconds(compute), moved, on.launch};
}

// Backward: the scores once more and four products of as many operations as each of the two forward; exponentials again.
constexpr duration attention_backward_time(const attention_shape& of, const gpu_rates& on, attention_kernel by = native_attention) {
  const double scores = detail::scores_taken(of, by, backward_edge_keys);
  const double matrix = 10 * scores * static_cast<double>(of.head_size) / (on.attention_rate() * by.instruction_share * backward_share);
  return seconds(matrix + scores * on.exponential()) + on.launch;
}

}  // namespace headroom
