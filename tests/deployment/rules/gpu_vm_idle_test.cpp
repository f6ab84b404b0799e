// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/rules/gpu_vm_idle.hpp>

#include <deployment/small_deployments.hpp>

namespace gpu_vm_idle_cases {

using namespace small;

constexpr std::array<hr::workload, 1> on(std::string_view size, hr::count gpus) {
  std::array one{pods(1, gpus)};
  one[0].placement.instance_type = {size, 6};
  return one;
}
constexpr std::array idle = on("Standard_ND96isr_H100_v5", 0);
constexpr std::array busy = on("Standard_ND96isr_H100_v5", 8);
constexpr std::array cpu_only = on("Standard_D32s_v5", 0);
constexpr std::array everywhere = [] {
  std::array one = idle;
  one[0].queueing.runs_as = hr::workload_class::on_every_node;
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

namespace gpu_vm_idle_cases {

constexpr std::array<hr::workload, 1> changed(auto change) {
  std::array one = idle;
  change(one[0]);
  return one;
}
constexpr std::array gpu_pool{pool_of("Standard_ND96isr_H100_v5", 2)};
constexpr std::array in_the_pool = [] {
  std::array one{pods(1, 0)};
  one[0].placement.pool = {"gpu", 9};
  return one;
}();
constexpr std::array beside_the_pool{pods(1, 0)};
constexpr std::array by_variable = changed([](hr::workload& w) { w.requests.gpus = {hr::unknown, 3}; });
constexpr std::array all_by_variable = changed([](hr::workload& w) { w.scale.gpus = {hr::unknown, 3}; });
constexpr std::array all_asked = changed([](hr::workload& w) { w.scale.gpus = {hr::count{8}, 3}; });
constexpr std::array with_nodes = changed([](hr::workload& w) { w.scale.nodes = {hr::count{1}, 3}; });
constexpr std::array nothing_told = changed([](hr::workload& w) {
  w.requests.gpus = {};
  w.scale.pods = {};
});
constexpr std::array pods_told = changed([](hr::workload& w) { w.requests.gpus = {}; });
constexpr std::array requests_told = changed([](hr::workload& w) { w.scale.pods = {}; });

}  // namespace gpu_vm_idle_cases

TEST_CASE("A machine is chosen by its size or by a pool of the file") {
  using namespace gpu_vm_idle_cases;
  CHECK(in_full("gpu_vm_idle", {.pools = gpu_pool, .workloads = in_the_pool}) ==
        "warning 9: web chooses Standard_ND96isr_H100_v5 with 8 GPUs and asks for none | ask for GPUs, or choose a machine "
        "without | 8");
  CHECK_CONSTEXPR(told("gpu_vm_idle", {.pools = gpu_pool, .workloads = beside_the_pool}) == clean);
  CHECK_CONSTEXPR(told("gpu_vm_idle", {.workloads = in_the_pool}, on_h100) == clean);
}

TEST_CASE("What may ask for GPUs, or gets nodes of which programs find the GPUs, is not judged") {
  using namespace gpu_vm_idle_cases;
  for (const auto& each : {by_variable, all_by_variable, all_asked, with_nodes, nothing_told})
    CHECK(told("gpu_vm_idle", {.workloads = each}) == clean);
  CHECK_CONSTEXPR(told("gpu_vm_idle", {.workloads = pods_told}) == one_warning);
  CHECK_CONSTEXPR(told("gpu_vm_idle", {.workloads = requests_told}) == one_warning);
}

TEST_CASE("GPUs are idle on a machine that is known to have some, be it one") {
  using namespace gpu_vm_idle_cases;
  const auto on_machine = [](const hr::figure<hr::count>& gpus) {
    const hr::vm size{.name = "own", .gpus = gpus};
    const std::array held{hr::group{hr::machine(size), 0}};
    const std::array one = gpu_vm_idle_cases::on("own", 0);
    return words("gpu_vm_idle", {.workloads = one}, {.held = held});
  };
  CHECK(on_machine(hr::count{1}) == "web chooses own with 1 GPU and asks for none");
  CHECK(on_machine(hr::count{2}) == "web chooses own with 2 GPUs and asks for none");
  CHECK(on_machine(hr::count{0}).empty());
  CHECK(on_machine(hr::absent).empty());
  CHECK(on_machine(hr::unknown).empty());
  constexpr std::array nowhere = gpu_vm_idle_cases::on("no-such-size", 0);
  CHECK_CONSTEXPR(told("gpu_vm_idle", {.workloads = nowhere}) == clean);
}
