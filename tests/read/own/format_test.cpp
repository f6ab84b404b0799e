// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/own/format.hpp>

#include <check.hpp>
#include <headroom/catalog/azure.hpp>
#include <headroom/cluster/capacity.hpp>
#include <headroom/cluster/pricing.hpp>
#include <headroom/read/own/fields.hpp>
#include <headroom/read/own/reader.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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

// One size has MI300X, four machines H200.
TEST_CASE("A machine is meant by its GPU's name where no other has that GPU") {
  const auto held = read_members(R"("machines": [{"size": "mi300x", "count": 2}])");
  REQUIRE(held->cluster.groups().size() == 1);
  CHECK(held->cluster.groups()[0].machine.vm() == &hr::azure::nd96isr_mi300x_v5::spec);
  CHECK(error_of(R"("machines": [{"size": "H200", "count": 2}])").find("\"H200\" is a GPU") != std::string::npos);
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

TEST_CASE("An own VM and an own board say how the leaf switches of their scale-out network are joined") {
  for (const std::string_view kind : {"sizes", "boards"}) {
    const auto define = [&](std::string_view leaves) {
      return R"("define": {")" + std::string(kind) + R"(": {"node": {"gpu": "H100 SXM5", "gpus": 8)" + std::string(leaves) + "}}}";
    };
    const auto leaves_of = [&](std::string_view leaves) {
      const auto held = read_members(define(leaves));
      return kind == "sizes" ? held->sizes.front().leaves : held->boards.front().leaves;
    };
    CHECK(leaves_of("") == hr::leaf_switches{});
    CHECK(leaves_of(R"(, "oversubscription": 2.5, "flows_on_busiest_uplink": 3, "domains_per_leaf": 4)") ==
          hr::leaf_switches{.oversubscription = 2.5, .flows_on_busiest_uplink = 3, .domains_per_leaf = 4});
    CHECK(leaves_of(R"(, "oversubscription": 1, "flows_on_busiest_uplink": 1000)") == hr::leaf_switches{.flows_on_busiest_uplink = 1'000});
    const std::string at = "$.define." + std::string(kind) + ".node.";
    CHECK(error_of(define(R"(, "oversubscription": 0.9)")) == at + "oversubscription: the number 0.9: expected a number from 1 to 1,000");
    CHECK(error_of(define(R"(, "flows_on_busiest_uplink": 1001)")) == at + "flows_on_busiest_uplink: the number 1001: expected a number from 1 to 1,000");
    CHECK(error_of(define(R"(, "domains_per_leaf": 1.5)")).starts_with(at + "domains_per_leaf: "));
  }
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
  CHECK(held->terms.region == "eastus");
  CHECK(read_members(R"("prices": {"discount": "5%"})")->terms.discount == 0.05);
  CHECK(held->terms.buy == hr::purchase::on_demand);
  CHECK(read_members(R"("prices": {"buy": "spot"})")->terms.buy == hr::purchase::spot);
  CHECK(read_members(R"("prices": {"buy": "on_demand"})")->terms.buy == hr::purchase::on_demand);
  CHECK(error_of(R"("prices": {"buy": "reserved"})") == "$.prices.buy: the text \"reserved\": expected on_demand or spot");
  const auto priced = [](int rows) {
    std::string all = R"("prices": {"own": [)";
    for (int i = 0; i < rows; ++i) all += i == 0 ? "0" : ", 0";
    return error_of(all + "]}");
  };
  CHECK(priced(1'000).starts_with("$.prices.own[0]: "));
  CHECK(priced(1'001) == "$.prices.own: more than 1000 prices");
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
  CHECK(error_of(R"("demand": {"totl": {}})") == "$.demand: unknown key \"totl\": did you mean \"total\"?");
  CHECK(error_of(R"("demand": {"formats": [["fp8"]]})") == "$.demand.formats[0]: a list: expected fp64, fp32, tf32, fp16, bf16, fp8, fp6, fp4, int8 or int4");
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
  for (const std::string_view key : {"cpus", "cores", "vcpus", "disk_iops"}) {
    CAPTURE(key);
    const auto held = [&](std::string_view count) {
      return error_of(R"("define": {"sizes": {"n": {"gpus": 0, ")" + std::string(key) + R"(": 1099511627776}}}, "machines": [{"size": "n", "count": )" + std::string(count) + "}]");
    };
    CHECK(held("1099511627776").ends_with(" is beyond what can be counted: expected a smaller cluster"));
    CHECK(held("1") == "none");
  }
}

TEST_CASE("Every file that is no deployment has a message") {
  for (const std::string_view bad :
       {"", " ", "[]", "1", "null", "{}", "{\"format\": 2}", "{\"format\": \"1\"}", "{\"format\": 1"}) {
    const program::own_reading reading = program::read_own_file(bad);
    CHECK(reading.read == nullptr);
    CHECK_FALSE(reading.error.message.empty());
    CHECK(reading.error.line >= 1);
    if (reading.error.message.starts_with("the file is empty")) CHECK(reading.error.column == 1);
  }
}

TEST_CASE("All mistakes of a file are told at once, in its order") {
  const program::own_reading reading = program::read_own_file(R"({
    "format": 1,
    "nmae": "a slip",
    "machines": [
      {"size": "Standard_ND96amsr_v4", "count": 1},
      {"size": "Standard_ND96asr_v4", "count": -1},
      {"size": "Standard_ND96asr_v4", "count": 2}
    ],
    "define": {"sizes": {"own": {"gpu": "T4", "gpus": 1, "system_memory": 672, "nics": "two"}}},
    "demand": {"total": {"gpus": 1.5, "vcpus": "many"}, "formats": ["fp8", "fp5", "fp7"]},
    "job": {"serve": {"model": "Llama-3.1-404B", "weights": "fp9", "tensor_parallel": 3}}
  })");
  REQUIRE(reading.read == nullptr);
  std::vector<std::pair<int, std::string>> places;
  for (const program::reading_error& each : reading.errors) places.emplace_back(each.line, each.path);
  const std::vector<std::pair<int, std::string>> expected{{3, "$"},
                                                          {5, "$.machines[0].size"},
                                                          {6, "$.machines[1].count"},
                                                          {9, "$.define.sizes.own.system_memory"},
                                                          {9, "$.define.sizes.own.nics"},
                                                          {10, "$.demand.total.gpus"},
                                                          {10, "$.demand.total.vcpus"},
                                                          {10, "$.demand.formats[1]"},
                                                          {10, "$.demand.formats[2]"},
                                                          {11, "$.job.serve.model"},
                                                          {11, "$.job.serve.weights"}};
  CHECK(places == expected);
  CHECK(reading.error.message == reading.errors.front().message);
  const std::string told = program::places_of("my.json", reading);
  CHECK(told.starts_with("my.json:3:5: $: unknown key \"nmae\": did you mean \"name\"?\nmy.json:5:16: $.machines[0].size: "));
}

TEST_CASE("A count is looked at beside a machine that is missing") {
  const program::own_reading reading = program::read_own_file(R"({"format": 1, "machines": [{"count": -1}]})");
  REQUIRE(reading.errors.size() == 2);
  CHECK(reading.errors[0].path == "$.machines[0]");
  CHECK(reading.errors[1].path == "$.machines[0].count");
}

TEST_CASE("Of a file that is wrong throughout, the first mistakes are told") {
  std::string text = "{\"format\": 1, \"machines\": [0";
  for (int i = 0; i < 1'000; ++i) text += ", 0";
  const program::own_reading reading = program::read_own_file(text + "]}");
  CHECK(reading.errors.size() == program::reader::most_mistakes);
  CHECK(program::places_of("-", reading).ends_with("standard input: there may be more mistakes than these"));
}

TEST_CASE("Of a job, 0 is told where it stands, unless it says that there is none") {
  const auto errors = [](std::string_view job, std::string_view kind = "serve") {
    const program::own_reading reading =
        program::read_own_file(R"({"format": 1, "job": {")" + std::string(kind) + R"(": {"model": "Llama-3.1-8B", )" + std::string(job) + "}}}");
    std::string told;
    for (const program::reading_error& each : reading.errors) told += each.path + ": " + each.message + "\n";
    return told;
  };
  constexpr std::string_view zero = ": the number 0: expected a whole number from 1 to 1,099,511,627,776\n";
  CHECK(errors(R"("tensor_parallel": 0, "replicas": 0)") ==
        "$.job.serve.tensor_parallel" + std::string(zero) + "$.job.serve.replicas" + std::string(zero));
  CHECK(errors(R"("context": 0)") == "$.job.serve.context" + std::string(zero));
  CHECK(errors(R"("sequence": 0, "micro_batches": 0)", "train") ==
        "$.job.train.sequence" + std::string(zero) + "$.job.train.micro_batches" + std::string(zero));
  // What keys say together is not looked at where one is wrong.
  CHECK(errors(R"("sequence": 0, "global_batch": 7, "micro_batch": 2)", "train") == "$.job.train.sequence" + std::string(zero));
  CHECK(errors(R"("sequence": 8, "global_batch": 7, "micro_batch": 2)", "train") == "$.job.train: micro-batch times data parallelism does not divide the global batch\n");
  CHECK(errors(R"("adapters": 0, "sequences_on_host": 0, "most_sequences": 0)") == "");
}

TEST_CASE("A slip in a key is told once: the key that was meant is not missing, too") {
  CHECK(error_of(R"("name_of_all": "x")") == "$: unknown key \"name_of_all\": did you mean \"name\"?");
  for (const std::string_view members : {R"("machines": [{"size": "Standard_ND40rs_v2", "cuont": 1}])", R"("machines": [{"siez": "x", "count": 1}])",
                                         R"("job": {"sreve": {}})", R"("job": {"tarin": {}})", R"("job": {"trian": {"model": "Llama-3.1-8B"}})", R"("job": {"serve": {"modle": "Llama-3.1-8B"}})",
                                         R"("prices": {"own": [{"machine": "Standard_ND40rs_v2", "on_demnad": "$1/h"}]})"}) {
    CAPTURE(members);
    const program::own_reading reading = program::read_own_file("{\"format\": 1, " + std::string(members) + "}");
    REQUIRE(reading.errors.size() == 1);
    CHECK(reading.error.message.starts_with("unknown key"));
  }
}

TEST_CASE("A mistake makes no others: what refers to a broken record finds it") {
  const program::own_reading reading = program::read_own_file(R"({"format": 1, "define": {
      "gpus": {"X1": {"memory_as_sold": 96}}, "sizes": {"node": {"gpu": "X1", "gpus": 8}},
      "racks": {"rack": {"size": "node"}}},
    "machines": [{"rack": "rack", "count": 3}, {"size": "node", "count": 2}]})");
  REQUIRE(reading.errors.size() == 2);
  CHECK(reading.errors[0].path == "$.define.gpus.X1.memory_as_sold");
  CHECK(reading.errors[1].path == "$.define.racks.rack");
}

TEST_CASE("YAML is read as JSON is") {
  const program::own_reading reading = program::read_own_file(R"(# two kinds
format: 1
name: two kinds
machines:
  - {rack: GB300 NVL72, count: 64}
  - size: Standard_ND96asr_v4
    count: 10
prices: {region: eastus, discount: 25 %}
define:
  sizes:
    own: {gpu: T4, gpus: 4, system_memory: 672 GiB, front_end: none}
demand:
  whole_racks: true
  total: {gpus: 4688, price_per_hour: $3/h}
)");
  REQUIRE(reading.errors.size() == 1);
  CHECK(program::places_of("a.yaml", reading).starts_with("a.yaml:14:23: $.demand.total: unknown key \"price_per_hour\""));

  const program::own_reading good = program::read_own_file("format: 1\nmachines:\n- {size: 'Standard_ND40rs_v2', count: 3}\n");
  REQUIRE(good.read != nullptr);
  CHECK(hr::gpu_count(good.read->cluster.groups()).known_part == 24);
  for (const std::string_view bad : {"format: '1'", "format: 1\nname: 7", "format: 1\n---\nformat: 1", "format: 1\nname: [", "machines: 4"})
    CHECK(program::read_own_file(bad).read == nullptr);
}

TEST_CASE("A word is taken in other spellings") {
  for (const std::string_view weights : {"fp8_blocks", "fp8-blocks", "FP8-Blocks", "fp8 blocks", "FP8Blocks"}) {
    const auto held = read_members(R"("job": {"serve": {"model": "DeepSeek-V3", "weights": ")" + std::string(weights) + R"("}})");
    CHECK(held->jobs.front().serving()->weights.held.experts.block_outputs == 128);
  }
}

TEST_CASE("A machine has one key that names it, and a price a date") {
  CHECK(error_of(R"("machines": [{"size": "Standard_ND40rs_v2", "rack": "GB300 NVL72", "count": 1}])") ==
        "$.machines[0]: both \"size\" and \"rack\": expected one of them");
  CHECK(error_of(R"("machines": [{"rack": "GB300 NVL72", "board": "x", "count": 1}])") ==
        "$.machines[0]: both \"rack\" and \"board\": expected one of them");
  const auto priced = [](std::string_view date, std::string_view price = R"("on_demand": "$1/h")") {
    return error_of(R"("prices": {"own": [{"machine": "Standard_ND40rs_v2", "date": ")" + std::string(date) + "\", " + std::string(price) + "}]}");
  };
  for (const std::string_view good : {"2026", "2026-11", "2026-11-27", "0000", "9999-99-99"}) CHECK(priced(good) == "none");
  for (const std::string_view bad : {"202", "20261", "2026-1", "2026/11", "2026-111", "2026-11-2", "2026-11-277", "2026-11/27", "/026", ":026", "202:", "2026-1a"})
    CHECK(priced(bad) == "$.prices.own[0].date: \"" + std::string(bad) + "\" is not a date: expected YYYY, YYYY-MM or YYYY-MM-DD");
  CHECK(priced("2026", R"("spot": "$1/h")") == "none");
  CHECK(error_of(R"("prices": {"own": [{"machine": "Standard_ND40rs_v2"}]})").starts_with(
      "$.prices.own[0]: the price is missing: expected \"on_demand\", \"spot\" or both"));
}

TEST_CASE("A size has a CPU of the file, or of the catalogue by its name; of one kind there are up to a thousand") {
  const auto sheet = [](std::string_view cpu) {
    return R"("define": {"cpus": {"C1": {}}, "sizes": {"n": {"gpus": 0, "cpu": ")" + std::string(cpu) + R"("}}}, "machines": [{"size": "n", "count": 1}])";
  };
  CHECK(read_members(sheet("C1"))->cluster.groups()[0].machine.vm()->cpu->name == "C1");
  const hr::cpu& known = *hr::azure::nd96asr_v4::spec.cpu;
  CHECK(read_members(sheet(known.name))->cluster.groups()[0].machine.vm()->cpu == &known);
  CHECK(error_of(sheet("C2")) == "$.define.sizes.n.cpu: no CPU is called \"C2\": expected one of the catalogue's or one under \"define\"");
  CHECK(error_of(sheet("EPYC")).starts_with("$.define.sizes.n.cpu: several CPUs are called \"EPYC\": say which: AMD EPYC "));
  CHECK(error_of(R"("define": {"sizes": {"n": {"gpus": 1, "gpu": "H100"}}})").starts_with("$.define.sizes.n.gpu: several GPUs are called \"H100\": say which: H100-"));
  CHECK(error_of(R"("define": {"sizes": {"n": {"gpus": 1, "gpu": "Q7"}}})") == "$.define.sizes.n.gpu: no GPU is called \"Q7\": expected one of the catalogue's or one under \"define\"");
  const auto many = [](int n) {
    std::string all = R"("define": {"gpus": {)";
    for (int i = 0; i < n; ++i) all += (i == 0 ? "\"g" : ", \"g") + std::to_string(i) + "\": {}";
    return error_of(all + "}}");
  };
  CHECK(many(1'000) == "none");
  CHECK(many(1'001) == "$.define.gpus: more than 1000 of a kind");
}

TEST_CASE("A machine of no name is told with the nearest of its kind, a price with that of any") {
  CHECK(error_of(R"("prices": {"own": [{"machine": "Standard_ND40rs_v3", "on_demand": "$1/h"}]})").starts_with("$.prices.own[0].machine: no machine is called \"Standard_ND40rs_v3\": did you mean \"Standard_ND40rs_v2\"?"));
  CHECK(error_of(R"("machines": [{"size": "Standard_ND40rs_v3", "count": 1}])").starts_with("$.machines[0].size: no VM size is called \"Standard_ND40rs_v3\": did you mean \"Standard_ND40rs_v2\"?"));
  CHECK(error_of(R"("machines": [{"rack": "Standard_ND40rs_v3", "count": 1}])").find("did you mean") == std::string::npos);
}

TEST_CASE("Each feature of a size is read, a rate is \"none\" or an object, and a peak has no other keys") {
  const auto sheet = [](std::string_view gpu, std::string_view size) {
    return R"("define": {"gpus": {"X1": {)" + std::string(gpu) + R"(}}, "sizes": {"n": {"gpu": "X1", "gpus": 1)" + std::string(size) + R"(}}}, "machines": [{"size": "n", "count": 1}])";
  };
  for (std::size_t i = 0; i < program::feature_keys.size(); ++i) {
    const auto held = read_members(sheet("", R"(, "features": {")" + std::string(program::feature_keys[i]) + "\": true}"));
    const hr::vm& one = *held->cluster.groups()[0].machine.vm();
    for (std::size_t j = 0; j < program::feature_keys.size(); ++j)
      CHECK((hr::support_for(one, static_cast<hr::feature>(j)).known() != nullptr) == (i == j));
  }
  CHECK(error_of(sheet(R"("rates": {"fp4": "none"})", "")) == "none");
  CHECK(error_of(sheet(R"("rates": {"fp4": "some"})", "")) == "$.define.gpus.X1.rates.fp4: the text \"some\": expected an object");
  CHECK(error_of(R"("demand": {"total": {"peak": {"format": "fp8", "sparsity": "dense", "rate": "1 PFLOPS", "rat": 1}}})").starts_with("$.demand.total.peak: unknown key \"rat\""));
}

TEST_CASE("A rack of the file may be of a size of the catalogue, and of nothing else") {
  const auto held = read_members(R"("define": {"racks": {"r": {"size": "Standard_ND96asr_v4", "vms": 3}}}, "machines": [{"rack": "r", "count": 2}])");
  CHECK(hr::gpu_count(held->cluster.groups()).known_part == 2 * 3 * 8);
  const auto of_size = [](std::string_view size) {
    return error_of(R"("define": {"sizes": {"my-node": {"gpu": "T4", "gpus": 1}}, "racks": {"r": {"size": ")" + std::string(size) + R"(", "vms": 3}}})");
  };
  CHECK(of_size("my-node") == "none");
  CHECK(of_size("my-nodes") == "$.define.racks.r.size: no VM size is called \"my-nodes\": did you mean \"my-node\"?");
  CHECK(of_size("GB300 NVL72").starts_with("$.define.racks.r.size: "));
  CHECK(of_size("nothing at all").starts_with("$.define.racks.r.size: "));
}

TEST_CASE("Names have 1 to 80 bytes, sizes with GPUs say which, units are whole") {
  const auto named = [](const std::string& name) { return error_of(R"("define": {"sizes": {")" + name + R"(": {"gpu": "T4", "gpus": 1}}})"); };
  CHECK(named("n") == "none");
  CHECK(named(std::string(80, 'n')) == "none");
  CHECK(named(std::string(81, 'n')).ends_with(": a name has 1 to 80 bytes"));
  CHECK(named("").ends_with(": a name has 1 to 80 bytes"));
  CHECK(error_of(R"("define": {"sizes": {"n": {"gpus": 0}}})") == "none");
  CHECK(error_of(R"("define": {"sizes": {"n": {"gpus": 1}}})") == "$.define.sizes.n: the key \"gpu\" is missing: expected the name of a GPU");
  CHECK(error_of(R"("define": {"sizes": {"n": {"gpu": "T4"}}})").starts_with("$.define.sizes.n: the key \"gpus\" is missing"));
  CHECK(error_of(R"("demand": {"units": {"in_domain": 8, "of_one_kind": 24}})") == "none");
  CHECK(error_of(R"("demand": {"units": {"in_domain": 8, "of_one_kind": 20}})") ==
        "$.demand.units: not whole units: expected counts from 1, and of_one_kind a multiple of in_domain");
  CHECK(error_of(R"("demand": {"units": {"in_domain": "x", "of_one_kind": 20}})").find("whole units") == std::string::npos);
}

TEST_CASE("What may be \"none\" is taken so, and nothing else is") {
  const auto held = [](const auto& fields, const std::string& before, const std::string& behind) {
    for (const auto& each : fields) {
      if (each.what == program::form::text || before.find(each.key) != std::string::npos) continue;  // it is a text; it is said twice
      INFO(each.key);
      CHECK((error_of(before + '"' + std::string(each.key) + R"(": "none")" + behind) == "none") == each.or_none);
    }
  };
  held(program::gpu_fields, R"("define": {"gpus": {"X": {)", "}}}");
  held(program::rates_fields, R"("define": {"gpus": {"X": {"rates": {"fp8": {)", "}}}}}");
  held(program::cpu_fields, R"("define": {"cpus": {"X": {)", "}}}");
  held(program::size_fields, R"("define": {"sizes": {"X": {"gpu": "T4", "gpus": 1, )", "}}}");
  held(program::board_fields, R"("define": {"boards": {"X": {"gpu": "T4", "gpus": 1, )", "}}}");
  held(program::rack_fields, R"("define": {"racks": {"X": {"size": "Standard_NC24rs_v3", "vms": 1, )", "}}}");
  held(program::needs_fields, R"("demand": {"total": {)", "}}");
  held(program::limits_fields, R"("demand": {"at_most": {)", "}}");
}

TEST_CASE("A file has up to 4 MiB, 16 lists or maps in each other, and 250,000 keys and values") {
  const auto why = [](const std::string& text) { return program::read_own_file(text).error.why; };
  const auto of = [](std::string_view more) { return "{\"format\": 1, \"x\": " + std::string(more) + "}"; };
  const auto padded = [&](std::size_t bytes) { return of("1") + std::string(bytes - of("1").size(), ' '); };
  CHECK(why(padded(std::size_t{4} << 20)) != program::refusal::too_large);
  CHECK(why(padded((std::size_t{4} << 20) + 1)) == program::refusal::too_large);
  CHECK(why(of(std::string(15, '[') + std::string(15, ']'))) != why(of(std::string(16, '[') + std::string(16, ']'))));
  // The map, its two keys and their values, and one for each item.
  const auto items = [](std::size_t n) {
    std::string list = "[1";
    for (std::size_t i = 1; i < n; ++i) list += ",1";
    return list + "]";
  };
  CHECK(program::read_own_file(of(items(249'997))).error.why != program::refusal::too_large);
  CHECK(program::read_own_file(of(items(249'998))).error.why == program::refusal::too_large);
}

TEST_CASE("A key that is there twice is refused where it is again") {
  const program::own_reading reading = program::read_own_file("{\"format\": 1, \"name\": \"a\",\n\"name\": \"b\"}");
  REQUIRE(reading.errors.size() == 1);
  CHECK(reading.error.line == 2);
  CHECK(reading.error.message == "the key \"name\" is here twice, and on line 1: expected each key once");
  std::string many = "{\"format\": 1";
  for (int i = 0; i < 1'000; ++i) many += ", \"name\": \"a\"";
  CHECK(program::read_own_file(many + "}").errors.size() == program::reader::most_mistakes);
}

TEST_CASE("Of a file of several documents the first line is told") {
  const program::own_reading reading = program::read_own_file("format: 1\n---\nformat: 1\n");
  CHECK(reading.read == nullptr);
  CHECK(reading.error.message == "2 documents: expected one");
  CHECK(reading.error.line == 1);
  CHECK(reading.error.column == 1);
}
