// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/rules/queue_quota.hpp>

#include <deployment/small_deployments.hpp>

// What queues draw on, lend and borrow: the sums behind the rule of queues and quotas.
namespace queue_supply {

using namespace small;

constexpr std::array one_h100{pool_of("Standard_ND96isr_H100_v5", 1)};  // 8 GPUs, 96 vCPUs, 1,900 GiB
constexpr hr::check_terms keeping{.held = h100, .reserved_millicpus = 4'000, .reserved_memory = hr::gibibytes(100)};

constexpr hr::quota of(std::string_view resource, hr::count nominal, std::string_view queue = "a") {
  return {.name = queue, .resource = resource, .pool = "gpu", .line = 60, .nominal = {nominal, 61}};
}
constexpr hr::quota of_memory(std::string_view resource, hr::memory nominal) {
  hr::quota q = of(resource, static_cast<hr::count>(hr::in_bytes(nominal)));
  q.nominal.line = 62;
  return q;
}
constexpr tally against(const std::array<hr::machine_pool, 1>& pools, const hr::quota& q, const hr::check_terms& on = {}) {
  const std::array quotas{q};
  return told("queue_quota", {.pools = pools, .quotas = quotas}, on);
}

}  // namespace queue_supply

TEST_CASE("What the system keeps of each node queues are not given") {
  using namespace queue_supply;
  CHECK_CONSTEXPR(against(one_h100, of("cpu", 96'000)) == clean);
  CHECK_CONSTEXPR(against(one_h100, of("cpu", 96'001)) == one_error);
  CHECK_CONSTEXPR(against(one_h100, of("cpu", 92'000), keeping) == clean);
  CHECK_CONSTEXPR(against(one_h100, of("cpu", 92'001), keeping) == one_error);
  CHECK_CONSTEXPR(against(one_h100, of_memory("memory", hr::gibibytes(1'900))) == clean);
  CHECK_CONSTEXPR(against(one_h100, of_memory("memory", hr::gibibytes(1'901))) == one_error);
  CHECK_CONSTEXPR(against(one_h100, of_memory("memory", hr::gibibytes(1'800)), keeping) == clean);
  CHECK_CONSTEXPR(against(one_h100, of_memory("memory", hr::gibibytes(1'801)), keeping) == one_error);
  constexpr std::array cores{of("cpu", 100'000)};
  CHECK(in_full("queue_quota", {.pools = one_h100, .quotas = cores}, keeping) ==
        "error 61: Queues are given 100 (cpu) of gpu, which has 92: admitted jobs would wait for nodes | give the queues 92 "
        "in all, or the pool more nodes | 100 92");
  constexpr std::array memory{of_memory("memory", hr::gibibytes(2'000))};
  CHECK(in_full("queue_quota", {.pools = one_h100, .quotas = memory}) ==
        "error 62: Queues are given 2,000 GiB (memory) of gpu, which has 1,900 GiB: admitted jobs would wait for nodes | "
        "give the queues 1,900 GiB in all, or the pool more nodes | 2,000 GiB 1,900 GiB");
}

TEST_CASE("Where the system keeps more than a node has, queues can be given none") {
  using namespace queue_supply;
  constexpr hr::check_terms all_kept{.held = h100, .reserved_millicpus = 100'000, .reserved_memory = hr::tebibytes(2)};
  CHECK_CONSTEXPR(against(one_h100, of("cpu", 1), all_kept) == one_error);
  CHECK_CONSTEXPR(against(one_h100, of_memory("memory", hr::bytes(1)), all_kept) == one_error);
}

TEST_CASE("Idle GPUs are a warning; idle cores, storage and resources of no known kind are not judged") {
  using namespace queue_supply;
  constexpr std::array six{of("nvidia.com/gpu", 6)};
  CHECK(in_full("queue_quota", {.pools = one_h100, .quotas = six}) ==
        "warning 61: Queues are given 6 (nvidia.com/gpu) of gpu, which has 8: 2 stay idle | give the queues 8 in all, or the "
        "pool fewer nodes | 6 8 2");
  CHECK_CONSTEXPR(against(one_h100, of("amd.com/gpu", 6)) == one_warning);
  CHECK_CONSTEXPR(against(one_h100, of("cpu", 1)) == clean);
  CHECK_CONSTEXPR(against(one_h100, of_memory("ephemeral-storage", hr::petabytes(1))) == clean);
  CHECK_CONSTEXPR(against(one_h100, of("pods", 1'000)) == clean);
  constexpr std::array by_variable = [] {
    std::array one = one_h100;
    one[0].nodes = {hr::unknown, 12};
    return one;
  }();
  CHECK_CONSTEXPR(against(by_variable, of("nvidia.com/gpu", 100)) == clean);
  constexpr std::array unlisted{pool_of("Standard_ND8_v99", 1)};
  CHECK_CONSTEXPR(against(unlisted, of("nvidia.com/gpu", 100)) == clean);
  CHECK_CONSTEXPR(against(unlisted, of("cpu", 1'000'000)) == clean);
  CHECK_CONSTEXPR(against(unlisted, of_memory("memory", hr::petabytes(1))) == clean);
}

TEST_CASE("Quotas of one pool and resource are added up, of those that are told") {
  using namespace queue_supply;
  constexpr auto with_second = [](hr::quota second) {
    const std::array both{of("nvidia.com/gpu", 6), second};
    return told("queue_quota", {.pools = one_h100, .quotas = both});
  };
  constexpr hr::quota left_open = [] {
    hr::quota q = of("nvidia.com/gpu", 0, "b");
    q.nominal = {hr::unknown, 63};
    return q;
  }();
  constexpr hr::quota elsewhere = [] {
    hr::quota q = of("nvidia.com/gpu", 9, "b");
    q.pool = "other";
    return q;
  }();
  CHECK_CONSTEXPR(with_second(of("nvidia.com/gpu", 2, "b")) == clean);
  CHECK_CONSTEXPR(with_second(of("nvidia.com/gpu", 3, "b")) == one_error);
  CHECK_CONSTEXPR(with_second(left_open) == clean);
  CHECK_CONSTEXPR(with_second(of("cpu", 96'000, "b")) == one_warning);
  // A quota of a pool that the file has not draws on its only one.
  CHECK_CONSTEXPR(with_second(elsewhere) == tally{1, 1, 0});
  constexpr std::array nine_and_open{of("nvidia.com/gpu", 9), left_open};
  CHECK_CONSTEXPR(told("queue_quota", {.pools = one_h100, .quotas = nine_and_open}) == one_error);
}

namespace queue_supply {

// Two queues of a cohort, of 8 GPUs each, and a job of the first.
constexpr std::array<hr::quota, 2> cohort(auto change) {
  std::array both{of("nvidia.com/gpu", 8, "a"), of("nvidia.com/gpu", 8, "b")};
  for (hr::quota& each : both) each.cohort = "all";
  change(both);
  return both;
}
constexpr std::size_t errors(hr::count gpus, const auto& quotas, std::string_view queue = "a") {
  std::array job{pods(1, gpus)};
  job[0].identity.kind = "Job";
  job[0].queueing.runs_as = hr::workload_class::job;
  job[0].queueing.queue = {queue, 5};
  return told("queue_quota", {.workloads = job, .quotas = quotas}).errors;
}
// The most GPUs that a job of the queue may ask for, of up to 40.
constexpr hr::count most(const auto& quotas) {
  hr::count n = 0;
  while (n < 40 && errors(n + 1, quotas) == 0) ++n;
  return n;
}
// Whether it admits as many and not one more: two of the sizes that `most` tries, which is enough for a constant expression.
constexpr bool is_most(hr::count n, const auto& quotas) { return errors(n, quotas) == 0 && (n == 40 || errors(n + 1, quotas) != 0); }
#define CHECK_MOST(n, ...)                   \
  do {                                       \
    static_assert(is_most(n, __VA_ARGS__));  \
    CHECK(most(__VA_ARGS__) == n);           \
  } while (false)
using both_of = std::array<hr::quota, 2>;

}  // namespace queue_supply

TEST_CASE("A queue admits its own quota and what it may borrow of what the others lend") {
  using namespace queue_supply;
  CHECK_MOST(16, cohort([](both_of&) {}));
  CHECK_MOST(11, cohort([](both_of& q) { q[1].lending_limit = {3, 9}; }));
  CHECK_MOST(16, cohort([](both_of& q) { q[1].lending_limit = {30, 9}; }));
  CHECK_MOST(8, cohort([](both_of& q) { q[1].lending_limit = {0, 9}; }));
  CHECK_MOST(10, cohort([](both_of& q) { q[0].borrowing_limit = {2, 9}; }));
  CHECK_MOST(16, cohort([](both_of& q) { q[0].borrowing_limit = {20, 9}; }));
  CHECK_MOST(8, cohort([](both_of& q) { q[0].borrowing_limit = {0, 9}; }));
  CHECK_MOST(40, cohort([](both_of& q) { q[1].cohort = "other"; }));  // others may stand in other files
  CHECK_MOST(8, cohort([](both_of& q) { q[0].cohort = q[1].cohort = {}; }));
  CHECK_MOST(40, cohort([](both_of& q) { q[1].pool = "other"; }));
  // What is left open cannot be judged.
  CHECK_MOST(40, cohort([](both_of& q) { q[0].nominal = {hr::unknown, 9}; }));
  CHECK_MOST(40, cohort([](both_of& q) { q[1].nominal = {hr::unknown, 9}; }));
  CHECK_MOST(40, cohort([](both_of& q) { q[1].lending_limit = {hr::unknown, 9}; }));
  CHECK_MOST(40, cohort([](both_of& q) { q[0].borrowing_limit = {hr::unknown, 9}; }));
  CHECK_CONSTEXPR(errors(17, cohort([](both_of&) {}), "c") == 0);  // of no queue of the file
}

TEST_CASE("A limit beyond what the cohort has is a warning") {
  using namespace queue_supply;
  constexpr auto limited = [](hr::count limit) {
    const std::array quotas = cohort([=](both_of& q) { q[0].borrowing_limit = {limit, 64}; });
    return told("queue_quota", {.quotas = quotas});
  };
  CHECK_CONSTEXPR(limited(8) == clean);
  CHECK_CONSTEXPR(limited(9) == one_warning);
  constexpr std::array nine = cohort([](both_of& q) { q[0].borrowing_limit = {9, 64}; });
  CHECK(in_full("queue_quota", {.quotas = nine}) ==
        "warning 64: a may borrow 9 (nvidia.com/gpu); the other queues of its cohort have 8 | lower the limit to 8, or drop "
        "it | 9 8");
}

TEST_CASE("A workload is of the queue it names, else of that of its pool's name") {
  using namespace queue_supply;
  constexpr std::array eight{of("nvidia.com/gpu", 8)};
  constexpr auto in = [](auto change) {
    std::array one{pods(1, 9)};
    one[0].identity.kind = "Job";
    one[0].queueing.runs_as = hr::workload_class::job;
    change(one[0]);
    return one;
  };
  constexpr std::array by_pool = in([](hr::workload& w) { w.placement.pool = {"a", 5}; });
  constexpr std::array by_other_pool = in([](hr::workload& w) { w.placement.pool = {"b", 5}; });
  constexpr std::array in_none = in([](hr::workload&) {});
  constexpr std::array of_other_queue = in([](hr::workload& w) {
    w.placement.pool = {"a", 5};
    w.queueing.queue = {"b", 5};
  });
  CHECK_CONSTEXPR(told("queue_quota", {.workloads = by_pool, .quotas = eight}) == one_error);
  CHECK_CONSTEXPR(told("queue_quota", {.workloads = by_other_pool, .quotas = eight}) == clean);
  CHECK_CONSTEXPR(told("queue_quota", {.workloads = in_none, .quotas = eight}) == clean);
  CHECK_CONSTEXPR(told("queue_quota", {.workloads = of_other_queue, .quotas = eight}) == clean);
  CHECK(in_full("queue_quota", {.workloads = by_pool, .quotas = eight}) ==
        "error 3: web asks for 9 (nvidia.com/gpu); queue a can admit 8, borrowed ones included | ask for at most 8, or raise "
        "the quota | 9 8 9");
}

TEST_CASE("Workloads of no group are judged one by one, and those of a group once") {
  using namespace queue_supply;
  constexpr std::array eight{of("nvidia.com/gpu", 8)};
  constexpr auto two = [](hr::count first, hr::count second, std::string_view group) {
    std::array both{pods(1, first), pods(1, second)};
    for (hr::workload& each : both) {
      each.identity.kind = "Job";
      each.queueing.runs_as = hr::workload_class::job;
      each.queueing.queue = {"a", 5};
      each.identity.group = group;
    }
    return both;
  };
  constexpr std::array apart = two(8, 8, "");
  constexpr std::array both_too_large = two(9, 9, "");
  constexpr std::array together = two(4, 5, "set");
  CHECK_CONSTEXPR(told("queue_quota", {.workloads = apart, .quotas = eight}) == clean);
  CHECK(words("queue_quota", {.workloads = both_too_large, .quotas = eight}) ==
        "web asks for 9 (nvidia.com/gpu); queue a can admit 8, borrowed ones included");  // of one line, said once
  CHECK(words("queue_quota", {.workloads = together, .quotas = eight}) ==
        "web asks for 5 of the 9 (nvidia.com/gpu) of its group; queue a can admit 8, borrowed ones included");
}

namespace queue_supply {

constexpr std::array one_of_each{hr::group{hr::machine(hr::azure::nd96isr_h100_v5::spec), 1},
                                 hr::group{hr::machine(hr::azure::nd128isr_gb300_v6::spec), 1}};
constexpr hr::check_terms on{.held = one_of_each};

}  // namespace queue_supply

TEST_CASE("A flavor of a GPU is held against the cores and the memory of machines with that GPU") {
  using namespace queue_supply;
  constexpr std::array of_h100 = [] {
    hr::machine_pool p{.name = "gpu", .line = 10};
    p.gpu_type = {"h100", 11};
    return std::array{p};
  }();
  constexpr std::array of_anything{hr::machine_pool{.name = "gpu", .line = 10}};
  CHECK_CONSTEXPR(against(of_h100, of("cpu", 96'000), on) == clean);
  CHECK_CONSTEXPR(against(of_h100, of("cpu", 96'001), on) == one_error);
  CHECK_CONSTEXPR(against(of_h100, of_memory("memory", hr::gibibytes(1'901)), on) == one_error);
  CHECK_CONSTEXPR(against(of_h100, of("nvidia.com/gpu", 9), on) == one_error);
  CHECK_CONSTEXPR(against(of_anything, of("nvidia.com/gpu", 12), on) == clean);
  CHECK_CONSTEXPR(against(of_anything, of("nvidia.com/gpu", 13), on) == one_error);
  CHECK_CONSTEXPR(against(of_anything, of("cpu", 1'000'000), on) == clean);
}
