// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/count.hpp>
#include <headroom/inference/job.hpp>
#include <headroom/inference/rank_layers.hpp>
#include <headroom/model/kv_cache.hpp>
#include <headroom/model/shape.hpp>

namespace headroom::detail {

constexpr count rounded_up(count n, count to) { return multiply(blocks(n, to), to); }

// Tokens of so many sequences that a layer keeps on a rank, in whole pages: what they share is kept once. A window
// keeps none of what all have in common once it has moved past it.
constexpr count tokens_on_rank(const serving_job& job, const attention& a, count sequences, count context) {
  const count kept = tokens_kept(a, context);
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
