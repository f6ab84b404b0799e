// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/hardware/source.hpp>
#include <headroom/units.hpp>

namespace headroom {

// What a training framework holds beside the model's own state: buffers by design, which are counted exactly, and an
// overhead that is fitted.
struct training_framework {
  std::string_view name{};
  const source* from = nullptr;  // of the fitted constants
  memory overhead{};             // fitted: CUDA context, NCCL, kernels, workspaces
  double fragmentation = 0;      // fitted: of activations, what the caching allocator takes beyond them
  memory communication{};        // buckets of a fixed size
  bool weight_sized_gradients = false;  // a 16-bit tensor of each weight's shape, though gradients are summed elsewhere
  bool keeps_stage_outputs = false;     // of each micro-batch in flight, beside the inputs
  bool keeps_whole_stage = false;       // with sharding::weights and a pipeline: weights and gradients of the stage whole
  bool gathers_context = false;         // keys and values of all of a sequence at once, not chunk by chunk in a ring
  double gathered_layers = 1;           // with sharding::weights: layers whose weights are whole at once
  double reduced_gradient_bytes = 0;    // of a parameter of the layer whose gradients are being reduced, beside the 16-bit ones
};

namespace frameworks {

inline constexpr training_framework megatron{
    .name = "Megatron-LM core",
    .weight_sized_gradients = true,
};
inline constexpr training_framework megatron_deepspeed{
    .name = "Megatron-DeepSpeed",
    .overhead = gigabytes(7.8),
    .fragmentation = 0.09,
    .communication = gigabytes(1),
    .keeps_stage_outputs = true,
};
inline constexpr training_framework deepspeed{.name = "DeepSpeed"};
inline constexpr training_framework torchtitan{
    .name = "torchtitan",
    .overhead = gigabytes(0.5),
    .keeps_whole_stage = true,
    .gathers_context = true,
    .gathered_layers = 2,
    .reduced_gradient_bytes = 4,
};

}  // namespace frameworks

}  // namespace headroom
