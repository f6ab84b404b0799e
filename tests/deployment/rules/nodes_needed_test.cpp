// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/rules/nodes_needed.hpp>

#include <deployment/small_deployments.hpp>

namespace nodes_needed_cases {

using namespace small;

constexpr std::array three_of_three_gpus{pods(3, 3)};
constexpr std::array one_node{pool(1, 8)};
constexpr std::array two_nodes{pool(2, 8)};

constexpr std::array sixty_cpus_a_gpu = [] {
  std::array one{pods(2, 1)};
  one[0].requests.millicpus = {hr::count{60'000}, 4};
  return one;
}();
constexpr std::array gibibytes_a_gpu = [] {
  std::array one{pods(2, 1)};
  one[0].requests.system_memory = {hr::gibibytes(1'000), 4};
  return one;
}();

constexpr std::array one_a_node = [] {
  std::array one{pods(6, 1)};
  one[0].pods_per_node = {hr::count{1}, 7};
  return one;
}();
constexpr std::array spread_over_three = [] {
  std::array one{pods(6, 1)};
  one[0].pods_per_node = {hr::count{2}, 7};
  one[0].spread_nodes = 3;
  return one;
}();
constexpr std::array all_on_one = [] {
  std::array one{pods(1, 4)};
  one[0].pods = {hr::count{4}, 2};
  one[0].one_node = {true, 8};
  return one;
}();
constexpr std::array jobs_in_turns = [] {
  std::array one{pods(64, 8)};
  one[0].kind = "Job";
  return one;
}();
constexpr std::array five_nodes{pool(5, 8)};
constexpr std::array six_nodes{pool(6, 8)};
constexpr std::array four_gpus_a_node{pool(4, 4)};
constexpr std::array four_of_sixteen{pool(4, 16)};
constexpr hr::cluster five_h100{hr::vms<hr::azure::nd96isr_h100_v5>(5)};
constexpr hr::cluster six_h100{hr::vms<hr::azure::nd96isr_h100_v5>(6)};
constexpr auto five_held = five_h100.groups();
constexpr auto six_held = six_h100.groups();

constexpr std::array nine_stated = [] {
  hr::workload job{.name = "train", .kind = "sbatch", .line = 1};
  job.nodes = {hr::count{9}, 2};
  return std::array{job};
}();
constexpr std::array eight_there{pool(8, 8)};
constexpr std::array nine_there{pool(9, 8)};

}  // namespace nodes_needed_cases

TEST_CASE("Three pods of three GPUs need two nodes of eight") {
  using namespace nodes_needed_cases;
  CHECK_CONSTEXPR(told("nodes_needed", {.pools = two_nodes, .workloads = three_of_three_gpus}) == clean);
  // Nine GPUs on eight: the rule of GPUs used has said it.
  CHECK_CONSTEXPR(told("nodes_needed", {.pools = one_node, .workloads = three_of_three_gpus}) == clean);
  CHECK_CONSTEXPR(told("gpus_used", {.pools = one_node, .workloads = three_of_three_gpus}) == one_error);
}

TEST_CASE("Pods of 60 CPUs fit one to a VM of 96, whatever its GPUs") {
  using namespace nodes_needed_cases;
  CHECK_CONSTEXPR(told("nodes_needed", {.pools = one_node, .workloads = sixty_cpus_a_gpu}, on_h100) == one_error);
  CHECK_CONSTEXPR(told("nodes_needed", {.pools = two_nodes, .workloads = sixty_cpus_a_gpu}, on_h100) == clean);
  CHECK(words("nodes_needed", {.pools = one_node, .workloads = sixty_cpus_a_gpu}, on_h100) ==
        "web has 2 pods, 1 to a node by CPUs: they need 2 nodes, and 1 is there");
}

TEST_CASE("Pods of 1,000 GiB fit one to a VM of 1,900") {
  using namespace nodes_needed_cases;
  CHECK_CONSTEXPR(told("nodes_needed", {.pools = one_node, .workloads = gibibytes_a_gpu}, on_h100) == one_error);
  CHECK_CONSTEXPR(told("nodes_needed", {.pools = two_nodes, .workloads = gibibytes_a_gpu}, on_h100) == clean);
  // What the machine has is not known: not judged here.
  CHECK_CONSTEXPR(told("nodes_needed", {.pools = one_node, .workloads = gibibytes_a_gpu}) == clean);
}

TEST_CASE("A job of nine nodes does not run on a pool of eight, and does on one of nine") {
  using namespace nodes_needed_cases;
  CHECK_CONSTEXPR(told("nodes_needed", {.pools = eight_there, .workloads = nine_stated}) == one_error);
  CHECK_CONSTEXPR(told("nodes_needed", {.pools = nine_there, .workloads = nine_stated}) == clean);
  CHECK(words("nodes_needed", {.pools = eight_there, .workloads = nine_stated}) == "train states 9 nodes; gpu has 8");
}

TEST_CASE("Pods that keep apart from each other take a node each") {
  using namespace nodes_needed_cases;
  CHECK_CONSTEXPR(told("nodes_needed", {.pools = five_nodes, .workloads = one_a_node}) == one_error);
  CHECK_CONSTEXPR(told("nodes_needed", {.pools = six_nodes, .workloads = one_a_node}) == clean);
  CHECK(words("nodes_needed", {.pools = five_nodes, .workloads = one_a_node}) ==
        "web has 6 pods, 1 to a node by anti-affinity, spread or channels: they need 6 nodes, and 5 are there");
  // Of the machines held, where no pool is there.
  CHECK_CONSTEXPR(told("nodes_needed", {.workloads = one_a_node}, {.held = five_held}) == one_error);
  CHECK_CONSTEXPR(told("nodes_needed", {.workloads = one_a_node}, {.held = six_held}) == clean);
  CHECK_CONSTEXPR(told("nodes_needed", {.workloads = one_a_node}, on_h100) == clean);
}

TEST_CASE("A spread over three nodes holds two pods to a node only where there are fewer") {
  using namespace nodes_needed_cases;
  CHECK_CONSTEXPR(told("nodes_needed", {.pools = two_nodes, .workloads = spread_over_three}) == one_error);
  CHECK_CONSTEXPR(told("nodes_needed", {.pools = five_nodes, .workloads = spread_over_three}) == clean);
}

TEST_CASE("Four pods of four GPUs lie together on a node of sixteen, and not on one of four") {
  using namespace nodes_needed_cases;
  CHECK_CONSTEXPR(told("nodes_needed", {.pools = four_gpus_a_node, .workloads = all_on_one}) == one_error);
  CHECK_CONSTEXPR(line_of("nodes_needed", {.pools = four_gpus_a_node, .workloads = all_on_one}) == 8);
  CHECK_CONSTEXPR(told("nodes_needed", {.pools = four_of_sixteen, .workloads = all_on_one}) == clean);
  CHECK(words("nodes_needed", {.pools = four_gpus_a_node, .workloads = all_on_one}) ==
        "web has 4 pods that must lie on one node, and a node takes 1 by GPUs");
}

TEST_CASE("A job's replicas may take turns") {
  using namespace nodes_needed_cases;
  CHECK_CONSTEXPR(told("nodes_needed", {.workloads = jobs_in_turns}, {.held = five_held}) == clean);
  CHECK_CONSTEXPR(told("gpus_used", {.workloads = jobs_in_turns}, {.held = five_held}) == clean);
}
