// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure.hpp>

#include <check.hpp>

TEST_CASE("one include has every family of Azure") {
  CHECK_CONSTEXPR(hr::azure::nd40rs_v2::spec.name == "Standard_ND40rs_v2");
  CHECK_CONSTEXPR(hr::azure::nc6s_v3::spec.name == "Standard_NC6s_v3");
  CHECK_CONSTEXPR(hr::azure::ng8ads_v620_v1::spec.name == "Standard_NG8ads_V620_v1");
  CHECK_CONSTEXPR(hr::azure::nv6::spec.name == "Standard_NV6");
  CHECK_CONSTEXPR(hr::azure::gb300_nvl72::spec.name == "GB300 NVL72");
  CHECK_CONSTEXPR(hr::azure::as_stated::nd6::spec.name == "ND6 (as stated)");
}
