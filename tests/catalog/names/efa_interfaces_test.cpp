// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/names/efa_interfaces.hpp>

#include <check.hpp>

TEST_CASE("sizes have as many EFA interfaces as network cards that take one") {
  CHECK_CONSTEXPR(hr::catalog::find_efa_interfaces("p5.48xlarge")->most == 32);
  CHECK_CONSTEXPR(hr::catalog::find_efa_interfaces("p4d.24xlarge")->most == 4);
  CHECK_CONSTEXPR(hr::catalog::find_efa_interfaces("p5.4xlarge") == nullptr);
}
