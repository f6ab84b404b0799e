// SPDX-License-Identifier: BSL-1.0
#include "validate/benchmarks.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "validate/names.hpp"
#include "validate/settings.hpp"

namespace headroom::program::validation {

namespace {

// MLPerf Training's rules. General knowledge: no copy of them is at hand.
constexpr std::array mlperf_training{
    training_benchmark{.name = "llama31_405b", .every = 46'080, .samples = 5'760},
    training_benchmark{.name = "llama31_8b", .every = 12'288, .samples = 1'024},
    training_benchmark{.name = "llama2_70b_lora", .every = 384, .samples = 173, .skipped = 3, .adapter_rank = 16},
};

// MLPerf Inference's rules. General knowledge; how long OpenOrca's prompts are is not published: they are taken to be as long as its answers.
constexpr std::array mlperf_inference{
    serving_benchmark{"llama2-70b", 294, {.first = 2'000, .token = 200}, {.first = 450, .token = 40}},
    serving_benchmark{"llama3.1-405b", 9'400, {.first = 6'000, .token = 175}, {.first = 4'500, .token = 80}},
    serving_benchmark{"llama3.1-8b", 778, {.first = 2'000, .token = 100}, {.first = 500, .token = 30}},
    serving_benchmark{"deepseek-r1", 800, {.first = 2'000, .token = 80}, {}},
};

}  // namespace

const training_benchmark* training_benchmark_of(const json& c) { return entry_called(text(c, {"benchmark"}, ""), mlperf_training); }

const serving_benchmark* serving_benchmark_of(const json& c) {
  const std::string name = text(c, {"mlperf_model", "model"}, "");
  const transformer* model = model_named(name);
  const auto found = std::ranges::find_if(mlperf_inference, [&](const serving_benchmark& each) {
    return name.starts_with(each.name) || (model != nullptr && model == model_named(each.name));
  });
  return has(c, "dataset") && found != mlperf_inference.end() ? &*found : nullptr;
}

}  // namespace headroom::program::validation
