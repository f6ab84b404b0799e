// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/machine_pool.hpp>

#include <deployment/small_deployments.hpp>

TEST_CASE("GPUs of a pool are its nodes times theirs, where both are told") {
  using small::pool;
  using small::pool_of;
  CHECK_CONSTEXPR(hr::gpus_of(pool(3, 4)).value == 12);
  CHECK_CONSTEXPR(hr::gpus_of(pool(3, 4)).line == 11);
  CHECK_CONSTEXPR(!hr::gpus_of(pool_of("x", 3)).is_known());
  CHECK_CONSTEXPR(hr::gpus_of(pool_of("x", 3)).line == 10);
  constexpr hr::machine_pool of_unknown_nodes = [] {
    hr::machine_pool p = pool(3, 4);
    p.nodes = {hr::unknown, 11};
    return p;
  }();
  CHECK_CONSTEXPR(!hr::gpus_of(of_unknown_nodes).is_known());
}
