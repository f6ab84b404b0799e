// SPDX-License-Identifier: BSL-1.0
#include <headroom/network/measured_links.hpp>

#include <check.hpp>

TEST_CASE("links with a switch are of their kind, and bridges between two cards are not") {
  CHECK_CONSTEXPR(hr::measured_for("NVLink 4 + NVSwitch").is_measured);
  CHECK_CONSTEXPR(hr::measured_for("NVLink 4").is_measured);
  CHECK_CONSTEXPR(!hr::measured_for("NVLink 4 bridge").is_measured);
  CHECK_CONSTEXPR(!hr::measured_for("NVLink 2").is_measured);
  CHECK_CONSTEXPR(!hr::measured_for("Infinity Fabric").is_measured);
  CHECK_CONSTEXPR(!hr::measured_for("").is_measured);
  CHECK_CONSTEXPR(hr::measured_scale_out_for("InfiniBand NDR").is_measured);
  CHECK_CONSTEXPR(!hr::measured_scale_out_for("RoCE").is_measured);
}

TEST_CASE("a share is a part of a rate, and links that were not measured have no reduction in the switches") {
  for (const hr::measured_scale_up& each : hr::scale_up_kinds) {
    CHECK(each.share > 0.5);
    CHECK(each.share < 1);
    CHECK(each.in_network_share < 1);
  }
  for (const hr::measured_scale_out& each : hr::scale_out_kinds) {
    CHECK(each.share > 0.2);  // four links of Omni-Path carry less than one can
    CHECK(each.share < 1);
    CHECK(each.hop > hr::scale_up_hop);
  }
  CHECK_CONSTEXPR(hr::measured_for("NVLink 9").in_network_share == 0);
}
