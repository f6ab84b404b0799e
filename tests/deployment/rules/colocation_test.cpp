// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/rules/colocation.hpp>

#include <deployment/small_deployments.hpp>

namespace colocation_cases {

using namespace small;

constexpr std::array<hr::workload, 2> sharing(std::array<hr::workload, 2> roles) {
  for (hr::workload& each : roles) each.placement.shares_nodes = true;
  return roles;
}

constexpr std::array sixteen_on_two = sharing(recipe(8, 1, 1, 4, 1, 3, 4));
constexpr std::array twenty_on_two = sharing(recipe(8, 1, 1, 4, 1, 4, 4));
constexpr std::array decode_without_nodes = recipe(8, 1, 4, 1, 0, 1, 4);
constexpr std::array decode_too_large = recipe(8, 1, 1, 6, 0, 1, 4);
constexpr std::array five_and_five = sharing(recipe(8, 1, 2, 5, 1, 1, 5));
constexpr std::array apart = recipe(8, 1, 1, 4, 1, 3, 4);

}  // namespace colocation_cases

TEST_CASE("Roles that share nodes are judged on the sum") {
  using namespace colocation_cases;
  CHECK_CONSTEXPR(told("", {.workloads = sixteen_on_two}) == clean);
  CHECK_CONSTEXPR(told("colocation", {.workloads = twenty_on_two}) == one_error);
  CHECK(words("colocation", {.workloads = twenty_on_two}) ==
        "The roles share 2 nodes of 8 GPUs and use 20 of 16: they need 3 nodes");
  // Without sharing, three workers of four GPUs do not fit on one node.
  CHECK_CONSTEXPR(told("colocation", {.workloads = apart}) == clean);
  CHECK_CONSTEXPR(told("worker_nodes", {.workloads = apart}) == one_error);
}

TEST_CASE("A role of no nodes runs on the other's") {
  using namespace colocation_cases;
  CHECK_CONSTEXPR(told("", {.workloads = decode_without_nodes}) == clean);
  CHECK_CONSTEXPR(told("colocation", {.workloads = decode_too_large}) == one_error);
}

TEST_CASE("Three workers of five GPUs need three nodes of eight, though fifteen GPUs are fewer than sixteen") {
  using namespace colocation_cases;
  CHECK_CONSTEXPR(told("colocation", {.workloads = five_and_five}) == one_error);
}

namespace colocation_cases {

constexpr std::array just_half = sharing(recipe(8, 1, 3, 4, 1, 1, 4));
constexpr std::array more_than_half = sharing(recipe(8, 1, 3, 5, 1, 0, 5));
constexpr std::array large_and_small = sharing(recipe(8, 1, 1, 12, 1, 4, 1));
constexpr std::array unknown_held = [] {
  std::array both = twenty_on_two;
  both[1].scale.nodes = {hr::unknown, 31};
  return both;
}();
constexpr std::array beside_another = [] {
  std::array<hr::workload, 3> all{just_half[0], just_half[1], pods(9, 8)};
  return all;
}();

}  // namespace colocation_cases

TEST_CASE("Workers of half a node share it, of more do not, and large ones take whole nodes") {
  using namespace colocation_cases;
  CHECK_CONSTEXPR(told("colocation", {.workloads = just_half}) == clean);
  CHECK_CONSTEXPR(told("colocation", {.workloads = more_than_half}) == one_error);
  CHECK_CONSTEXPR(told("colocation", {.workloads = large_and_small}) == clean);
  CHECK_CONSTEXPR(told("colocation", {.workloads = unknown_held}) == clean);
  CHECK_CONSTEXPR(told("colocation", {.workloads = beside_another}) == clean);
  CHECK(in_full("colocation", {.workloads = twenty_on_two}) ==
        "error 23: The roles share 2 nodes of 8 GPUs and use 20 of 16: they need 3 nodes | state 3 nodes for the roles "
        "together, or fewer workers | 2 8 20 16 3");
  CHECK(in_full("colocation", {.workloads = more_than_half}) ==
        "error 23: The roles share 2 nodes of 8 GPUs and use 15 of 16: they need 3 nodes | state 3 nodes for the roles "
        "together, or fewer workers | 2 8 15 16 3");
}

TEST_CASE("Roles of which GPUs or workers are left open need the nodes of those that are told") {
  using namespace colocation_cases;
  constexpr std::array<hr::workload, 2> fives = sharing(recipe(8, 1, 2, 5, 1, 1, 5));  // three nodes of two
  CHECK_CONSTEXPR(told("colocation", {.workloads = fives}) == one_error);
  std::array open = fives;
  open[1].scale.replicas = {hr::unknown, 32};
  CHECK(told("colocation", {.workloads = open}) == clean);
  open[1].scale.replicas = {};
  CHECK(told("colocation", {.workloads = open}) == clean);
  std::array of_unknown_gpus = fives;
  of_unknown_gpus[1].scale.gpus = {hr::unknown, 33};
  CHECK(told("colocation", {.workloads = of_unknown_gpus}) == clean);
  // A node of one GPU, of which a worker of unknown GPUs may be more than half.
  std::array of_one = sharing(recipe(1, 1, 1, 1, 0, 1, 1));
  CHECK(told("colocation", {.workloads = of_one}) == one_error);
  of_one[1].scale.gpus = {hr::unknown, 33};
  CHECK(told("colocation", {.workloads = of_one}) == clean);
}
