// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure/common.hpp>

#include <check.hpp>

TEST_CASE("Azure's network figures are gigabits in one direction") {
  CHECK_CONSTEXPR(value_of(hr::azure::detail::ethernet(24)).one_direction == hr::gigabytes_per_second(3));
  CHECK_CONSTEXPR(value_of(hr::azure::detail::infiniband(100)).one_direction == hr::gigabytes_per_second(12.5));
}

TEST_CASE("a date of retirement is from Azure's list, and a retirement without a date is unconfirmed") {
  CHECK_CONSTEXPR(hr::azure::detail::retired_on("2023-09-06").from->id == "azure-retirements");
  CHECK_CONSTEXPR(hr::azure::detail::retirement_on("2026-09-30").status == hr::lifecycle_status::retirement_announced);
  CHECK_CONSTEXPR(hr::azure::detail::retired_unconfirmed.basis == hr::basis::general_knowledge);
}
