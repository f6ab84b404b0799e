// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/rules/model_memory.hpp>

#include <deployment/small_deployments.hpp>

namespace model_memory_cases {

using namespace small;

constexpr std::array<hr::workload, 1> serving(std::string_view model, hr::count tensor, hr::count context = 0) {
  std::array one{pods(1, tensor)};
  one[0].parallel = {.engine = hr::engine::vllm, .line = 5, .tensor = {tensor, 6}, .serves = {.name = {model, 7}}};
  if (context > 0) one[0].parallel.serves.context = {context, 8};
  return one;
}
constexpr std::string_view llama_405b = "meta-llama/Meta-Llama-3.1-405B";
constexpr std::string_view llama_70b = "meta-llama/Meta-Llama-3.1-70B";
constexpr std::array wide = serving(llama_405b, 8);
constexpr std::array quantised = [] {
  std::array one = serving(llama_405b, 8);
  one[0].parallel.serves.weight_bits = {8, 9};
  return one;
}();
constexpr std::array on_two_machines = [] {
  std::array one = serving(llama_405b, 8);
  one[0].parallel.pipeline = {hr::count{2}, 9};
  return one;
}();
// 141.1 GB of weights: 70.6 on each of two GPUs of 79.2 GiB, which leave 14.4; 131,072 tokens take 163,840 bytes each.
constexpr std::array one_long = serving(llama_70b, 2, 131'072);
constexpr std::array one_short = serving(llama_70b, 2, 16'384);
constexpr std::array less_memory = [] {
  std::array one = serving(llama_70b, 2, 16'384);
  one[0].parallel.serves.memory_thousandths = {hr::count{800}, 9};
  return one;
}();
constexpr std::array unnamed = [] {
  std::array one = serving(llama_405b, 8);
  one[0].parallel.engine = hr::engine::unnamed;
  return one;
}();
constexpr std::array by_variable = [] {
  std::array one = serving(llama_405b, 8);
  one[0].parallel.tensor = {hr::unknown, 6};
  return one;
}();
constexpr std::array experts = serving("openai/gpt-oss-120b", 1, 8'192);

}  // namespace model_memory_cases

TEST_CASE("405B parameters in 16 bits do not fit eight GPUs of 80 GB, and do in 8 bits or on sixteen") {
  using namespace model_memory_cases;
  CHECK_CONSTEXPR(told("model_memory", {.workloads = wide}, on_h100) == one_error);
  CHECK_CONSTEXPR(line_of("model_memory", {.workloads = wide}, on_h100) == 7);
  CHECK_CONSTEXPR(told("model_memory", {.workloads = quantised}, on_h100) == clean);
  CHECK_CONSTEXPR(told("model_memory", {.workloads = on_two_machines}, on_h100) == clean);
  CHECK_CONSTEXPR(told("model_memory", {.workloads = wide}, on_gb300) == clean);
  CHECK_CONSTEXPR(told("model_memory", {.workloads = wide}) == clean);  // no machine is named
}

TEST_CASE("One sequence has to fit beside the weights, in what the engine may use") {
  using namespace model_memory_cases;
  CHECK_CONSTEXPR(told("model_memory", {.workloads = one_long}, on_h100) == one_error);
  CHECK_CONSTEXPR(told("model_memory", {.workloads = one_short}, on_h100) == clean);
  CHECK_CONSTEXPR(told("model_memory", {.workloads = less_memory}, on_h100) == one_error);
}

TEST_CASE("An engine without a name and a size by a variable are not judged, nor are weights that may be short") {
  using namespace model_memory_cases;
  CHECK_CONSTEXPR(told("model_memory", {.workloads = unnamed}, on_h100) == clean);
  CHECK_CONSTEXPR(told("model_memory", {.workloads = by_variable}, on_h100) == clean);
  CHECK_CONSTEXPR(told("model_memory", {.workloads = experts}, on_h100) == clean);
}
