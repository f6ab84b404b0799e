// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/count.hpp>
#include <headroom/inference/engine.hpp>
#include <headroom/math.hpp>
#include <headroom/model/kv_cache.hpp>
#include <headroom/model/missing.hpp>
#include <headroom/model/shape.hpp>
#include <headroom/model/weight_memory.hpp>
#include <headroom/precision.hpp>
#include <headroom/parallel/parallelism.hpp>

namespace headroom {

// The formats that weights are held and multiplied in. Of one format: the layers' matrices, and 16 bits for the rest;
// a GPU multiplies in it, but for 4-bit integers, which every engine takes as weights only.
struct served_weights {
  weight_formats held = weights_in(bf16);
  precision computed = bf16;

  constexpr served_weights() = default;
  constexpr served_weights(precision format) : served_weights(weight_format{.format = format}) {
    held = weights_in(format);
  }
  constexpr served_weights(const weight_format& matrices)
      : held(weights_in(matrices)), computed(matrices.format == int4 ? bf16 : matrices.format) {}
  // Of weights that are multiplied in a wider format than they are held in: gpt-oss' 4-bit experts on an H100. What is held in 16 bits or
  // more is multiplied in 16, or in a wider format where that is the one said.
  constexpr served_weights(const weight_formats& each, precision multiplied) : held(each), computed(multiplied) {}
};

// The formats of a KV cache: of one format, keys and values in it and the rest as it is unless said.
struct served_cache : cache_formats {
  constexpr served_cache() = default;
  constexpr served_cache(precision format) : cache_formats{.keys_and_values = format} {}
  constexpr served_cache(const cache_formats& each) : cache_formats(each) {}
};

// What a pool of GPUs does of a request. A pool for prefill holds prompts while they are read, one for decode computes
// a token of each sequence at a time.
enum class serving_phase { prefill_and_decode, prefill, decode };

// A serving job: replicas of a model, each on tensor x pipeline x data GPUs. Sequences are per replica.
struct serving_job {
  transformer model{};
  served_weights weights{};
  served_cache kv_cache{};
  count tensor_parallel = 1;
  count pipeline_parallel = 1;
  count data_parallel = 1;  // of the attention: copies of all but the routed experts, which are divided over the copies
  bool expert_parallel = false;  // routed experts whole on ranks, not each divided over tensor x data of them
  double expert_imbalance = 1;   // tokens of the fullest rank's whole experts over their mean, as the router has them
  count concurrent_sequences = 1;
  count context = 0;         // tokens of a sequence, prompt and answer; 0: the longest that the model allows
  double shared_prefix = 0;  // share of each sequence that a prefix cache holds once for all
  count replicas = 1;
  serving_phase phase = serving_phase::prefill_and_decode;
  bool with_predicting = false;  // holds the modules that predict further tokens
  const transformer* draft = nullptr;  // the model that speculative decoding drafts with, on the last stage
  served_weights draft_weights{};
  count adapters = 0;       // LoRA adapters that are resident at once, of the attention and the dense networks
  count adapter_rank = 16;  // of the largest
  count sequences_on_host = 0;  // of a replica, beside the concurrent ones: their KV cache is in the host's memory
  count sequences_on_nvme = 0;  // the same, on its NVMe disks
  serving_engine engine = engines::vllm;

  // The longest that the model allows; 0: it names none.
  constexpr count longest_context() const { return model.context > 0 ? model.context : model.learned_positions; }
  constexpr count tokens() const { return context == 0 ? longest_context() : context; }
  constexpr count gpus_per_replica() const {
    return multiply(multiply(tensor_parallel, pipeline_parallel), data_parallel);
  }
  constexpr count gpus() const { return multiply(gpus_per_replica(), replicas); }
};

namespace detail {

// Ranks that one routed expert's layer is divided over.
constexpr count expert_ranks(const serving_job& of) { return multiply(of.tensor_parallel, of.data_parallel); }

// Sequences on one of the data-parallel ranks, the fullest.
constexpr count sequences_on_rank(const serving_job& job) {
  return ceil_of(job.concurrent_sequences, job.data_parallel);
}

// The same division in the words of training, which share out layers.
constexpr parallelism division_of(const serving_job& job) {
  return {.tensor = job.tensor_parallel,
          .pipeline = job.pipeline_parallel,
          .data = job.data_parallel,
          .expert_tensor = job.expert_parallel ? 1 : expert_ranks(job)};
}

// The draft model as a job of its own, on each rank whole where its tensor parallelism would not divide it.
constexpr serving_job drafting(const serving_job& of) {
  serving_job draft{.model = *of.draft,
                    .weights = of.draft_weights,
                    .kv_cache = of.kv_cache,
                    .tensor_parallel = of.tensor_parallel,
                    .data_parallel = of.data_parallel,
                    .concurrent_sequences = of.concurrent_sequences,
                    .context = of.tokens(),
                    .shared_prefix = of.shared_prefix,
                    .phase = of.phase,
                    .engine = of.engine};
  if (draft.longest_context() > 0 && draft.context > draft.longest_context()) draft.context = draft.longest_context();
  if (!layers_contradict(draft.model, division_of(draft)).empty()) draft.tensor_parallel = 1;
  return draft;
}

// Engines widen weights as they multiply them, and narrow none: those that are held in fewer bits than 16 are multiplied in at least as many.
constexpr bool are_narrowed(const served_weights& of) {
  if (bits(of.computed) >= 16) return false;
  int most_short_bits = 0;
  const weight_format all[]{of.held.attention, of.held.feed_forward, of.held.experts, of.held.head, of.held.router, of.held.joint};
  for (const weight_format& each : all)
    if (bits(each.format) < 16 && bits(each.format) > most_short_bits) most_short_bits = bits(each.format);
  return most_short_bits == 0 || bits(of.computed) < most_short_bits;
}

constexpr std::string_view more_contradicts(const serving_job& of) {
  if (are_narrowed(of.weights) || (of.draft != nullptr && are_narrowed(of.draft_weights)))
    return "weights are multiplied in 16 bits or more, or in no fewer than they are held in";
  for (const count n : {of.adapters, of.adapter_rank, of.sequences_on_host, of.sequences_on_nvme})
    if (!is_count(n)) return "adapters, their rank, and sequences on the host and on NVMe are 0 to 2^40";
  if (of.adapters > 0 && of.adapter_rank == 0) return "the rank of an adapter is 1 or more";
  if (!(of.expert_imbalance >= 1 && of.expert_imbalance <= 1e6)) return "an imbalance of experts is from 1 to 1,000,000";
  if (of.expert_imbalance > 1 && !has_experts(of.model)) return "the model has no routed experts to be out of balance";
  return of.draft != nullptr && !missing(*of.draft).empty() ? "the draft model lacks something to be counted"
                                                            : std::string_view{};
}

constexpr std::string_view numbers_contradict(const serving_job& of) {
  if (const auto words = more_contradicts(of); !words.empty()) return words;
  if (of.tokens() == 0) return "the model names no longest context, and the job no context";
  for (const count n : {of.concurrent_sequences, of.tokens(), of.replicas, of.engine.page, of.engine.chunk})
    if (n < 1 || n > max_count) return "sequences, context, replicas, an engine's pages and its chunks are 1 to 2^40";
  if (of.engine.month != 0 && (of.engine.month < 200'001 || of.engine.month > 999'912 || of.engine.month % 100 < 1 || of.engine.month % 100 > 12))
    return "the month of an engine is a year and a month, such as 202311";
  if (!is_count(of.engine.most_sequences)) return "an engine's sequences are outside 0 to 2^40";
  if (!is_count(of.gpus())) return "there are more than 2^40 GPUs";
  if (!(of.shared_prefix >= 0 && of.shared_prefix <= 1)) return "a shared prefix is a share from 0 to 1";
  if (!(of.engine.share > 0 && of.engine.share <= 1))
    return "an engine's share of the memory is more than 0, at most 1";
  if (of.longest_context() > 0 && of.context > of.longest_context())
    return "the context is longer than the model allows";
  return of.data_parallel > of.concurrent_sequences ? "there are fewer sequences than data-parallel ranks"
                                                    : std::string_view{};
}

// Whether a rank's share of a weight's side ends inside a block of a format that has one scale for several rows and
// columns.
constexpr bool cuts_block(const weight_format& format, count side, count block) {
  return format.block_outputs > 1 && format.block_inputs > 1 && side % block != 0;
}

// Of networks so wide on a rank, into and out of which the width leads.
constexpr bool cuts_network(const weight_format& format, count width) {
  return cuts_block(format, width, format.block_outputs) || cuts_block(format, width, format.block_inputs);
}

// Of what an attention divides by heads: queries, keys and values, and the outputs' projection.
constexpr bool cuts_heads(const weight_format& format, const attention& a, count ranks) {
  const count heads = heads_on_rank(a.heads, ranks);
  // Of MLA, what the latent is expanded to.
  const count keys = a.is_latent() ? multiply(heads, a.head_size - a.rotary_head_size + a.value_size())
                                   : multiply(heads_on_rank(a.kv_heads, ranks), a.head_size);
  return cuts_block(format, multiply(heads, a.head_size), format.block_outputs) ||
         cuts_block(format, keys, format.block_outputs) ||
         cuts_block(format, multiply(heads, a.value_size()), format.block_inputs);
}

// Whether a rank's share of the inputs of a matrix ends inside a group of AWQ or GPTQ, which have scales of 16 bits,
// with zero points or without. Others of integers, as bitsandbytes has, run on from row to row.
constexpr bool cuts_group(const weight_format& format, count inputs) {
  const bool is_integer = format.format == int4 || format.format == int8;
  return is_integer && format.block_outputs == 1 && format.block_inputs > 0 && format.block_inputs < whole_row &&
         format.scale_bits >= 16 && format.scale_bits < 32 && inputs % format.block_inputs != 0;
}

// Of the matrices whose inputs are divided: out of the dense networks, and the attention's output.
constexpr bool cuts_groups(const weight_formats& held, const layer& l, count ranks) {
  return cuts_group(held.feed_forward, l.feed_forward.width / ranks) ||
         cuts_group(held.feed_forward, l.experts.shared_width / ranks) ||
         cuts_group(held.attention, multiply(heads_on_rank(l.attention.heads, ranks), l.attention.value_size()));
}

constexpr std::string_view blocks_contradict(const serving_job& of) {
  const weight_formats& held = of.weights.held;
  if (!of.engine.whole_blocks) return {};
  const count ranks = of.tensor_parallel;
  const count for_experts = of.expert_parallel ? 1 : expert_ranks(of);
  for (const layer& l : of.model.layers) {
    if (l.how_many == 0) continue;
    if (for_experts > 1 && cuts_network(held.experts, l.experts.width / for_experts))
      return "the ranks cut a block of the experts' weights: fewer of them, or experts whole on ranks, do not";
    if (ranks > 1 && (cuts_network(held.feed_forward, l.feed_forward.width / ranks) ||
                      cuts_network(held.feed_forward, l.experts.shared_width / ranks) ||
                      cuts_heads(held.attention, l.attention, ranks) || cuts_groups(held, l, ranks)))
      return "tensor parallelism cuts a block of the weights: fewer ranks do not";
  }
  return {};
}

}  // namespace detail

// Tokens that the fullest rank's experts compute, over their mean: at most all of them, and 1 where ranks divide each expert.
constexpr double expert_load_of(const serving_job& of) {
  return of.expert_parallel ? math::smaller(of.expert_imbalance, static_cast<double>(detail::expert_ranks(of))) : 1;
}

// Why a job cannot be, in words: its model lacks something, or it contradicts itself. Empty: it can.
constexpr std::string_view contradiction(const serving_job& of) {
  if (const auto words = missing(of.model); !words.empty()) return words;
  if (const auto words = contradiction(of.model, detail::division_of(of)); !words.empty()) return words;
  if (const auto words = detail::numbers_contradict(of); !words.empty()) return words;
  return detail::blocks_contradict(of);
}

// Not constexpr: reaching it in a constant expression is the error message. At run time the answer is unknown.
inline void the_serving_job_contradicts_itself() {}

namespace detail {

constexpr bool is_refused_serving(std::string_view why) {
  if (why.empty()) return false;
  the_serving_job_contradicts_itself();
  return true;
}

}  // namespace detail

}  // namespace headroom
