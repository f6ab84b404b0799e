// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/identity.hpp>

#include <check.hpp>

TEST_CASE("A workload is alone and lies where it is applied, unless the file says more") {
  constexpr hr::workload_identity alone{.name = "web", .kind = "Deployment", .line = 3};
  CHECK_CONSTEXPR(alone.group.empty());
  CHECK_CONSTEXPR(alone.name_space.empty());
}
