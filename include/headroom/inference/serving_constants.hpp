// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <string_view>

#include <headroom/count.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/units.hpp>

// What measured servers say of serving, beyond what links and single operations say of themselves: every fitted constant of the
// time of serving, and nothing else. All were fitted together to the 640 rows of serving_ttft_tpot.csv that docs/accuracy.md
// names; its errors, of other rows as well, are there. Give your own with designated initialisers.
namespace headroom {

// What an engine does around its kernels.
struct engine_time {
  std::string_view engine{};  // as `serving_engine::name`; empty: of any other
  asked_for<duration> step{};            // of its host, which GPUs wait for in every step
  double kernels = 1;         // of the kernels that are counted, the share that it launches: others are fused
  asked_for<duration> first{};           // of a request outside of steps: text to tokens, the network, the first answer
  double steps_waited = 0;    // by a request before its prompt is taken up, or after it was read
  // Of engines released before a month, as serving_engine::month says it; 0: of today's, and of all that follow.
  count until_month = 0;
  bool without_graphs = false;  // the host launches every kernel
  bool by_nccl = false;         // all-reduces are NCCL's, and not the engine's own
};

struct serving_constants {
  double experts = 1;             // of the rate at which large products are sustained, what those of experts reach; not fitted
  double experts_inputs = 3'000;  // that products of experts take the time of, beyond their own: each tile fills, empties and is looked up
  double traffic = 1.1;           // times the bytes that kernels write for the next to read
  double experts_traffic = 1.75;  // the same of experts: their tokens are sorted, too, and added up
  asked_for<duration> kernel = microseconds(4.25);     // from one kernel of a replayed graph to the next, with its ramp
  asked_for<duration> launch = microseconds(10);      // the same where the host launches each; not fitted: general knowledge of PyTorch
  asked_for<duration> all_reduce = microseconds(5.3);  // to start one of a small message among the GPUs of a domain
  asked_for<duration> exchange = microseconds(34);     // to send tokens to their experts, or back
  asked_for<duration> sequence = microseconds(14);    // of the host, for each sequence of a step
  std::array<engine_time, 5> engines{{
      // Not fitted. vLLM had CUDA graphs from 0.2.6 on, of December 2023, and all-reduces of its own soon after. Its host: until 0.6
      // GPUs were at work for 38 % of the time, of Llama 3 8B on H100 (vLLM's blog of 2024-09-05), whose steps read weights for 5 ms.
      {"vLLM", milliseconds(8), 1, milliseconds(8.2), 2.9, 202'312, true, true},
      {"vLLM", milliseconds(0.17), 1, milliseconds(8.2), 2.9},  // its kernels are what the others' are a share of: not fitted
      {"SGLang", milliseconds(0), 0.85, milliseconds(31), 12.2},
      {"TensorRT-LLM", milliseconds(3.2), 0.1, milliseconds(14), 7.4},
      {"", milliseconds(1.1), 0.65, milliseconds(18), 7.5},  // the means of these
  }};
};

inline constexpr serving_constants measured_servers{};

// Those of an engine of a month, 0: of today's; or the last.
constexpr const engine_time& time_of(std::string_view engine, const serving_constants& by, count month = 0) {
  for (const engine_time& each : by.engines) {
    const bool is_of_month = each.until_month == 0 || (month > 0 && month < each.until_month);
    if (each.engine == engine && is_of_month) return each;
  }
  return by.engines.back();
}

}  // namespace headroom
