// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/placement.hpp>

#include <check.hpp>

TEST_CASE("A workload runs anywhere unless the file says more") {
  constexpr hr::workload_placement anywhere{};
  CHECK_CONSTEXPR(anywhere.pool.is_silent());
  CHECK_CONSTEXPR(anywhere.instance_type.is_silent());
  CHECK_CONSTEXPR(anywhere.features.nvlink.is_silent());
  CHECK_CONSTEXPR(anywhere.one_node.is_silent());
}
