// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/rules/gpu_vm_idle.hpp>

#include <deployment/small_deployments.hpp>

namespace gpu_vm_idle_cases {

using namespace small;

constexpr std::array<hr::workload, 1> on(std::string_view size, hr::count gpus) {
  std::array one{pods(1, gpus)};
  one[0].instance_type = {size, 6};
  return one;
}
constexpr std::array idle = on("Standard_ND96isr_H100_v5", 0);
constexpr std::array busy = on("Standard_ND96isr_H100_v5", 8);
constexpr std::array cpu_only = on("Standard_D32s_v5", 0);
constexpr std::array everywhere = [] {
  std::array one = idle;
  one[0].kind = "DaemonSet";
  return one;
}();
constexpr std::array by_mig = [] {
  std::array one = idle;
  one[0].requests.mig_profile = {"1g.10gb", 7};
  return one;
}();
constexpr std::array anywhere{pods(1, 0)};
constexpr std::array claim{hr::node_claim{.name = "gpu"}};

}  // namespace gpu_vm_idle_cases

TEST_CASE("A pod that chooses a VM with eight GPUs and asks for none leaves them idle") {
  using namespace gpu_vm_idle_cases;
  CHECK_CONSTEXPR(told("gpu_vm_idle", {.workloads = idle}) == one_warning);
  CHECK_CONSTEXPR(line_of("gpu_vm_idle", {.workloads = idle}) == 6);
  CHECK_CONSTEXPR(told("gpu_vm_idle", {.workloads = busy}) == clean);
  CHECK_CONSTEXPR(told("gpu_vm_idle", {.workloads = cpu_only}) == clean);
  CHECK(words("gpu_vm_idle", {.workloads = idle}) ==
        "web chooses Standard_ND96isr_H100_v5 with 8 GPUs and asks for none");
}

TEST_CASE("What runs on every node, has a slice or a claim, or chooses no machine is no idle GPU") {
  using namespace gpu_vm_idle_cases;
  CHECK_CONSTEXPR(told("gpu_vm_idle", {.workloads = everywhere}) == clean);
  CHECK_CONSTEXPR(told("gpu_vm_idle", {.workloads = by_mig}) == clean);
  CHECK_CONSTEXPR(told("gpu_vm_idle", {.workloads = idle, .claims = claim}) == clean);
  CHECK_CONSTEXPR(told("gpu_vm_idle", {.workloads = anywhere}, on_h100) == clean);
}
