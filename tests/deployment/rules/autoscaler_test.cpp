// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/rules/autoscaler.hpp>

#include <deployment/small_deployments.hpp>

namespace autoscaler_cases {

using namespace small;

constexpr std::array<hr::machine_pool, 1> scaled(hr::count least, hr::count nodes, hr::count most) {
  std::array one{pool_of("Standard_ND96isr_H100_v5", nodes)};
  one[0].least_nodes = {least, 13};
  one[0].most_nodes = {most, 14};
  return one;
}
constexpr std::array two_to_four = scaled(2, 2, 4);
constexpr std::array upside_down = scaled(4, 4, 2);
constexpr std::array below = scaled(2, 1, 4);
constexpr std::array above = scaled(2, 5, 4);

constexpr std::array<hr::quota, 1> family(hr::count vcpus) {
  return {hr::quota{.resource = "standardNDSH100v5Family", .line = 70, .nominal = {vcpus, 70}}};
}
constexpr std::array for_four = family(4 * 96);
constexpr std::array for_three = family(3 * 96);
constexpr std::array for_one = family(96);

}  // namespace autoscaler_cases

TEST_CASE("An autoscaler's least, nodes and most are in that order") {
  using namespace autoscaler_cases;
  CHECK_CONSTEXPR(told("autoscaler", {.pools = two_to_four}) == clean);
  CHECK_CONSTEXPR(told("autoscaler", {.pools = upside_down}) == one_error);
  CHECK_CONSTEXPR(told("autoscaler", {.pools = below}) == one_error);
  CHECK_CONSTEXPR(told("autoscaler", {.pools = above}) == one_error);
  CHECK(words("autoscaler", {.pools = upside_down}) == "gpu has at least 4 nodes and at most 2");
}

namespace autoscaler_cases {

constexpr std::array<hr::workload, 1> workers(hr::count least, hr::count stated, hr::count most) {
  std::array one{pods(1, 8)};
  one[0].least_pods = {least, 21};
  one[0].pods_stated = {stated, 20};
  one[0].most_pods = {most, 22};
  return one;
}
constexpr std::array within = workers(0, 4, 4);
constexpr std::array beyond = workers(0, 9, 4);
constexpr std::array short_of = workers(2, 1, 4);
constexpr std::array contradictory = workers(5, 2, 4);

}  // namespace autoscaler_cases

TEST_CASE("Workers outside their bounds are another number than is stated") {
  using namespace autoscaler_cases;
  CHECK_CONSTEXPR(told("autoscaler", {.workloads = within}) == clean);
  CHECK_CONSTEXPR(told("autoscaler", {.workloads = beyond}) == one_warning);
  CHECK_CONSTEXPR(line_of("autoscaler", {.workloads = beyond}) == 20);
  CHECK_CONSTEXPR(told("autoscaler", {.workloads = short_of}) == one_warning);
  CHECK_CONSTEXPR(line_of("autoscaler", {.workloads = contradictory}) == 21);
  CHECK(words("autoscaler", {.workloads = beyond}) == "web states 9 pods, more than its most of 4");
  CHECK(words("autoscaler", {.workloads = short_of}) == "web states 1 pod, fewer than its least of 2");
  CHECK(words("autoscaler", {.workloads = contradictory}) == "web has at least 5 pods and at most 4");
}

TEST_CASE("Four nodes of 96 vCPUs need a quota of 384") {
  using namespace autoscaler_cases;
  CHECK_CONSTEXPR(told("autoscaler", {.pools = two_to_four, .quotas = for_four}) == clean);
  CHECK_CONSTEXPR(told("autoscaler", {.pools = two_to_four, .quotas = for_three}) == one_warning);
  CHECK_CONSTEXPR(told("autoscaler", {.pools = two_to_four, .quotas = for_one}) == tally{1, 1, 0});
  CHECK(words("autoscaler", {.pools = two_to_four, .quotas = for_three}) ==
        "gpu may grow to 4 nodes of 96 vCPUs, 384 in all; the quota of standardNDSH100v5Family is 288");
}

namespace autoscaler_cases {

constexpr std::array<hr::machine_pool, 3> of_aws(hr::count most) {
  std::array three{pool_of("p5.48xlarge", 12), pool_of("p4de.24xlarge", 3), pool_of("g5.48xlarge", 9)};
  three[0].most_nodes = {most, 14};
  return three;
}
constexpr std::array up_to_12 = of_aws(12);
constexpr std::array up_to_13 = of_aws(13);
constexpr std::array up_to_16 = of_aws(16);
constexpr std::array up_to_16_of_spot = [] {
  std::array three = up_to_16;
  for (hr::machine_pool& each : three) each.spot = {true, 15};
  return three;
}();
constexpr std::array<hr::quota, 1> letter_p(hr::count vcpus) {
  return {hr::quota{.name = "p", .resource = "Running On-Demand P instances", .line = 70, .nominal = {vcpus, 70}}};
}
constexpr std::array vcpus_2688 = letter_p(2688);
constexpr std::array vcpus_2500 = letter_p(2500);

}  // namespace autoscaler_cases

// 12 x 192 + 3 x 96 = 2,592; 13 x 192 + 3 x 96 = 2,784; 16 x 192 = 3,072.
TEST_CASE("A quota of AWS is of all pools whose sizes begin with its letter") {
  using namespace autoscaler_cases;
  CHECK_CONSTEXPR(told("autoscaler", {.pools = up_to_12, .quotas = vcpus_2688}) == clean);
  CHECK_CONSTEXPR(told("autoscaler", {.pools = up_to_13, .quotas = vcpus_2688}) == one_warning);
  CHECK_CONSTEXPR(told("autoscaler", {.pools = up_to_16, .quotas = vcpus_2688}) == one_warning);
  CHECK_CONSTEXPR(told("autoscaler", {.pools = up_to_16_of_spot, .quotas = vcpus_2688}) == clean);
  CHECK_CONSTEXPR(told("autoscaler", {.pools = up_to_12, .quotas = vcpus_2500}) == one_error);
  CHECK(words("autoscaler", {.pools = up_to_13, .quotas = vcpus_2688}) ==
        "the pools of Running On-Demand P instances may grow to 2,784 vCPUs together; its quota is 2,688");
  CHECK(words("autoscaler", {.pools = up_to_16, .quotas = vcpus_2688}) ==
        "gpu may grow to 16 nodes of 192 vCPUs, 3,072 in all; the quota of Running On-Demand P instances is 2,688");
  CHECK(words("autoscaler", {.pools = up_to_12, .quotas = vcpus_2500}) ==
        "the pools of Running On-Demand P instances start with 2,592 vCPUs together; its quota is 2,500");
}
