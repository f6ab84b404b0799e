// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/rules/colocation.hpp>

#include <deployment/small_deployments.hpp>

namespace colocation_cases {

using namespace small;

constexpr std::array<hr::workload, 2> sharing(std::array<hr::workload, 2> roles) {
  for (hr::workload& each : roles) each.shares_nodes = true;
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
