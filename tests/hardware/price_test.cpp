// SPDX-License-Identifier: BSL-1.0
#include <headroom/hardware/price.hpp>

#include <check.hpp>

TEST_CASE("A price is of nowhere, of no day, and unknown until stated") {
  CHECK_CONSTEXPR(hr::price{}.on_demand.is_unknown());
  CHECK_CONSTEXPR(hr::price{}.spot.is_unknown());
  CHECK_CONSTEXPR(hr::price{}.region.empty());
  CHECK_CONSTEXPR(hr::price{}.date.empty());
}
