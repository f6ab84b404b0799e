// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/units.hpp>

// What measured steps say of training, beyond what links and single operations say of themselves: every fitted constant of
// step_time, and nothing else. All were fitted together to the 319 figures that are marked so in tests/validation/operations.json and
// training_steps.json; docs/accuracy.md has the errors, with models, GPUs and sources left out. Give your own with
// designated initialisers.
namespace headroom {

struct step_constants {
  // Of the dense peak, what matrix products reach inside a step: shapes, clocks under power, gaps between kernels.
  double ampere_16_bit = 0.67;     // BLOOM, SC21, MPT
  double hopper_16_bit = 0.66;     // MPT, Megatron-LM
  double hopper_8_bit = 0.79;      // NeMo, Megatron-Bridge, MPT
  double blackwell_16_bit = 0.44;  // Megatron-LM on B200 (SimuMax), Megatron-Bridge
  double blackwell_8_bit = 0.595;  // Megatron-Bridge, 25.09 to 26.08
  double blackwell_4_bit = 0.51;   // Megatron-Bridge, 26.02 to 26.08
  // Of the rate that attention has by itself, forward and backward: all.
  double attention = 0.91;
  // Times the bytes that memory-bound operations have to move where each number is read once: all.
  double traffic = 2.7;
  // Times the bytes that casts to 8 or 4 bits have to move: all of those formats.
  double cast_traffic = 1.0;
  // The part of a communication's time that a step waits for, where the framework overlaps it with computation.
  double tensor_exposed = 0.6;    // Megatron with sequence parallelism
  double data_exposed = 0.29;     // Megatron
  double shards_exposed = 0.46;   // gathered weights: MPT, Megatron-Bridge
  double context_exposed = 0.4;   // SimuMax, Megatron-Bridge; hardly any row tells it
  double experts_exposed = 0.6;   // Megatron-Bridge, SimuMax
  // What a layer with routed experts waits for its host, forward and backward of a micro-batch: Megatron-Bridge, SimuMax.
  duration experts_host = milliseconds(1.36);
  duration experts_host_each = milliseconds(0.205);  // of an expert on the rank
  double graphs = 0.37;  // of the two, where graphs are replayed: Megatron-Bridge since 26.06
  duration step = milliseconds(33);  // of every step, whatever the scale: all
  double layer_kernels = 23.5;       // of a layer, forward and backward, each with its launch and ramp: all
  double monthly = 0.0048;           // what software gained a month: NeMo, Megatron-Bridge
};

inline constexpr step_constants measured_steps{};

}  // namespace headroom
