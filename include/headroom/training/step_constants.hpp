// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/hardware/figure.hpp>
#include <headroom/units.hpp>

// What measured steps say of training, beyond what links and single operations say of themselves: every fitted constant of
// step_time, and nothing else. They were fitted together to the figures that are marked so in tests/validation/operations.json and
// training_steps.json; then, when tiles were counted, the shares of the peak again by themselves, Blackwell's of 16 bits left out.
// docs/accuracy.md has the errors, with models, GPUs and sources left out. Give your own with designated initialisers.
namespace headroom {

struct step_constants {
  // Of the dense peak, what large matrix products reach inside a step, of a GPU of 400, 700 and 1,200 W: neighbours, and gaps between kernels.
  double ampere_16_bit = 0.709;    // BLOOM, SC21, MPT
  double hopper_16_bit = 0.653;    // MPT, Megatron-LM
  double hopper_8_bit = 0.749;     // NeMo, Megatron-Bridge, MPT
  double blackwell_16_bit = 0.50;  // between Megatron-LM on B200 (SimuMax), which takes a fifth longer, and Megatron-Bridge
  double blackwell_8_bit = 0.594;   // Megatron-Bridge, 25.09 to 26.08
  double blackwell_4_bit = 0.470;  // Megatron-Bridge, 26.02 to 26.08
  // Of the rate that attention has by itself, forward and backward: all.
  double attention = 0.875;
  // Times the bytes that memory-bound operations have to move where each number is read once, but for norms and residuals: all.
  double traffic = 2.93;
  // The part of a communication's time that a step waits for, where the framework overlaps it with computation.
  double tensor_exposed = 0.437;  // Megatron with sequence parallelism
  double data_exposed = 0.278;    // Megatron
  double shards_exposed = 0.472;  // gathered weights: MPT, Megatron-Bridge
  double context_exposed = 0.4;   // SimuMax, Megatron-Bridge; hardly any row tells it
  // What the host takes for a layer of a model with routed experts, forward and backward: Megatron-Bridge, SimuMax.
  asked_for<duration> host = milliseconds(7.02);
  asked_for<duration> host_of_expert = milliseconds(0.199);  // of an expert on the rank
  double graphs = 0.406;  // of the two, where graphs of layers with experts are replayed: Megatron-Bridge since 26.06
  asked_for<duration> step = milliseconds(33.4);  // of every step of several GPUs, however many: all
  double layer_kernels = 19.5;       // of a layer, forward and backward, each with its launch and ramp: all
  double monthly = 0.00394;          // what software gained a month: NeMo, Megatron-Bridge
};

inline constexpr step_constants measured_steps{};

}  // namespace headroom
