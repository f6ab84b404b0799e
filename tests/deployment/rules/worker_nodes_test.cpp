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

namespace worker_nodes_cases {

constexpr std::array<hr::workload, 1> workers(hr::count replicas, hr::count gpus, hr::count nodes, hr::count per_node) {
  hr::workload w{.identity = {.name = "serve", .kind = "workers", .line = 1}};
  w.scale.replicas = {replicas, 2};
  w.scale.gpus = {gpus, 3};
  w.scale.nodes = {nodes, 4};
  w.scale.gpus_per_node = {per_node, 5};
  return {w};
}
constexpr std::array three_of_five_on_two = workers(3, 5, 2, 8);
constexpr std::array seventeen_gpus_on_two = workers(1, 17, 2, 8);
constexpr std::array<hr::workload, 2> too_many_gpus = recipe(8, 1, 2, 5, 1, 2, 5);

}  // namespace worker_nodes_cases

TEST_CASE("Nodes for workers: several to a node where they fit, whole nodes where not, none for none") {
  constexpr auto nodes = [](hr::count workers, hr::count gpus, hr::count per_node) {
    return hr::rules::detail::nodes_for_workers(workers, gpus, per_node);
  };
  for (const hr::count per_node : {1, 4, 8})
    for (hr::count gpus = 1; gpus <= 20; ++gpus)
      for (hr::count workers = 0; workers <= 9; ++workers) {
        // Worker by worker: onto a node with room, else onto new ones.
        hr::count held = 0;
        hr::count room = 0;
        for (hr::count i = 0; i < workers; ++i) {
          if (gpus <= room) {
            room -= gpus;
            continue;
          }
          hr::count left = gpus;
          for (; left > 0; left -= per_node) ++held;
          room = gpus <= per_node ? per_node - gpus : 0;
        }
        CAPTURE(gpus);
        CAPTURE(workers);
        CHECK(nodes(workers, gpus, per_node) == held);
      }
  CHECK_CONSTEXPR(nodes(3, 0, 8) == 0);
  CHECK_CONSTEXPR(nodes(3, 4, 0) == 0);
}

TEST_CASE("Workers without a role are told where their GPUs alone would fit") {
  using namespace worker_nodes_cases;
  CHECK(in_full("worker_nodes", {.workloads = three_of_five_on_two}) ==
        "error 4: serve has 3 workers of 5 GPUs on nodes of 8: they need 3 nodes, and 2 are stated | state 3 nodes, or "
        "workers that fit on 2 | 3 5 8 3 2");
  // 17 GPUs on 16, and roles of 20 on 16: the rule of GPUs used.
  CHECK_CONSTEXPR(told("worker_nodes", {.workloads = seventeen_gpus_on_two}) == clean);
  CHECK_CONSTEXPR(told("worker_nodes", {.workloads = too_many_gpus}) == clean);
  CHECK_CONSTEXPR(told("gpus_used", {.workloads = too_many_gpus}) == one_error);
}

namespace worker_nodes_cases {

// Three workers of five GPUs on two nodes of eight, of which one thing is not as it is told.
tally of_three(auto change) {
  std::array one = three_of_five_on_two;
  change(one[0]);
  return told("worker_nodes", {.workloads = one});
}

}  // namespace worker_nodes_cases

TEST_CASE("Workers that do not fit are told where all of them is, and they share their nodes with nobody") {
  using namespace worker_nodes_cases;
  using w = hr::workload;
  CHECK(of_three([](w&) {}) == one_error);
  CHECK(of_three([](w& one) { one.scale.replicas = {}; }) == clean);
  CHECK(of_three([](w& one) { one.scale.replicas = {hr::unknown, 2}; }) == clean);
  CHECK(of_three([](w& one) { one.scale.nodes = {}; }) == clean);
  CHECK(of_three([](w& one) { one.scale.nodes = {hr::unknown, 4}; }) == clean);
  CHECK(of_three([](w& one) { one.scale.gpus_per_node = {}; }) == clean);
  CHECK(of_three([](w& one) { one.scale.gpus_per_node = {hr::count{0}, 5}; }) == clean);
  CHECK(of_three([](w& one) { one.scale.gpus = {hr::unknown, 3}; }) == clean);
  CHECK(of_three([](w& one) { one.placement.shares_nodes = true; }) == clean);
  CHECK(of_three([](w& one) { one.scale.nodes.value = 0; }) == clean);  // it has none of its own
  CHECK(of_three([](w& one) { one.scale.nodes.value = 3; }) == clean);
  // By pods: the rule of nodes needed.
  CHECK(of_three([](w& one) {
          one.scale.gpus = {};
          one.scale.pods = {hr::count{1}, 2};
          one.requests.gpus = {hr::count{5}, 3};
        }) == clean);
  // 24 GPUs on three nodes of eight, of workers of six.
  const std::array four_of_six = workers(4, 6, 3, 8), three_of_six = workers(3, 6, 3, 8);
  CHECK(told("worker_nodes", {.workloads = four_of_six}) == one_error);
  CHECK(told("worker_nodes", {.workloads = three_of_six}) == clean);
  const std::array both_on_one = workers(2, 5, 1, 10), too_many = workers(2, 3, 1, 5);
  CHECK(told("worker_nodes", {.workloads = both_on_one}) == clean);
  CHECK(told("worker_nodes", {.workloads = too_many}) == clean);  // 6 GPUs of 5
}

TEST_CASE("Roles that share nodes, or use more GPUs than they hold, are told by other rules, and what is no role is not") {
  using namespace worker_nodes_cases;
  // Fifteen GPUs on two nodes of eight; the other role has none, or one of four.
  const std::array alone = recipe(8, 2, 3, 5, 1, 1, 8);
  std::array on_the_others = recipe(8, 2, 3, 5, 0, 1, 1);
  CHECK(told("worker_nodes", {.workloads = alone}) == one_error);
  CHECK(told("worker_nodes", {.workloads = on_the_others}) == clean);
  std::array unlike = alone;
  unlike[1].scale.gpus_per_node.value = 4;
  unlike[1].scale.gpus.value = 4;
  CHECK(told("worker_nodes", {.workloads = unlike}) == one_error);  // what they hold is not known
  std::array all_used = recipe(8, 2, 3, 5, 1, 1, 9);
  CHECK(told("worker_nodes", {.workloads = all_used}) == tally{2, 0, 0});  // 24 of 24
  all_used[1].scale.gpus.value = 10;
  CHECK(told("worker_nodes", {.workloads = all_used}) == clean);  // 25 of 24
  const std::array beside{on_the_others[0], on_the_others[1], three_of_five_on_two[0]};
  CHECK(words("worker_nodes", {.workloads = beside}) == "serve has 3 workers of 5 GPUs on nodes of 8: they need 3 nodes, and 2 are stated");
}
