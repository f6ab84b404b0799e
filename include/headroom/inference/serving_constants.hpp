// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <string_view>

#include <headroom/units.hpp>

// What measured servers say of serving, beyond what links and single operations say of themselves: every fitted constant of the
// time of serving, and nothing else. All were fitted together to the 640 rows of serving_ttft_tpot.csv that docs/accuracy.md
// names; its errors, of other rows as well, are there. Give your own with designated initialisers.
namespace headroom {

// What an engine does around its kernels.
struct engine_time {
  std::string_view engine{};  // as `serving_engine::name`; empty: of any other
  duration step{};            // of its host, which GPUs wait for in every step
  double kernels = 1;         // of the kernels that are counted, the share that it launches: others are fused
  duration first{};           // of a request outside of steps: text to tokens, the network, the first answer
  double steps_waited = 0;    // by a request before its prompt is taken up, or after it was read
};

struct serving_constants {
  // Of the rate at which large products are sustained, what grouped products of experts reach: Hopper, and older GPUs. On
  // Blackwell the rows ask for no less than all of it, or for nothing.
  double experts_hopper = 0.32;
  double experts_blackwell = 1;  // not fitted
  double traffic = 3.1;                    // times the bytes that go into products and come out of them
  duration kernel = microseconds(3.4);     // from one kernel of a replayed graph to the next, with its ramp
  duration launch = microseconds(10);      // the same where the host launches each; not fitted: general knowledge of PyTorch
  duration all_reduce = microseconds(6.1); // to start one of a small message among the GPUs of a domain
  duration exchange = microseconds(15.5);   // to send tokens to their experts, or back
  duration sequence = microseconds(10);    // of the host, for each sequence of a step
  duration hand_over = milliseconds(200);  // of a request, from a pool that reads its prompt to one that writes its answer
  std::array<engine_time, 4> engines{{
      {"vLLM", milliseconds(0.46), 1, milliseconds(8), 3.6},  // its kernels are what the others' are a share of: not fitted
      {"SGLang", milliseconds(0), 1.21, milliseconds(4), 16.5},
      {"TensorRT-LLM", milliseconds(3), 0.31, milliseconds(0.6), 10},
      {"", milliseconds(1.15), 0.84, milliseconds(4.2), 10},  // the means of these
  }};
};

inline constexpr serving_constants measured_servers{};

// Those of an engine, or the last.
constexpr const engine_time& time_of(std::string_view engine, const serving_constants& by) {
  for (const engine_time& each : by.engines)
    if (each.engine == engine) return each;
  return by.engines.back();
}

}  // namespace headroom
