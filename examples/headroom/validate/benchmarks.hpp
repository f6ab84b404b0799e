// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/count.hpp>
#include <string_view>

#include "validate/row.hpp"

namespace headroom::program::validation {

// What a published benchmark fixes, which its rows need not repeat: the only place that knows.

// MLPerf Training: how often a run computes the loss of samples that it does not train on, and what it trains.
struct training_benchmark {
  std::string_view name{};
  double every = 0;  // samples
  double samples = 0;
  double skipped = 0;      // evaluations from the start that submissions leave out
  count adapter_rank = 0;  // 0: all weights are trained
};

// MLPerf Inference: what the first token and the others may take, of 99 requests in 100.
struct scenario_limits {
  double first = 0;  // milliseconds
  double token = 0;  // 0: the benchmark has no such scenario
};
struct serving_benchmark {
  std::string_view name{};  // that the row's name of the model begins with
  count prompt = 0;         // tokens on average
  scenario_limits server{};
  scenario_limits interactive{};
};

// Of a row; null: it is of none that is known.
const training_benchmark* training_benchmark_of(const json& config);
const serving_benchmark* serving_benchmark_of(const json& config);

// FlashAttention's own benchmark (arXiv:2307.08691, section 4.1): a model so wide has as many heads as fit.
inline constexpr count attention_benchmark_width = 2'048;
// DeepEP's tests exchange for DeepSeek-V3, which it was made for.
inline constexpr count exchange_benchmark_experts = 256;
// Tokens of each answer of a batch without lengths, which decodes.
inline constexpr count batch_answer = 256;

}  // namespace headroom::program::validation
