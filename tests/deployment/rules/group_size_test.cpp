// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/rules/group_size.hpp>

#include <deployment/small_deployments.hpp>

namespace group_size_cases {

using namespace small;

// A leader and its workers, with the sizes in the leader's command.
constexpr std::array<hr::workload, 2> group_of(hr::count pods_each, hr::count tensor, hr::count pipeline) {
  std::array both{pods(2, 8), pods(2, 8)};
  for (hr::workload& each : both) each.group = "vllm";
  both[1].pods = {pods_each - 1, 9};
  both[0].parallel = {.engine = hr::engine::vllm, .line = 5, .tensor = {tensor, 6}, .pipeline = {pipeline, 6}};
  return both;
}
constexpr std::array agrees = group_of(2, 8, 2);
constexpr std::array too_small = group_of(2, 8, 4);
constexpr std::array too_large = group_of(3, 8, 2);
// Megatron-LM makes copies of the rest, which has to come out even.
constexpr std::array<hr::workload, 2> trained(hr::count pods_each) {
  std::array both = group_of(pods_each, 8, 2);
  both[0].parallel.engine = hr::engine::megatron;
  both[0].parallel.context = {2, 6};
  return both;
}
constexpr std::array three_trained = trained(3);
constexpr std::array eight_trained = trained(8);
constexpr std::array six_trained = trained(6);
constexpr std::array unresolved = [] {
  std::array both = group_of(2, 8, 2);
  both[1].pods = {hr::unknown, 9};
  return both;
}();
constexpr std::array attention_within = [] {
  std::array both = group_of(4, 24, 1);
  both[0].parallel.engine = hr::engine::sglang;
  both[0].parallel.data = {8, 6};
  both[0].parallel.data_parallel_attention = {true, 6};
  return both;
}();
constexpr std::array without_sizes = [] {
  std::array both = group_of(3, 8, 2);
  both[0].parallel = {};
  return both;
}();
// A leader that only hands out the work.
constexpr std::array<hr::workload, 2> led_without_gpus(hr::count tensor) {
  std::array both = group_of(2, tensor, 1);
  both[0].requests.gpus = {};
  return both;
}
constexpr std::array eight_led = led_without_gpus(8);
constexpr std::array sixteen_led = led_without_gpus(16);

}  // namespace group_size_cases

TEST_CASE("A leader that asks for no GPUs adds none to its group") {
  using namespace group_size_cases;
  CHECK_CONSTEXPR(told("group_size", {.workloads = eight_led}) == clean);
  CHECK_CONSTEXPR(told("group_size", {.workloads = sixteen_led}) == one_error);
  CHECK(words("group_size", {.workloads = sixteen_led}) ==
        "web: its group has 8 GPUs on 1 pod, and TP 16 x PP 1 x DP 1 need 16");
}

TEST_CASE("TP 8 by PP 2 is a group of two pods of eight GPUs") {
  using namespace group_size_cases;
  CHECK_CONSTEXPR(told("group_size", {.workloads = agrees}) == clean);
  CHECK_CONSTEXPR(told("parallel_product", {.workloads = agrees}) == clean);
  CHECK_CONSTEXPR(told("group_size", {.workloads = too_small}) == one_error);
  CHECK_CONSTEXPR(told("group_size", {.workloads = too_large}) == one_warning);
  CHECK_CONSTEXPR(told("group_size", {.workloads = without_sizes}) == clean);
  CHECK_CONSTEXPR(told("group_size", {.workloads = unresolved}) == one_unjudged);
  CHECK_CONSTEXPR(told("group_size", {.workloads = eight_trained}) == clean);
  CHECK_CONSTEXPR(told("group_size", {.workloads = three_trained}) == one_error);
  CHECK_CONSTEXPR(told("group_size", {.workloads = six_trained}) == one_error);
  CHECK(words("group_size", {.workloads = six_trained}) ==
        "web: its group has 48 GPUs on 6 pods, and TP 8 x PP 2 x CP 2 take 32 or a multiple of them");
  CHECK(words("group_size", {.workloads = attention_within}) ==
        "web: its group has 32 GPUs on 4 pods, and TP 24 x PP 1, with DP 8 within TP, use 24");
  CHECK(words("group_size", {.workloads = too_small}) ==
        "web: its group has 16 GPUs on 2 pods, and TP 8 x PP 4 x DP 1 need 32");
}
