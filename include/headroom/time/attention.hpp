// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/count.hpp>
#include <headroom/math.hpp>
#include <headroom/time/gpu_rates.hpp>
#include <headroom/time/memory_bound.hpp>
#include <headroom/units.hpp>

// Attention that never writes its scores (FlashAttention), forward, in 16 bits; and a step of decoding. The formulas:
// docs/reference/time/attention.md.
namespace headroom {

struct attention_shape {
  count sequences = 1;
  count queries = 0;    // of a sequence: its length, or 1 of a step of decoding
  count keys = 0;       // that each may attend to
  count heads = 0;
  count kv_heads = 0;   // 0: as many as heads
  count head_size = 128;
  bool causal = true;   // half of the scores where there are as many queries as keys
};

// Scores that are computed: of a causal square the lower half.
constexpr double scores_of(const attention_shape& of) {
  const double all = static_cast<double>(of.sequences) * static_cast<double>(of.heads) * static_cast<double>(of.queries) *
                     static_cast<double>(of.keys);
  // The last queries of a prompt whose first keys are cached see all of those and half of their own.
  const double own = static_cast<double>(of.queries) / static_cast<double>(of.keys > 0 ? of.keys : 1);
  return of.causal && of.queries > 1 ? all * (1 - math::smaller(own, 1) / 2) : all;
}

// Scores with their keys, and values with the scores: 2 operations a number each.
constexpr operation_count operations_of(const attention_shape& of) {
  return from_base_units<operation_count>(4 * scores_of(of) * static_cast<double>(of.head_size));
}

// A kernel's instructions: those of the GPU's own architecture, or of an older one, which newer tensor units run at part of
// their rate: FlashAttention-2 has Ampere's.
struct attention_kernel {
  double instruction_share = 1;
};
inline constexpr attention_kernel native_attention{};
// FlashAttention-2 reaches 35 % of H100's peak (Shah et al., FlashAttention-3, arXiv:2407.08608, abstract): of the 512 / 0.35 = 1,463
// operations that a score of a head of 128 takes the time of, an exponential takes 256, and products the rest, which sustain 83 % by themselves.
inline constexpr attention_kernel ampere_attention_on_hopper{512 / (512 / 0.35 - 256) / 0.83};

// Forward. Tensor units and exponentials take turns; of the tensor units what large products reach. Memory: queries, keys, values and
// results once, 2 bytes each; or the keys and values alone where they bind, as in decoding.
constexpr operation_time attention_time(const attention_shape& of, const gpu_rates& on, attention_kernel by = native_attention) {
  const double matrix = in_base_units(operations_of(of)) / (in_base_units(on.matrix) * on.sustained_share * by.instruction_share);
  const double exponentials = scores_of(of) * on.exponential();
  const double each = static_cast<double>(of.sequences) * static_cast<double>(of.head_size) * 2;
  const double queries = each * static_cast<double>(of.heads) * static_cast<double>(of.queries);
  const double cache = 2 * each * static_cast<double>(of.kv_heads > 0 ? of.kv_heads : of.heads) * static_cast<double>(of.keys);
  const duration moved = memory_time(bytes(queries + cache), bytes(queries), on);
  const double compute = matrix + exponentials;
  return {seconds(math::larger(compute, in_seconds(moved))) + on.launch, seconds(compute), moved, on.launch};
}

}  // namespace headroom
