// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/rules/queue_quota.hpp>

#include <deployment/small_deployments.hpp>

namespace queue_quota_cases {

using namespace small;

constexpr hr::quota given(std::string_view queue, hr::count gpus, int line = 60) {
  return {.name = queue,
          .resource = "nvidia.com/gpu",
          .pool = "gpu",
          .cohort = "all",
          .line = line,
          .nominal = {gpus, line}};
}
constexpr std::array two_nodes{pool_of("Standard_ND96isr_H100_v5", 2)};
constexpr std::array sixteen{given("a", 16)};
constexpr std::array twenty_four{given("a", 24)};
constexpr std::array eight{given("a", 8)};
constexpr std::array split{given("a", 8), given("b", 8, 61)};
constexpr std::array split_wrongly{given("a", 16), given("b", 8, 61)};

// The worked case of 90 cores and 1,800 GiB a node, for two nodes of 96 and 1,900.
constexpr std::array whole_nodes = [] {
  hr::quota cpu{.name = "a", .resource = "cpu", .pool = "gpu", .line = 62, .nominal = {hr::count{180'000}, 62}};
  hr::quota memory{.name = "a", .resource = "memory", .pool = "gpu", .line = 63};
  memory.memory_nominal = {hr::gibibytes(3'600), 63};
  return std::array{given("a", 16), cpu, memory};
}();
constexpr std::array too_many_cores = [] {
  std::array all = whole_nodes;
  all[1].nominal.value = 200'000;
  return all;
}();
constexpr std::array too_much_memory = [] {
  std::array all = whole_nodes;
  all[2].memory_nominal.value = hr::gibibytes(3'801);
  return all;
}();

constexpr std::array borrowing = [] {
  std::array both = split;
  both[0].borrowing_limit = {hr::count{12}, 64};
  return both;
}();
constexpr std::array<hr::workload, 1> in_queue(hr::count gpus) {
  std::array one{pods(1, gpus)};
  one[0].kind = "Job";
  one[0].pool = {"a", 5};
  return one;
}
constexpr std::array sixteen_in_a = in_queue(16);
constexpr std::array seventeen_in_a = in_queue(17);
constexpr std::array alone = [] {
  std::array one = eight;
  one[0].cohort = {};
  return one;
}();

constexpr std::array lending_four = [] {
  std::array both = split;
  both[1].lending_limit = {hr::count{4}, 64};
  return both;
}();
// Queued in one, run on the pool of the other name.
constexpr std::array<hr::workload, 2> group_of(hr::count gpus) {
  std::array both{pods(1, 8), pods(1, gpus - 8)};
  for (hr::workload& each : both) {
    each.kind = "JobSet";
    each.group = "both";
    each.pool = {"gpu", 5};
    each.queue = {"a", 5};
  }
  return both;
}
constexpr std::array sixteen_together = group_of(16);
constexpr std::array seventeen_together = group_of(17);

}  // namespace queue_quota_cases

TEST_CASE("What others do not lend cannot be borrowed; what other files say of a cohort is not known") {
  using namespace queue_quota_cases;
  CHECK_CONSTEXPR(told("queue_quota", {.workloads = sixteen_in_a, .quotas = lending_four}) == one_error);
  CHECK_CONSTEXPR(told("queue_quota", {.workloads = sixteen_in_a, .quotas = eight}) == clean);
}

TEST_CASE("A group is admitted as one") {
  using namespace queue_quota_cases;
  CHECK_CONSTEXPR(told("queue_quota", {.workloads = sixteen_together, .quotas = split}) == clean);
  CHECK_CONSTEXPR(told("queue_quota", {.workloads = seventeen_together, .quotas = split}) == one_error);
}

TEST_CASE("Queues are given the sixteen GPUs that two machines of eight have") {
  using namespace queue_quota_cases;
  CHECK_CONSTEXPR(told("queue_quota", {.pools = two_nodes, .quotas = sixteen}) == clean);
  CHECK_CONSTEXPR(told("queue_quota", {.pools = two_nodes, .quotas = split}) == clean);
  CHECK_CONSTEXPR(told("queue_quota", {.pools = two_nodes, .quotas = twenty_four}) == one_error);
  CHECK_CONSTEXPR(told("queue_quota", {.pools = two_nodes, .quotas = split_wrongly}) == one_error);
  CHECK_CONSTEXPR(told("queue_quota", {.pools = two_nodes, .quotas = eight}) == one_warning);
  CHECK_CONSTEXPR(told("queue_quota", {.quotas = sixteen}) == clean);  // no pool
  CHECK(words("queue_quota", {.pools = two_nodes, .quotas = twenty_four}) ==
        "Queues are given 24 (nvidia.com/gpu) of gpu, which has 16: admitted jobs would wait for nodes");
}

TEST_CASE("Quotas of cores and memory stay within what the machines have") {
  using namespace queue_quota_cases;
  CHECK_CONSTEXPR(told("", {.pools = two_nodes, .quotas = whole_nodes}) == clean);
  CHECK_CONSTEXPR(told("queue_quota", {.pools = two_nodes, .quotas = too_many_cores}) == one_error);
  CHECK_CONSTEXPR(told("queue_quota", {.pools = two_nodes, .quotas = too_much_memory}) == one_error);
  CHECK(words("queue_quota", {.pools = two_nodes, .quotas = too_many_cores}) ==
        "Queues are given 200 (cpu) of gpu, which has 192: admitted jobs would wait for nodes");
}

TEST_CASE("A queue borrows what its cohort has, and admits no more than that and its own") {
  using namespace queue_quota_cases;
  CHECK_CONSTEXPR(told("queue_quota", {.pools = two_nodes, .quotas = borrowing}) == one_warning);
  CHECK_CONSTEXPR(told("queue_quota", {.workloads = sixteen_in_a, .quotas = split}) == clean);
  CHECK_CONSTEXPR(told("queue_quota", {.workloads = seventeen_in_a, .quotas = split}) == one_error);
  CHECK_CONSTEXPR(told("queue_quota", {.workloads = sixteen_in_a, .quotas = alone}) == one_error);
}
