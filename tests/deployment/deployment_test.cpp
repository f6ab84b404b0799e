// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/deployment.hpp>

#include <deployment/small_deployments.hpp>

namespace deployment_cases {

using namespace small;

constexpr std::array twice{pods(3, 4), pods(2, 8)};
constexpr std::array with_unknown = [] {
  std::array two = twice;
  two[1].scale.replicas = {hr::unknown, 2};
  return two;
}();
constexpr std::array two_pools{pool(3, 4), pool(2, 8)};
constexpr std::array endless = [] {
  std::array one{pods(hr::max_count, hr::max_count)};
  return one;
}();

}  // namespace deployment_cases

TEST_CASE("Sums are of what a file states; what it does not adds nothing") {
  using namespace deployment_cases;
  CHECK_CONSTEXPR(hr::deployment{.workloads = twice}.gpus_used() == 28);
  CHECK_CONSTEXPR(hr::deployment{.workloads = with_unknown}.gpus_used() == 12);
  CHECK_CONSTEXPR(hr::deployment{.pools = two_pools}.gpus_held() == 28);
  CHECK_CONSTEXPR(hr::deployment{.pools = two_pools}.nodes_held() == 5);
  CHECK_CONSTEXPR(hr::deployment{}.gpus_used() == 0);
}

TEST_CASE("A product beyond the counts stays there and does not wrap round") {
  using namespace deployment_cases;
  CHECK_CONSTEXPR(hr::deployment{.workloads = endless}.gpus_used() == hr::too_many);
}

TEST_CASE("A pool that does not say its nodes, or the GPUs of one, adds none of them") {
  using namespace deployment_cases;
  std::array pools = two_pools;
  pools[1].gpus_per_node = {};
  CHECK(hr::deployment{.pools = pools}.gpus_held() == 12);
  CHECK(hr::deployment{.pools = pools}.nodes_held() == 5);
  pools[1].nodes = {hr::unknown, 3};
  CHECK(hr::deployment{.pools = pools}.gpus_held() == 12);
  CHECK(hr::deployment{.pools = pools}.nodes_held() == 3);
}

// What a reader leaves as it is.
TEST_CASE("A deployment is one document, and its parts are of no line until a reader says which") {
  const hr::deployment all;
  CHECK(all.documents == 1);
  CHECK(all.documents_without_capacity == 0);
  CHECK(all.tool == hr::file_tool::other);
  const hr::uncounted_gpus uncounted;
  const hr::remark remark;
  const hr::topology_block block;
  const hr::node_claim claim;
  const hr::quota quota;
  const hr::machine_pool pool;
  const hr::parallel_sizes sizes;
  const hr::workload_identity identity;
  const hr::finding finding;
  for (const int line : {uncounted.line, remark.line, block.line, claim.line, quota.line, pool.line, sizes.line, identity.line, finding.line}) CHECK(line == 0);
  const hr::pod_resources limits;
  CHECK(!limits.of_whole_pod);
  CHECK(!limits.all_gpus);
  CHECK(!remark.is_expected);
  const hr::rule rule;
  CHECK(!rule.is_of_run);
}
