// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/rules/worker_nodes.hpp>

#include <deployment/small_deployments.hpp>

namespace worker_nodes_cases {

using namespace small;

constexpr std::array twelve_gpus_each = recipe(8, 3, 2, 12, 1, 1, 8);
constexpr std::array on_four_nodes = recipe(8, 4, 2, 12, 1, 1, 8);
constexpr std::array four_to_a_node = recipe(8, 1, 3, 2, 2, 2, 8);
constexpr std::array five_of_four = recipe(8, 1, 1, 4, 3, 5, 4);
constexpr std::array five_each = recipe(8, 1, 2, 5, 3, 1, 8);

}  // namespace worker_nodes_cases

TEST_CASE("Workers of twelve GPUs take two nodes of eight each") {
  using namespace worker_nodes_cases;
  CHECK_CONSTEXPR(told("worker_nodes", {.workloads = twelve_gpus_each}) == one_error);
  CHECK_CONSTEXPR(line_of("worker_nodes", {.workloads = twelve_gpus_each}) == 21);
  CHECK_CONSTEXPR(told("worker_nodes", {.workloads = on_four_nodes}) == clean);
  CHECK(words("worker_nodes", {.workloads = twelve_gpus_each}) ==
        "prefill has 2 workers of 12 GPUs on nodes of 8: they need 4 nodes, and 3 are stated");
}

TEST_CASE("Small workers share nodes as far as whole ones fit") {
  using namespace worker_nodes_cases;
  CHECK_CONSTEXPR(told("worker_nodes", {.workloads = four_to_a_node}) == clean);
  CHECK_CONSTEXPR(told("worker_nodes", {.workloads = five_of_four}) == clean);
  CHECK_CONSTEXPR(told("worker_nodes", {.workloads = five_each}) == one_error);
}
