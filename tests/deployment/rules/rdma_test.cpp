// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/rules/rdma.hpp>

#include <deployment/small_deployments.hpp>

namespace rdma_cases {

using namespace small;

constexpr std::array<hr::workload, 1> asking(hr::count devices) {
  std::array one{pods(1, 1)};
  one[0].requests.rdma_devices = {devices, 4};
  return one;
}
constexpr std::array one_device = asking(1);
constexpr std::array eight_devices = asking(8);
constexpr std::array none = asking(0);
constexpr std::array t4 = hr::groups_of<hr::azure::nc16as_t4_v3>();

}  // namespace rdma_cases

TEST_CASE("RDMA devices are for machines with a scale-out network") {
  using namespace rdma_cases;
  CHECK_CONSTEXPR(told("rdma", {.workloads = eight_devices}, on_h100) == clean);
  CHECK_CONSTEXPR(told("rdma", {.workloads = one_device}, {.held = t4}) == one_error);
  CHECK_CONSTEXPR(told("rdma", {.workloads = none}, {.held = t4}) == clean);
  CHECK_CONSTEXPR(told("rdma", {.workloads = one_device}) == clean);
  CHECK(words("rdma", {.workloads = one_device}, {.held = t4}) ==
        "web asks for 1 RDMA device a pod; Standard_NC16as_T4_v3 has no scale-out network");
}

namespace rdma_cases {

constexpr std::array efa = [] {
  std::array one = asking(4);
  one[0].requests.rdma_resource = "vpc.amazonaws.com/efa";
  return one;
}();
constexpr std::array p5 = hr::groups_of<hr::aws::p5_48xlarge>();

}  // namespace rdma_cases

TEST_CASE("EFA is of one cloud") {
  using namespace rdma_cases;
  CHECK_CONSTEXPR(told("rdma", {.workloads = efa}, on_h100) == one_error);
  CHECK_CONSTEXPR(told("rdma", {.workloads = efa}, {.held = p5}) == clean);
  CHECK(words("rdma", {.workloads = efa}, on_h100) ==
        "web asks for 4 of vpc.amazonaws.com/efa a pod; Standard_ND96isr_H100_v5 is of Azure, which has none");
}

TEST_CASE("A pod asks for no more EFA than its size has") {
  using namespace rdma_cases;
  // AWS: 4 network cards of a p4d.24xlarge, 32 of a p5.48xlarge.
  static constexpr auto eight = [] {
    auto one = efa;
    one[0].requests.rdma_devices.value = 8;
    return one;
  }();
  static constexpr std::array p4d = hr::groups_of<hr::aws::p4d_24xlarge>();
  CHECK_CONSTEXPR(told("rdma", {.workloads = efa}, {.held = p4d}) == clean);
  CHECK_CONSTEXPR(told("rdma", {.workloads = eight}, {.held = p5}) == clean);
  CHECK_CONSTEXPR(told("rdma", {.workloads = eight}, {.held = p4d}) == one_error);
}

namespace rdma_cases {

constexpr hr::gpu riddle_gpu{.name = "riddle", .maker = hr::maker::nvidia};
constexpr hr::vm riddle_vm{.name = "riddle", .gpu = &riddle_gpu, .gpus = hr::count{8}};
constexpr std::array on_riddle{hr::group{hr::machine(riddle_vm), 0}};
constexpr std::array two_devices = asking(2);
constexpr std::array<hr::workload, 1> efa_on(std::string_view size, hr::count devices) {
  std::array one = efa;
  one[0].requests.rdma_devices.value = devices;
  one[0].placement.instance_type = {size, 5};
  return one;
}
constexpr std::array efa_of_google = efa_on("a3-highgpu-8g", 4);
constexpr std::array five_of_four = efa_on("p4d.24xlarge", 5);
constexpr std::array other_devices = [] {
  std::array one = five_of_four;
  one[0].requests.rdma_resource = "rdma/shared";
  return one;
}();

}  // namespace rdma_cases

TEST_CASE("What is told of RDMA has its cure, and what no source says is not judged") {
  using namespace rdma_cases;
  CHECK(in_full("rdma", {.workloads = one_device}, {.held = t4}) ==
        "error 4: web asks for 1 RDMA device a pod; Standard_NC16as_T4_v3 has no scale-out network | run it on a size with InfiniBand or EFA, or do "
        "without RDMA | 1");
  CHECK(in_full("rdma", {.workloads = two_devices}, {.held = on_riddle}) ==
        "unknown 4: web asks for 2 RDMA devices a pod; no source says whether riddle has a scale-out network |  | 2");
  CHECK(in_full("rdma", {.workloads = efa}, on_h100).ends_with("which has none | ask for the RDMA devices of that cloud's nodes, or choose a size with EFA | 4 Azure"));
  CHECK_CONSTEXPR(told("rdma", {.workloads = efa_of_google}) == one_error);
  CHECK(in_full("rdma", {.workloads = five_of_four}) ==
        "error 4: web asks for 5 of vpc.amazonaws.com/efa a pod; p4d.24xlarge has 4 | ask for at most 4, or choose a size with more | 5 4");
  CHECK_CONSTEXPR(told("rdma", {.workloads = other_devices}) == clean);  // no number of EFA interfaces bounds those
}
