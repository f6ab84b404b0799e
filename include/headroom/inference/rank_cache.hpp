// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/count.hpp>
#include <headroom/inference/job.hpp>
#include <headroom/inference/rank_layers.hpp>
#include <headroom/model/kv_cache.hpp>
#include <headroom/model/shape.hpp>

namespace headroom::detail {

constexpr count rounded_up(count n, count to) { return multiply(ceil_of(n, to), to); }

// Tokens of a sequence past its window, of which a step takes so many: these and the window before them, in whole
// pages. A window begins inside a page, a chunk of the attention with one.
constexpr count tokens_past_window(const serving_job& job, const attention& a, count kept, count context, count step) {
  const count page = job.engine.page;
  const count held = add(rounded_up(add(kept - 1, step), page), kept == a.chunk ? 0 : page);
  const count all = rounded_up(context, page);
  return held < all ? held : all;
}

// Tokens of so many sequences that a layer keeps on a rank, in whole pages: what they share is kept once. A window
// keeps none of what all have in common once it has moved past it; where an engine holds a step's tokens beside it, one
// sequence has a chunk of prefill in the step, and each other a token.
constexpr count tokens_on_rank(const serving_job& job, const attention& a, count sequences, count context) {
  const count kept = tokens_kept(a, context);
  if (kept < context && job.engine.chunk_beside_window) {
    const count chunk = job.phase == serving_phase::decode ? 1 : job.engine.chunk;
    return add(tokens_past_window(job, a, kept, context, chunk),
               multiply(sequences - 1, tokens_past_window(job, a, kept, context, 1)));
  }
  const auto shared = kept < context ? 0 : static_cast<count>(static_cast<double>(context) * job.shared_prefix);
  const count whole_pages = shared - shared % job.engine.page;  // a page that is partly shared is copied
  return add(multiply(sequences, rounded_up(kept - whole_pages, job.engine.page)), whole_pages);
}

// Bytes of the caches of one layer on a rank.
constexpr double cache_of_layer(const serving_job& job, const attention& a, const serving_layer& on_rank,
                                count sequences, count context) {
  count bits = multiply(sequences, on_rank.state_bits);
  if (on_rank.token_bits > 0)
    bits = add(bits, multiply(tokens_on_rank(job, a, sequences, context), on_rank.token_bits));
  return static_cast<double>(bits) / 8;
}

}  // namespace headroom::detail
