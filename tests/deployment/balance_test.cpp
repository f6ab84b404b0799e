// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/balance.hpp>

#include <deployment/small_deployments.hpp>

namespace balance_cases {

using namespace small;

// Balances, GPUs used and GPUs held, in all.
constexpr std::array<hr::count, 3> sums(const hr::deployment& of, const hr::check_terms& on = {}) {
  std::array<hr::count, 3> sum{};
  hr::for_each_balance({of, on}, [&](const hr::gpu_balance& b) {
    ++sum[0];
    sum[1] += b.used;
    sum[2] += b.held;
  });
  return sum;
}
using totals = std::array<hr::count, 3>;

constexpr std::array roles = recipe(8, 1, 2, 2, 2, 2, 8);
constexpr std::array web{pods(3, 4)};
constexpr std::array three_of_eight{pool(3, 8)};
constexpr std::array growing = [] {
  std::array one = three_of_eight;
  one[0].most_nodes = {hr::count{5}, 14};
  return one;
}();
constexpr std::array two_jobs = [] {
  std::array both{pods(1, 4), pods(1, 4)};
  for (hr::workload& each : both) {
    each.kind = "sbatch";
    each.nodes = {hr::count{1}, 4};
    each.gpus_per_node = {hr::count{4}, 5};
  }
  return both;
}();

}  // namespace balance_cases

TEST_CASE("Roles are one balance, a pool is one, and each job is one") {
  using namespace balance_cases;
  CHECK_CONSTEXPR(sums({.workloads = roles}) == totals{1, 20, 24});
  CHECK_CONSTEXPR(sums({.pools = three_of_eight, .workloads = web}) == totals{1, 12, 24});
  CHECK_CONSTEXPR(sums({.workloads = two_jobs}) == totals{2, 8, 8});
  CHECK_CONSTEXPR(sums({.workloads = web}) == totals{0, 0, 0});  // nothing says what is held
  CHECK_CONSTEXPR(sums({.pools = three_of_eight}) == totals{0, 0, 0});
}

TEST_CASE("A pool that grows holds what it may grow to") {
  using namespace balance_cases;
  CHECK_CONSTEXPR(sums({.pools = growing, .workloads = web}) == totals{1, 12, 40});
}
