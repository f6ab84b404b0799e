// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <utility>

#include <headroom/count.hpp>
#include <headroom/inference/engine.hpp>
#include <headroom/inference/job.hpp>
#include <headroom/model/shape.hpp>
#include <headroom/plan/pipeline_layout.hpp>
#include <headroom/precision.hpp>
#include <headroom/training/job.hpp>
#include <headroom/training/recipe.hpp>

// What Megatron-LM, vLLM and SGLang have to be told to run a job as it is planned, and what a plan does not know of it.
namespace headroom {

// "--name value": with a text, a share, a number, several words, or none of them, which is a switch.
struct launch_argument {
  std::string_view name{};
  std::string_view text{};
  double share = 0;
  count number = -1;
  std::array<std::string_view, 4> words{};  // the first ones, up to an empty one
  bool says_stages = false;                 // its text is launch_arguments::stages()

  constexpr bool is_switch() const { return !says_stages && text.empty() && !(share > 0) && number < 0 && words.front().empty(); }
};

// What a user has to fill in: the value of an argument, or, without a name, what no argument here says.
struct launch_gap {
  std::string_view name{};
  std::string_view what{};
  bool is_untold = false;  // no argument says it, so that the run does otherwise than was planned
};

class launch_arguments {
 public:
  constexpr void add(const launch_argument& each) { arguments_[size_++] = each; }
  constexpr void add_stages(std::string_view name, const pipeline_layout_text& of) {
    stages_ = of;
    add({.name = name, .says_stages = true});
  }
  constexpr void leave_open(const launch_gap& each) { gaps_[gap_count_++] = each; }

  constexpr std::span<const launch_argument> all() const { return {arguments_.data(), size_}; }
  constexpr std::span<const launch_gap> gaps() const { return {gaps_.data(), gap_count_}; }
  // The layers of each stage of a pipeline, where an argument says them.
  constexpr std::string_view stages() const { return stages_.view(); }
  constexpr std::string_view text_of(const launch_argument& of) const { return of.says_stages ? stages() : of.text; }
  // Null where it is not told.
  constexpr const launch_argument* find(std::string_view name) const {
    for (const launch_argument& each : all())
      if (each.name == name) return &each;
    return nullptr;
  }
  // -1 where it is not told.
  constexpr count number_of(std::string_view name) const {
    const launch_argument* found = find(name);
    return found == nullptr ? -1 : found->number;
  }

 private:
  std::array<launch_argument, 64> arguments_{};
  std::size_t size_ = 0;
  std::array<launch_gap, 24> gaps_{};
  std::size_t gap_count_ = 0;
  pipeline_layout_text stages_{};
};

namespace detail {

// Of a decoder whose layers are all alike, with grouped-query attention: what Megatron-LM's plain GPT has arguments for.
constexpr bool is_plain_decoder(const transformer& of) {
  const layer& l = of.layers[0];
  const attention& a = l.attention;
  const experts& e = l.experts;
  const bool is_of_one_kind = l.how_many > 0 && l.how_many == of.layer_count();
  const bool has_other_mixers = l.state_space.heads > 0 || l.linear_attention.value_heads > 0 || l.short_convolution.width > 0 ||
                                 l.gated_recurrence.width > 0;
  const bool has_other_attention = a.is_latent() || a.window > 0 || a.chunk > 0 || a.sinks || a.output_gate || a.keys_are_values || a.output_norm || a.gates > 0 ||
                                   a.index.heads > 0 || a.norm == query_key_norm::per_layer || a.output_bias ||
                                   (a.value_head_size > 0 && a.value_head_size != a.head_size);
  const bool has_other_experts = e.latent > 0 || e.bias || e.shared_gate || e.own_norm || e.passing > 0 || (e.is_present() && l.feed_forward.width > 0);
  const bool has_other_norms = of.norm != norm_kind::rms || !of.final_norm || of.norms_per_part != 1 || of.one_norm_per_layer || of.embedding_norm;
  return is_of_one_kind && a.heads > 0 && l.has_feed_forward() && !l.feed_forward.bias &&
         l.feed_forward.activation_numbers == 0 && !l.feed_forward.norm && !has_other_mixers && !has_other_attention &&
         !has_other_experts && !has_other_norms && of.learned_positions == 0 && of.embedding_width == 0 && of.more_tokens == 0 && !of.head_bias && !has_weights_beside(of) && !a.shares_cache &&
         of.vision == 0;
}

constexpr void add_shape(const transformer& of, launch_arguments& to) {
  if (!is_plain_decoder(of)) return to.leave_open({"", "the shape of the model, as Megatron-LM has it (--num-layers and others)"});
  const layer& l = of.layers[0];
  const experts& e = l.experts;
  to.add({.name = "num-layers", .number = of.layer_count()});
  to.add({.name = "hidden-size", .number = of.hidden});
  to.add({.name = "ffn-hidden-size", .number = e.is_present() ? e.width : l.feed_forward.width});
  to.add({.name = "num-attention-heads", .number = l.attention.heads});
  if (l.attention.kv_heads != l.attention.heads) {
    to.add({.name = "group-query-attention"});
    to.add({.name = "num-query-groups", .number = l.attention.kv_heads});
  }
  to.add({.name = "kv-channels", .number = l.attention.head_size});
  to.add({.name = "normalization", .text = "RMSNorm"});
  to.add({.name = "position-embedding-type", .text = "rope"});
  to.add({.name = "disable-bias-linear"});
  if (l.attention.query_key_value_bias) to.add({.name = "add-qkv-bias"});
  if (l.attention.norm == query_key_norm::per_head) to.add({.name = "qk-layernorm"});
  if (e.is_present() ? e.gated : l.feed_forward.gated) to.add({.name = "swiglu"});
  if (!of.tied) to.add({.name = "untie-embeddings-and-output-weights"});
  if (e.is_present()) {
    to.add({.name = "num-experts", .number = e.routed});
    to.add({.name = "moe-router-topk", .number = e.per_token});
    if (e.groups > 0) {
      to.add({.name = "moe-router-num-groups", .number = e.groups});
      to.add({.name = "moe-router-group-topk", .number = e.groups_per_token});
    }
    to.add({.name = "moe-ffn-hidden-size", .number = e.width});
    to.add({.name = "moe-grouped-gemm"});
    if (e.shared_width > 0) to.add({.name = "moe-shared-expert-intermediate-size", .number = e.shared_width});
    to.leave_open({"", "how the router scores and balances experts"});
  }
  to.leave_open({"", "the activation, where the gate is none of SiLU (--swiglu)"});
  to.leave_open({"rotary-base", "the base of the rotary positions"});
}

constexpr void add_parallelism(const training_job& job, launch_arguments& to) {
  const parallelism& p = job.parallelism;
  to.add({.name = "tensor-model-parallel-size", .number = p.tensor});
  to.add({.name = "pipeline-model-parallel-size", .number = p.pipeline});
  if (p.context > 1) to.add({.name = "context-parallel-size", .number = p.context});
  if (p.context > 1 && p.context_exchange == context_exchange::all_to_all) to.add({.name = "cp-comm-type", .text = "a2a"});
  if (p.expert > 1) to.add({.name = "expert-model-parallel-size", .number = p.expert});
  if (p.expert_tensor > 0) to.add({.name = "expert-tensor-parallel-size", .number = p.expert_tensor});
  if (p.sequence) to.add({.name = "sequence-parallel"});
  if (p.pipeline == 1) return;
  if (p.schedule != pipeline_schedule::one_forward_one_backward)
    to.leave_open({"", "the pipeline schedule, which Megatron-LM has no argument for", true});
  // What says the layers of each stage goes with no other argument of how they are shared out (megatron/training/arguments.py).
  if (!are_stages_even(job.model.layer_count(), p)) {
    const pipeline_layout_text stages = pipeline_layout(job.model, p, job.with_predicting ? job.model.predicts.modules : 0);
    if (!stages.empty()) return to.add_stages("pipeline-model-parallel-layout", stages);
    return to.leave_open({"pipeline-model-parallel-layout", p.virtual_stages > 1 ? "the layers of each virtual stage, which hold not all equally many"
                                                                                 : "the layers of each stage, which hold not all equally many"});
  }
  if (p.virtual_stages > 1) to.add({.name = "num-virtual-stages-per-pipeline-rank", .number = p.virtual_stages});
  if (p.embedding_as_layer) to.add({.name = "account-for-embedding-in-pipeline-split"});
  if (p.head_as_layer) to.add({.name = "account-for-loss-in-pipeline-split"});
  if (p.first_stage_layers > 0) to.add({.name = "decoder-first-pipeline-num-layers", .number = p.first_stage_layers});
  if (p.last_stage_layers > 0) to.add({.name = "decoder-last-pipeline-num-layers", .number = p.last_stage_layers});
}

// The modules of a layer that Megatron-LM computes again by name (recompute_modules in megatron/core/transformer/transformer_config.py).
constexpr void add_recomputed_modules(const transformer& model, const recomputed_parts& parts, launch_arguments& to) {
  bool has_network = false;
  for (const layer& each : model.layers) has_network = has_network || (each.how_many > 0 && (each.feed_forward.width > 0 || each.experts.shared_width > 0));
  if (parts.activation && has_network) to.leave_open({"", "the inputs of last feed-forward products, computed again, which --recompute-modules of Megatron-LM has no name for", true});
  if (parts.feed_forward || parts.experts) to.leave_open({"", "the networks and experts that are computed again whole (--recompute-modules)"});
  launch_argument made{.name = "recompute-modules"};
  std::size_t size = 0;
  for (const auto& [is_again, module] : {std::pair{parts.scores, "core_attn"}, {parts.norms, "layernorm"}, {parts.expert_activation, "moe_act"}, {parts.expanded_latents, "mla_up_proj"}})
    if (is_again) made.words[size++] = module;
  if (size > 0) to.add(made);
}

constexpr void add_recomputation(const training_job& job, launch_arguments& to) {
  const recomputation& again = job.recompute;
  if (again.kind == recompute::none) return;
  if (again.kind == recompute::alternate_products) return to.leave_open({"", "the recomputation, which Megatron-LM has no argument for", true});
  to.add({.name = "recompute-granularity", .text = again.kind == recompute::full ? "full" : "selective"});
  if (again.kind == recompute::selective) return add_recomputed_modules(job.model, again.parts, to);
  to.add({.name = "recompute-method", .text = again.layers > 0 ? "block" : "uniform"});
  // By blocks it is so many of each virtual stage (general knowledge).
  const count parts = job.parallelism.pipeline > 1 ? job.parallelism.virtual_stages : 1;
  if (again.layers % parts != 0) return to.leave_open({"recompute-num-layers", "the layers of each virtual stage that are computed again, which are not equally many"});
  to.add({.name = "recompute-num-layers", .number = again.layers > 0 ? again.layers / parts : again.group});
}

// Without more Megatron-LM sums gradients in fp32 beside bf16, and in fp16 beside that (general knowledge).
constexpr void add_training_formats(const training_formats& f, launch_arguments& to) {
  if (f.weights == bf16) to.add({.name = "bf16"});
  else if (f.weights == fp16) to.add({.name = "fp16"});
  else to.leave_open({"", "the format of the weights beside that of products, which Megatron-LM has no argument for", true});
  if (bits(f.products.format) < 16) to.leave_open({"", "the format of products, and of what is held in it (--fp8-format, --fp8-recipe, --fp8-param-gather, --fp4-format)"});
  if (f.weights == bf16 && f.gradients == bf16) to.add({.name = "grad-reduce-in-bf16"});
  else if (f.weights == fp16 && f.gradients == fp32) to.add({.name = "accumulate-allreduce-grads-in-fp32"});
  else if (f.gradients != (f.weights == fp16 ? fp16 : fp32)) to.leave_open({"", "the format that gradients are summed in, which Megatron-LM has no argument for", true});
  if (f.short_gradients) to.leave_open({"", "gradients in 16 bits kept beside their sums, which Megatron-LM has no argument for", true});
}

// Unless told Megatron-LM drops a tenth, and computes the loss step by step (general knowledge).
constexpr void add_loss(const training_job& job, launch_arguments& to) {
  if (!job.dropout)
    for (const std::string_view name : {"hidden-dropout", "attention-dropout"}) to.add({.name = name, .text = "0"});
  const auto is = [&](const cross_entropy& of) { return job.loss.at_loss == of.at_loss && job.loss.at_gradient == of.at_gradient; };
  if (is(fused_cross_entropy) || is(in_place_cross_entropy)) to.add({.name = "cross-entropy-loss-fusion"});
  if (is(in_place_cross_entropy)) to.add({.name = "cross-entropy-fusion-impl", .text = "te"});
  if (is(distributed_cross_entropy)) to.leave_open({"", "the loss over divided logits, which Megatron-LM has no argument for", true});
}

constexpr void add_state(const training_job& job, launch_arguments& to) {
  add_training_formats(job.formats, to);
  if (job.sharding == sharding::optimizer) to.add({.name = "use-distributed-optimizer"});
  if (job.sharding == sharding::gradients || job.sharding == sharding::weights) {
    to.add({.name = "use-megatron-fsdp"});
    to.add({.name = "data-parallel-sharding-strategy", .text = job.sharding == sharding::weights ? "optim_grads_params" : "optim_grads"});
  }
  if (job.shards > 0) to.leave_open({"", "over how many replicas state is shared out, which is not over all"});
  if (job.adapters.rank > 0) to.leave_open({"", "the adapters, which are trained in place of the weights, and pretrain_gpt.py of Megatron-LM has no argument for", true});
  const offloading& away = job.offload;
  if (away.weights || away.gradients || away.optimizer || away.activations > 0) to.leave_open({"", "what waits in the memory of the host"});
}

// What a plan's time counts on, and Megatron-LM leaves off unless it is told (general knowledge).
constexpr void add_overlaps(const training_job& job, launch_arguments& to) {
  const parallelism& p = job.parallelism;
  if (p.replicas() > 1) to.add({.name = "overlap-grad-reduce"});
  if (p.replicas() > 1 && job.sharding != sharding::none) to.add({.name = "overlap-param-gather"});
  if (p.tensor > 1 && p.sequence) to.add({.name = "tp-comm-overlap"});
}

}  // namespace detail

// pretrain_gpt.py of Megatron-LM (megatron/training/arguments.py). The tokens are those that it trains on; 0 leaves them open.
constexpr launch_arguments megatron_launch(const training_job& job, double trained_tokens = 0) {
  launch_arguments made;
  detail::add_parallelism(job, made);
  made.add({.name = "micro-batch-size", .number = job.micro_batch});
  made.add({.name = "global-batch-size", .number = job.global_batch()});
  made.add({.name = "seq-length", .number = job.sequence});
  made.add({.name = "max-position-embeddings", .number = job.sequence});
  const double samples = job.sequence > 0 ? trained_tokens / static_cast<double>(job.sequence) : 0;
  if (samples >= 1 && samples < static_cast<double>(max_count))
    made.add({.name = "train-samples", .number = static_cast<count>(samples) + (static_cast<double>(static_cast<count>(samples)) < samples ? 1 : 0)});
  else
    made.leave_open({"train-samples", "sequences to train on"});
  detail::add_state(job, made);
  detail::add_overlaps(job, made);
  detail::add_recomputation(job, made);
  made.add({.name = "attention-backend", .text = job.scores_materialised ? "unfused" : "flash"});
  detail::add_loss(job, made);
  detail::add_shape(job.model, made);
  // All ranks of a group gather the tokens of all unless told, which a capacity of experts does not go with (general knowledge).
  if (job.parallelism.expert > 1 || job.expert_capacity > 0) made.add({.name = "moe-token-dispatcher-type", .text = "alltoall"});
  if (job.expert_capacity > 0) made.add({.name = "moe-expert-capacity-factor", .share = job.expert_capacity});
  if (job.pads_to_capacity) made.add({.name = "moe-pad-expert-input-to-capacity"});
  if (job.with_predicting && job.model.predicts.modules > 0) made.add({.name = "mtp-num-layers", .number = job.model.predicts.modules});
  made.leave_open({"", "the optimizer and the formats of its state, where they are not those of Megatron-LM unless told"});
  made.leave_open({"data-path", "the data, tokenised"});
  made.leave_open({"tokenizer-model", "the tokenizer (with --tokenizer-type)"});
  made.leave_open({"lr", "the learning rate (and its schedule)"});
  made.leave_open({"save", "the folder of checkpoints (and --save-interval)"});
  return made;
}

// How the checkpoint of the model that is named is held.
struct found_weights {
  bool are_planned = false;    // in the formats of the job: an engine finds there what it has to know
  bool are_quantised = false;  // in fewer than 16 bits, or nobody knows in what
};

namespace detail {

// As vLLM and SGLang have it (--dtype); empty: they have none.
constexpr std::string_view dtype_name(precision of) { return of == bf16 ? "bfloat16" : of == fp16 ? "float16" : of == fp32 ? "float32" : std::string_view(); }

// What is held in 16 bits or more: an engine holds and computes it in one format.
constexpr precision run_in(const served_weights& of) {
  const precision held = of.held.rest.format;
  return bits(of.computed) >= 16 && bits(of.computed) == bits(held) && !dtype_name(of.computed).empty() ? of.computed : held;
}

// An engine quantises what it finds in 16 bits or more, to plain FP8.
constexpr void add_weights(const served_weights& of, const found_weights& found, launch_arguments& to) {
  const weight_format& matrices = of.held.attention;
  const bool is_wide = bits(matrices.format) >= 16 && bits(of.held.experts.format) >= 16;
  const bool is_plain_fp8 = matrices.format == fp8 && of.held.experts.format == fp8 && matrices.block_outputs == 0;
  if (!found.are_planned && is_plain_fp8 && !found.are_quantised) to.add({.name = "quantization", .text = "fp8"});
  else if (!found.are_planned && (!is_wide || found.are_quantised)) to.leave_open({"", "a checkpoint with the weights in the planned format in place of the model named"});
  const precision wide = run_in(of);
  const std::string_view dtype = dtype_name(wide);
  // What a checkpoint says is no planned format, as one in 32 bits is run in 16.
  if ((!found.are_planned || wide != of.held.rest.format) && !dtype.empty()) to.add({.name = "dtype", .text = dtype});
  if (dtype.empty() || (bits(of.computed) >= 16 && of.computed != wide)) to.leave_open({"", "the format that weights are multiplied in, which no argument says", true});
}

constexpr void add_formats(const serving_job& job, const found_weights& found, std::string_view fp8_cache, launch_arguments& to) {
  add_weights(job.weights, found, to);
  if (job.kv_cache.keys_and_values == fp8) to.add({.name = "kv-cache-dtype", .text = fp8_cache});
  else if (job.kv_cache.keys_and_values != run_in(job.weights)) to.leave_open({"", "the format of the KV cache"});
}

// Where it is none that the engine has by itself.
constexpr void add_page(const serving_job& job, const serving_engine& own, std::string_view argument, launch_arguments& to) {
  if (job.engine.page != own.page) to.add({.name = argument, .number = job.engine.page});
}

constexpr void add_beside(const serving_job& job, std::string_view most_adapters, std::string_view which_adapters, launch_arguments& to) {
  if (job.adapters > 0) {
    to.add({.name = "enable-lora"});
    to.add({.name = most_adapters, .number = job.adapters});
    to.add({.name = "max-lora-rank", .number = job.adapter_rank});
    to.leave_open({"", which_adapters});
  }
  if (job.engine.admission == cache_admission::whole_request) to.leave_open({.what = "that caches of whole requests are set aside", .is_untold = true});
  if (job.draft != nullptr || job.with_predicting) to.leave_open({"", "speculative decoding"});
  if (job.sequences_on_host > 0 || job.sequences_on_nvme > 0) to.leave_open({"", "the KV cache of sequences on the host or its disks"});
}

}  // namespace detail

namespace detail {

// Of a worker of disaggregated pools: what tells it so, and what is beside them.
constexpr void add_phase(const serving_job& job, const launch_argument& of_prefill, const launch_argument& of_decode, const launch_gap& transfer, launch_arguments& to) {
  if (job.phase == serving_phase::prefill_and_decode) return;
  const launch_argument& said = job.phase == serving_phase::prefill ? of_prefill : of_decode;
  if (!said.name.empty()) to.add(said);
  to.leave_open(transfer);
  to.leave_open({"", "the router that sends each request to both pools"});
}

}  // namespace detail

// One replica by "vllm serve MODEL" (vllm/engine/arg_utils.py). Without `tells_sequences` it runs as many at once as it does by itself.
constexpr launch_arguments vllm_launch(const serving_job& job, const found_weights& found, bool tells_sequences = true) {
  launch_arguments made;
  made.add({.name = "tensor-parallel-size", .number = job.tensor_parallel});
  if (job.pipeline_parallel > 1) made.add({.name = "pipeline-parallel-size", .number = job.pipeline_parallel});
  if (job.data_parallel > 1) made.add({.name = "data-parallel-size", .number = job.data_parallel});
  if (job.expert_parallel) made.add({.name = "enable-expert-parallel"});
  made.add({.name = "max-model-len", .number = job.tokens()});
  // Of each data-parallel rank.
  const count wanted = ceil_of(job.concurrent_sequences, job.data_parallel);
  if (tells_sequences) made.add({.name = "max-num-seqs", .number = wanted > job.engine.most_sequences ? wanted : job.engine.most_sequences});
  if (job.engine.chunk < max_count) made.add({.name = "max-num-batched-tokens", .number = job.engine.chunk});
  made.add({.name = "gpu-memory-utilization", .share = job.engine.share});
  detail::add_page(job, engines::vllm, "block-size", made);
  detail::add_formats(job, found, "fp8", made);
  detail::add_beside(job, "max-loras", "the adapters (--lora-modules), unless they are loaded by requests", made);
  detail::add_phase(job, {}, {}, {"kv-transfer-config", "the connector that moves caches, and its role (kv_producer of prefill, kv_consumer of decode), in JSON"}, made);
  return made;
}

// One replica by "sglang.launch_server --model-path MODEL" (sglang/srt/server_args.py), whose tensor-parallel ranks are those of all
// data-parallel ones together.
constexpr launch_arguments sglang_launch(const serving_job& job, const found_weights& found, bool tells_sequences = true) {
  launch_arguments made;
  const count ranks = multiply(job.tensor_parallel, job.data_parallel);
  made.add({.name = "tp-size", .number = ranks});
  if (job.pipeline_parallel > 1) made.add({.name = "pp-size", .number = job.pipeline_parallel});
  if (job.data_parallel > 1) {
    made.add({.name = "dp-size", .number = job.data_parallel});
    made.add({.name = "enable-dp-attention"});
  }
  if (job.expert_parallel) made.add({.name = "ep-size", .number = ranks});
  made.add({.name = "context-length", .number = job.tokens()});
  const count most = multiply(job.engine.most_sequences, job.data_parallel);
  if (tells_sequences) made.add({.name = "max-running-requests", .number = most > job.concurrent_sequences ? most : job.concurrent_sequences});
  if (job.engine.chunk < max_count) made.add({.name = "chunked-prefill-size", .number = job.engine.chunk});
  made.add({.name = "mem-fraction-static", .share = job.engine.share});
  detail::add_page(job, engines::sglang, "page-size", made);
  detail::add_formats(job, found, "fp8_e4m3", made);
  detail::add_beside(job, "max-loras-per-batch", "the adapters (--lora-paths), or, where they are loaded later, the modules that they are of (--lora-target-modules)", made);
  detail::add_phase(job, {.name = "disaggregation-mode", .text = "prefill"}, {.name = "disaggregation-mode", .text = "decode"},
                    {"disaggregation-transfer-backend", "what moves caches, such as mooncake or nixl"}, made);
  return made;
}

}  // namespace headroom
