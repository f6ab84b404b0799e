// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/topology.hpp>

#include <check.hpp>

TEST_CASE("A block is there unless it is a size, and a claim is an object unless a launcher makes it") {
  CHECK_CONSTEXPR(!hr::topology_block{}.is_size);
  CHECK_CONSTEXPR(!hr::node_claim{}.is_launch);
  CHECK_CONSTEXPR(hr::node_claim{}.nodes.is_silent());
}
