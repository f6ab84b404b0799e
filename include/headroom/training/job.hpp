// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/count.hpp>
#include <headroom/math.hpp>
#include <headroom/model/missing.hpp>
#include <headroom/model/shape.hpp>
#include <headroom/training/framework.hpp>
#include <headroom/training/optimizer.hpp>
#include <headroom/parallel/parallelism.hpp>
#include <headroom/training/recipe.hpp>

namespace headroom {

// A training job.
struct training_job {
  transformer model{};
  headroom::parallelism parallelism{};
  count sequence = 0;       // tokens
  count micro_batch = 1;    // sequences
  count micro_batches = 1;  // of a replica in one step
  training_formats formats{};
  headroom::optimizer optimizer = adam;
  headroom::sharding sharding = headroom::sharding::none;
  count shards = 0;  // replicas that share state among them; 0: all
  recomputation recompute{};
  cross_entropy loss = fused_cross_entropy;
  bool scores_materialised = false;  // attention without a fused kernel
  bool dropout = false;              // masks of a byte a number
  bool with_predicting = true;       // trains the modules that predict further tokens
  double expert_imbalance = 1;       // tokens of the fullest rank's experts over their mean, as the router has them
  double expert_capacity = 0;        // tokens that an expert takes at most, over their mean; those beyond it are dropped; 0: none is (dropless)
  bool pads_to_capacity = false;     // each expert computes as many as its capacity, whatever it gets
  headroom::adapters adapters{};
  offloading offload{};
  training_framework framework = frameworks::megatron;

  constexpr count global_batch() const { return multiply(multiply(micro_batch, micro_batches), parallelism.data); }
  // Of replicas with the same weights, those that share out state among them; of an expert's, at least one.
  constexpr count sharing() const { return shards > 0 ? shards : parallelism.replicas(); }
  constexpr count experts_sharing() const {
    if (shards == 0) return parallelism.expert_replicas();
    const count of_experts = multiply(parallelism.expert_replicas(), sharing()) / parallelism.replicas();
    return of_experts > 0 ? of_experts : 1;
  }
  // Tokens that learned positions reach; 0: they are not learned, and have no end.
  constexpr count longest_sequence() const {
    const bool shorter = model.context > 0 && model.context < model.learned_positions;
    return shorter ? model.context : model.learned_positions;
  }
};

// Tokens that the fullest rank's experts compute, over their mean: at most all of them, so that a rank with every expert has no imbalance.
constexpr double expert_load(const training_job& of) {
  if (of.pads_to_capacity) return of.expert_capacity;
  const double fullest = math::smaller(of.expert_imbalance, static_cast<double>(of.parallelism.expert));
  return of.expert_capacity > 0 ? math::smaller(fullest, of.expert_capacity) : fullest;
}

// Whether stages that hold not all equally many layers come last: the framework has to be told of them, and others are possible.
constexpr bool prefers_even_stages(const training_job& of) { return !of.framework.uneven_option.empty() && come_out_even(of.model.layer_count()); }

namespace detail {

inline constexpr std::string_view parts_not_again =
    "parts of a layer are computed again in selective recomputation only";
inline constexpr std::string_view no_experts = "the model has no routed experts to divide or to be out of balance";
inline constexpr std::string_view no_experts_limited = "the model has no routed experts to have a capacity";
inline constexpr std::string_view pads_to_none = "experts are padded to their capacity, and have none";
inline constexpr std::string_view no_experts_adapted = "the model has no routed experts to adapt";
inline constexpr std::string_view adapters_without_rank = "parts have adapters, and these have no rank";

constexpr std::string_view formats_contradict(const training_formats& of) {
  const bool is_short = bits(of.products.format) < 16;
  if (of.product_copies < 0 || of.product_copies > 2) return "a weight has 0 to 2 copies in the products' format";
  if (of.products_primary && (!is_short || of.product_copies == 0))
    return "weights are held in the products' format alone where that is shorter than 16 bits, and has a copy of them";
  if (of.activation_saved && !is_short)
    return "inputs of activations wait in the products' format where that is shorter than 16 bits";
  return {};
}

// Whether activations.hpp knows what each part of a model keeps for the backward pass.
constexpr bool keeps_what_is_counted(const transformer& of) {
  if (has_weights_beside(of) || shares_caches(of)) return false;
  for (const layer& each : of.layers)
    if (each.how_many > 0 && (each.gated_recurrence.width > 0 || each.attention.output_norm || each.feed_forward.norm)) return false;
  return true;
}

// Of what is chosen and would change nothing, because what it belongs to is not.
constexpr std::string_view choices_contradict(const training_job& of) {
  if (const auto words = formats_contradict(of.formats); !words.empty()) return words;
  if (of.offload.weights && of.sharding != sharding::weights)
    return "weights wait in the host's memory only where replicas share them out";
  const recomputed_parts& again = of.recompute.parts;
  if (of.recompute.kind != recompute::selective && again.names_more()) return parts_not_again;
  if (of.recompute.kind == recompute::none && of.recompute.layers > 0)
    return "some layers are computed again, and no recomputation is named";
  if (of.recompute.kind != recompute::full && of.recompute.group > 1)
    return "layers share a kept input in full recomputation only";
  const headroom::adapters& adapted = of.adapters;
  if (adapted.rank == 0 && (adapted.feed_forward || adapted.experts))
    return adapters_without_rank;
  if (adapted.experts && !has_experts(of.model)) return no_experts_adapted;
  if (of.pads_to_capacity && !(of.expert_capacity > 0)) return pads_to_none;
  if (of.expert_capacity > 0 && !has_experts(of.model)) return no_experts_limited;
  const parallelism& p = of.parallelism;
  const bool divides_experts = p.expert > 1 || (p.expert_tensor > 1 && p.expert_tensor != p.tensor);
  return (divides_experts || of.expert_imbalance > 1) && !has_experts(of.model) ? no_experts : std::string_view{};
}

// Of the numbers of a job besides its model and parallelism.
constexpr std::string_view numbers_contradict(const training_job& of) {
  if (!(is_positive(of.sequence) && is_positive(of.micro_batch) && is_positive(of.micro_batches) && is_positive(of.recompute.group)))
    return "sequence, micro-batch, micro-batches and recomputed groups are 1 to 2^40";
  if (!(is_count(of.shards) && is_count(of.recompute.layers) && is_count(of.adapters.rank) && is_count(of.optimizer.block)))
    return "a number of the job is outside 0 to 2^40";
  if (!keeps_what_is_counted(of.model))
    return "what training keeps of embeddings of each layer, several hidden states, shared keys and values, gated recurrences or norms inside a part is not counted";
  const parallelism& p = of.parallelism;
  if (!divides(p.context, of.sequence)) return "context parallelism does not divide the sequence";
  if (p.sequence && !divides(p.context * p.tensor, of.sequence))
    return "sequence parallelism does not divide the sequence";
  if (of.shards > 0 && !divides(of.shards, p.replicas())) return "the shards do not divide the replicas";
  if (const auto words = micro_batches_contradict(p.schedule, p.pipeline, of.micro_batches); !words.empty()) return words;
  if (!(of.expert_imbalance >= 1 && of.expert_imbalance <= 1e6)) return "an imbalance of experts is from 1 to 1,000,000";
  if (of.expert_capacity != 0 && !(of.expert_capacity >= 1e-6 && of.expert_capacity <= 1e6)) return "a capacity of experts is from 0.000001 to 1,000,000, or 0 for none";
  if (!(of.offload.activations >= 0 && of.offload.activations <= 1)) return "a share of activations is 0 to 1";
  if (of.longest_sequence() > 0 && of.sequence > of.longest_sequence())
    return "the sequence is longer than the model's learned positions";
  return choices_contradict(of);
}

}  // namespace detail

// Why a job cannot be, in words: its model lacks something, or it contradicts itself. Empty: it can.
constexpr std::string_view contradiction(const training_job& of) {
  if (const auto words = missing(of.model); !words.empty()) return words;
  if (const auto words = contradiction(of.model, of.parallelism); !words.empty()) return words;
  return detail::numbers_contradict(of);
}

// Not constexpr: reaching it in a constant expression is the error message. At run time the answer is unknown.
inline void the_training_job_contradicts_itself() {}

namespace detail {

// Whether something is wrong with a job, which no constant expression may come to.
constexpr bool is_refused_job(std::string_view why) {
  if (why.empty()) return false;
  the_training_job_contradicts_itself();
  return true;
}

}  // namespace detail

}  // namespace headroom
