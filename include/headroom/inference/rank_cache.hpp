// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/count.hpp>
#include <headroom/inference/job.hpp>
#include <headroom/model/kv_cache.hpp>
#include <headroom/model/shape.hpp>

namespace headroom::detail {

constexpr count rounded_up(count n, count to) { return multiply(blocks(n, to), to); }

// Sequences on one of the data-parallel ranks, the fullest.
constexpr count sequences_on_rank(const serving_job& job) {
  return blocks(job.concurrent_sequences, job.data_parallel);
}

// Tokens of so many sequences that a layer keeps on a rank, in whole pages: what they share is kept once. A window
// keeps none of what all have in common once it has moved past it.
constexpr count tokens_on_rank(const serving_job& job, const attention& a, count sequences, count context) {
  const count kept = tokens_kept(a, context);
  const auto shared = kept < context ? 0 : static_cast<count>(static_cast<double>(context) * job.shared_prefix);
  const count whole_pages = shared - shared % job.engine.page;  // a page that is partly shared is copied
  return add(multiply(sequences, rounded_up(kept - whole_pages, job.engine.page)), whole_pages);
}

// Bytes of the caches of one layer on a rank.
constexpr double cache_of_layer(const serving_job& job, const layer& l, count sequences, count context) {
  count sum = multiply(sequences, state_bits(l, job.kv_cache, job.tensor_parallel));
  if (caches(l))
    sum = add(sum, multiply(tokens_on_rank(job, l.attention, sequences, context),
                            cache_bits_per_token(l.attention, job.kv_cache, job.tensor_parallel)));
  return static_cast<double>(sum) / 8;
}

}  // namespace headroom::detail
