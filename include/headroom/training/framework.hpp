// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/hardware/figure.hpp>
#include <headroom/training/recipe.hpp>
#include <headroom/units.hpp>

namespace headroom {

// What a training framework does unless its job says otherwise, and what it holds beside the model's own state: buffers
// by design, which are counted exactly, and an overhead that is fitted. Constants are of a framework, never of a run; docs/accuracy.md names the rows they come
// from.
struct training_framework {
  std::string_view name{};
  headroom::sharding sharding = headroom::sharding::optimizer;  // unless said: a `training_job` says it
  bool sequence_with_tensor = false;  // unless said: sequence parallelism wherever there is tensor parallelism
  bool weights_in_fp32 = false;       // unless said
  asked_for<memory>
      overhead{};  // fitted: outside of the allocator (CUDA context, NCCL, workspaces) and what cannot be told from it
  asked_for<memory> reserved{};  // fitted: what the allocator holds beyond tensors, where that alone was measured
  double reserved_share = 0;     // fitted: the same as a share of the tensors
  double reserved_least = 0;     // the least and the most of it that were measured, as a share; 0: it never was by itself
  double reserved_most = 0;
  asked_for<memory> communication{};    // buckets of a fixed size
  bool weight_sized_gradients = false;  // a 16-bit tensor of each weight's shape, though gradients are summed elsewhere
  bool ends_as_layers = false;          // embedding and head count as a layer each where the layers are shared out
  std::string_view uneven_option{};     // that it is told by where not all stages hold equally many layers; empty: none is needed
  bool keeps_stage_outputs = false;     // of each micro-batch in flight, beside the inputs
  bool receives_apart = false;          // buffers of each micro-batch of a step for inputs and gradients of a stage
  bool keeps_whole_stage = false;       // with sharding::weights and a pipeline: weights and gradients of the stage whole
  bool gathers_context = false;         // keys and values of all of a sequence at once, not chunk by chunk in a ring
  double gathered_layers = 1;           // with sharding::weights: layers whose weights are whole at once
  double reduced_gradient_bytes =
      0;  // of a parameter of the layer whose gradients are being reduced, beside the 16-bit ones
  recomputed_parts recomputes{.scores = false};  // parts of a layer that it can be told to compute again by themselves
  bool recomputes_alternate_products = false;
  bool interleaves = false;  // can be told of virtual stages
};

namespace frameworks {

// The BLOOM prequel's memory of a GPU less what is exact: 16 runs on A100 with TP 8, 72 layers and 14,336 wide. No
// published run tells Megatron-LM's own or torchtitan's from it: they take the same, and it is estimated there.
inline constexpr memory measured_overhead = gigabytes(7.7);

// megatron/training/arguments.py leaves the distributed optimizer and sequence parallelism to be asked for; the recipes of
// Megatron Core, NeMo and Megatron-Bridge ask for both. General knowledge.
// What it computes again by name is recompute_modules in megatron/core/transformer/transformer_config.py.
// Of Megatron-LM on B200 the allocator alone was measured, at 4,096 tokens; with 131,072 it holds most. What is left of
// the overhead is without its gaps.
inline constexpr training_framework megatron{
    .name = "Megatron-LM",
    .sequence_with_tensor = true,
    .overhead = gigabytes(6.4),
    .reserved_share = 0.03,
    .reserved_least = 0.028,
    .reserved_most = 0.077,
    .weight_sized_gradients = true,
    .uneven_option = "--pipeline-model-parallel-layout",
    .recomputes = {.norms = true, .expert_activation = true, .expanded_latents = true},
    .interleaves = true,
};
// deepspeed/runtime/bf16_optimizer.py divides the optimizer's state over the replicas. Its pipeline has no virtual stages
// (deepspeed/runtime/pipe/schedule.py), and what it computes again are whole layers, or of Megatron the scores; general knowledge.
inline constexpr training_framework megatron_deepspeed{
    .name = "Megatron-DeepSpeed",
    .overhead = measured_overhead,
    .communication = gigabytes(1),  // reduce_bucket_size of 500,000,000 numbers
    .keeps_stage_outputs = true,
    .recomputes = {.scores = true},
};
// ZeRO-3 gathers layers ahead: DeepSpeed's own estimate counts 4 bytes of the largest, weights and gradients.
inline constexpr training_framework deepspeed{
    .name = "DeepSpeed",
    .overhead = measured_overhead,
    .communication = gigabytes(1),
};
// torchtitan prints what its allocator holds, not what tensors take of it: ten runs held from less than the tensors that are
// counted to 12.9 % more.
// torchtitan/models/llama3/infra/parallelize.py: FSDP of weights in fp32, and sequence parallelism with tensor
// parallelism. torch/distributed/pipelining/stage.py: fwd_cache holds outputs, args_recv_info and grad_recv_info a buffer for each
// micro-batch.
inline constexpr training_framework torchtitan{
    .name = "torchtitan",
    .sharding = headroom::sharding::weights,
    .sequence_with_tensor = true,
    .weights_in_fp32 = true,
    .overhead = measured_overhead,
    .reserved = gigabytes(0.5),
    .reserved_most = 0.129,
    .ends_as_layers = true,
    .keeps_stage_outputs = true,
    .receives_apart = true,
    .keeps_whole_stage = true,
    .gathers_context = true,
    .gathered_layers = 2,
    .reduced_gradient_bytes = 4,
    .recomputes_alternate_products = true,
    .interleaves = true,
};

}  // namespace frameworks

}  // namespace headroom
