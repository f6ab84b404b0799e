// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/rules/parallel_domain.hpp>

#include <deployment/small_deployments.hpp>

namespace parallel_domain_cases {

using namespace small;

constexpr std::array<hr::workload, 1> sized(hr::count gpus, hr::count tensor, hr::count expert = 0) {
  std::array one{pods(1, gpus)};
  one[0].parallel = {.engine = hr::engine::vllm, .line = 5, .tensor = {tensor, 6}};
  if (expert > 0) one[0].parallel.expert = {expert, 7};
  return one;
}
constexpr std::array sixteen = sized(16, 16);
constexpr std::array eight = sized(16, 8);
constexpr std::array seventy_two = sized(72, 72);
constexpr std::array sixteen_of_many = sized(144, 16);
constexpr std::array wide_experts = sized(32, 1, 32);
constexpr std::array attention = [] {
  std::array one = sized(32, 32);
  one[0].parallel.engine = hr::engine::sglang;
  one[0].parallel.data = {hr::count{32}, 8};
  one[0].parallel.data_parallel_attention = {true, 9};
  return one;
}();
constexpr std::array t4 = hr::groups_of<hr::azure::nc64as_t4_v3>();  // four GPUs without NVLink
constexpr std::array four = sized(4, 4);

}  // namespace parallel_domain_cases

TEST_CASE("A tensor-parallel group of sixteen straddles domains of eight and lies in one of 72") {
  using namespace parallel_domain_cases;
  CHECK_CONSTEXPR(told("parallel_domain", {.workloads = sixteen}, on_h100) == one_error);
  CHECK_CONSTEXPR(told("parallel_domain", {.workloads = eight}, on_h100) == clean);
  CHECK_CONSTEXPR(told("parallel_domain", {.workloads = sixteen}, on_gb300) == clean);
  CHECK_CONSTEXPR(told("parallel_domain", {.workloads = seventy_two}, on_gb300) == clean);
  CHECK_CONSTEXPR(told("parallel_domain", {.workloads = sixteen}) == clean);  // no machine is named
  CHECK(words("parallel_domain", {.workloads = sixteen}, on_h100) ==
        "web: a tensor-parallel group of 16 GPUs straddles scale-up domains of Standard_ND96isr_H100_v5, which have 8");
}

TEST_CASE("Groups of sixteen over two racks of 72 may straddle them, since 16 does not divide 72") {
  using namespace parallel_domain_cases;
  CHECK_CONSTEXPR(told("parallel_domain", {.workloads = sixteen_of_many}, on_gb300) == one_warning);
}

TEST_CASE("Experts over several domains exchange over the scale-out network: a warning") {
  using namespace parallel_domain_cases;
  CHECK_CONSTEXPR(told("parallel_domain", {.workloads = wide_experts}, on_h100) == one_warning);
  CHECK_CONSTEXPR(told("parallel_domain", {.workloads = wide_experts}, on_gb300) == clean);
}

TEST_CASE("Data-parallel attention leaves groups of one, and PCIe machines keep groups inside themselves") {
  using namespace parallel_domain_cases;
  CHECK_CONSTEXPR(told("parallel_domain", {.workloads = attention}, on_h100) == clean);
  CHECK_CONSTEXPR(told("parallel_domain", {.workloads = four}, {.held = t4}) == clean);
  CHECK_CONSTEXPR(told("parallel_domain", {.workloads = eight}, {.held = t4}) == one_error);
}
