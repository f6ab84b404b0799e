// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>

#include <headroom/read/own/job_field_makers.hpp>

namespace headroom::read {

namespace {

using namespace making;
using to_train = training_request;

constexpr auto all_training_formats = names_of(training_format_names);
constexpr auto all_optimizers = names_of(optimizer_names);
constexpr auto all_shardings = names_of(sharding_names);
constexpr auto all_schedules = names_of(schedule_names);
constexpr auto all_recomputations = names_of(recompute_names);
constexpr auto all_losses = names_of(loss_names);
constexpr auto all_frameworks = names_of(framework_names);
constexpr auto all_gradients = names_of(gradient_names);
constexpr auto all_recomputed = names_of(recomputed_names);
constexpr std::array<std::string_view, 3> all_adapted{"attention", "feed_forward", "experts"};
constexpr std::array<std::string_view, 3> all_offloaded{"weights", "gradients", "optimizer"};

constexpr std::array training_table{
    job_field<to_train>{.key = "model", .what = job_form::model, .meaning = model_meaning},
    number<to_train>(
        "tensor_parallel", [](to_train& of) -> count& { return of.job.parallelism.tensor; },
        "GPUs that share each layer. Without it and pipeline parallelism: the layout of the fewest GPUs that have room"),
    number<to_train>(
        "pipeline_parallel", [](to_train& of) -> count& { return of.job.parallelism.pipeline; },
        "Stages of the layers"),
    number<to_train>(
        "data_parallel", [](to_train& of) -> count& { return of.job.parallelism.data; }, "Replicas"),
    number<to_train>(
        "context_parallel", [](to_train& of) -> count& { return of.job.parallelism.context; },
        "GPUs that share each sequence"),
    number<to_train>(
        "expert_parallel", [](to_train& of) -> count& { return of.job.parallelism.expert; },
        "GPUs that share out the routed experts"),
    number_or_none<to_train>(
        "expert_tensor_parallel", [](to_train& of) -> count& { return of.job.parallelism.expert_tensor; },
        "GPUs that share each expert; else as tensor_parallel"),
    yes_no<to_train>(
        "sequence_parallel", [](to_train& of) -> bool& { return of.job.parallelism.sequence; },
        "Norms and residuals divided over the tensor-parallel GPUs by tokens; else as the framework does"),
    number<to_train>(
        "virtual_stages", [](to_train& of) -> count& { return of.job.parallelism.virtual_stages; },
        "Of each GPU: 1 is 1F1B, more is interleaved"),
    word<to_train>(
        "pipeline_schedule", all_schedules,
        [](to_train& of, std::string_view name) { of.job.parallelism.schedule = value_of(schedule_names, name); },
        "In what order stages run their micro-batches; else 1f1b"),
    number_or_none<to_train>(
        "first_stage_layers", [](to_train& of) -> count& { return of.job.parallelism.first_stage_layers; },
        "Layers of the first stage; else an even share"),
    number_or_none<to_train>(
        "last_stage_layers", [](to_train& of) -> count& { return of.job.parallelism.last_stage_layers; },
        "Layers of the last stage; else an even share"),
    yes_no<to_train>(
        "embedding_as_layer", [](to_train& of) -> bool& { return of.job.parallelism.embedding_as_layer; },
        "The embedding counts as a layer where the layers are shared out over the stages"),
    yes_no<to_train>(
        "head_as_layer", [](to_train& of) -> bool& { return of.job.parallelism.head_as_layer; },
        "The head counts as a layer where the layers are shared out over the stages"),
    number<to_train>(
        "sequence", [](to_train& of) -> count& { return of.job.sequence; }, "Tokens of a sequence"),
    number<to_train>(
        "micro_batch", [](to_train& of) -> count& { return of.job.micro_batch; }, "Sequences of a micro-batch"),
    number<to_train>(
        "micro_batches", [](to_train& of) -> count& { return of.micro_batches; },
        "Micro-batches of a replica in one step; else as many as pipeline stages"),
    number<to_train>(
        "global_batch", [](to_train& of) -> count& { return of.global_batch; },
        "Sequences of a step, in place of micro_batches"),
    word<to_train>(
        "formats", all_training_formats,
        [](to_train& of, std::string_view name) {
          of.formats = name;
          of.job.formats = value_of(training_format_names, name);
        },
        "Formats of weights, gradients and products; else bf16_training, of torchtitan fp32_weights"),
    word<to_train>(
        "gradients", all_gradients,
        [](to_train& of, std::string_view name) { of.job.formats.gradients = value_of(gradient_names, name); },
        "Format in which gradients are summed; else as the formats"),
    yes_no<to_train>(
        "primary_weights", [](to_train& of) -> bool& { return of.job.formats.products_primary; },
        "The layers' weights are held in the products' short format alone; else as the formats"),
    number<to_train>(
        "weight_copies", [](to_train& of) -> count& { return of.weight_copies; },
        "Copies of a weight in the products' short format, 1 or 2; else 2"),
    yes_no<to_train>(
        "activation_saved", [](to_train& of) -> bool& { return of.job.formats.activation_saved; },
        "Inputs of gated activations wait in the products' short format"),
    word<to_train>(
        "optimizer", all_optimizers,
        [](to_train& of, std::string_view name) {
          of.optimizer = name;
          of.job.optimizer = value_of(optimizer_names, name);
        },
        "Optimizer; else adam"),
    word<to_train>(
        "sharding", all_shardings,
        [](to_train& of, std::string_view name) {
          of.sharding = name;
          of.job.sharding = value_of(sharding_names, name);
        },
        "What replicas share out instead of repeating it; else as the framework does: the optimizer, of torchtitan the weights"),
    number_or_none<to_train>(
        "shards", [](to_train& of) -> count& { return of.job.shards; },
        "Replicas that share state among them; else all"),
    word<to_train>(
        "recompute", all_recomputations,
        [](to_train& of, std::string_view name) {
          of.recompute = name;
          of.job.recompute.kind = value_of(recompute_names, name);
        },
        "What the backward pass computes again; else none"),
    words<to_train>(
        "recomputed", all_recomputed,
        [](to_train& of, std::string_view name) {
          recomputed_parts& parts = of.job.recompute.parts;
          of.names_recomputed = true;
          if (name.empty()) return void(parts.scores = false);
          parts.*value_of(recomputed_names, name) = true;
        },
        "Parts of a layer that selective recomputation computes again; else the scores"),
    number_or_none<to_train>(
        "recompute_layers", [](to_train& of) -> count& { return of.job.recompute.layers; },
        "Layers of a stage that are computed again; else all"),
    number<to_train>(
        "recompute_group", [](to_train& of) -> count& { return of.job.recompute.group; },
        "Layers that share one kept input; else 1"),
    number_or_none<to_train>(
        "adapter_rank", [](to_train& of) -> count& { return of.job.adapters.rank; },
        "Rank of low-rank adapters; else all weights are trained"),
    words<to_train>(
        "adapted", all_adapted,
        [](to_train& of, std::string_view name) {
          adapters& parts = of.job.adapters;
          of.names_adapted = true;
          if (name.empty()) return void(parts.attention = false);
          (name == "attention" ? parts.attention : name == "feed_forward" ? parts.feed_forward : parts.experts) = true;
        },
        "Parts of a layer with adapters; else the attention"),
    words<to_train>(
        "offload", all_offloaded,
        [](to_train& of, std::string_view name) {
          offloading& parts = of.job.offload;
          if (name.empty()) return;
          (name == "weights" ? parts.weights : name == "gradients" ? parts.gradients : parts.optimizer) = true;
        },
        "What waits in the host's memory"),
    real<to_train>(
        "offload_activations", job_form::share, [](to_train& of) -> double& { return of.job.offload.activations; },
        "Share of the kept activations that wait in the host's memory, 0 to 1"),
    word<to_train>(
        "loss", all_losses, [](to_train& of, std::string_view name) { of.job.loss = value_of(loss_names, name); },
        "How the cross-entropy is computed; else fused"),
    word<to_train>(
        "framework", all_frameworks,
        [](to_train& of, std::string_view name) { of.job.framework = value_of(framework_names, name); },
        "Training framework; else Megatron-LM"),
    real<to_train>(
        "expert_imbalance", job_form::factor, [](to_train& of) -> double& { return of.job.expert_imbalance; },
        "Tokens of the fullest GPU's experts over their mean, 1 or more"),
    yes_no<to_train>(
        "dropout", [](to_train& of) -> bool& { return of.job.dropout; }, "Keeps the masks of dropout"),
    yes_no<to_train>(
        "scores_materialised", [](to_train& of) -> bool& { return of.job.scores_materialised; },
        "Attention without a fused kernel"),
    yes_no<to_train>(
        "with_predicting", [](to_train& of) -> bool& { return of.job.with_predicting; },
        "Trains the modules that predict further tokens"),
};

}  // namespace

std::span<const job_field<training_request>> training_fields() { return training_table; }

// What the framework does unless the job says otherwise.
void take_defaults(training_request& of, const planned_job& job) {
  const training_framework& by = of.job.framework;
  if (!job.says("sharding")) {
    of.job.sharding = by.sharding;
    of.sharding = name_of(sharding_names, by.sharding);
  }
  if (!job.says("formats") && by.weights_in_fp32) {
    const training_formats said = of.job.formats;  // of keys by themselves
    of.formats = "fp32_weights";
    of.job.formats = fp32_weights;
    if (job.says("gradients")) of.job.formats.gradients = said.gradients;
  }
  parallelism& p = of.job.parallelism;
  if (!job.says("sequence_parallel"))
    p.sequence = by.sequence_with_tensor && p.tensor > 1 && p.context > 0 &&
                 of.job.sequence % multiply(p.tensor, p.context) == 0;
}

std::string_view settle(training_request& of, const planned_job& job) {
  take_defaults(of, job);
  // The library refuses those that differ from what they are by themselves.
  if (of.names_recomputed && of.job.recompute.kind != recompute::selective) return headroom::detail::parts_not_again;
  if (of.names_adapted && of.job.adapters.rank == 0) return headroom::detail::adapters_without_rank;
  if (of.job.framework.ends_as_layers && of.job.parallelism.pipeline > 1 && !job.says("first_stage_layers") &&
      !job.says("last_stage_layers")) {
    if (!job.says("embedding_as_layer")) of.job.parallelism.embedding_as_layer = true;
    if (!job.says("head_as_layer")) of.job.parallelism.head_as_layer = true;
  }
  constexpr count not_said = training_request::not_said;
  if (of.weight_copies != not_said) {
    if (of.job.formats.product_copies == 0)
      return "weights have copies in the products' format where the formats name a shorter one";
    if (of.weight_copies < 1 || of.weight_copies > 2) return "a weight has 1 or 2 copies in the products' format";
    of.job.formats.product_copies = static_cast<int>(of.weight_copies);
  }
  // A pipeline is full with as many as it has stages.
  of.job.micro_batches = of.micro_batches != not_said ? of.micro_batches : of.job.parallelism.pipeline;
  if (of.global_batch == not_said) return {};
  const count at_once = multiply(of.job.micro_batch, of.job.parallelism.data);
  if (at_once < 1 || of.global_batch % at_once != 0)
    return "micro-batch times data parallelism does not divide the global batch";
  of.job.micro_batches = of.global_batch / at_once;
  if (of.micro_batches != not_said && of.micro_batches != of.job.micro_batches)
    return "the global batch is not micro-batch times micro-batches times data parallelism: say one of them";
  return {};
}

}  // namespace headroom::read
