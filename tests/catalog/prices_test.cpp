// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/prices.hpp>

#include <headroom/catalog/machines.hpp>

#include <check.hpp>

namespace {

constexpr hr::figure<hr::money_rate> on_demand_price(std::string_view machine, std::string_view region,
                                                     std::string_view date) {
  for (const hr::price& row : hr::catalog::prices())
    if (row.machine == machine && row.region == region && row.date == date) return row.on_demand;
  return hr::unknown;
}

}  // namespace

TEST_CASE("there are 40 prices of Azure and 7 of AWS") { CHECK_CONSTEXPR(hr::catalog::prices().size() == 40 + 7); }

TEST_CASE("a price reads back as it was printed") {
  CHECK_CONSTEXPR(hr::in_dollars_per_hour(value_of(on_demand_price("Standard_ND40rs_v2", "eastus", ""))) == 22.032);
  CHECK_CONSTEXPR(hr::in_dollars_per_hour(
                      value_of(on_demand_price("Standard_ND128isr_NDR_GB200_v6", "westus3", "2026-09-06"))) == 108.16);
  CHECK_CONSTEXPR(hr::in_dollars_per_hour(value_of(on_demand_price("p4d.24xlarge", "us-east-1", "2026-07-28"))) ==
                  21.957642);
}

TEST_CASE("the price of the GB300 size is asked for and not known") {
  CHECK_CONSTEXPR(on_demand_price("Standard_ND128isr_GB300_v6", "", "2026-09-06").is_unknown());
}

TEST_CASE("two prices of the H200 size contradict each other, and both say so") {
  CHECK_CONSTEXPR(on_demand_price("Standard_ND96isr_H200_v5", "westus3", "2026-04").disputed->id == "C30");
  CHECK_CONSTEXPR(on_demand_price("Standard_ND96isr_H200_v5", "", "2026").disputed->id == "C30");
}

TEST_CASE("every price is of a machine of the catalogue, has a source, and spot is below on demand") {
  for (const hr::price& row : hr::catalog::prices()) {
    CAPTURE(row.machine);
    CHECK(hr::catalog::find(row.machine).found != nullptr);
    CHECK(row.from != nullptr);
    if (row.spot.is_known()) CHECK(value_of(row.spot) < value_of(row.on_demand));
  }
}
