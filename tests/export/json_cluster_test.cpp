// SPDX-License-Identifier: BSL-1.0
#include <headroom/export/json_cluster.hpp>

#include <array>
#include <string>
#include <utility>

#include <check.hpp>
#include <cluster/small_machines.hpp>
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

TEST_CASE("Totals are of each resource, in its base unit") {
  const std::array two{hr::group{small::node::spec, 2}};
  const nlohmann::ordered_json all = hr::json_of_totals(two);
  constexpr double gib = 1 << 30, mib = 1 << 20;
  // Two VMs of four GPUs and two hosts, an 18th of a rack each.
  for (const auto& each : {std::pair{"gpus", 8.0}, {"vms", 2.0}, {"racks", 0.0}, {"domains", 8.0 / 72}, {"cpus", 4.0}, {"cores", 4 * 72.0}, {"vcpus", 256.0}, {"system_memory", 2 * 864 * gib},
                                   {"physical_gpu_memory", 8 * 288 * gib}, {"gpu_memory", 8 * 279 * gib}, {"driver_gpu_memory", 8 * 284'208 * mib}, {"usable_gpu_memory", 8 * 284'208 * mib},
                                   {"fast_memory", (8 * 279 + 4 * 480) * gib}, {"memory_bandwidth", 8 * 8e12}, {"scale_up", 8 * 0.9e12}, {"scale_out", 8 * 1e11}, {"front_end", 2 * 2e10},
                                   {"peak_fp4_dense", 8 * 15e15}, {"local_storage", 2 * 4e12}, {"disk_iops", 160'000.0}, {"disk_throughput", 3.2e9}, {"gpu_power", 8 * 1'400.0}}) {
    const std::string key = each.first;
    CAPTURE(key);
    CHECK((all.contains(key) && all[key]["value"].is_number() && all[key]["value"].get<double>() == doctest::Approx(each.second)));
  }
  CHECK(all["max_power"]["value"] == nullptr);
  CHECK(all["gpus"].dump() == R"({"value":8,"unit":"count","machines":2,"known_for":2,"absent_in":0,"complete":true,"confirmed":true})");
  const std::array one{hr::group{small::node::spec, 1}};
  CHECK(hr::json_of_totals(one)["max_power"]["value"] == nullptr);
}

TEST_CASE("A group has its domains, its price and its note as far as there are any") {
  hr::vm stated = small::head::spec, whole = small::slice::spec, uncounted = small::node::spec;
  stated.status.status = hr::lifecycle_status::as_stated;
  stated.note = "as a document has it";
  whole.scale_up_domain_gpus = hr::unknown;
  uncounted.gpus = hr::unknown;
  const hr::price prices[]{{.machine = "node", .region = "here", .on_demand = hr::dollars_per_hour(12), .date = "2026-11-27", .from = &small::book}};
  const hr::pricing terms{.region = "here", .published = prices};
  hr::rack of_whole = small::rack::spec;
  of_whole.vm = &whole;
  const std::array groups{hr::group{small::rack::spec, 1}, hr::group{small::slice::spec, 3}, hr::group{whole, 3}, hr::group{stated, 1}, hr::group{uncounted, 1}, hr::group{small::board::spec, 2}, hr::group{of_whole, 1}};
  const nlohmann::ordered_json all = hr::json_of_cluster(groups, terms)["machines"];
  CHECK(all[0]["domains"].dump() == R"({"gpus_per_domain":72,"vms_per_domain":18,"whole":1,"partial":0,"vms_left_over":0,"gpus_left_over":0,"vms_to_fill":0})");
  CHECK(all[1]["domains"] == "none");
  CHECK(all[2]["domains"] == nullptr);
  CHECK(all[4]["domains"] == nullptr);
  CHECK(all[6]["domains"] == nullptr);
  // A rack of 18 VMs, of which the price list has one.
  CHECK(all[0]["price"]["dollars_per_hour"].get<double>() == doctest::Approx(18 * 12));
  CHECK(all[0]["price"]["region"] == "here");
  CHECK(all[0]["price"]["date"] == "2026-11-27");
  CHECK(all[0]["price"]["own"] == false);
  CHECK(all[0]["price"]["source"]["title"] == "A book of machines");
  CHECK(all[0]["gpu"] == "new GPU");
  CHECK(all[0]["totals"]["gpus"]["value"] == 72);
  CHECK_FALSE(all[0].contains("note"));
  CHECK((all[3].contains("gpu") && all[3]["gpu"] == nullptr));
  CHECK(all[3]["note"] == "as a document has it");
  CHECK(all[5]["kind"] == "board");
  CHECK_FALSE(all[5].contains("note"));
  // The rack's own price is that of the rack.
  const hr::price both[]{prices[0], {.machine = "rack", .region = "there", .on_demand = hr::dollars_per_hour(100), .date = "2026-11-28", .own = true}, {.machine = "board", .on_demand = hr::dollars_per_hour(30), .own = true}};
  const nlohmann::ordered_json own = hr::json_of_cluster(groups, {.region = "there", .own = both})["machines"];
  CHECK(own[0]["price"]["date"] == "2026-11-28");
  CHECK(own[0]["price"]["own"] == true);
  CHECK(own[5]["price"]["dollars_per_hour"].get<double>() == doctest::Approx(30));
}
