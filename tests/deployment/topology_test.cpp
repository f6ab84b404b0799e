// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/topology.hpp>

#include <check.hpp>

TEST_CASE("A claim is silent about its nodes until they are said") {
  CHECK_CONSTEXPR(hr::node_claim{}.nodes.is_silent());
}
