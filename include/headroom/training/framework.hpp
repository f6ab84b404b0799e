// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/units.hpp>

namespace headroom {

// What a training framework holds beside the model's own state: buffers by design, which are counted exactly, and an
// overhead that is fitted. Constants are of a framework, never of a run; docs/accuracy.md names the rows they come
// from.
struct training_framework {
  std::string_view name{};
  memory
      overhead{};  // fitted: outside of the allocator (CUDA context, NCCL, workspaces) and what cannot be told from it
  memory reserved{};       // fitted: what the allocator holds beyond tensors, where that alone was measured
  memory communication{};  // buckets of a fixed size
  bool weight_sized_gradients = false;  // a 16-bit tensor of each weight's shape, though gradients are summed elsewhere
  bool keeps_stage_outputs = false;     // of each micro-batch in flight, beside the inputs
  bool keeps_whole_stage = false;  // with sharding::weights and a pipeline: weights and gradients of the stage whole
  bool gathers_context = false;    // keys and values of all of a sequence at once, not chunk by chunk in a ring
  double gathered_layers = 1;      // with sharding::weights: layers whose weights are whole at once
  double reduced_gradient_bytes =
      0;  // of a parameter of the layer whose gradients are being reduced, beside the 16-bit ones
};

namespace frameworks {

// The BLOOM prequel's memory of a GPU less what is exact: 16 runs on A100 with TP 8, 72 layers and 14,336 wide. No
// published run tells Megatron-LM's own or torchtitan's from it: they take the same, and it is estimated there.
inline constexpr memory measured_overhead = gigabytes(7.7);

inline constexpr training_framework megatron{
    .name = "Megatron-LM",
    .overhead = measured_overhead,
    .weight_sized_gradients = true,
};
inline constexpr training_framework megatron_deepspeed{
    .name = "Megatron-DeepSpeed",
    .overhead = measured_overhead,
    .communication = gigabytes(1),  // reduce_bucket_size of 500,000,000 numbers
    .keeps_stage_outputs = true,
};
// ZeRO-3 gathers layers ahead: DeepSpeed's own estimate counts 4 bytes of the largest, weights and gradients.
inline constexpr training_framework deepspeed{
    .name = "DeepSpeed",
    .overhead = measured_overhead,
    .communication = gigabytes(1),
};
inline constexpr training_framework torchtitan{
    .name = "torchtitan",
    .overhead = measured_overhead,
    .reserved = gigabytes(0.5),
    .keeps_whole_stage = true,
    .gathers_context = true,
    .gathered_layers = 2,
    .reduced_gradient_bytes = 4,
};

}  // namespace frameworks

}  // namespace headroom
