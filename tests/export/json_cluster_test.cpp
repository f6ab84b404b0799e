// SPDX-License-Identifier: BSL-1.0
#include <headroom/export/json_cluster.hpp>

#include <array>
#include <check.hpp>
#include <headroom/catalog/azure.hpp>
#include <headroom/catalog/prices.hpp>

namespace export_cluster_cases {

constexpr std::array groups_held{hr::group{hr::machine(hr::azure::gb300_nvl72::spec), 64},
                          hr::group{hr::machine(hr::azure::nd96asr_v4::spec), 10}};

}  // namespace export_cluster_cases

TEST_CASE("A cluster has its groups, its totals with their coverage, and its ratios") {
  using namespace export_cluster_cases;
  const nlohmann::ordered_json all = hr::json_of_cluster(groups_held, {.region = "eastus", .published = hr::catalog::prices()});
  CHECK(all["machines"].size() == 2);
  CHECK(all["machines"][0]["machine"] == "GB300 NVL72");
  CHECK(all["machines"][0]["kind"] == "rack");
  CHECK(all["machines"][0]["domains"]["whole"] == 64);
  CHECK(all["machines"][0]["price"] == nullptr);  // no source has one
  CHECK(all["machines"][1]["kind"] == "size");
  CHECK(all["machines"][1]["price"]["region"] == "eastus");
  CHECK(all["totals"]["gpus"]["value"] == 64 * 72 + 80);
  CHECK(all["totals"]["max_power"]["value"] == 64 * 142e3);
  CHECK(all["totals"]["max_power"]["known_for"] == 64);
  CHECK(all["totals"]["max_power"]["complete"] == false);
  CHECK(all["totals"]["peak_fp4_dense"]["value"] == 69.12e18);  // the A100 has no fp4
  CHECK(all["totals"]["peak_fp4_dense"]["absent_in"] == 10);
  CHECK(all["totals"]["peak_fp4_sparse"]["value"] == 92.16e18);  // 64 racks of 1,440 PFLOPS
  CHECK(all["totals"]["vector_peak_fp4"]["value"] == nullptr);
  CHECK(all["totals"]["price_per_hour"]["machines"] == 74);
  CHECK(all["prices"]["buy"] == "on_demand");
  CHECK(all["ratios"]["dollars_per_gpu_hour"] == nullptr);
}

TEST_CASE("A total of which no part is known is null, and one over nothing is 0") {
  using namespace export_cluster_cases;
  const std::span<const hr::group> size = std::span(groups_held).last(1);
  CHECK(hr::json_of_totals(size)["max_power"]["value"] == nullptr);
  CHECK(hr::json_of_totals({})["gpus"]["value"] == 0);
}
