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
