// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/own/format.hpp>

#include <check.hpp>
#include <headroom/catalog/azure.hpp>
#include <headroom/cluster/capacity.hpp>
#include <headroom/cluster/pricing.hpp>
#include <string>
#include <string_view>

namespace {

namespace program = headroom::read;

std::unique_ptr<program::own_file> read_members(std::string_view members) {
  program::own_reading reading = program::read_own_file("{\"format\": 1, " + std::string(members) + "}");
  INFO(reading.error.message);
  REQUIRE(reading.read != nullptr);
  return std::move(reading.read);
}

std::string error_of(std::string_view members) {
  const program::own_reading reading = program::read_own_file("{\"format\": 1, " + std::string(members) + "}");
  return reading.read != nullptr ? "none" : reading.error.path + ": " + reading.error.message;
}

}  // namespace

TEST_CASE("Machines of the catalogue are found by their names") {
  const auto held = read_members(
      R"("machines": [{"rack": "GB300 NVL72", "count": 64}, {"size": "Standard_ND96asr_v4", "count": 10}])");
  CHECK(held->names_machines);
  CHECK_FALSE(held->has_demand);
  REQUIRE(held->cluster.groups().size() == 2);
  CHECK(held->cluster.groups()[0].machine.rack() == &hr::azure::gb300_nvl72::spec);
  CHECK(held->cluster.groups()[1].machine.vm() == &hr::azure::nd96asr_v4::spec);
  CHECK(hr::gpu_count(held->cluster.groups()).known_part == 64 * 72 + 80);
}

TEST_CASE("The least deployment is a format") {
  const auto held = read_members(R"("name": "nothing")");
  CHECK_FALSE(held->names_machines);
  CHECK(held->name == "nothing");
}

TEST_CASE("Own machines carry what the file says and no more") {
  const auto held = read_members(R"("define": {
      "gpus": {"X1": {"memory_as_sold": "96 GiB", "scale_up_per_gpu": "450 GB/s",
                      "rates": {"fp8": {"tensor_dense": "2 PFLOPS"}, "fp4": "none"}}},
      "sizes": {"node": {"gpu": "X1", "gpus": 8, "system_memory": "2 TiB", "scale_up_domain_gpus": 32,
                         "features": {"nvlink": true, "hibernation": false}, "source": "our sheet"}},
      "racks": {"rack": {"size": "node", "vms": 4, "max_power": "44 kW"}},
      "boards": {"board": {"gpu": "X1", "gpus": 4}}},
    "machines": [{"rack": "rack", "count": 3}, {"size": "node", "count": 2}, {"board": "board", "count": 1}])");
  const auto groups = held->cluster.groups();
  CHECK(hr::gpu_count(groups).known_part == 3 * 32 + 2 * 8 + 4);
  CHECK(hr::gpu_memory(groups).known_part == hr::gibibytes(116 * 96));
  CHECK(hr::max_power(groups).known_part == hr::kilowatts(132));
  CHECK(hr::max_power(groups).covered == 3);
  const hr::vm& node = *groups[1].machine.vm();
  CHECK(node.from->title == "our sheet");
  CHECK(value_of(hr::support_for(node, hr::feature::nvlink)) == hr::support::yes);
  CHECK(value_of(hr::support_for(node, hr::feature::hibernation)) == hr::support::no);
  CHECK(hr::support_for(node, hr::feature::ultra_disk).is_unknown());
  CHECK(node.gpu->fp4.tensor_dense.is_absent());
  CHECK(node.gpu->bf16.tensor_dense.is_unknown());
  CHECK(value_of(node.gpu->fp8.tensor_dense) == hr::petaflops(2));
  CHECK(node.disk_iops.is_unknown());
}

TEST_CASE("An own machine may bear the name of one of the catalogue, and wins") {
  const auto held = read_members(R"("define": {"sizes": {"Standard_ND96asr_v4": {"gpu": "A100-SXM4-40GB", "gpus": 4}}},
    "machines": [{"size": "Standard_ND96asr_v4", "count": 1}])");
  CHECK(hr::gpu_count(held->cluster.groups()).known_part == 4);
}

TEST_CASE("Own prices are marked as such and come first") {
  const auto held = read_members(R"("machines": [{"size": "Standard_ND40rs_v2", "count": 1}],
    "prices": {"region": "eastus", "discount": "25 %", "own": [{"machine": "Standard_ND40rs_v2", "on_demand": "$3.40/h", "date": "2026-11"}]})");
  const hr::price* row = hr::find_price("Standard_ND40rs_v2", held->terms);
  REQUIRE(row != nullptr);
  CHECK(row->own);
  CHECK(value_of(hr::price_of(held->cluster.groups()[0].machine, held->terms)) == hr::dollars_per_hour(3.40));
  CHECK(held->terms.discount == 0.25);
}

TEST_CASE("A demand is read with every scope, its features and its limits") {
  const auto held = read_members(R"("demand": {
      "name": "d", "whole_racks": true, "features": ["nvlink", "ephemeral_os_disk"], "formats": ["bf16", "fp8"],
      "units": {"in_domain": 8, "of_one_kind": 24},
      "total": {"gpus": 8, "peak": {"format": "fp4", "sparsity": "sparse", "rate": "1440 PFLOPS"}, "scale_out": "800 Gb/s"},
      "per_gpu": {"usable_gpu_memory": "200 GiB"}, "per_vm": {"vcpus": 96}, "per_domain": {"gpus": 72},
      "at_most": {"vms": 10, "racks": 0, "max_power": "1 MW", "price_per_hour": "$100/h"}})");
  const hr::demand& asked = held->demand;
  CHECK(held->has_demand);
  CHECK(asked.name == "d");
  CHECK(asked.whole_racks);
  CHECK(asked.features.has(hr::feature::nvlink));
  CHECK(asked.features.has(hr::feature::ephemeral_os_disk));
  CHECK_FALSE(asked.features.has(hr::feature::infiniband));
  CHECK(asked.formats.has(hr::bf16));
  CHECK(asked.formats.has(hr::fp8));
  CHECK_FALSE(asked.formats.has(hr::fp4));
  CHECK(asked.units.in_domain == 8);
  CHECK(asked.units.of_one_kind == 24);
  CHECK(asked.total.gpus == 8);
  CHECK(asked.total.peak.format == hr::fp4);
  CHECK(asked.total.peak.zeros == hr::sparse);
  CHECK(asked.total.peak.rate == hr::petaflops(1'440));
  CHECK(asked.total.scale_out == hr::scale_out_per_direction(hr::gigabits_per_second(800)));
  CHECK(asked.per_gpu.usable_gpu_memory == hr::gibibytes(200));
  CHECK(asked.per_vm.vcpus == 96);
  CHECK(asked.per_domain.gpus == 72);
  CHECK(value_of(asked.at_most.vms) == 10);
  CHECK(asked.at_most.racks.is_known());
  CHECK(value_of(asked.at_most.max_power) == hr::megawatts(1));
  CHECK(value_of(asked.at_most.price_per_hour) == hr::dollars_per_hour(100));
}

TEST_CASE("Counts are whole numbers from 0 to 2^40") {
  const auto count_is = [](std::string_view n) {
    return error_of("\"machines\": [{\"size\": \"Standard_ND40rs_v2\", \"count\": " + std::string(n) + "}]");
  };
  for (const std::string_view good : {"0", "1", "1099511627776", "10.0", "1e3"}) CHECK(count_is(good) == "none");
  for (const std::string_view bad :
       {"-1", "1.5", "1099511627777", "1e300", "\"4\"", "null", "true", "[]", "18446744073709551616"})
    CHECK(count_is(bad).starts_with("$.machines[0].count: "));
}

TEST_CASE("Totals beyond their type are refused") {
  CHECK(error_of(R"("define": {"sizes": {"n": {"gpu": "T4", "gpus": 1099511627776}}},
    "machines": [{"size": "n", "count": 1099511627776}])") ==
        "$.machines: the number of GPUs is beyond what can be counted: expected a smaller cluster");
}

TEST_CASE("Every file that is no deployment has a message") {
  for (const std::string_view bad :
       {"", " ", "[]", "1", "null", "{}", "{\"format\": 2}", "{\"format\": \"1\"}", "{\"format\": 1"}) {
    const program::own_reading reading = program::read_own_file(bad);
    CHECK(reading.read == nullptr);
    CHECK_FALSE(reading.error.message.empty());
    CHECK(reading.error.line >= 1);
  }
}
