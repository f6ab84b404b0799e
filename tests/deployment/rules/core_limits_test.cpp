// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/rules/core_limits.hpp>

#include <deployment/small_deployments.hpp>

namespace core_limits_cases {

using namespace small;

constexpr hr::machine_pool in_cores(std::string_view size, hr::count cores) {
  hr::machine_pool p{.name = "dynamic", .line = 80};
  p.size = {size, 80};
  p.most_cores = {cores, 81};
  return p;
}
constexpr hr::machine_pool in_nodes(std::string_view size, hr::count nodes) {
  hr::machine_pool p{.name = "gpu", .line = 82};
  p.size = {size, 82};
  p.most_nodes = {nodes, 83};
  return p;
}
constexpr std::array side_by_side{in_nodes("Standard_NC24rs_v3", 4), in_cores("Standard_D2_v4", 100)};
constexpr std::array both_known{in_nodes("Standard_NC24rs_v3", 4), in_cores("Standard_ND96isr_H100_v5", 100)};
constexpr std::array only_nodes{in_nodes("Standard_NC24rs_v3", 4)};
constexpr std::array too_few{in_cores("Standard_ND96isr_H100_v5", 48)};
constexpr std::array whole{in_cores("Standard_ND96isr_H100_v5", 192)};

constexpr hr::machine_pool starting(hr::count first, hr::count most) {
  hr::machine_pool p = in_cores("Standard_D2_v4", most);
  p.first_cores = {first, 84};
  return p;
}
constexpr std::array above{starting(1000, 768)};
constexpr std::array within{starting(768, 768)};

}  // namespace core_limits_cases

TEST_CASE("A limit of 100 cores beside limits in nodes is a warning") {
  using namespace core_limits_cases;
  CHECK_CONSTEXPR(told("core_limits", {.pools = side_by_side}) == one_warning);
  CHECK_CONSTEXPR(line_of("core_limits", {.pools = side_by_side}) == 81);
  CHECK_CONSTEXPR(told("core_limits", {.pools = only_nodes}) == clean);
  CHECK_CONSTEXPR(told("core_limits", {.pools = both_known}) == one_warning);
  CHECK(words("core_limits", {.pools = both_known}) ==
        "dynamic is limited to 100 cores, which are 1 node of Standard_ND96isr_H100_v5 with 96 each");
}

TEST_CASE("A limit of 48 cores lets no VM of 96 start, and 192 are two") {
  using namespace core_limits_cases;
  CHECK_CONSTEXPR(told("core_limits", {.pools = too_few}) == one_error);
  CHECK_CONSTEXPR(told("core_limits", {.pools = whole}) == clean);
}

TEST_CASE("A pool does not start with more cores than it may have") {
  using namespace core_limits_cases;
  CHECK_CONSTEXPR(told("core_limits", {.pools = above}) == one_error);
  CHECK_CONSTEXPR(line_of("core_limits", {.pools = above}) == 84);
  CHECK_CONSTEXPR(told("core_limits", {.pools = within}) == clean);
  CHECK(words("core_limits", {.pools = above}) == "dynamic starts with 1,000 cores, more than its most of 768");
}

namespace core_limits_cases {

// An ND96isr_H100_v5 has 96 vCPUs.
constexpr std::array one_vm{in_cores("Standard_ND96isr_H100_v5", 96)};
constexpr std::array nearly_one{in_cores("Standard_ND96isr_H100_v5", 95)};
constexpr std::array nearly_two{in_cores("Standard_ND96isr_H100_v5", 191)};
constexpr std::array one_over{in_cores("Standard_ND96isr_H100_v5", 97)};
constexpr std::array two_beside_nodes{in_nodes("Standard_NC24rs_v3", 4), in_cores("Standard_ND96isr_H100_v5", 192)};
constexpr std::array unlisted{in_cores("Standard_D2_v4", 100)};
constexpr std::array by_variable = [] {
  std::array one = nearly_two;
  one[0].most_cores = {hr::unknown, 81};
  one[0].first_cores = {hr::count{200}, 84};
  return one;
}();
constexpr std::array first_by_variable = [] {
  std::array one = whole;
  one[0].first_cores = {hr::unknown, 84};
  return one;
}();

}  // namespace core_limits_cases

TEST_CASE("Cores beyond the last whole VM are left over, which is a warning") {
  using namespace core_limits_cases;
  CHECK_CONSTEXPR(told("core_limits", {.pools = one_vm}) == clean);
  CHECK_CONSTEXPR(told("core_limits", {.pools = nearly_one}) == one_error);
  CHECK_CONSTEXPR(told("core_limits", {.pools = one_over}) == one_warning);
  CHECK_CONSTEXPR(told("core_limits", {.pools = nearly_two}) == one_warning);
  CHECK_CONSTEXPR(line_of("core_limits", {.pools = nearly_two}) == 81);
  CHECK(words("core_limits", {.pools = nearly_two}) ==
        "dynamic is limited to 191 cores, which are 1 node of Standard_ND96isr_H100_v5 with 96 each");
  CHECK(words("core_limits", {.pools = nearly_one}) ==
        "dynamic is limited to 95 cores; one Standard_ND96isr_H100_v5 has 96, so that none can start");
  CHECK(cure("core_limits", {.pools = nearly_one}) == "allow at least 96 cores");
  CHECK(cure("core_limits", {.pools = one_over}) == "check that 1 node is meant, not 97");
}

TEST_CASE("Whole VMs are still a limit in cores beside limits in nodes") {
  using namespace core_limits_cases;
  CHECK_CONSTEXPR(told("core_limits", {.pools = two_beside_nodes}) == one_warning);
  CHECK(words("core_limits", {.pools = side_by_side}) ==
        "dynamic is limited to 100 cores, where other limits of the file are in nodes");
}

TEST_CASE("A machine without known vCPUs is judged beside limits in nodes only, and a limit by a variable never") {
  using namespace core_limits_cases;
  CHECK_CONSTEXPR(told("core_limits", {.pools = unlisted}) == clean);
  CHECK_CONSTEXPR(told("core_limits", {.pools = by_variable}) == clean);
  CHECK_CONSTEXPR(told("core_limits", {.pools = first_by_variable}) == clean);
}

namespace core_limits_cases {

// Two pools of VMs of 96 vCPUs in a cluster that may have so many cores and nodes.
constexpr std::array<hr::machine_pool, 2> of_a_cluster(hr::count cores, hr::count nodes, hr::count first, hr::count least) {
  std::array both{in_nodes("Standard_ND96isr_H100_v5", 4), in_nodes("Standard_ND96isr_H100_v5", 4)};
  for (hr::machine_pool& each : both) {
    each.most_cores_of_all = {cores, 90};
    each.most_nodes_of_all = {nodes, 91};
  }
  both[0].nodes = {first, 84};
  both[1].least_nodes = {least, 85};
  return both;
}
constexpr std::array all_at_once = of_a_cluster(576, 6, 4, 2);
constexpr std::array cores_for_five = of_a_cluster(575, 6, 4, 2);
constexpr std::array five_nodes = of_a_cluster(576, 5, 4, 2);
constexpr std::array none_starts = of_a_cluster(95, 6, 0, 0);

}  // namespace core_limits_cases

TEST_CASE("What the pools of a cluster start with lies within its limits, and one machine of each") {
  using namespace core_limits_cases;
  CHECK_CONSTEXPR(told("core_limits", {.pools = all_at_once}) == clean);
  CHECK_CONSTEXPR(told("core_limits", {.pools = cores_for_five}) == one_error);
  CHECK_CONSTEXPR(line_of("core_limits", {.pools = cores_for_five}) == 90);
  CHECK_CONSTEXPR(line_of("core_limits", {.pools = five_nodes}) == 91);
  CHECK(words("core_limits", {.pools = five_nodes}) == "The pools start with 6 nodes together, more than their most of 5");
  CHECK(words("core_limits", {.pools = cores_for_five}) == "The pools start with 576 cores together, more than their most of 575");
  CHECK_CONSTEXPR(told("core_limits", {.pools = none_starts}) == one_error);  // the same of both pools
}

namespace core_limits_cases {

// Of 384 cores at first, as CycleCloud says it, and two nodes of 96.
constexpr std::array<hr::machine_pool, 2> cores_at_first(hr::count limit) {
  std::array both = of_a_cluster(limit, 9, 0, 2);
  both[0].first_cores = {384, 86};
  return both;
}
constexpr std::array cores_in_all = cores_at_first(576);
constexpr std::array one_core_less = cores_at_first(575);
// Four nodes at the least, where two are stated; and one stated beyond the least.
constexpr std::array<hr::machine_pool, 2> more_of_the_two(hr::count nodes) {
  std::array both = of_a_cluster(960, nodes, 2, 1);
  both[0].least_nodes = {4, 86};
  both[1].nodes = {3, 87};
  return both;
}
constexpr std::array seven_nodes = more_of_the_two(7);
constexpr std::array six_of_seven = more_of_the_two(6);
constexpr std::array one_vm_in_all = of_a_cluster(96, 6, 1, 0);
// A pool without the limit is not of the cluster that has it, wherever it stands.
constexpr std::array<hr::machine_pool, 3> beside_another = {in_nodes("Standard_ND96isr_H100_v5", 9), all_at_once[0], all_at_once[1]};
constexpr std::array beside_nodes = [] {
  std::array three = beside_another;
  three[0].nodes = {9, 88};
  return three;
}();
constexpr std::array only_nodes_limited = [] {
  std::array both = five_nodes;
  for (hr::machine_pool& each : both) each.most_cores_of_all = {};
  return both;
}();
constexpr std::array limit_by_variable = [] {
  std::array both = five_nodes;
  for (hr::machine_pool& each : both) each.most_nodes_of_all = each.most_cores_of_all = {hr::unknown, 90};
  return both;
}();

}  // namespace core_limits_cases

TEST_CASE("What the pools of a cluster start with is in cores or nodes, the more of those stated and the least") {
  using namespace core_limits_cases;
  CHECK_CONSTEXPR(told("core_limits", {.pools = cores_in_all}) == clean);
  CHECK_CONSTEXPR(told("core_limits", {.pools = one_core_less}) == one_error);
  CHECK_CONSTEXPR(told("core_limits", {.pools = seven_nodes}) == clean);
  CHECK_CONSTEXPR(told("core_limits", {.pools = six_of_seven}) == one_error);
  CHECK_CONSTEXPR(told("core_limits", {.pools = one_vm_in_all}) == clean);
  CHECK_CONSTEXPR(told("core_limits", {.pools = beside_nodes}) == clean);
  CHECK_CONSTEXPR(told("core_limits", {.pools = only_nodes_limited}) == one_error);
  CHECK_CONSTEXPR(told("core_limits", {.pools = limit_by_variable}) == clean);
}

TEST_CASE("Each limit in cores is told with its cure and its figures") {
  using namespace core_limits_cases;
  CHECK(in_full("core_limits", {.pools = side_by_side}) ==
        "warning 81: dynamic is limited to 100 cores, where other limits of the file are in nodes | check that 100 cores are meant, not 100 nodes | 100");
  CHECK(in_full("core_limits", {.pools = too_few}) ==
        "error 81: dynamic is limited to 48 cores; one Standard_ND96isr_H100_v5 has 96, so that none can start | allow at least 96 cores | 48 96 0");
  CHECK(in_full("core_limits", {.pools = nearly_two}) ==
        "warning 81: dynamic is limited to 191 cores, which are 1 node of Standard_ND96isr_H100_v5 with 96 each | check that 1 node is meant, not 191 | 191 96 1");
  CHECK(in_full("core_limits", {.pools = above}) ==
        "error 84: dynamic starts with 1,000 cores, more than its most of 768 | start with at most 768 cores | 1,000 768");
  CHECK(in_full("core_limits", {.pools = five_nodes}) ==
        "error 91: The pools start with 6 nodes together, more than their most of 5 | start with at most 5 nodes | 6 5");
  CHECK(in_full("core_limits", {.pools = cores_for_five}) ==
        "error 90: The pools start with 576 cores together, more than their most of 575 | start with at most 575 cores | 576 575");
  CHECK(in_full("core_limits", {.pools = none_starts}) ==
        "error 90: All pools together are limited to 95 cores; one Standard_ND96isr_H100_v5 of gpu has 96, so that none can start | allow at least 96 cores | "
        "95 96");
}

namespace core_limits_cases {

constexpr hr::vm untold{.name = "untold"};
constexpr hr::vm of_none{.name = "none", .vcpus = hr::count{0}};
constexpr hr::vm of_one{.name = "single", .vcpus = hr::count{1}};
constexpr std::array own{hr::group{hr::machine(untold), 1}, hr::group{hr::machine(of_none), 1}, hr::group{hr::machine(of_one), 1}};
constexpr hr::check_terms on_own{.held = own};

}  // namespace core_limits_cases

TEST_CASE("A machine whose cores are not told, or are none, is one of no known number, and one of a core takes each of a limit") {
  using namespace core_limits_cases;
  for (const std::string_view size : {"untold", "none"}) {
    const std::array alone{in_cores(size, 5)};
    const std::array beside{in_cores(size, 5), in_nodes("Standard_NC24rs_v3", 4)};
    CHECK(told("core_limits", {.pools = alone}, on_own) == clean);
    CHECK(words("core_limits", {.pools = beside}, on_own) == "dynamic is limited to 5 cores, where other limits of the file are in nodes");
  }
  const std::array five{in_cores("single", 5)}, none{in_cores("single", 0)}, no_vm{in_cores("Standard_ND96isr_H100_v5", 0)};
  CHECK(told("core_limits", {.pools = five}, on_own) == clean);
  CHECK(words("core_limits", {.pools = none}, on_own) == "dynamic is limited to 0 cores; one single has 1, so that none can start");
  CHECK(told("core_limits", {.pools = no_vm}) == one_error);
}

TEST_CASE("Machines of which no cores are told take none of a limit of all pools together") {
  using namespace core_limits_cases;
  for (const std::string_view size : {"untold", "none", "Standard_D2_v4"}) {
    std::array both = of_a_cluster(0, 9, 3, 2);
    for (hr::machine_pool& each : both) each.size.value = size;
    CHECK_MESSAGE(told("core_limits", {.pools = both}, on_own) == clean, size);
    both[0].first_cores = {hr::count{1}, 86};
    CHECK_MESSAGE(words("core_limits", {.pools = both}, on_own) == "The pools start with 1 core together, more than their most of 0", size);
  }
}

TEST_CASE("A cluster is limited in cores, in nodes, or in both, and what of it starts is a node, a core or more") {
  using namespace core_limits_cases;
  std::array only_cores = cores_for_five;
  for (hr::machine_pool& each : only_cores) each.most_nodes_of_all = {};
  CHECK(words("core_limits", {.pools = only_cores}) == "The pools start with 576 cores together, more than their most of 575");
  // One node stated of the first, and one at the least of the second.
  CHECK(told("core_limits", {.pools = of_a_cluster(960, 2, 1, 1)}) == clean);
  CHECK(words("core_limits", {.pools = of_a_cluster(960, 1, 1, 1)}) == "The pools start with 2 nodes together, more than their most of 1");
  // A core of the first pool, and a machine of 96 of the second.
  const auto of_one_core = [](hr::count limit) {
    std::array both = of_a_cluster(limit, 9, 2, 1);
    both[0].first_cores = {hr::count{1}, 86};
    return told("core_limits", {.pools = both});
  };
  CHECK(of_one_core(97) == clean);
  CHECK(of_one_core(96) == one_error);
  // Two nodes of the only pool with the limit.
  std::array second_limited = five_nodes;
  second_limited[0].most_nodes_of_all = second_limited[0].most_cores_of_all = {};
  CHECK(told("core_limits", {.pools = second_limited}) == clean);
}
