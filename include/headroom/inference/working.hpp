// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/count.hpp>
#include <headroom/inference/job.hpp>
#include <headroom/model/shape.hpp>
#include <headroom/model/weights.hpp>

namespace headroom::detail {

// What a layer works in, in numbers of 16 bits: the largest moment of its parts, beside the residual stream and the
// input of the part.

constexpr double part_of(count width, count ranks) {
  return static_cast<double>(width) / static_cast<double>(ranks);
}

// Queries, keys and values, and the outputs of the heads.
constexpr double working_numbers(const attention& a, count ranks) {
  if (a.heads == 0) return 0;
  const auto heads = static_cast<double>(heads_on_rank(a.heads, ranks));
  const double queries = heads * static_cast<double>(a.head_size);
  const double outputs = heads * static_cast<double>(a.value_size());
  if (a.is_latent()) {
    const double latents = static_cast<double>(a.query_rank + a.kv_rank + a.rotary_head_size);
    return latents + 2 * queries + 2 * outputs;  // keys and values expanded for every head
  }
  const double keys = static_cast<double>(heads_on_rank(a.kv_heads, ranks)) * static_cast<double>(a.head_size);
  return queries * (a.output_gate ? 2 : 1) + 2 * keys + outputs;
}

constexpr double working_numbers(const feed_forward& f, count ranks) {
  return part_of(f.width, ranks) * (f.gated ? 3 : 2);
}

// A token's part of each of its experts: into the expert and its activation, then the outputs in the place of the
// first.
constexpr double working_numbers(const experts& e, count hidden, const serving_job& job) {
  if (!e.is_present()) return 0;
  const double width = job.expert_parallel ? static_cast<double>(e.width) : part_of(e.width, expert_ranks(job));
  const auto outside = static_cast<double>(e.latent > 0 ? e.latent : hidden);
  const double into = width * (e.gated ? 2 : 1);
  const auto each = static_cast<double>(e.per_token);
  const double shared = part_of(e.shared_width, job.tensor_parallel) * (e.gated ? 3 : 2);
  return each * ((into > outside ? into : outside) + width) + shared;
}

constexpr double working_numbers(const layer& l, count hidden, const serving_job& job) {
  const count ranks = job.tensor_parallel;
  double most = working_numbers(l.attention, ranks);
  const auto take = [&](double each) { most = each > most ? each : most; };
  if (l.state_space.heads > 0)
    take(3 * part_of(l.state_space.inner(), ranks) + part_of(l.state_space.convolved(), ranks));
  if (l.linear_attention.value_heads > 0)
    take(2 * part_of(l.linear_attention.convolved(), ranks) + 2 * part_of(l.linear_attention.values(), ranks));
  take(4 * part_of(l.short_convolution.width, ranks));
  take(4 * part_of(l.gated_recurrence.width, ranks));
  take(working_numbers(l.feed_forward, ranks));
  take(working_numbers(l.experts, hidden, job));
  return most;
}

// Tokens that one step takes on a rank at most.
constexpr count tokens_of_step(const serving_job& job) {
  const count sequences = sequences_on_rank(job);
  if (job.phase == serving_phase::decode) return sequences;
  const count all = multiply(sequences, job.tokens());
  return all < job.engine.chunk ? all : job.engine.chunk;
}

}  // namespace headroom::detail

namespace headroom {

// Sequences whose next token the engine makes room for at once.
constexpr count sequences_sampled(const serving_job& job) {
  return job.engine.most_sequences > 0 ? job.engine.most_sequences : detail::sequences_on_rank(job);
}

}  // namespace headroom

namespace headroom::detail {

// Bytes of the fullest moment of a step: the largest layer, or on the last stage the sampling beside the hidden state.
constexpr double working_bytes(const serving_job& job, double largest_layer, bool last) {
  const auto tokens = static_cast<double>(tokens_of_step(job));
  const auto hidden = static_cast<double>(job.model.hidden);
  const double layer = 2 * tokens * (2 * hidden + largest_layer);
  if (!last) return layer;
  const double sampling = 2 * tokens * hidden + static_cast<double>(sequences_sampled(job)) *
                                                    static_cast<double>(job.model.vocabulary) *
                                                    job.engine.sampling_bytes;
  return sampling > layer ? sampling : layer;
}

}  // namespace headroom::detail
