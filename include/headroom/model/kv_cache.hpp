// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/count.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/model/missing.hpp>
#include <headroom/model/shape.hpp>
#include <headroom/model/weights.hpp>
#include <headroom/precision.hpp>
#include <headroom/units.hpp>

namespace headroom {

// The formats of what a sequence leaves behind in each layer.
struct cache_formats {
  precision keys_and_values = bf16;
  precision state = fp32;        // of Mamba and of linear attention
  precision convolution = bf16;  // their last inputs
  precision index = fp8;         // keys of an index: with a 32-bit scale for each 128 where they have 8 bits
};

namespace detail {

// Bits of one token in one layer, on the fullest of the ranks of tensor parallelism. The latent of MLA and the keys of
// an index serve all heads: each rank holds them whole.
constexpr count cache_bits_per_token(const attention& a, const cache_formats& formats, count ranks) {
  const count numbers = a.is_latent() ? add(a.kv_rank, a.rotary_head_size)
                                      : multiply(heads_on_rank(a.kv_heads, ranks), add(a.head_size, a.value_size()));
  const count index = a.index.heads > 0 ? a.index.head_size : 0;
  const count scales = bits(formats.index) == 8 ? multiply(32, index / 128 + (index % 128 == 0 ? 0 : 1)) : 0;
  return add(multiply(numbers, bits(formats.keys_and_values)), add(multiply(index, bits(formats.index)), scales));
}

// Tokens of a sequence that a layer keeps.
constexpr count tokens_kept(const attention& a, count length) {
  if (a.window > 0 && length > a.window) length = a.window;
  return a.chunk > 0 && length > a.chunk ? a.chunk : length;
}

// Bits of one sequence's state in one layer, however long the sequence.
constexpr count state_bits(const layer& l, const cache_formats& formats, count ranks) {
  if (l.state_space.heads == 0 && l.linear_attention.value_heads == 0 && l.short_convolution.width == 0 &&
      l.gated_recurrence.width == 0)
    return 0;
  const auto kept = [](count kernel) { return kernel > 0 ? kernel - 1 : 0; };
  const state_space& s = l.state_space;
  const linear_attention& a = l.linear_attention;
  const count inner = multiply(heads_on_rank(s.heads, ranks), s.head_size);
  const count shared = s.is_mamba_1() ? 0 : multiply(2, multiply(heads_on_rank(s.groups, ranks), s.state_size));
  const count gated = heads_on_rank(l.short_convolution.width, ranks);
  const headroom::gated_recurrence& r = l.gated_recurrence;
  const count recurrent = r.width > 0 ? multiply(heads_on_rank(r.blocks, ranks), r.width / r.blocks) : 0;
  const count keys = multiply(heads_on_rank(a.key_heads, ranks), a.key_head_size);
  const count values = multiply(heads_on_rank(a.value_heads, ranks), a.value_head_size);
  const count states = add(recurrent, add(multiply(inner, s.state_size), multiply(values, a.key_head_size)));
  const count inputs =
      add(add(multiply(gated, kept(l.short_convolution.kernel)), multiply(recurrent, kept(r.kernel))),
          add(multiply(add(inner, shared), kept(s.kernel)), multiply(add(multiply(2, keys), values), kept(a.kernel))));
  return add(multiply(states, bits(formats.state)), multiply(inputs, bits(formats.convolution)));
}

template <class Bits>
constexpr figure<memory> cache_of(const transformer& of, Bits bits_of) {
  if (const auto why = missing(of); detail::is_refused(why)) return not_of_model<memory>(why);
  count sum = 0;
  for (const layer& each : of.layers)
    if (each.how_many > 0) sum = add(sum, multiply(each.how_many, bits_of(each)));
  return of_model(of, from_base_units<memory>(static_cast<double>(sum) / 8), sum != too_many);
}

constexpr bool caches(const layer& l) { return l.attention.heads > 0 && !l.attention.shares_cache; }

}  // namespace detail

// Bytes that one token takes in the caches of all attention layers, while none has reached its window; on the fullest
// of the ranks of tensor parallelism. Layers that share the cache of another take none.
constexpr figure<memory> kv_cache_per_token(const transformer& of, const cache_formats& formats = {},
                                            count tensor_parallel = 1) {
  return detail::cache_of(of, [&](const layer& l) {
    return detail::caches(l) ? detail::cache_bits_per_token(l.attention, formats, tensor_parallel) : 0;
  });
}

// Bytes that a sequence of that many tokens takes: a layer with a window or chunks keeps no more than these, and one of
// Mamba or linear attention keeps a state of fixed size.
constexpr figure<memory> kv_cache_per_sequence(const transformer& of, count length, const cache_formats& formats = {},
                                               count tensor_parallel = 1) {
  return detail::cache_of(of, [&](const layer& l) {
    const count kept = detail::caches(l) && length > 0 ? detail::tokens_kept(l.attention, length) : 0;
    const count cached = multiply(kept, detail::cache_bits_per_token(l.attention, formats, tensor_parallel));
    return add(cached, detail::state_bits(l, formats, tensor_parallel));
  });
}

}  // namespace headroom
