// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/hardware/figure.hpp>
#include <headroom/units.hpp>

// What measured steps say of training, beyond what links and single operations say of themselves: every fitted constant of
// step_time, and two that were measured alone. They were fitted together to the figures that are marked so in tests/validation/operations.json and
// training_steps.json; then, when formats came to have one share of an architecture's peak, Ampere's and Hopper's shares again by themselves.
// docs/accuracy.md has the errors, with models, GPUs and sources left out. Give your own with designated initialisers.
namespace headroom {

struct step_constants {
  // Of the dense peak in whatever format, what large matrix products reach inside a step, of a GPU of 400, 700 and 1,200 W: power, neighbours, and
  // gaps between kernels.
  double ampere = 0.724;  // BLOOM, SC21, MPT
  double hopper = 0.663;  // in 16 bits MPT, Megatron-LM; in 8 NeMo, Megatron-Bridge, MPT
  double blackwell = 0.549;  // not fitted: cuBLASLt's products on GB200 sustain 2,744 of 5,000 Tflop/s in 8 bits (Azure, "Unpacking NVIDIA GB200 GPU performance")
  // Of the rate that attention has by itself, forward and backward: all.
  double attention = 0.875;
  // Times the bytes that memory-bound operations have to move where each number is read once, but for norms and residuals: all.
  double traffic = 2.93;
  // The part of a communication's time that a step waits for, where the framework overlaps it with computation.
  double exposed = 0.437;       // within a layer: of tensor ranks, gathered weights, and context's keys and values. Megatron with sequence parallelism, MPT, SimuMax, Megatron-Bridge
  double data_exposed = 0.278;  // of gradients: Megatron
  // What the host takes for a layer of a model with routed experts, forward and backward: Megatron-Bridge, SimuMax.
  asked_for<duration> host = milliseconds(7.02);
  asked_for<duration> host_of_expert = milliseconds(0.199);  // of an expert on the rank
  double graphs = 0.127;  // of the two, where graphs of layers with experts are replayed. Not fitted: 1.18 of 10.1 us and 1.03 of 7.51 from kernel to kernel on H100 and H200, measured by us
  asked_for<duration> step = milliseconds(33.4);  // of every step of several GPUs, however many: all
  double layer_kernels = 19.5;       // of a layer, forward and backward, each with its launch and ramp: all
  double monthly = 0.00394;          // what software gained a month: NeMo, Megatron-Bridge
};

inline constexpr step_constants measured_steps{};

}  // namespace headroom
