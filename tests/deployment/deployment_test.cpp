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
