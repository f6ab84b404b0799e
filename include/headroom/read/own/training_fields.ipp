// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>

#include <headroom/read/own/job_field_makers.hpp>

namespace headroom::read {

namespace {

using namespace making;
using to_train = training_request;

constexpr auto all_recomputed = names_of(recomputed_names);
constexpr std::string_view all_adapted[]{"attention", "feed_forward", "experts"};
constexpr std::string_view all_offloaded[]{"weights", "gradients", "optimizer"};

constexpr std::array training_table{
    job_field<to_train>{.key = "model", .what = job_form::model, .meaning = model_meaning},
    number<&to_train::job, &training_job::parallelism, &parallelism::tensor>("tensor_parallel",
        "GPUs that share each layer. Where neither it nor pipeline parallelism is said, the layout is found"),
    number<&to_train::job, &training_job::parallelism, &parallelism::pipeline>("pipeline_parallel", "Stages of the layers"),
    number<&to_train::job, &training_job::parallelism, &parallelism::data>("data_parallel", "Replicas"),
    number<&to_train::job, &training_job::parallelism, &parallelism::context>(
        "context_parallel", "GPUs that share each sequence"),
    word<context_exchange_names, &to_train::job, &training_job::parallelism, &parallelism::context_exchange>(
        "context_exchange", "How GPUs that share a sequence exchange what attention reads; else ring"),
    number<&to_train::job, &training_job::parallelism, &parallelism::expert>(
        "expert_parallel", "GPUs that share out the routed experts"),
    number_or_none<&to_train::job, &training_job::parallelism, &parallelism::expert_tensor>(
        "expert_tensor_parallel", "GPUs that share each expert; else as tensor_parallel"),
    yes_no<&to_train::job, &training_job::parallelism, &parallelism::sequence>("sequence_parallel",
        "Norms and residuals divided over the tensor-parallel GPUs by tokens; else as the framework does"),
    number<&to_train::job, &training_job::parallelism, &parallelism::virtual_stages>(
        "virtual_stages", "Parts of a GPU's layers that micro-batches pass through one by one; else 1. More are interleaved 1F1B"),
    word<schedule_names, &to_train::job, &training_job::parallelism, &parallelism::schedule>(
        "pipeline_schedule", "In what order stages run their micro-batches; else 1f1b"),
    number_or_none<&to_train::job, &training_job::parallelism, &parallelism::first_stage_layers>(
        "first_stage_layers", "Layers of the first stage; else an even share"),
    number_or_none<&to_train::job, &training_job::parallelism, &parallelism::last_stage_layers>(
        "last_stage_layers", "Layers of the last stage; else an even share"),
    yes_no<&to_train::job, &training_job::parallelism, &parallelism::embedding_as_layer>(
        "embedding_as_layer", "The embedding counts as a layer where the layers are shared out over the stages"),
    yes_no<&to_train::job, &training_job::parallelism, &parallelism::head_as_layer>(
        "head_as_layer", "The head counts as a layer where the layers are shared out over the stages"),
    number<&to_train::job, &training_job::sequence>("sequence", "Tokens of a sequence"),
    number<&to_train::job, &training_job::micro_batch>("micro_batch", "Sequences of a micro-batch"),
    number<&to_train::micro_batches>(
        "micro_batches", "Micro-batches of a replica in one step; else as many as pipeline stages"),
    number<&to_train::global_batch>("global_batch", "Sequences of a step, in place of micro_batches"),
    word_kept<training_format_names, &to_train::formats, &to_train::job, &training_job::formats>(
        "formats", "Formats of weights, gradients and products; else bf16_training, of torchtitan fp32_weights"),
    word<gradient_names, &to_train::job, &training_job::formats, &training_formats::gradients>(
        "gradients", "Format in which gradients are summed; else as the formats"),
    yes_no<&to_train::job, &training_job::formats, &training_formats::products_primary>(
        "primary_weights", "The layers' weights are held in the products' short format alone; else as the formats"),
    number<&to_train::weight_copies>("weight_copies", "Copies of a weight in the products' short format, 1 or 2; else 2"),
    yes_no<&to_train::job, &training_job::formats, &training_formats::activation_saved>(
        "activation_saved", "Inputs of gated activations wait in the products' short format"),
    word_kept<optimizer_names, &to_train::optimizer, &to_train::job, &training_job::optimizer>(
        "optimizer", "Optimizer; else adam"),
    word_kept<sharding_names, &to_train::sharding, &to_train::job, &training_job::sharding>(
        "sharding", "What replicas share out instead of repeating it; else as the framework does: the optimizer, of torchtitan the weights"),
    number_or_none<&to_train::job, &training_job::shards>("shards", "Replicas that share state among them; else all"),
    word_kept<recompute_names, &to_train::recompute, &to_train::job, &training_job::recompute, &recomputation::kind>(
        "recompute", "What the backward pass computes again; else none"),
    words<to_train>(
        "recomputed", all_recomputed,
        [](to_train& of, std::string_view name) {
          recomputed_parts& parts = of.job.recompute.parts;
          of.names_recomputed = true;
          if (name.empty()) return void(parts.scores = false);
          parts.*value_of(recomputed_names, name) = true;
        },
        "Parts of a layer that selective recomputation computes again; else the scores"),
    number_or_none<&to_train::job, &training_job::recompute, &recomputation::layers>(
        "recompute_layers", "Layers of a stage that are computed again; else all"),
    number<&to_train::job, &training_job::recompute, &recomputation::group>(
        "recompute_group", "Layers that share one kept input; else 1"),
    number_or_none<&to_train::job, &training_job::adapters, &adapters::rank>(
        "adapter_rank", "Rank of low-rank adapters; else all weights are trained"),
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
    real<&to_train::job, &training_job::offload, &offloading::activations>(
        "offload_activations", job_form::share, "Share of the kept activations that wait in the host's memory, 0 to 1"),
    word<loss_names, &to_train::job, &training_job::loss>("loss", "How the cross-entropy is computed; else fused"),
    word<framework_names, &to_train::job, &training_job::framework>("framework", "Training framework; else Megatron-LM"),
    real<&to_train::job, &training_job::expert_imbalance>(
        "expert_imbalance", job_form::factor, "Tokens of the fullest GPU's experts over their mean, 1 or more"),
    real<&to_train::job, &training_job::expert_capacity>(
        "expert_capacity", job_form::multiple, "Tokens that an expert takes at most, over their mean; else none are dropped"),
    yes_no<&to_train::job, &training_job::pads_to_capacity>("pads_to_capacity", "Each expert computes as many tokens as its capacity"),
    yes_no<&to_train::job, &training_job::dropout>("dropout", "Keeps the masks of dropout"),
    yes_no<&to_train::job, &training_job::scores_materialised>("scores_materialised", "Attention without a fused kernel"),
    yes_no<&to_train::job, &training_job::with_predicting>(
        "with_predicting", "Trains the modules that predict further tokens"),
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
    p.sequence = by.sequence_with_tensor && p.tensor > 1 && of.job.sequence % multiply(p.tensor, p.context) == 0;
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
    if (of.weight_copies > 2) return "a weight has 1 or 2 copies in the products' format";
    of.job.formats.product_copies = static_cast<int>(of.weight_copies);
  }
  // A pipeline is full with as many as it has stages.
  of.job.micro_batches = of.micro_batches != not_said ? of.micro_batches : of.job.parallelism.pipeline;
  if (of.global_batch == not_said) return {};
  const count at_once = multiply(of.job.micro_batch, of.job.parallelism.data);
  if (of.global_batch % at_once != 0)
    return "micro-batch times data parallelism does not divide the global batch";
  of.job.micro_batches = of.global_batch / at_once;
  if (of.micro_batches != not_said && of.micro_batches != of.job.micro_batches)
    return "the global batch is not micro-batch times micro-batches times data parallelism: say one of them";
  return {};
}

}  // namespace headroom::read
