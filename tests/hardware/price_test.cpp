// SPDX-License-Identifier: BSL-1.0
#include <headroom/hardware/price.hpp>

#include <check.hpp>

TEST_CASE("A price has a place and a day, and is unknown until stated") {
  constexpr hr::price listed{.machine = "Standard_ND40rs_v2",
                             .region = "eastus",
                             .on_demand = hr::dollars_per_hour(22.032),
                             .date = "2026-01-01"};
  CHECK_CONSTEXPR(hr::in_dollars_per_hour(listed.on_demand.value) == 22.032);
  CHECK_CONSTEXPR(listed.spot.is_unknown());
  CHECK_CONSTEXPR(listed.region == "eastus");
  CHECK_CONSTEXPR(listed.date == "2026-01-01");
  CHECK_CONSTEXPR(!listed.own);
  CHECK_CONSTEXPR(hr::price{}.on_demand.is_unknown());
}
