// SPDX-License-Identifier: BSL-1.0
#include "validate/serving_defaults.hpp"

#include <fmt/format.h>

#include <array>

#include <headroom/read/common/messages.hpp>
#include <headroom/read/common/words.hpp>
#include "validate/date.hpp"
#include "validate/settings.hpp"
#include "validate/version.hpp"
#include "reading.hpp"

namespace headroom::program::validation {

namespace {

constexpr std::string_view not_said = "not said";

constexpr serving_engine of_month(serving_engine engine, count month) {
  engine.month = month;
  return engine;
}

// A row without a server tells that a model runs, or what was reached at best: not that so many sequences are sampled at once.
constexpr serving_engine without_sequences(serving_engine engine) {
  engine.most_sequences = 0;
  return engine;
}

// Checkpoints whose products are in FP8 say that their cache is, too, which TensorRT-LLM and vLLM follow (general knowledge).
constexpr std::array servers_known{
    serving_defaults{.word = "vllm", .since = engines::limits::vllm.since, .since_date = month_numbered(engines::limits::vllm.since_month), .is = engines::vllm, .limits = &engines::limits::vllm, .cache_in_fp8 = true},
    // CUDA graphs came with 0.2.6, of December 2023 (vLLM's release notes; general knowledge).
    serving_defaults{.word = "vllm", .since = "0.2.6", .since_date = {.year = 2023, .month = 12}, .is = engines::vllm, .limits = &engines::limits::vllm_before_v1, .cache_in_fp8 = true},
    // Before, and of rows that say neither version nor date, as the first measurements of others: its paper is of September 2023, Splitwise
    // (arXiv:2311.18677) of November.
    serving_defaults{.word = "vllm", .is = of_month(engines::vllm, 202'311), .limits = &engines::limits::vllm_before_v1, .cache_in_fp8 = true},
    serving_defaults{.word = "sglang", .is = engines::sglang},
    serving_defaults{.word = "tensorrt", .is = engines::tensorrt_llm, .cache_in_fp8 = true},
    serving_defaults{.word = "trt", .is = engines::tensorrt_llm, .cache_in_fp8 = true},
    serving_defaults{.word = "gpt-fast", .is = engines::pytorch},
    serving_defaults{.word = "pytorch", .is = engines::pytorch},
    // NVIDIA's own pages and MLPerf's submissions on its GPUs are of TensorRT-LLM (general knowledge).
    serving_defaults{.word = not_said, .is = without_sequences(engines::tensorrt_llm), .cache_in_fp8 = true},
};

}  // namespace

const serving_defaults& serving_defaults_of(const json& c) {
  const std::string named = in_small_letters(text(c, setting::framework, not_said));
  const calendar_date written = date_of(c).value_or(calendar_date{});
  for (const serving_defaults& each : servers_known) {
    const std::size_t at = named.find(each.word);
    if (at == std::string::npos) continue;
    const version_numbers stated = version_of(c, std::string_view(named).substr(at + each.word.size()));
    if (stated.empty() ? written >= each.since_date : stated >= version_in(each.since)) return each;
  }
  throw refusal(fmt::format("no server is called {}", in_quotes(named)));
}

bool is_server(const json& c, const serving_engine& which) {
  try {
    return serving_defaults_of(c).is.name == which.name;
  } catch (const refusal&) {
    return false;
  }
}

}  // namespace headroom::program::validation
