// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/resolve.hpp>

#include <deployment/small_deployments.hpp>

namespace resolve_cases {

using namespace small;

constexpr hr::machine_pool typed(std::string_view type) {
  hr::machine_pool p{.name = "gpu", .line = 1};
  p.gpu_type = {type, 2};
  return p;
}
constexpr hr::machine_pool variable = [] {
  hr::machine_pool p{.name = "gpu", .line = 1};
  p.size = {hr::unknown, 2};
  return p;
}();

constexpr std::array two_kinds{pool_of("Standard_D2_v4", 3), pool_of("Standard_ND96isr_H100_v5", 2)};
constexpr std::array gpu_pods{pods(1, 8)};
constexpr std::array cpu_pods{pods(1, 0)};
constexpr std::array two_gpu_kinds{pool_of("Standard_ND128isr_GB300_v6"), pool_of("Standard_ND96isr_H100_v5")};

constexpr hr::count vcpus(const hr::node& n) {
  const hr::figure<hr::count> has = hr::vcpus_of(n);
  return has.is_known() ? has.value : -1;
}

constexpr std::array bare_rack = hr::groups_of<hr::azure::gb300_nvl72>();
constexpr std::array both{h100[0], gb300[0]};

}  // namespace resolve_cases

TEST_CASE("The machine is the one that the file names, else the only one held") {
  using namespace resolve_cases;
  CHECK_CONSTEXPR(hr::node_of(pool_of("STANDARD_ND96ISR_H100_V5"), {}).vm == &hr::azure::nd96isr_h100_v5::spec);
  CHECK_CONSTEXPR(hr::node_of(pool_of("Standard_ND96isr_H100_v5"), on_gb300).vm == &hr::azure::nd96isr_h100_v5::spec);
  CHECK_CONSTEXPR(hr::node_of(variable, on_gb300).vm == &hr::azure::nd128isr_gb300_v6::spec);
  CHECK_CONSTEXPR(hr::node_of(variable, {}).naming == hr::naming::unresolved);
  CHECK_CONSTEXPR(hr::node_of(pool_of("Standard_D2_v4"), on_gb300).naming == hr::naming::unlisted);
  CHECK_CONSTEXPR(hr::node_of(hr::machine_pool{}, {}).naming == hr::naming::none);
  CHECK_CONSTEXPR(hr::node_of(hr::machine_pool{}, {.held = both}).naming == hr::naming::several);
}

TEST_CASE("A GPU's type gives its scale-up domain where all machines with it agree, and no CPUs") {
  using namespace resolve_cases;
  CHECK_CONSTEXPR(hr::find_gpu("gb300") == &hr::nvidia::gb300::spec);
  CHECK_CONSTEXPR(hr::find_gpu("b200") == &hr::nvidia::b200::spec);
  CHECK_CONSTEXPR(hr::find_gpu("h100") == nullptr);  // SXM, PCIe and NVL
  CHECK_CONSTEXPR(hr::find_gpu("") == nullptr);
  CHECK_CONSTEXPR(hr::domain_gpus_of(hr::node_of(typed("gb300"), {})).value == 72);
  CHECK_CONSTEXPR(hr::domain_gpus_of(hr::node_of(typed("b300"), {})).value == 8);
  CHECK_CONSTEXPR(hr::domain_gpus_of(hr::node_of(typed("h100"), {})).is_unknown());
  CHECK_CONSTEXPR(vcpus(hr::node_of(typed("gb300"), {})) == -1);
  CHECK_CONSTEXPR(hr::node_of(typed("gb300"), {.held = both}).vm == &hr::azure::nd128isr_gb300_v6::spec);
}

TEST_CASE("A bare rack has the host's cores and memory, and a VM of it its own") {
  using namespace resolve_cases;
  CHECK_CONSTEXPR(vcpus(hr::node_held({.held = bare_rack})) == 144);
  CHECK_CONSTEXPR(vcpus(hr::node_held(on_gb300)) == 128);
  CHECK_CONSTEXPR(hr::system_memory_of(hr::node_held(on_gb300)).value == hr::gibibytes(864));
}

TEST_CASE("What asks for GPUs runs on the only pool with some, and what could run on two is left open") {
  using namespace resolve_cases;
  CHECK_CONSTEXPR(hr::pool_of(gpu_pods[0], {{.pools = two_kinds, .workloads = gpu_pods}, {}}) == &two_kinds[1]);
  CHECK_CONSTEXPR(hr::pool_of(cpu_pods[0], {{.pools = two_kinds, .workloads = cpu_pods}, {}}) == nullptr);
  CHECK_CONSTEXPR(hr::pool_of(gpu_pods[0], {{.pools = two_gpu_kinds, .workloads = gpu_pods}, {}}) == nullptr);
}

TEST_CASE("The letter r in the name of an Azure size is RDMA") {
  CHECK_CONSTEXPR(hr::rdma_by_name(hr::azure::nc24r::spec).value == hr::support::yes);
  CHECK_CONSTEXPR(hr::rdma_by_name(hr::azure::nc24::spec).value == hr::support::no);
  CHECK_CONSTEXPR(hr::rdma_by_name(hr::aws::p5_48xlarge::spec).is_unknown());
  CHECK_CONSTEXPR(hr::rdma_of(hr::aws::p5_48xlarge::spec).value == hr::support::yes);
  CHECK_CONSTEXPR(hr::infiniband_of(hr::aws::p5_48xlarge::spec).value == hr::support::no);
}

TEST_CASE("A quotient of nodes is rounded up") {
  CHECK_CONSTEXPR(hr::ceil_of(48, 4) == 12);
  CHECK_CONSTEXPR(hr::ceil_of(49, 4) == 13);
  CHECK_CONSTEXPR(hr::ceil_of(0, 4) == 0);
  CHECK_CONSTEXPR(hr::ceil_of(4, 0) == 0);
}

TEST_CASE("Requests are of a pod where the file says of nothing else, and memory of what they are of") {
  CHECK_CONSTEXPR(hr::unit_of({}) == "pod");
  CHECK_CONSTEXPR(hr::unit_of_memory({}) == "pod");
  CHECK_CONSTEXPR(hr::unit_of({.unit = "task", .memory_unit = "node"}) == "task");
  CHECK_CONSTEXPR(hr::unit_of_memory({.unit = "task", .memory_unit = "node"}) == "node");
  CHECK_CONSTEXPR(hr::unit_of_memory({.unit = "node"}) == "node");
}

TEST_CASE("Jobs wait for each other, and a demand is of all machines") {
  CHECK_CONSTEXPR(hr::is_queued({.kind = "sbatch"}));
  CHECK_CONSTEXPR(hr::is_queued({.kind = "JobSet"}));
  CHECK_CONSTEXPR(!hr::is_queued({.kind = "Deployment"}));
  CHECK_CONSTEXPR(hr::is_demand({.kind = "demand"}));
  CHECK_CONSTEXPR(!hr::is_demand({.kind = "Job"}));
}
