// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/units.hpp>

// What measured steps say of training, beyond what links and single operations say of themselves: every constant of
// step_time that is fitted, and none else. docs/accuracy.md has the rows and the errors, fitted and left out. Give your own
// with designated initialisers.
namespace headroom {

struct step_constants {
  // Of the dense peak, what matrix products reach inside a step: shapes, clocks under power, gaps between kernels.
  double ampere_16_bit = 0.76;
  double hopper_16_bit = 0.71;
  double hopper_8_bit = 0.69;
  double blackwell_16_bit = 0.58;
  double blackwell_8_bit = 0.55;
  double blackwell_4_bit = 0.50;
  // Of the rate that attention_time finds of a kernel, what is left of it in a step, forward and backward.
  double attention = 0.8;
  // Times the bytes that memory-bound operations have to move: by fused kernels, and each by itself.
  double fused_traffic = 1.15;
  double separate_traffic = 2.0;
  // Times the bytes that casts to 8 or 4 bits have to move.
  double cast_traffic = 1;
  // The part of a communication's time that the step waits for, where the framework overlaps it with computation.
  double tensor_exposed = 0.5;
  double data_exposed = 0.3;
  double shards_exposed = 0.35;  // gathered weights of FSDP and ZeRO-3
  double context_exposed = 0.4;
  double experts_exposed = 0.5;
  // What a layer with routed experts waits for its host, forward and backward of a micro-batch.
  duration experts_host = milliseconds(1);
  duration experts_host_each = milliseconds(0.35);  // of an expert on the rank
  double graphs = 0.25;  // of the two, where graphs are replayed and nothing waits for the host
  // Of every step: what scale does not change.
  duration step = milliseconds(37);
  // A layer's kernels, forward and backward, each with its launch and ramp.
  double layer_kernels = 20;
  // What software gained a month.
  double monthly = 0.0076;
};

inline constexpr step_constants measured_steps{};

}  // namespace headroom
